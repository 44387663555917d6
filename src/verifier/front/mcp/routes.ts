/** Serves `/mcp` of the verifier and its metadata document. */
import { createMcpEndpoint, type McpSettings } from '@assay/sdk/mcp';
import { toTraceparent } from '../../../platform/http/trace-context.ts';
import type { Logger } from '../../../platform/log.ts';
import { addMcpRoutes } from '../../../platform/mcp/routes.ts';
import { build } from '../../base/build.ts';
import type { Routes } from '../../base/feature.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import type { AuditorSettings } from '../../configuration/auditor-settings/service.ts';
import { findActingCaller } from './acting-caller.ts';
import { createSettingsTool } from './auditor-settings.ts';
import { createCallEndpoint, type McpCaller } from './call-endpoint.ts';
import type { HandOver } from './call-handover.ts';
import { createReadingTools } from './tools.ts';

export interface VerifierMcp {
  readonly settings: McpSettings;
  readonly handOver: HandOver;
  readonly log: Logger;
}

export interface McpRouteDeps {
  readonly mcp: VerifierMcp;
  readonly agents: Pick<AgentStandings, 'findForToken'>;
  readonly auditorSettings: Pick<AuditorSettings, 'list'>;
}

export function mcpRoutes({ mcp: { settings, handOver, log }, agents, auditorSettings }: McpRouteDeps): Routes {
  return async (app) => {
    const callEndpoint = createCallEndpoint(app, handOver);
    const endpoint = createMcpEndpoint<McpCaller>({
      name: 'assay-verifier',
      version: build,
      settings,
      browserGuard: 'done_before',
      tools: [...createReadingTools(callEndpoint), createSettingsTool({ callEndpoint, auditorSettings })],
      instructions:
        'Shows what agents did, how far they can be trusted and which tools they may use, and changes how strict auditors are.',
      onError: (error) => log.error({ err: error }, 'a call at /mcp failed'),
    });
    addMcpRoutes(app, {
      settings,
      endpoint,
      toolsConfig: { endpoint: 'POST /mcp' },
      metadataConfig: { endpoint: 'GET /.well-known/mcp' },
      callerOf: async (request) => ({
        caller: await findActingCaller(request, agents),
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        traceparent: toTraceparent(request.trace),
      }),
    });
  };
}
