/** Gives an agent another owner. */
import { Autocomplete, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { ActDialogProps } from './agent-actions.tsx';

const texts = agentsTexts.acts.transfer;
const mostListed = 100;
const longestReason = 500;

export function TransferAgent({ agent: { id }, onClose, onDone }: ActDialogProps) {
  const [owner, setOwner] = useState('');
  const [reason, setReason] = useState('');
  const mayList = useMay('members.list');
  const members = useQuery({
    queryKey: ['members.list', 'choices'],
    queryFn: ({ signal }) => api.members.list({ limit: mostListed }, { signal }),
    enabled: mayList,
  });
  const found = members.data?.items ?? [];
  const transfer = useMutation({
    mutationFn: () => {
      const ownerId = found.find(({ email }) => email === owner.trim())?.user_id ?? owner.trim();
      return api.agents.transfer({
        id,
        body: { owner_id: ownerId, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      });
    },
    onSuccess: async () => {
      onClose();
      await onDone();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    transfer.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <form onSubmit={send}>
        <Stack gap="sm">
          <Text size="sm">{texts.about}</Text>
          <Autocomplete
            label={texts.owner}
            description={texts.ownerHint}
            data={found.map(({ email }) => email)}
            value={owner}
            onChange={setOwner}
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
          {transfer.error !== null && <Problem error={transfer.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={transfer.isPending}>
              {texts.verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
