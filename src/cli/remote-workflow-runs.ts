/** Requests of commands about runs of workflows. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { wait } from './wait.ts';
import {
  type WorkflowRun,
  type WorkflowRunWithSteps,
  type WorkflowStep,
  workflowRun,
  workflowRunPage,
  workflowRunWithSteps,
  workflowStep,
} from './wire-workflow-runs.ts';

export interface RemoteWorkflowRuns {
  start(workflowId: string, input: unknown): Promise<WorkflowRun>;
  list(workflowId: string, status: string | undefined, limit: number): Promise<Listed<WorkflowRun>>;
  get(workflowId: string, runId: string, stepsAfter?: string): Promise<WorkflowRunWithSteps>;
  cancel(workflowId: string, runId: string, reason: string | undefined): Promise<WorkflowRun>;
  resolve(workflowId: string, runId: string, stepId: string, body: object): Promise<WorkflowStep>;
  /** Waits for the end, or until a person must act. */
  settled(workflowId: string, runId: string): Promise<WorkflowRunWithSteps>;
}

const everyMs = 500;
const working = new Set(['queued', 'running', 'cancelling']);

/** @throws UsageError */
export function connectWorkflowRuns(io: CommandIo, args: ParsedArguments): RemoteWorkflowRuns {
  const service = connectService('verifier', io, args);
  const at = (workflowId: string, ...more: readonly string[]) =>
    ['/api/v1/workflows', encodeURIComponent(workflowId), 'runs', ...more.map(encodeURIComponent)].join('/');
  const isRun = (value: unknown): value is WorkflowRun => workflowRun.Check(value);
  const isWhole = (value: unknown): value is WorkflowRunWithSteps => workflowRunWithSteps.Check(value);
  const isStep = (value: unknown): value is WorkflowStep => workflowStep.Check(value);
  const isPage = (value: unknown) => workflowRunPage.Check(value);
  const get: RemoteWorkflowRuns['get'] = (workflowId, runId, stepsAfter) =>
    service.json({ path: at(workflowId, runId), query: { steps_after: stepsAfter } }, isWhole);
  return {
    get,
    start: (workflowId, input) => service.json({ method: 'POST', path: at(workflowId), body: { input } }, isRun),
    list: (workflowId, status, limit) => readList(service, { path: at(workflowId), query: { status }, limit, isPage }),
    cancel: (workflowId, runId, reason) =>
      service.json(
        { method: 'POST', path: at(workflowId, runId, 'cancel'), body: reason === undefined ? {} : { reason } },
        isRun,
      ),
    resolve: (workflowId, runId, stepId, body) =>
      service.json({ method: 'POST', path: at(workflowId, runId, 'steps', stepId, 'resolve'), body }, isStep),
    async settled(workflowId, runId) {
      let run = await get(workflowId, runId);
      // A run that waits for a retry continues by itself.
      while (working.has(run.status) || (run.status === 'waiting' && !waitsForPeople(run))) {
        await wait(io, everyMs);
        run = await get(workflowId, runId);
      }
      return run;
    },
  };
}

function waitsForPeople({ steps }: WorkflowRunWithSteps): boolean {
  return steps.some(({ status, waiting }) => status === 'waiting' && waiting?.for === 'approval');
}
