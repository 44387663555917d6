/** Checks a bundle in this browser with the keys of the verifier, and offers it as a file. */
import type { EvidenceBundle } from '@assay/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { JudgementView } from './judgement-view.tsx';

const texts = verifyTexts.passport;

interface BundleCheckProps {
  readonly bundle: EvidenceBundle;
  /** Name of the file, without its end. */
  readonly name: string;
  readonly isAtOnce?: boolean;
}

export function BundleCheck({ bundle, name, isAtOnce = false }: BundleCheckProps) {
  const wasStarted = useRef(false);
  const check = useMutation({
    mutationFn: async () => {
      const [{ judge }, ownKeys] = await Promise.all([import('./judge.ts'), api.keys.list()]);
      const bytes = new TextEncoder().encode(JSON.stringify(bundle));
      return judge({
        files: [{ name: `${name}.bundle.json`, bytes }],
        ownKeys,
        kind: undefined,
        nonce: undefined,
        now: Date.now(),
      });
    },
  });
  const { mutate } = check;
  useEffect(() => {
    if (!isAtOnce || wasStarted.current) return;
    wasStarted.current = true;
    mutate();
  }, [isAtOnce, mutate]);
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.checking}</Text>
      <Group>
        <Button onClick={() => mutate()} loading={check.isPending}>
          {texts.check}
        </Button>
        <Button
          variant="default"
          onClick={() => saveFile(`${name}.bundle.json`, JSON.stringify(bundle), 'application/json')}
        >
          {texts.download}
        </Button>
      </Group>
      {check.error !== null && <Problem error={check.error} />}
      {check.data?.judgements.map((judgement) => (
        <JudgementView key={judgement.name} judgement={judgement} keys={check.data.keys} />
      ))}
      <Text size="xs" c="dimmed">
        {texts.keysFrom}
      </Text>
    </Stack>
  );
}
