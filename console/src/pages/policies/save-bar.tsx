/** Saves the text as the next version; on a conflict it keeps the text and shows what somebody else saved. */
import type { Policy } from '@assay/client';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { CodeDiff } from '../../parts/code/code-diff.tsx';
import { Problem } from '../../parts/problem.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { UnlockHint } from './unlock-hint.tsx';
import type { Draft } from './use-draft.ts';

const texts = policiesTexts.editor;

interface SaveBarProps {
  readonly policy: Policy;
  readonly draft: Draft;
}

export function SaveBar({ policy, draft }: SaveBarProps) {
  const [reason, setReason] = useState('');
  const { isChanged, other, error, saved } = draft;
  const send = (event: FormEvent) => {
    event.preventDefault();
    draft.save(reason.trim());
  };
  if (!isChanged && other === undefined) {
    return saved === undefined || policy.active_version === saved ? null : (
      <Text size="sm" role="status">
        {texts.saved(saved)}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {error !== null && <Problem error={error} />}
      {other !== undefined && (
        <Alert
          color="gray"
          variant="default"
          title={policiesTexts.conflict.title}
          role="alert"
          icon={<ExclamationTriangleIcon />}
        >
          <Text size="sm" mb="sm">
            {policiesTexts.conflict.help(other.version)}
          </Text>
          <CodeDiff label={policiesTexts.conflict.label} before={other.text} after={draft.text} language="cedar" />
          <Group mt="sm">
            <Button size="xs" loading={draft.isSaving} onClick={() => draft.keepMine(reason.trim())}>
              {policiesTexts.conflict.keep}
            </Button>
            <Button size="xs" variant="default" onClick={draft.discard}>
              {policiesTexts.conflict.take}
            </Button>
          </Group>
        </Alert>
      )}
      {other === undefined && (
        <form onSubmit={send}>
          <UnlockHint scope={policy.scope} />
          <Group align="flex-end" gap="sm">
            <TextInput
              label={texts.reason}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              maxLength={500}
              flex={1}
              miw={200}
            />
            <Button variant="default" onClick={draft.discard}>
              {texts.discard}
            </Button>
            <Button type="submit" loading={draft.isSaving}>
              {texts.save}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}
