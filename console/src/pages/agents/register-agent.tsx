/** Registers an agent. What was typed stays when the call fails; the secret is shown once. */
import type { AgentWithSecret, CreateAgentInput } from '@assay/client';
import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import { emptyAgentForm, toAgentBody } from './agent-form.ts';
import { AgentSecret } from './agent-secret.tsx';
import { useWorkspaces } from './use-workspaces.ts';

const texts = agentsTexts.form;

export function RegisterAgent({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const workspaces = useWorkspaces();
  const [form, setForm] = useState(emptyAgentForm);
  const [made, setMade] = useState<AgentWithSecret>();
  const open = (id: string) => void navigate({ to: '/agents/$id', params: { id } });
  const create = useMutation({
    mutationFn: (body: CreateAgentInput) => api.agents.create({ body }),
    onSuccess: async (agent) => {
      setForm(emptyAgentForm);
      onClose();
      if (agent.client_secret === undefined) open(agent.id);
      else setMade(agent);
      await queries.invalidateQueries({ queryKey: ['agents.list'] });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(toAgentBody(form));
  };
  const set = (name: keyof typeof form) => (value: string | null) =>
    setForm((old) => ({ ...old, [name]: value ?? '' }));
  const text = (name: 'id' | 'name' | 'model', hint?: string) => (
    <TextInput
      label={texts[name]}
      description={hint}
      value={form[name]}
      onChange={({ currentTarget }) => set(name)(currentTarget.value)}
      required={name === 'name'}
      {...(name === 'name' ? { 'data-autofocus': true } : {})}
    />
  );
  const area = (name: 'description' | 'purpose', hint?: string) => (
    <Textarea
      label={texts[name]}
      description={hint}
      value={form[name]}
      onChange={({ currentTarget }) => set(name)(currentTarget.value)}
      autosize
      minRows={1}
      maxRows={6}
    />
  );
  const choice = (name: 'workspace' | 'kind' | 'injection', data: { value: string; label: string }[]) => (
    <Select label={texts[name]} data={data} value={form[name]} onChange={set(name)} allowDeselect={false} />
  );
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={onClose}
        title={agentsTexts.register}
        size="lg"
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form onSubmit={send}>
          <Stack gap="sm">
            {text('name')}
            {text('id', texts.idHint)}
            {area('description')}
            {area('purpose', texts.purposeHint)}
            {workspaces.length > 0 && choice('workspace', workspaces)}
            {choice('kind', toChoices(texts.kinds))}
            {text('model', texts.modelHint)}
            {choice('injection', toChoices(texts.injections))}
            {create.error !== null && <Problem error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {commonTexts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {texts.send}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <AgentSecret
        agent={made}
        onClose={() => {
          setMade(undefined);
          if (made !== undefined) open(made.id);
        }}
      />
    </>
  );
}

function toChoices(names: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
