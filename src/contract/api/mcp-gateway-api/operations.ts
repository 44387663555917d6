/** Operations of the MCP gateway. The paths of MCP and of its metadata are settings of the deployment. */
import { Type } from 'typebox';
import { defineOperation, type Operation } from '../operation.ts';

const MetadataSchema = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    endpoint: Type.String({ description: 'Path of the MCP endpoint' }),
    tools: Type.Array(Type.Object({ name: Type.String(), description: Type.String(), inputSchema: Type.Unknown() }), {
      description: 'Always empty: tools depend on the caller; ask tools/list',
    }),
  },
  { $id: 'McpGatewayMetadata' },
);

const ProtectedResourceSchema = Type.Object(
  { resource: Type.String(), authorization_servers: Type.Optional(Type.Array(Type.String())) },
  { $id: 'ProtectedResourceMetadata', additionalProperties: true, description: 'Metadata of RFC 9728' },
);

const MessageSchema = Type.Object(
  { jsonrpc: Type.Literal('2.0') },
  { $id: 'McpMessage', additionalProperties: true, description: 'A JSON-RPC 2.0 message of MCP' },
);

/** Parameters of every path that speaks MCP; a path has those that it names. */
const McpParamsSchema = Type.Object({
  agent_id: Type.Optional(Type.String()),
  alias: Type.Optional(Type.String()),
});

export const protectedResource = {
  get: defineOperation({
    id: 'protectedResource.get',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    tag: 'mcp',
    summary: 'Read the authorization servers of this gateway (RFC 9728)',
    responses: { 200: ProtectedResourceSchema },
  }),
} as const;

/** @param path value of `MCP_METADATA_PATH` */
export function defineMetadataOperation(path: string) {
  return defineOperation({
    id: 'mcpGateway.getMetadata',
    method: 'GET',
    path,
    tag: 'mcp',
    summary: 'Read name, version and MCP path of this service',
    responses: { 200: MetadataSchema },
  });
}

/** The operation of a path that speaks A2A with one agent, for the caller's agent or a named one. */
export function defineA2aOperation(path: string) {
  const isNamed = path.startsWith('/agents/:agent_id/');
  return defineOperation({
    id: `${isNamed ? 'agentA2a' : 'a2a'}.send`,
    method: 'POST',
    path,
    tag: 'a2a',
    summary: `Speak A2A with an installed agent, for ${isNamed ? 'the agent of the path' : 'the agent of the credential'}`,
    description:
      'The body is one JSON-RPC request of the version of A2A that the card of the agent is of: 0.3 (`message/send`, ' +
      '`message/stream`, `tasks/get`, `tasks/resubscribe`, `tasks/cancel`) or 1.0 (`SendMessage`, `SendStreamingMessage`, ' +
      '`GetTask`, `SubscribeToTask`, `CancelTask`). The card is at `/.well-known/agent-card.json` below this path.',
    params: McpParamsSchema,
    describedBody: MessageSchema,
    streams: true,
    responses: { 200: MessageSchema },
  }) satisfies Operation;
}

/** The operation of a path that speaks MCP: of all servers or of one (`:alias`), for the caller's agent or a named one. */
export function defineMcpOperation(path: string) {
  const isNamed = path.startsWith('/agents/:agent_id/');
  const isOne = path.endsWith('/:alias');
  const tools = isOne ? 'the tools of one server' : 'the tools of all servers';
  const agent = isNamed ? 'the agent of the path' : 'the agent of the credential';
  return defineOperation({
    id: `${isNamed ? 'agentMcp' : 'mcp'}.${isOne ? 'sendToServer' : 'send'}`,
    method: 'POST',
    path,
    tag: 'mcp',
    summary: `Speak MCP with ${tools}, for ${agent}`,
    description:
      'The body is one JSON-RPC message, and the answer is JSON or a stream. There are no sessions: GET and DELETE return 405. ' +
      'Refusals of a message are JSON-RPC errors; refusals of the caller are problem documents.',
    params: McpParamsSchema,
    describedBody: MessageSchema,
    streams: true,
    responses: { 200: MessageSchema, 202: Type.Null() },
  }) satisfies Operation;
}
