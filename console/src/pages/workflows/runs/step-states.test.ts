import type { WorkflowRunStep } from '@assay/client';
import { expect, it } from 'vitest';
import { hasEnded, pollMs, toNodeStates } from './step-states.ts';

function step(node_id: string, status: string, turn: readonly number[] = []): WorkflowRunStep {
  return {
    id: `${node_id}${turn.join('.')}`,
    node_id,
    node_type: 'agent',
    turn,
    status,
    attempt: 0,
    repeatable: true,
    port: null,
    input_hash: null,
    output: null,
    output_hash: null,
    evidence_ids: [],
    waiting: null,
    error: null,
    resolved_by: null,
    started_at: null,
    ended_at: null,
  };
}

it('a node in a loop shows the state of its last iteration, and how often it began', () => {
  const states = toNodeStates([
    step('a', 'succeeded'),
    step('body', 'failed', [10]),
    step('body', 'succeeded', [2]),
    step('body', 'succeeded', [9]),
  ]);
  expect(states.get('a')).toMatchObject({ status: 'succeeded', count: 1 });
  expect(states.get('body')).toMatchObject({ status: 'failed', count: 3 });
  expect(states.has('later')).toBe(false);
});

it('a run is read again until it has ended', () => {
  expect(['succeeded', 'failed', 'cancelled'].map((status) => pollMs({ status }))).toEqual([false, false, false]);
  expect(['queued', 'running', 'waiting', 'interrupted', 'cancelling'].map((status) => hasEnded({ status }))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(pollMs({ status: 'running' })).toBeLessThan(1_000);
});
