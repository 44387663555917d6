/** Makes a webhook, or changes one. */
import type { Webhook } from '@assay/client';
import { TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.webhooks;

interface WebhookFormProps {
  readonly isOpen: boolean;
  /** The one to change; undefined makes a new one. */
  readonly webhook: Webhook | undefined;
  readonly onClose: () => void;
  readonly onSecret: (secret: string | undefined) => void;
}

export function WebhookForm({ isOpen, webhook, onClose, onSecret }: WebhookFormProps) {
  const [draft, setDraft] = useState({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    events: [...(webhook?.events ?? [])],
    agents: [...(webhook?.agent_ids ?? [])],
    workspaces: [...(webhook?.workspace_ids ?? [])],
  });
  const change = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }));
  const readAgain = useReadAgain('webhooks');
  const save = useMutation({
    mutationFn: async () => {
      const { name, url, events, agents, workspaces } = draft;
      const body = { name, url, events, agent_ids: orNull(agents), workspace_ids: orNull(workspaces) };
      if (webhook !== undefined) await api.webhooks.update({ id: webhook.id, body, ifMatch: webhook.revision });
      else onSecret((await api.webhooks.create({ body })).secret);
    },
    onSuccess: async () => {
      if (webhook === undefined) setDraft({ name: '', url: '', events: [], agents: [], workspaces: [] });
      onClose();
      await readAgain();
    },
  });
  const verb = webhook === undefined ? texts.make : texts.save;
  return (
    <FormDialog
      isOpen={isOpen}
      title={webhook === undefined ? texts.make : texts.edit}
      verb={verb}
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
      <TextInput
        label={texts.url}
        description={texts.urlHelp}
        type="url"
        required
        value={draft.url}
        onChange={({ currentTarget: { value } }) => change({ url: value })}
      />
      <TagsInput
        label={texts.events}
        description={texts.eventsHelp}
        required={draft.events.length === 0}
        data={[...texts.eventExamples]}
        value={draft.events}
        onChange={(events) => change({ events })}
      />
      <TagsInput
        label={texts.agents}
        description={texts.allIfEmpty}
        value={draft.agents}
        onChange={(agents) => change({ agents })}
      />
      <TagsInput
        label={texts.workspaces}
        description={texts.allIfEmpty}
        value={draft.workspaces}
        onChange={(workspaces) => change({ workspaces })}
      />
    </FormDialog>
  );
}

function orNull(ids: readonly string[]): readonly string[] | null {
  return ids.length === 0 ? null : ids;
}
