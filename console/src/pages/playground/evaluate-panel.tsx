/** A text to judge without a model, with one setting or two side by side. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Panel } from '../../parts/panel.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import { EvaluateFields } from './evaluate-fields.tsx';
import { EvaluateSettings } from './evaluate-settings.tsx';
import { isComplete, readConfig, type TypedEvaluation, toBody, toPhase } from './evaluation-body.ts';
import { EvaluationResult } from './evaluation-result.tsx';
import { type Lane, useLanes } from './use-lanes.ts';

const route = getRouteApi('/playground');
const texts = playgroundTexts.evaluate;
const nothingTyped = { input: '', output: '', system: '', tool: '', documents: [] };

export function EvaluatePanel() {
  const lanes = useLanes();
  const { phase: named } = route.useSearch();
  const phase = toPhase(named);
  const [rest, setRest] = useState<Omit<TypedEvaluation, 'phase'>>(nothingTyped);
  const [configs, setConfigs] = useState<readonly string[]>(['', '']);
  const runs = [useEvaluation(), useEvaluation()];
  const typed = { ...rest, phase };
  const shown = lanes.flatMap((lane, index) => {
    const run = runs[index];
    const config = configs[index] ?? '';
    return run === undefined ? [] : [{ lane, run, config, read: readConfig(config), index }];
  });
  const isRunning = shown.some(({ run }) => run.isPending);
  const isReady = isComplete(typed) && !isRunning && shown.every(({ read }) => read !== undefined);
  const judge = () => {
    if (!isReady) return;
    for (const { lane, run, read = {} } of shown)
      run.mutate({ lane, body: toBody(typed, { model: '', config: read }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    judge();
  };
  const alone = lanes.length === 1;
  return (
    <Stack>
      <form onSubmit={submit}>
        <div className="columns">
          <Panel title={texts.title}>
            <EvaluateFields
              typed={typed}
              onChange={(change) => setRest((old) => ({ ...old, ...change }))}
              onSend={judge}
            />
            <Button type="submit" mt="md" disabled={!isReady} loading={isRunning}>
              {playgroundTexts.judge}
            </Button>
          </Panel>
          <Stack>
            {shown.map(({ lane, config, read, index }) => (
              <Panel key={lane.side} title={alone ? playgroundTexts.alone.lane : playgroundTexts.lane(lane.side)}>
                <EvaluateSettings
                  lane={lane}
                  config={config}
                  isWrong={read === undefined}
                  onConfig={(text) => setConfigs((old) => old.map((known, at) => (at === index ? text : known)))}
                />
              </Panel>
            ))}
          </Stack>
        </div>
      </form>
      <div className="columns">
        {shown.map(({ lane, run }) => (
          <Panel key={lane.side} title={alone ? playgroundTexts.alone.result : playgroundTexts.result(lane.side)}>
            <EvaluationResult
              asked={run.variables?.body}
              result={run.data}
              error={run.error}
              isPending={run.isPending}
              others={shown.find((other) => other.lane.side !== lane.side)?.run.data?.claims}
            />
          </Panel>
        ))}
      </div>
    </Stack>
  );
}

function useEvaluation() {
  return useMutation({
    mutationFn: ({ lane, body }: { readonly lane: Lane; readonly body: ReturnType<typeof toBody> }) =>
      api.playground.evaluate({ agent_id: lane.agent, body }),
  });
}
