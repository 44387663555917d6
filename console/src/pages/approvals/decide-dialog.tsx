/** Approves, denies or cancels a request, with a reason. */
import type { Approval } from '@assay/client';
import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { effectOf } from './approval-effect.ts';

export type Choice = 'approve' | 'deny' | 'cancel';

interface DecideDialogProps {
  readonly approval: Approval;
  readonly choice: Choice;
  readonly onClose: () => void;
}

export function DecideDialog({ approval: { id, kind, display }, choice, onClose }: DecideDialogProps) {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (reason: string) => api.approvals[choice]({ id, body: reason === '' ? {} : { reason } }),
    onSuccess: async (approval) => {
      queries.setQueryData(['approvals.get', id], approval);
      onClose();
      await queries.invalidateQueries({ queryKey: ['approvals.list'] });
    },
  });
  return (
    <AskReason
      isOpen
      title={texts[choice].title}
      about={
        <Stack gap={6}>
          <b>
            <ForeignText text={display.title} maxLength={400} />
          </b>
          <span>{choice === 'approve' ? effectOf(kind) : texts[choice].about}</span>
          <Text size="xs" c="dimmed">
            {texts.readByRequester}
          </Text>
        </Stack>
      }
      verb={texts[choice].verb}
      isRequired={choice === 'deny'}
      isDangerous={choice === 'deny'}
      isPending={decide.isPending}
      error={decide.error}
      onClose={onClose}
      onConfirm={(reason) => decide.mutate(reason)}
    />
  );
}
