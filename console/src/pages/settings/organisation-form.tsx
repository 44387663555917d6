/** Changes the settings of the organisation. */
import type { Organization } from '@assay/client';
import { Alert, Button, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { modelUseOf } from './model-use.ts';

const texts = settingsTexts.organisation;
const uses = ['any', 'registered', 'approved'] as const;

export function OrganisationForm({ organisation }: { readonly organisation: Organization }) {
  // The form writes over the revision that it began with, never over a newer one.
  const [revision, setRevision] = useState(organisation.revision);
  const [draft, setDraft] = useState({
    name: organisation.name,
    description: organisation.description,
    model_use: modelUseOf(organisation.model_use),
    agent_approval: organisation.agent_approval,
    workflow_approval: organisation.workflow_approval,
  });
  const readAgain = useReadAgain('organizations', 'console');
  const save = useMutation({
    mutationFn: () => api.organizations.update({ id: organisation.id, body: draft, ifMatch: revision }),
    onSuccess: (saved) => setRevision(saved.revision),
    onSettled: readAgain,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          required
          value={draft.name}
          onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, name: value }))}
        />
        <Textarea
          label={texts.description}
          autosize
          value={draft.description}
          onChange={({ currentTarget: { value } }) => setDraft((old) => ({ ...old, description: value }))}
        />
        <Select
          label={texts.models}
          description={texts.modelsHelp}
          data={uses.map((value) => ({ value, label: texts.modelUses[value] }))}
          value={draft.model_use}
          onChange={(value) => setDraft((old) => ({ ...old, model_use: modelUseOf(value ?? old.model_use) }))}
          allowDeselect={false}
        />
        <Switch
          label={texts.agentApproval}
          checked={draft.agent_approval}
          onChange={({ currentTarget: { checked } }) => setDraft((old) => ({ ...old, agent_approval: checked }))}
        />
        <Switch
          label={texts.workflowApproval}
          checked={draft.workflow_approval}
          onChange={({ currentTarget: { checked } }) => setDraft((old) => ({ ...old, workflow_approval: checked }))}
        />
        {save.error !== null && <Problem error={save.error} />}
        {save.isSuccess && (
          <Alert color="green" role="status">
            {texts.saved}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
