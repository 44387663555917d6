/** Operations on runs of workflows. */
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  RunCancelSchema,
  RunListQuerySchema,
  RunQuerySchema,
  RunRequestSchema,
  RunSchema,
  RunStepSchema,
  RunWithStepsSchema,
  StepResolveSchema,
  WorkflowOfRunParamsSchema,
  WorkflowRunParamsSchema,
  WorkflowStepParamsSchema,
} from './run-shapes.ts';

const path = '/api/v1/workflows/:id/runs';
const tag = 'workflows';

/** An input and an output have a limit of their own. */
export const runBodyLimit: number = 512 * 1024;

export const workflowRuns = {
  start: defineOperation({
    id: 'workflows.startRun',
    method: 'POST',
    path,
    tag,
    summary: 'Run the deployed revision of a workflow',
    description: 'The run continues after the answer.',
    params: WorkflowOfRunParamsSchema,
    body: RunRequestSchema,
    bodyLimit: runBodyLimit,
    idempotent: true,
    location: `${path}/{id}`,
    responses: { 202: RunSchema },
  }),
  list: defineOperation({
    id: 'workflows.listRuns',
    method: 'GET',
    path,
    tag,
    summary: 'List the runs of a workflow, newest first',
    params: WorkflowOfRunParamsSchema,
    query: RunListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(RunSchema) },
  }),
  get: defineOperation({
    id: 'workflows.getRun',
    method: 'GET',
    path: `${path}/:run_id`,
    tag,
    summary: 'Read a run with its steps, their values and their Evidence',
    params: WorkflowRunParamsSchema,
    query: RunQuerySchema,
    responses: { 200: RunWithStepsSchema },
  }),
  cancel: defineOperation({
    id: 'workflows.cancelRun',
    method: 'POST',
    path: `${path}/:run_id/cancel`,
    tag,
    summary: 'Cancel a run',
    description: 'No further step starts, and steps that may be interrupted are interrupted.',
    params: WorkflowRunParamsSchema,
    body: RunCancelSchema,
    responses: { 202: RunSchema },
  }),
  resolveStep: defineOperation({
    id: 'workflows.resolveStep',
    method: 'POST',
    path: `${path}/:run_id/steps/:step_id/resolve`,
    tag,
    summary: 'Record the outcome of a step whose outcome is unknown',
    description: 'The run continues with this outcome.',
    params: WorkflowStepParamsSchema,
    body: StepResolveSchema,
    bodyLimit: runBodyLimit,
    responses: { 200: RunStepSchema },
  }),
} as const;
