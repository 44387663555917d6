/** Node `workflow`: a run of another workflow, one for this step however often it starts. */
import type { Clock } from '../../../../platform/clock.ts';
import { isAppError } from '../../../../platform/errors.ts';
import type { NestedRunState, NestedRuns } from '../ports.ts';
import { done, failed, type Step, type TakeStep, waitFor } from './step.ts';

/** Most levels of nested workflows. */
const deepestNesting = 5;
/** Its end is reported at once; this is for missed reports. */
const lookAgainMs = 5 * 60_000;

export interface WorkflowStepDeps {
  readonly nestedRuns: NestedRuns;
  readonly clock: Clock;
}

export function createWorkflowStep({ nestedRuns, clock }: WorkflowStepDeps): TakeStep {
  const start = async (step: Step, workflowId: string): Promise<NestedRunState> => {
    const { orgId, input, runId, stepId, depth, traceId, startedBy } = step.call;
    const parent = { parentRunId: runId, parentStepId: stepId, depth: depth + 1 };
    return nestedRuns.start({ orgId, workflowId, input, traceId, startedBy, ...parent });
  };

  return async (step) => {
    const { node, depth } = step.call;
    if (node.ref === null) return failed(step, 'workflow_missing', `node ${node.id} names no workflow`);
    if (depth >= deepestNesting) {
      return failed(step, 'too_deep', `workflows can be nested at most ${deepestNesting} deep`);
    }
    try {
      const { status, runId, output, error } = await start(step, node.ref.id);
      if (status === 'succeeded') return done(step, output);
      if (status === 'open') return waitFor(step, { for: 'workflow', id: runId }, clock.now() + lookAgainMs);
      const why = error === null ? status : `${status}: ${error.code}`;
      return failed(step, 'nested_failed', `run ${runId} of workflow ${node.ref.id} ${why}`);
    } catch (error) {
      // Retries are limited: runs that wait occupy the room that nested runs need.
      if (isAppError(error, 'too_many_requests')) return failed(step, 'too_many_runs', error.publicText, true);
      if (isAppError(error, 'unprocessable')) return failed(step, 'invalid_input', error.publicText);
      if (!isAppError(error, 'conflict') && !isAppError(error, 'not_found')) throw error;
      return failed(step, 'member_not_active', `workflow ${node.ref.id} is not running`);
    }
  };
}
