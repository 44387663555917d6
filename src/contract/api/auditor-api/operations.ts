/** Operations of every auditor (contract 4.1). The SDK serves them; these declarations are for the OpenAPI document. */
import { ClaimsRequestSchema, ClaimsResponseSchema, HealthSchema, VocabularySchema } from '@assay/sdk/contract';
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';

/** A problem document of an auditor. Only its claims answer has codes. */
export const AuditorProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
  },
  { $id: 'AuditorProblem' },
);

const McpMetadataSchema = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    tools: Type.Array(Type.Object({ name: Type.String(), description: Type.String(), inputSchema: Type.Object({}) })),
  },
  { $id: 'AuditorMcpMetadata' },
);

const McpMessageSchema = Type.Object(
  { jsonrpc: Type.Literal('2.0') },
  { $id: 'McpMessage', additionalProperties: true, description: 'A JSON-RPC 2.0 message of MCP' },
);

const unauthorized = { description: 'AUDITOR_TOKEN is set and the token is missing or wrong' };
const foreignPage = { description: 'The request comes from a web page of another site' };

export const auditor = {
  getHealth: defineOperation({
    id: 'auditor.getHealth',
    method: 'GET',
    path: '/health',
    tag: 'auditor',
    summary: 'Read whether the auditor is ready',
    refusals: { 403: foreignPage },
    responses: { 200: HealthSchema },
  }),
  createClaims: defineOperation({
    id: 'auditor.createClaims',
    method: 'POST',
    path: '/claims',
    tag: 'auditor',
    summary: 'Observe data and return claims',
    description: 'A failed analysis is answered 200 with status "error" and no claims.',
    describedBody: ClaimsRequestSchema,
    refusals: {
      401: unauthorized,
      403: foreignPage,
      413: { description: 'The body is larger than 10 MiB' },
      415: { description: 'The body is compressed, or in another charset than UTF-8' },
    },
    responses: { 200: ClaimsResponseSchema },
  }),
  getVocabulary: defineOperation({
    id: 'auditor.getVocabulary',
    method: 'GET',
    path: '/vocabulary',
    tag: 'auditor',
    summary: 'Read the claims and settings of the auditor',
    refusals: { 401: unauthorized, 403: foreignPage },
    responses: { 200: VocabularySchema },
  }),
  getMetrics: defineOperation({
    id: 'auditor.getMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'auditor',
    summary: 'Read metrics in the text format of Prometheus',
    description: 'Optional in the contract.',
    produces: 'text/plain',
    refusals: { 401: unauthorized, 403: foreignPage },
    responses: { 200: Type.String() },
  }),
  getOpenapi: defineOperation({
    id: 'auditor.getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    tag: 'auditor',
    summary: 'Read the OpenAPI document of this auditor',
    description: 'Served by auditors that use the SDK; it is not in the contract.',
    refusals: { 401: unauthorized, 403: foreignPage },
    responses: { 200: Type.Object({ openapi: Type.String() }, { $id: 'OpenApiDocument', additionalProperties: true }) },
  }),
  sendMcp: defineOperation({
    id: 'auditor.sendMcp',
    method: 'POST',
    path: '/mcp',
    tag: 'auditor',
    summary: 'Speak MCP: send one JSON-RPC message',
    description: 'The path is MCP_TOOLS_PATH. A notification is answered 202 without a body.',
    describedBody: McpMessageSchema,
    streams: true,
    refusals: {
      400: { description: 'The message, or a header that mirrors it, is wrong', shape: McpMessageSchema },
      401: unauthorized,
      403: { description: 'The request comes from a web page', shape: McpMessageSchema },
      413: { description: 'The message is larger than 4 MiB', shape: McpMessageSchema },
      415: { description: 'The message is not application/json', shape: McpMessageSchema },
      503: { description: 'Too many calls run and wait; see Retry-After', shape: McpMessageSchema },
    },
    responses: { 200: McpMessageSchema, 202: Type.Null() },
  }),
  getMcpMetadata: defineOperation({
    id: 'auditor.getMcpMetadata',
    method: 'GET',
    path: '/.well-known/mcp',
    tag: 'auditor',
    summary: 'Read the names of the tools at /mcp',
    description: 'The path is MCP_METADATA_PATH.',
    refusals: { 401: unauthorized, 403: foreignPage },
    responses: { 200: McpMetadataSchema },
  }),
} as const;
