/** A person says what became of a call whose outcome nobody knows. */
import { Alert, Button, Radio, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../parts/problem.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { JsonInput } from '../forms/json-input.tsx';
import type { StepProps } from './step-detail.tsx';

const texts = workflowTexts.runs;
const outcomes = Object.keys(texts.outcomes) as readonly (keyof typeof texts.outcomes)[];

export function ResolveStep({ run, step }: StepProps) {
  const queries = useQueryClient();
  const mayResolve = useMay('workflows.resolveStep');
  const [outcome, setOutcome] = useState<keyof typeof texts.outcomes>();
  const [output, setOutput] = useState<unknown>();
  const [comment, setComment] = useState('');
  const resolve = useMutation({
    mutationFn: (chosen: keyof typeof texts.outcomes) =>
      api.workflows.resolveStep({
        id: run.workflow_id,
        run_id: run.id,
        step_id: step.id,
        body: {
          outcome: chosen,
          comment: comment.trim(),
          ...(chosen === 'succeeded' ? { output: output ?? null } : {}),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workflows.getRun', run.workflow_id, run.id] }),
  });
  if (!mayResolve) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (outcome !== undefined) resolve.mutate(outcome);
  };
  return (
    <Alert color="orange" title={texts.resolve}>
      <form onSubmit={send}>
        <Stack gap="xs">
          {texts.resolveHelp}
          <Radio.Group
            label={texts.outcome}
            required
            value={outcome ?? null}
            onChange={(value) => setOutcome(outcomes.find((known) => known === value))}
          >
            <Stack gap={6} mt={4}>
              {outcomes.map((value) => (
                <Radio key={value} value={value} label={texts.outcomes[value]} size="xs" />
              ))}
            </Stack>
          </Radio.Group>
          {outcome === 'succeeded' && (
            <JsonInput label={texts.resolveOutput} size="xs" value={output} onChange={setOutput} />
          )}
          <Textarea
            label={texts.comment}
            description={texts.commentHint}
            required
            maxLength={500}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {resolve.error !== null && <Problem error={resolve.error} />}
          <Button type="submit" size="xs" w="max-content" loading={resolve.isPending} disabled={outcome === undefined}>
            {texts.resolve}
          </Button>
        </Stack>
      </form>
    </Alert>
  );
}
