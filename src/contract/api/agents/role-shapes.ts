/** Wire shapes of `/v1/agents/{id}/access`: who owns, edits and views an agent. */
import { type Static, Type } from 'typebox';
import { PrincipalSchema } from './shapes.ts';

const list = (minItems: number, description: string) =>
  Type.Array(PrincipalSchema, { minItems, maxItems: 50, uniqueItems: true, description });

export const AgentRolesSchema = Type.Object(
  {
    owners: list(1, 'People with full control; the first is the one in `owner_id`'),
    editors: list(0, 'People who may configure, start and stop the agent'),
    viewers: list(0, 'People who may read the agent'),
  },
  {
    $id: 'WriteAgentAccess',
    additionalProperties: false,
    examples: [{ owners: ['usr_0190c6b2-0000-7000-8000-000000000001'], editors: [], viewers: [] }],
  },
);
export type AgentRolesBody = Static<typeof AgentRolesSchema>;

/** An orphaned agent has no owner. */
export const AgentRolesViewSchema = Type.Object(
  {
    agent_id: Type.String(),
    owners: Type.Array(Type.String()),
    editors: Type.Array(Type.String()),
    viewers: Type.Array(Type.String()),
    revision: Type.Integer({ description: 'Revision of the agent; its ETag' }),
  },
  { $id: 'AgentAccess' },
);
export type AgentRolesView = Static<typeof AgentRolesViewSchema>;
