/** Makes an API key. */
import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { keyPurposes, keyScopes } from '../../../../src/contract/api/api-keys/states.ts';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';
import { emptyKey, longestDays, toKeyInput, withPurpose } from './key-draft.ts';

const texts = accessTexts.keys;

interface KeyFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (key: string | undefined) => void;
}

export function KeyForm({ isOpen, onClose, onMade }: KeyFormProps) {
  const [draft, setDraft] = useState(emptyKey);
  const readAgain = useReadAgain('apiKeys');
  const make = useMutation({
    mutationFn: () => api.apiKeys.create({ body: toKeyInput(draft, Date.now()) }),
    onSuccess: async ({ key }) => {
      onMade(key);
      setDraft(emptyKey);
      onClose();
      await readAgain();
    },
  });
  const owner = draft.purpose === 'agent' ? 'agent' : draft.purpose === 'gateway' ? 'gateway' : undefined;
  return (
    <FormDialog
      isOpen={isOpen}
      title={texts.make}
      verb={texts.make}
      isPending={make.isPending}
      error={make.error}
      onClose={onClose}
      onSend={() => make.mutate()}
    >
      <TextInput
        label={texts.alias}
        description={texts.aliasHelp}
        required
        value={draft.alias}
        onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, alias: value }))}
        data-autofocus
      />
      <Select
        label={texts.purpose}
        description={texts.purposes[draft.purpose]}
        data={[...keyPurposes]}
        value={draft.purpose}
        onChange={(value) => setDraft((old) => withPurpose(old, value))}
        allowDeselect={false}
      />
      {owner !== undefined && (
        <TextInput
          label={owner === 'agent' ? texts.agent : texts.gateway}
          required
          value={draft[owner]}
          onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, [owner]: value }))}
        />
      )}
      <MultiSelect
        label={texts.scopes}
        description={texts.scopesHelp}
        required
        searchable
        data={[...keyScopes]}
        value={[...draft.scopes]}
        onChange={(scopes) => setDraft((old) => ({ ...old, scopes }))}
        maxDropdownHeight={220}
      />
      <NumberInput
        label={texts.days}
        min={1}
        max={longestDays}
        allowDecimal={false}
        value={draft.days}
        onChange={(days) => setDraft((old) => ({ ...old, days: typeof days === 'number' ? days : old.days }))}
      />
    </FormDialog>
  );
}
