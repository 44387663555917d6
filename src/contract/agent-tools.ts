/**
 * Request and answer of `GET /v1/gateways/{id}/agents/{agent_id}/tools`: the MCP gateway reads the servers of an
 * agent's installed apps and the tools that the agent may see. Tools that a rule blocks are left out.
 */
import { type Static, Type } from 'typebox';
import { OwnToolSchema } from './own-tools.ts';

/** Largest answer. The verifier refuses an agent with more as one with too many tools. */
export const maxAgentToolsBytes = 32 * 1024 * 1024;

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const named = Type.Object({ name: Type.String(), value: Type.String() });

/** Address of a server, without any secret. */
export const AgentServerTargetSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('remote'),
    type: Type.Enum(['streamable-http', 'sse', 'a2a']),
    url: Type.String(),
    card_url: Type.Optional(
      Type.String({ description: 'of an A2A agent whose card is not at the well-known path of its host' }),
    ),
    headers: Type.Array(named, { description: 'of its configuration, none of them secret' }),
  }),
  Type.Object({
    kind: Type.Literal('package'),
    identifier: Type.String({ description: 'name of the package, which a gateway knows a command for' }),
    version: nullable('the exact one that was installed'),
    environment: Type.Array(named, { description: 'of its configuration, none of them secret' }),
  }),
  Type.Object({
    kind: Type.Literal('skill', { description: 'its tools are its files: they are shown, and nothing is called' }),
    name: Type.String({ description: 'as its SKILL.md has it' }),
    description: Type.String(),
    tree_hash: Type.String({ description: 'of the files of this version; other files are not shown' }),
  }),
]);
export type AgentServerTarget = Static<typeof AgentServerTargetSchema>;

export const AgentToolSchema = Type.Object({
  name: Type.String({ description: 'as its server names it' }),
  definition: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'the definition that was approved, as the server wrote it: name, description, inputSchema and the rest',
  }),
  hash: Type.String({ description: '`sha256:` of that definition' }),
  mode: Type.Enum(['available', 'required']),
  callable: Type.Boolean(),
  reason: nullable('why it is not callable: quarantined, or the status of the credential'),
  allowed: Type.Optional(
    Type.Boolean({ description: 'a person saw what judges find in this very definition, and lets it be shown' }),
  ),
});
export type AgentTool = Static<typeof AgentToolSchema>;

export const AgentServerSchema = Type.Object({
  installation_id: Type.String(),
  app_id: Type.String(),
  title: Type.String(),
  server: Type.String({ description: 'name of the server within its app' }),
  alias: Type.String({
    pattern: '^(?=.{1,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
    description: 'what its tools are named by in catalogs: the same for all agents of an organisation, and for ever',
  }),
  service: Type.String({ description: 'what credentials are for' }),
  resource: nullable('RFC 9728 identifier'),
  auth: Type.Object({
    required: Type.Boolean(),
    status: Type.String({ description: 'as that of scoped credentials: ready, connect_required …' }),
    connect_url: nullable('where a person connects'),
  }),
  quarantined: Type.Boolean(),
  target: AgentServerTargetSchema,
  tools: Type.Array(AgentToolSchema),
  /**
   * Approved names that a rule blocks. They are never listed; the gateway needs them to refuse a call with the right
   * reason.
   */
  blocked: Type.Array(Type.String()),
});
export type AgentServer = Static<typeof AgentServerSchema>;

export const AgentToolsSchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    /** Set when the query has `user_id`: whether this person may speak for the agent. */
    user_may_speak: Type.Union([Type.Boolean(), Type.Null()]),
    good_for_s: Type.Integer({ minimum: 0, description: 'how long it holds at most; a newer bundle ends it at once' }),
    servers: Type.Array(AgentServerSchema),
    own_tools: Type.Optional(
      Type.Array(OwnToolSchema, {
        description: 'Those of the question’s `own_tools` that rules make available or required, as `service/tool`',
      }),
    ),
  },
  { $id: 'AgentTools' },
);
export type AgentTools = Static<typeof AgentToolsSchema>;
