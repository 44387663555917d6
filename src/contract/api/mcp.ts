/** The MCP endpoint of a service. The paths are settings; these are the defaults. */
import { Type } from 'typebox';
import { defineOperation } from './operation.ts';

const tag = 'mcp';

export const McpMetadataSchema = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        inputSchema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of its arguments' }),
      }),
    ),
  },
  { $id: 'McpMetadata' },
);

/** One message of JSON-RPC. The library of the protocol writes it. */
const McpAnswerSchema = Type.Object({}, { $id: 'McpAnswer', additionalProperties: true });

export const mcp = {
  getMetadata: defineOperation({
    id: 'mcp.getMetadata',
    method: 'GET',
    path: '/.well-known/mcp',
    tag,
    summary: 'Read the name, the version and the tools of the MCP endpoint',
    responses: { 200: McpMetadataSchema },
  }),
  send: defineOperation({
    id: 'mcp.send',
    method: 'POST',
    path: '/mcp',
    tag,
    summary: 'Send one JSON-RPC message of MCP, such as a call of a tool',
    description: 'The revision is 2026-07-28, or an earlier one if it needs no session.',
    streams: true,
    responses: { 200: McpAnswerSchema },
  }),
} as const;
