/**
 * The `/mcp` endpoint of a service beside its other routes, with the same access, request ids, metrics and log. The
 * endpoint itself answers everything above HTTP, in JSON-RPC.
 */
import type { McpEndpoint, McpSettings } from '@assay/sdk/mcp';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { mcp as operations } from '../../contract/api/mcp.ts';
import type { HttpApp } from '../http/app.ts';
import { addOperation, mountRaw } from '../http/mount-raw.ts';

export interface McpRoutesOptions<Caller> {
  readonly settings: McpSettings;
  readonly endpoint: McpEndpoint<Caller>;
  /** Gives the caller as tools see it. @throws AppError for one who may not call */
  readonly callerOf: (request: FastifyRequest) => Caller | Promise<Caller>;
  /** Config of the routes. The metadata document is also open. */
  readonly toolsConfig?: FastifyContextConfig;
  readonly metadataConfig?: FastifyContextConfig;
}

/** Adds both routes in their own scope; none if MCP is switched off. */
export function addMcpRoutes<Caller>(app: HttpApp, options: McpRoutesOptions<Caller>): void {
  const { settings, endpoint, callerOf, toolsConfig = {}, metadataConfig = {} } = options;
  if (!settings.isEnabled) return;
  addOperation(
    app,
    { ...operations.getMetadata, path: settings.metadataPath },
    async () => ({
      ...endpoint.metadata(),
      tools: endpoint.metadata().tools.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema } })),
    }),
    { ...metadataConfig, access: 'open' },
  );
  app.register(async (scope) => {
    // The endpoint reads the body itself, within its own bounds.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('preClose', () => endpoint.close());
    mountRaw(
      scope,
      { ...operations.send, path: settings.toolsPath },
      async ({ request, reply }) => {
        const caller = await callerOf(request);
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        reply.hijack();
        await endpoint.handle(request.raw, reply.raw, { caller });
        return reply;
      },
      toolsConfig,
    );
  });
}
