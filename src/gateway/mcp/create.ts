/** Wires the gateway's `/mcp` and its metadata document. */
import { createMcpEndpoint, type McpSettings } from '@assay/sdk/mcp';
import type { HttpApp } from '../../platform/http/app.ts';
import type { Logger } from '../../platform/log.ts';
import { addMcpRoutes } from '../../platform/mcp/routes.ts';
import type { EvaluateCaller } from '../routes/evaluate.ts';
import { createGatewayTools, type GatewayToolDeps } from './tools.ts';

export interface GatewayMcpDeps extends GatewayToolDeps {
  readonly settings: McpSettings;
  readonly version: string;
  readonly log: Logger;
}

/** Adds both routes. The caller is already authenticated; calls of agents are allowed. */
export function addGatewayMcp(app: HttpApp, deps: GatewayMcpDeps): void {
  const { settings, version, log } = deps;
  const endpoint = createMcpEndpoint<EvaluateCaller>({
    name: 'assay-gateway',
    version,
    settings,
    tools: createGatewayTools(deps),
    browserGuard: 'done_before',
    instructions: 'Has prompts, answers and arguments of tools judged by policy before they are used, and records it.',
    onError: (error) => log.error({ err: error }, 'a call at /mcp failed'),
  });
  const isForAgents = { isForAgents: true };
  addMcpRoutes(app, {
    settings,
    endpoint,
    toolsConfig: isForAgents,
    metadataConfig: isForAgents,
    callerOf: ({ caller, trace, headers }) => ({ caller, trace, headers }),
  });
}
