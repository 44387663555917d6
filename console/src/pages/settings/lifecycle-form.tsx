/** Makes a life-cycle policy, or changes one. */
import type { LifecyclePolicy } from '@assay/client';
import { Checkbox, Fieldset, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { enforcements, type LifecycleDraft, levels, toDraft, toPolicyInput } from './lifecycle-draft.ts';

const texts = settingsTexts.lifecycle;

interface LifecycleFormProps {
  /** The one to change; undefined makes a new one. */
  readonly policy: LifecyclePolicy | undefined;
  readonly organisation: string;
  readonly onClose: () => void;
}

export function LifecycleForm({ policy, organisation, onClose }: LifecycleFormProps) {
  const [draft, setDraft] = useState(() => toDraft(policy, organisation));
  const change = (part: Partial<LifecycleDraft>) => setDraft((old) => ({ ...old, ...part }));
  const changeRule = (type: string, part: Partial<LifecycleDraft['rules'][number]>) =>
    setDraft((old) => ({
      ...old,
      rules: old.rules.map((rule) => (rule.type === type ? { ...rule, ...part } : rule)),
    }));
  const readAgain = useReadAgain('lifecyclePolicies');
  const save = useMutation({
    mutationFn: () => {
      const body = toPolicyInput(draft);
      return policy === undefined
        ? api.lifecyclePolicies.create({ body })
        : api.lifecyclePolicies.replace({ id: policy.id, body, ifMatch: policy.revision });
    },
    onSuccess: async () => {
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen
      title={policy === undefined ? texts.make : texts.edit}
      verb={policy === undefined ? texts.make : texts.save}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSend={() => save.mutate()}
    >
      <TextInput
        label={texts.name}
        required
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        data-autofocus
      />
      <NumberInput
        label={texts.priority}
        description={texts.priorityHelp}
        min={0}
        allowDecimal={false}
        value={draft.priority}
        onChange={(value) => change({ priority: typeof value === 'number' ? value : draft.priority })}
      />
      <Group grow align="flex-start">
        <Select
          label={texts.level}
          data={levels.map((value) => ({ value, label: texts.levels[value] }))}
          value={draft.level}
          onChange={(value) => change({ level: levels.find((level) => level === value) ?? 'org' })}
          allowDeselect={false}
        />
        <TextInput
          label={texts.scopeId}
          required
          value={draft.scopeId}
          onChange={({ currentTarget: { value } }) => change({ scopeId: value })}
        />
      </Group>
      <Fieldset legend={texts.rules}>
        {draft.rules.map(({ type, enabled, threshold, grace }) => (
          <Group key={type} align="flex-end" mb="xs" gap="sm">
            <Checkbox
              label={texts.types[type]}
              flex="1 1 200px"
              checked={enabled}
              onChange={({ currentTarget: { checked } }) => changeRule(type, { enabled: checked })}
            />
            <NumberInput
              label={texts.after}
              aria-label={`${texts.types[type]}: ${texts.after}`}
              size="xs"
              w={110}
              min={0}
              disabled={!enabled}
              value={threshold}
              onChange={(value) => changeRule(type, { threshold: typeof value === 'number' ? value : threshold })}
            />
            <NumberInput
              label={texts.grace}
              aria-label={`${texts.types[type]}: ${texts.grace}`}
              size="xs"
              w={110}
              min={0}
              disabled={!enabled}
              value={grace}
              onChange={(value) => changeRule(type, { grace: typeof value === 'number' ? value : grace })}
            />
          </Group>
        ))}
      </Fieldset>
      <Select
        label={texts.action}
        description={texts.actionHelp[draft.action]}
        data={enforcements.map((value) => ({ value, label: texts.actions[value] }))}
        value={draft.action}
        onChange={(value) => change({ action: enforcements.find((action) => action === value) ?? 'notify' })}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
