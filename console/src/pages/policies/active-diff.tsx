/** What the text changes of the version that decides. */
import type { Policy } from '@assay/client';
import { Stack, Text } from '@mantine/core';
import { CodeDiff } from '../../parts/code/code-diff.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { useVersion } from './use-version.ts';

const texts = policiesTexts.editor;

interface ActiveDiffProps {
  readonly policy: Policy;
  readonly text: string;
}

export function ActiveDiff({ policy, text }: ActiveDiffProps) {
  const { active_version: active, version } = policy;
  const old = useVersion(policy, active === null ? undefined : String(active));
  const before = active === version ? policy.text : old?.text;
  if (active !== null && before === undefined) return null;
  const about = active === null ? texts.noActive : before === text ? texts.noDiff : texts.diffWith(active);
  return (
    <Stack gap="xs">
      <Text size="sm">{about}</Text>
      <CodeDiff label={texts.diffLabel} before={before ?? ''} after={text} language="cedar" />
    </Stack>
  );
}
