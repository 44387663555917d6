/** Registers a publisher with its public keys. */
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { readKeys } from './read-keys.ts';

const texts = settingsTexts.registries;
const empty = { name: '', description: '', keys: '' };

export function PublisherForm({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(empty);
  const readAgain = useReadAgain('publishers');
  const make = useMutation({
    mutationFn: async () => api.publishers.create({ body: { ...draft, keys: readKeys(draft.keys) } }),
    onSuccess: async () => {
      setDraft(empty);
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={texts.makePublisher}
      verb={texts.makePublisher}
      isPending={make.isPending}
      error={make.error}
      onClose={onClose}
      onSend={() => make.mutate()}
    >
      <TextInput
        label={texts.name}
        required
        value={draft.name}
        onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, name: value }))}
        data-autofocus
      />
      <TextInput
        label={texts.description}
        value={draft.description}
        onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, description: value }))}
      />
      <Textarea
        label={texts.keys}
        description={texts.keysHelp}
        required
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        value={draft.keys}
        onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, keys: value }))}
      />
    </FormDialog>
  );
}
