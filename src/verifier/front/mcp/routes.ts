/** Serves `/mcp` of the verifier and its metadata document. */
import { createMcpEndpoint, type McpSettings } from '@assay/sdk/mcp';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { toTraceparent } from '../../../platform/http/trace-context.ts';
import type { Logger } from '../../../platform/log.ts';
import { addMcpRoutes } from '../../../platform/mcp/routes.ts';
import { build } from '../../base/build.ts';
import type { Routes } from '../../base/feature.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import type { AuditorSettings } from '../../configuration/auditor-settings/service.ts';
import type { ScopedTools } from '../../tools/scoped-tools/ports.ts';
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
  readonly agents: Pick<AgentStandings, 'findForToken'> & Pick<Agents, 'find'>;
  readonly auditorSettings: Pick<AuditorSettings, 'list'>;
  readonly db: Db;
  readonly scopedTools: Pick<ScopedTools, 'listAllowedOwn'>;
}

export function mcpRoutes(deps: McpRouteDeps): Routes {
  const {
    mcp: { settings, handOver, log },
    agents,
    auditorSettings,
  } = deps;
  return async (app) => {
    const callEndpoint = createCallEndpoint(app, handOver);
    const endpoint = createMcpEndpoint<McpCaller>({
      name: 'assay-verifier',
      version: build,
      settings,
      browserGuard: 'done_before',
      tools: [...createReadingTools(callEndpoint), createSettingsTool({ callEndpoint, auditorSettings })],
      toolsOf: ({ caller }, names) => findOwnTools(deps, caller, names),
      listCache: { ttlMs: 5_000, cacheScope: 'private' },
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

/** Rules on tools are about agents: other callers have what their rights allow. */
async function findOwnTools(
  { db, agents, scopedTools }: McpRouteDeps,
  { kind, user, organisation }: Caller,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (kind !== 'agent') return new Set(names);
  const workspaceId = (await agents.find(db, organisation, user))?.workspace_id ?? defaultWorkspace;
  const tools = names.map((name) => ({ service: 'verifier', name }));
  const own = await scopedTools.listAllowedOwn(db, organisation, workspaceId, tools);
  return new Set(own.map(({ name }) => name));
}
