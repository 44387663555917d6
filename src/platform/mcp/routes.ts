/**
 * The `/mcp` endpoint of a service beside its other routes: the same access, request ids, metrics and log. What is no
 * matter of HTTP is answered by the endpoint itself, in JSON-RPC.
 */
import type { McpEndpoint, McpSettings } from '@assay/sdk/mcp';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import type { HttpApp } from '../http/app.ts';

export interface McpRoutesOptions<Caller> {
  readonly settings: McpSettings;
  readonly endpoint: McpEndpoint<Caller>;
  /** What tools are told of whoever calls. @throws AppError when they may not. */
  readonly callerOf: (request: FastifyRequest) => Caller | Promise<Caller>;
  /** Of both routes; the metadata document is open besides. */
  readonly toolsConfig?: FastifyContextConfig;
  readonly metadataConfig?: FastifyContextConfig;
}

const tags = ['mcp'];
const problems = { '4xx': ProblemSchema };
const MetadataSchema = Type.Object(
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

/** Adds both routes, in a scope of its own: nothing where MCP is switched off. */
export function addMcpRoutes<Caller>(app: HttpApp, options: McpRoutesOptions<Caller>): void {
  const { settings, endpoint, callerOf, toolsConfig = {}, metadataConfig = {} } = options;
  if (!settings.isEnabled) return;
  app.get(
    settings.metadataPath,
    {
      config: { ...metadataConfig, access: 'open' },
      schema: {
        ...{ tags, summary: 'Name, version and tools of the MCP endpoint' },
        response: { 200: MetadataSchema, ...problems },
      },
    },
    async () => ({
      ...endpoint.metadata(),
      tools: endpoint.metadata().tools.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema } })),
    }),
  );
  app.register(async (scope) => {
    // The endpoint reads the body itself, within its own bounds.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('preClose', () => endpoint.close());
    scope.post(
      settings.toolsPath,
      {
        config: toolsConfig,
        schema: {
          ...{ tags, summary: 'Speak MCP: one JSON-RPC message, such as a call of a tool' },
          description: 'Revision 2026-07-28, and those before it as far as they need no session.',
          response: problems,
        },
      },
      async (request, reply) => {
        const caller = await callerOf(request);
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        reply.hijack();
        await endpoint.handle(request.raw, reply.raw, { caller });
      },
    );
  });
}
