/** Starts a run with an input of the type that the deployed revision takes. */
import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { Problem } from '../../../parts/problem.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { readJson } from '../forms/json-text.ts';

const texts = workflowTexts.runs;

interface StartRunProps {
  readonly workflowId: string;
  readonly revision: number;
  readonly onStarted: (runId: string) => void;
}

export function StartRun({ workflowId, revision, onStarted }: StartRunProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['workflows.getRevision', workflowId, revision],
    queryFn: ({ signal }) => api.workflows.getRevision({ id: workflowId, revision }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isJson = data?.graph.nodes.find(({ type }) => type === 'input')?.config['type'] === 'json';
  const json = isJson ? readJson(typed) : undefined;
  const isWrong = json !== undefined && (!json.ok || json.value === undefined);
  const start = useMutation({
    mutationFn: () =>
      api.workflows.startRun({ id: workflowId, body: { input: json?.ok === true ? json.value : typed } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['workflows.listRuns', workflowId] });
      onStarted(id);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) start.mutate();
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Textarea
          label={isJson ? texts.inputJson : texts.input}
          value={typed}
          required
          autosize
          minRows={2}
          maxRows={14}
          classNames={{ input: isJson ? 'mono' : '' }}
          error={isWrong && typed !== '' ? workflowTexts.jsonWrong : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {start.error !== null && <Problem error={start.error} />}
        <Button type="submit" w="max-content" loading={start.isPending} disabled={data === undefined}>
          {texts.run}
        </Button>
      </Stack>
    </form>
  );
}
