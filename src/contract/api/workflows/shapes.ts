/** Wire shapes of workflows; `run-shapes.ts` has those of runs. */

import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { pageQuery } from '../page.ts';
import { EdgeSchema, NodeSchema } from './graph.ts';
import { deploymentStates, workflowStatuses } from './states.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const nullable = <T extends import('typebox').TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const agentId = Type.String({ pattern: idPattern, description: 'The agent of nodes that do not name one' });
const revision = Type.Integer({ minimum: 1 });
const time = Type.String({ format: 'date-time' });
const digest = Type.String({ description: '`sha256:<hex>` over the canonical JSON (RFC 8785) of the graph' });

/** The graph rules check it and answer 422 with a list of places. */
const GraphRequest = Type.Unsafe<unknown>({
  type: 'object',
  description: '{nodes[], edges[]}: docs/workflows.md; at most 500 nodes, 2000 edges, 1 MiB',
});

const { condition: _condition, ...edge } = EdgeSchema.properties;
const { position: _position, ...node } = NodeSchema.properties;

const GraphViewSchema = Type.Object(
  {
    nodes: Type.Array(
      Type.Object({ ...node, position: Type.Object({ x: Type.Number(), y: Type.Number() }) }, closed()),
    ),
    edges: Type.Array(
      Type.Object({ ...edge, condition: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }, closed()),
    ),
  },
  { $id: 'WorkflowGraphView' },
);

function closed() {
  return { additionalProperties: false } as const;
}

const example = {
  nodes: [
    { id: 'question', type: 'input', config: { type: 'text' } },
    { id: 'answer', type: 'agent', ref: { id: 'support-bot' } },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { id: 'ask', source: 'question', target: 'answer' },
    { id: 'end', source: 'answer', target: 'result' },
  ],
};

export const CreateWorkflowSchema = Type.Object(
  {
    name: text(200),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    workspace_id: Type.Optional(Type.String({ pattern: idPattern, description: 'Default: default' })),
    agent_id: Type.Optional(nullable(agentId)),
    graph: Type.Optional(GraphRequest),
  },
  {
    $id: 'CreateWorkflow',
    additionalProperties: false,
    description: 'Without a graph the draft is empty, and cannot be deployed before it has one',
    examples: [{ name: 'Answer questions', graph: example }],
  },
);

export const UpdateWorkflowSchema = Type.Object(
  {
    name: Type.Optional(text(200)),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    agent_id: Type.Optional(nullable(agentId)),
    graph: Type.Optional(GraphRequest),
  },
  { $id: 'UpdateWorkflow', additionalProperties: false, minProperties: 1, examples: [{ graph: example }] },
);

/** A call without a body asks about the draft. */
export const ValidateWorkflowSchema = Type.Union(
  [
    Type.Object(
      { graph: Type.Optional(GraphRequest), agent_id: Type.Optional(nullable(agentId)) },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { $id: 'ValidateWorkflow', examples: [{ graph: example }] },
);

export const ProblemListSchema = Type.Object(
  {
    valid: Type.Boolean(),
    problems: Type.Array(
      Type.Object({
        pointer: Type.String({
          description: 'JSON pointer (RFC 6901) into the record, such as /graph/nodes/3/config/phase',
        }),
        message: Type.String(),
      }),
    ),
  },
  { $id: 'WorkflowValidation' },
);

const DeploymentSchema = Type.Object(
  {
    id: Type.String(),
    revision,
    state: Type.Enum(deploymentStates),
    started_at: time,
    stopped_at: nullable(time),
    error: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  },
  { $id: 'WorkflowDeployment' },
);

const listed = {
  id: Type.String(),
  org_id: Type.String(),
  workspace_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  agent_id: nullable(Type.String()),
  status: Type.Enum(workflowStatuses),
  degraded: Type.Boolean({ description: 'It runs, but a member that it depends on does not' }),
  draft_revision: Type.Integer({ description: 'Revision of the newest graph' }),
  deployed_revision: nullable(Type.Integer({ description: 'The revision that runs, or ran last' })),
  graph_digest: digest,
  approval_id: nullable(Type.String({ description: 'The approval that the deployment waits for' })),
  deployment: nullable(DeploymentSchema),
  revision: Type.Integer(),
  created_at: time,
  created_by: Type.String(),
  updated_at: time,
};

/** A workflow without its graph. */
export const WorkflowSummarySchema = Type.Object(listed, { $id: 'WorkflowSummary' });
export const WorkflowSchema = Type.Object({ ...listed, graph: GraphViewSchema }, { $id: 'Workflow' });

const revisionHead = {
  workflow_id: Type.String(),
  revision,
  graph_digest: digest,
  agent_id: nullable(Type.String()),
  deployed_at: nullable(time),
  created_at: time,
  created_by: Type.String(),
};
export const RevisionSummarySchema = Type.Object(revisionHead, { $id: 'WorkflowRevisionSummary' });
export const RevisionSchema = Type.Object({ ...revisionHead, graph: GraphViewSchema }, { $id: 'WorkflowRevision' });

export const WorkflowChangeSchema = Type.Object(
  {
    action: Type.String({ description: 'created, updated, deploying, running, stopping, stopped, failed …' }),
    status: Type.Enum(workflowStatuses),
    revision: Type.Integer(),
    draft_revision: Type.Integer(),
    deployed_revision: nullable(Type.Integer()),
    reason: nullable(Type.String()),
    changed_at: time,
    changed_by: Type.String(),
  },
  { $id: 'WorkflowChange' },
);

export const WorkflowParamsSchema = Type.Object({ id: Type.String({ maxLength: 128 }) });
export const RevisionParamsSchema = Type.Object({
  id: Type.String({ maxLength: 128 }),
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});
export const WorkflowPageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const WorkflowListQuerySchema = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum(workflowStatuses)),
    workspace_id: Type.Optional(Type.String({ pattern: idPattern })),
  },
  { additionalProperties: false },
);

export type CreateWorkflow = Static<typeof CreateWorkflowSchema>;
export type UpdateWorkflow = Static<typeof UpdateWorkflowSchema>;
export type ValidateWorkflow = Static<typeof ValidateWorkflowSchema>;
export type Workflow = Static<typeof WorkflowSchema>;
export type WorkflowSummary = Static<typeof WorkflowSummarySchema>;
export type RevisionSummary = Static<typeof RevisionSummarySchema>;
export type RevisionView = Static<typeof RevisionSchema>;
export type WorkflowChangeView = Static<typeof WorkflowChangeSchema>;
export type Validation = Static<typeof ProblemListSchema>;
