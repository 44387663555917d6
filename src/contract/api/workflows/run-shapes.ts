/** Wire shapes of runs of workflows. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';
import { nodeTypes } from './graph.ts';
import { runStatuses, stepStatuses } from './states.ts';

const Time = Type.String({ format: 'date-time' });
const orNull = <Schema extends import('typebox').TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Hash = Type.String({
  description: '`sha256:` over the canonical JSON (RFC 8785); it is kept when the value is removed',
});

export const WorkflowRunParamsSchema = Type.Object({
  id: Type.String({ maxLength: 200 }),
  run_id: Type.String({ maxLength: 200 }),
});
export const WorkflowStepParamsSchema = Type.Object({
  ...WorkflowRunParamsSchema.properties,
  step_id: Type.String({ maxLength: 200 }),
});
export const WorkflowOfRunParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const RunRequestSchema = Type.Object(
  {
    input: Type.Unknown({ description: 'A text or any JSON, by the type of the input node; at most 256 KiB' }),
    trace_id: Type.Optional(
      Type.String({
        pattern: '^(?!0{32})[0-9a-f]{32}$',
        description: 'W3C trace id of the run; default: a new one',
      }),
    ),
  },
  { $id: 'StartWorkflowRun', additionalProperties: false, examples: [{ input: 'Summarise the invoice 4711.' }] },
);
export type RunRequest = Static<typeof RunRequestSchema>;

export const RunListQuerySchema = Type.Object(
  { status: Type.Optional(Type.Enum(runStatuses)), ...pageQuery },
  { additionalProperties: false },
);

export const RunQuerySchema = Type.Object(
  {
    steps_after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,64}$', description: '`next_steps_after` of the previous answer' }),
    ),
  },
  { additionalProperties: false },
);

export const RunCancelSchema = Type.Object(
  { reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) },
  { $id: 'CancelWorkflowRun', additionalProperties: false, examples: [{ reason: 'started with the wrong invoice' }] },
);

const resolveOutcomes = ['succeeded', 'failed', 'retry'] as const;
export const StepResolveSchema = Type.Object(
  {
    outcome: Type.Enum(resolveOutcomes, {
      description: 'The outcome of the step; retry: it was not done, so do it now',
    }),
    output: Type.Optional(Type.Unknown({ description: 'The output, for `succeeded`; default: null' })),
    comment: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'How you know the outcome; stored in the audit log',
    }),
  },
  {
    $id: 'ResolveWorkflowStep',
    additionalProperties: false,
    examples: [{ outcome: 'succeeded', comment: 'the ticket is there: OPS-12' }],
  },
);
export type StepResolve = Static<typeof StepResolveSchema>;

const ErrorSchema = Type.Object({ code: Type.String(), message: Type.String() });

export const RunStepSchema = Type.Object(
  {
    id: Type.String(),
    node_id: Type.String(),
    node_type: Type.Enum(nodeTypes),
    turn: Type.Array(Type.Integer(), { description: 'Iterations of the loops around it, outermost first' }),
    status: Type.Enum(stepStatuses),
    attempt: Type.Integer({ description: 'Number of earlier starts' }),
    repeatable: Type.Boolean({ description: 'false: it never starts again unless a person decides so' }),
    port: orNull(Type.String({ description: 'The port on which the run continues' })),
    input_hash: orNull(Hash),
    output: Type.Unknown({ description: 'null for steps of the engine itself, and once it was removed' }),
    output_hash: orNull(Hash),
    evidence_ids: Type.Array(Type.String(), {
      description: 'Evidence that the gateway recorded for it, of all attempts',
    }),
    waiting: orNull(
      Type.Object({
        for: Type.Enum(['approval', 'workflow', 'retry']),
        id: orNull(Type.String()),
        until: Time,
      }),
    ),
    error: orNull(ErrorSchema),
    resolved_by: orNull(Type.String()),
    started_at: orNull(Time),
    ended_at: orNull(Time),
  },
  { $id: 'WorkflowRunStep' },
);

const runProperties = {
  id: Type.String(),
  workflow_id: Type.String(),
  workspace_id: Type.String(),
  revision: Type.Integer(),
  status: Type.Enum(runStatuses),
  session_id: Type.String({ description: 'The id of the run, which finds its Evidence' }),
  trace_id: Type.String(),
  started_by: Type.String(),
  parent_run_id: orNull(Type.String()),
  depth: Type.Integer({ description: 'Number of workflows around it' }),
  input_hash: Hash,
  output_hash: orNull(Hash),
  error: orNull(
    Type.Object({
      ...ErrorSchema.properties,
      step_id: orNull(Type.String()),
      node_id: orNull(Type.String()),
    }),
  ),
  cancelled_by: orNull(Type.String()),
  cancel_reason: orNull(Type.String()),
  created_at: Time,
  started_at: orNull(Time),
  ended_at: orNull(Time),
  values_removed_at: orNull(Time),
};

export const RunSchema = Type.Object(runProperties, { $id: 'WorkflowRun' });
export const RunWithStepsSchema = Type.Object(
  {
    ...runProperties,
    input: Type.Unknown({ description: 'null once it was removed' }),
    output: Type.Unknown({ description: 'null before its end, and once it was removed' }),
    steps: Type.Array(RunStepSchema, { description: 'In the order of the graph and of iterations; at most 500' }),
    next_steps_after: orNull(Type.String({ description: '`steps_after` of the call for the next steps' })),
  },
  { $id: 'WorkflowRunWithSteps' },
);
export type RunView = Static<typeof RunSchema>;
export type RunStepView = Static<typeof RunStepSchema>;
export type RunWithSteps = Static<typeof RunWithStepsSchema>;
