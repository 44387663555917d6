/** Gives an API key a new secret. */
import type { ApiKey } from '@assay/client';
import { NumberInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';

const texts = accessTexts.keys;
const minuteSeconds = 60;
const usualMinutes = 60;

interface RotateFormProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRotated: (key: string | undefined) => void;
}

export function RotateForm({ apiKey, onClose, onRotated }: RotateFormProps) {
  const [minutes, setMinutes] = useState(usualMinutes);
  const readAgain = useReadAgain('apiKeys');
  const rotate = useMutation({
    mutationFn: () => api.apiKeys.rotate({ id: apiKey.id, body: { overlap_s: minutes * minuteSeconds } }),
    onSuccess: async ({ key }) => {
      onRotated(key);
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen
      title={texts.rotate}
      verb={texts.rotate}
      isPending={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSend={() => rotate.mutate()}
    >
      <Text size="sm">
        <ForeignText text={apiKey.alias} />
      </Text>
      <NumberInput
        label={texts.overlap}
        description={texts.overlapHelp}
        min={0}
        max={1_440}
        allowDecimal={false}
        value={minutes}
        onChange={(value) => setMinutes(typeof value === 'number' ? value : usualMinutes)}
      />
    </FormDialog>
  );
}
