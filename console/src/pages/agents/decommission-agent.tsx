/** Ends an agent for ever. Its id has to be typed first. */
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { ActDialogProps } from './agent-actions.tsx';

const texts = agentsTexts.acts.decommission;
const longestReason = 500;

export function DecommissionAgent({ agent: { id }, onClose, onDone }: ActDialogProps) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const end = useMutation({
    mutationFn: () => api.agents.decommission({ id, body: reason.trim() === '' ? {} : { reason: reason.trim() } }),
    onSuccess: async () => {
      onClose();
      await onDone();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === id) end.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <form onSubmit={send}>
        <Stack gap="sm">
          <Text size="sm">{texts.about}</Text>
          <TextInput
            label={texts.type(id)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            required
            data-autofocus
          />
          <Textarea
            label={commonTexts.reason}
            description={commonTexts.reasonHint}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            maxLength={longestReason}
            autosize
            minRows={2}
          />
          {end.error !== null && <Problem error={end.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" color="red.9" loading={end.isPending} disabled={typed.trim() !== id}>
              {texts.verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
