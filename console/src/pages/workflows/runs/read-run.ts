/** Reads a run with all its steps. */
import type { WorkflowRunWithSteps } from '@assay/client';
import { api } from '../../../api/client.ts';

/** A run has at most 10,000 steps, 500 in each answer. */
const mostPages = 20;

export async function readRun(id: string, runId: string, signal: AbortSignal): Promise<WorkflowRunWithSteps> {
  const first = await api.workflows.getRun({ id, run_id: runId }, { signal });
  const steps = [...first.steps];
  let after = first.next_steps_after;
  for (let page = 1; after !== null && page < mostPages; page += 1) {
    const next = await api.workflows.getRun({ id, run_id: runId, steps_after: after }, { signal });
    steps.push(...next.steps);
    after = next.next_steps_after;
  }
  return { ...first, steps };
}
