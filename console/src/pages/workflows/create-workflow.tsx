/** Creates a workflow and opens it on the canvas. */
import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import { NameInput } from './forms/field-input.tsx';
import { type StartName, startGraph } from './start-graphs.ts';

const texts = workflowTexts.create;
const starts = Object.keys(texts.starts) as readonly StartName[];

export function CreateWorkflow({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [agent, setAgent] = useState('');
  const [start, setStart] = useState<StartName>('answer');
  const create = useMutation({
    mutationFn: () =>
      api.workflows.create({
        body: {
          name: name.trim(),
          description,
          agent_id: agent === '' ? null : agent,
          graph: startGraph(start, agent),
        },
      }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['workflows.list'] });
      await navigate({ to: '/workflows/$id', params: { id } });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <form onSubmit={send}>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            value={name}
            required
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label={texts.description}
            value={description}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <NameInput
            label={texts.agent}
            description={texts.agentHint}
            of="agent"
            size="sm"
            value={agent}
            onChange={setAgent}
          />
          <Select
            label={texts.start}
            data={starts.map((value) => ({ value, label: texts.starts[value] }))}
            value={start}
            allowDeselect={false}
            onChange={(value) => setStart(starts.find((known) => known === value) ?? 'empty')}
          />
        </Stack>
        {create.error !== null && <Problem error={create.error} />}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {texts.create}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
