/** The description of what every auditor answers (contract 4.1), from the SDK's schemas; paths have no server in them. */
import {
  ClaimsRequestSchema,
  ClaimsResponseSchema,
  contractVersion,
  HealthSchema,
  VocabularySchema,
} from '@assay/sdk/contract';
import { type TSchema, Type } from 'typebox';
import { problemMediaType } from '../src/contract/problem.ts';

const json = (schema: TSchema) => ({ content: { 'application/json': { schema } } });
const ok = (description: string, schema: TSchema) => ({ 200: { description, ...json(schema) } });
/** An auditor has no codes of errors outside of its claims answer. */
const ProblemSchema = Type.Object({
  ...{ type: Type.String(), title: Type.String(), status: Type.Integer() },
  detail: Type.Optional(Type.String()),
});
const problem = (description: string) => ({ description, content: { [problemMediaType]: { schema: ProblemSchema } } });
const refusals = {
  401: problem('AUDITOR_TOKEN is set and the token is missing or wrong'),
  403: problem('A web page of another site asks'),
};

/** The OpenAPI document of an auditor. */
export function describeAuditorApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claims auditor',
      description: 'Observes and returns typed claims. It never decides and never signs.',
      version: contractVersion,
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'AUDITOR_TOKEN, where it is set' } },
    },
    security: [{ bearer: [] }, {}],
    paths: {
      '/health': {
        get: { summary: 'Readiness', tags: ['auditor'], security: [], responses: ok('Health', HealthSchema) },
      },
      '/claims': { post: claimsOperation() },
      '/vocabulary': {
        get: {
          summary: 'Claims and settings that this auditor has',
          tags: ['auditor'],
          responses: { ...ok('Vocabulary', VocabularySchema), ...refusals },
        },
      },
      '/metrics': {
        get: {
          summary: 'Metrics in the text format of Prometheus; optional in the contract',
          tags: ['auditor'],
          responses: { 200: { description: 'Metrics', content: { 'text/plain': {} } }, ...refusals },
        },
      },
      '/mcp': { post: mcpOperation() },
      '/.well-known/mcp': {
        get: {
          summary: 'Names of the tools at /mcp; the path is MCP_METADATA_PATH',
          tags: ['auditor'],
          responses: { ...ok('Tools', McpMetadataSchema), ...refusals },
        },
      },
    },
  };
}

const McpMetadataSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  tools: Type.Array(Type.Object({ name: Type.String(), description: Type.String(), inputSchema: Type.Object({}) })),
});

/** MCP has its own documents: only what HTTP adds is said here. */
function mcpOperation() {
  const answers = { 'application/json': {}, 'text/event-stream': {} };
  const rpcError = (description: string) => ({ description, content: { 'application/json': {} } });
  return {
    summary: 'MCP: one JSON-RPC message; the path is MCP_TOOLS_PATH',
    tags: ['auditor'],
    requestBody: { required: true, ...json(Type.Object({})) },
    responses: {
      200: { description: 'A JSON-RPC answer, alone or at the end of a stream', content: answers },
      202: { description: 'A notification was taken' },
      ...refusals,
      400: rpcError('The message, or a header that mirrors it, is wrong'),
      403: rpcError('The request comes from a web page'),
      413: rpcError('The message is larger than 4 MiB'),
      415: rpcError('The message is not application/json'),
      503: rpcError('More calls run and wait than may; see Retry-After'),
    },
  };
}

function claimsOperation() {
  return {
    summary: 'Observe; a failed analysis is answered 200 with status "error"',
    tags: ['auditor'],
    requestBody: { required: true, ...json(ClaimsRequestSchema) },
    responses: {
      ...ok('Claims, or an error with no claims', ClaimsResponseSchema),
      ...refusals,
      413: problem('The body is larger than 10 MiB'),
      415: problem('The body is compressed, or in another charset than UTF-8'),
    },
  };
}
