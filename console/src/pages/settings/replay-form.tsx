/** Sends the deliveries of a time again. */
import { Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toUtc } from '../../parts/local-time.ts';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.deliveries;
const kinds = ['dead', 'delivered', 'all'] as const;

interface ReplayFormProps {
  readonly webhook: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ReplayForm({ webhook, isOpen, onClose }: ReplayFormProps) {
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const [status, setStatus] = useState<(typeof kinds)[number]>('dead');
  const readAgain = useReadAgain('webhooks');
  const replay = useMutation({
    mutationFn: async () => {
      const from = toUtc(since);
      if (from === undefined) throw new Error(texts.noTime);
      return api.webhooks.replayDeliveries({ id: webhook, body: { since: from, until: toUtc(until), status } });
    },
    onSuccess: readAgain,
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={texts.replayMany}
      verb={texts.replay}
      isPending={replay.isPending}
      error={replay.error}
      onClose={onClose}
      onSend={() => replay.mutate()}
    >
      <Text size="sm">{texts.replayAbout}</Text>
      <TextInput
        label={texts.since}
        type="datetime-local"
        required
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <TextInput
        label={texts.until}
        type="datetime-local"
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Select
        label={texts.which}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={status}
        onChange={(value) => setStatus(kinds.find((kind) => kind === value) ?? 'dead')}
        allowDeselect={false}
      />
      {replay.data !== undefined && (
        <Text size="sm" role="status">
          {texts.replayed(replay.data.replayed, replay.data.next_since !== null)}
        </Text>
      )}
    </FormDialog>
  );
}
