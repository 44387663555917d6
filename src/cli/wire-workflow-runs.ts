/** Shapes of runs of workflows, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const ErrorShape = Type.Object({ code: Type.String(), message: Type.String() });

const RunShape = Type.Object({
  id: Type.String(),
  workflow_id: Type.String(),
  revision: Type.Integer(),
  status: Type.String(),
  trace_id: Type.String(),
  started_by: Type.String(),
  error: Type.Union([Type.Object({ ...ErrorShape.properties, node_id: NullableText }), Type.Null()]),
  created_at: Type.String(),
  ended_at: NullableText,
});

const StepShape = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  node_type: Type.String(),
  turn: Type.Array(Type.Integer()),
  status: Type.String(),
  attempt: Type.Integer(),
  port: NullableText,
  evidence_ids: Type.Array(Type.String()),
  waiting: Type.Union([Type.Object({ for: Type.String(), id: NullableText, until: Type.String() }), Type.Null()]),
  error: Type.Union([ErrorShape, Type.Null()]),
  output: Type.Optional(Type.Unknown()),
});

const RunWithStepsShape = Type.Object({
  ...RunShape.properties,
  output: Type.Unknown(),
  steps: Type.Array(StepShape),
  next_steps_after: NullableText,
});

export const workflowRun = Compile(RunShape);
export const workflowRunPage = Compile(pageOf(RunShape));
export const workflowRunWithSteps = Compile(RunWithStepsShape);
export const workflowStep = Compile(StepShape);

export type WorkflowRun = Type.Static<typeof RunShape>;
export type WorkflowRunWithSteps = Type.Static<typeof RunWithStepsShape>;
export type WorkflowStep = Type.Static<typeof StepShape>;
