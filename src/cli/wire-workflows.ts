/** Shapes of workflows; runs have shapes of their own, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CompositePassportSchema } from '../contract/composite-passport.ts';
import { NullableInteger, NullableText, pageOf } from './wire-page.ts';

const SummaryShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  workspace_id: Type.String(),
  agent_id: NullableText,
  status: Type.String(),
  degraded: Type.Boolean(),
  draft_revision: Type.Integer(),
  deployed_revision: NullableInteger,
  graph_digest: Type.String(),
  approval_id: NullableText,
  deployment: Type.Union([
    Type.Object({
      state: Type.String(),
      revision: Type.Integer(),
      error: Type.Union([Type.Object({ code: Type.String(), detail: Type.String() }), Type.Null()]),
    }),
    Type.Null(),
  ]),
  revision: Type.Integer(),
  updated_at: Type.String(),
});

const WorkflowShape = Type.Object({
  ...SummaryShape.properties,
  graph: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        ref: Type.Union([Type.Object({ id: Type.String(), version: NullableText }), Type.Null()]),
      }),
    ),
    edges: Type.Array(
      Type.Object({
        source: Type.String(),
        source_port: Type.String(),
        target: Type.String(),
        target_port: Type.String(),
        kind: Type.String(),
      }),
    ),
  }),
});

const ValidationShape = Type.Object({
  valid: Type.Boolean(),
  problems: Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() })),
});

export const workflow = Compile(WorkflowShape);
export const workflowPage = Compile(pageOf(SummaryShape));
export const workflowValidation = Compile(ValidationShape);
export const compositePassport = Compile(CompositePassportSchema);

export type WorkflowSummary = Type.Static<typeof SummaryShape>;
export type Workflow = Type.Static<typeof WorkflowShape>;
export type WorkflowValidation = Type.Static<typeof ValidationShape>;
