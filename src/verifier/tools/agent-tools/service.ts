/**
 * Gives an MCP gateway the servers and tools of an agent: its installed apps, their addresses, the approved definitions, the
 * verdict of the rules and the credential status. A blocked tool is only a name.
 */
import {
  type AgentServer,
  type AgentServerTarget,
  type AgentTool,
  type AgentTools,
  maxAgentToolsBytes,
} from '../../../contract/agent-tools.ts';
import { type OwnTool, toOwnToolText } from '../../../contract/own-tools.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log.ts';
import { assertServes, type Serving, serves } from '../../base/access/served-workspaces.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import { assertRunning } from '../../configuration/agents/standing.ts';
import type { AppCatalog, AppVersion } from '../app-catalog/ports.ts';
import { serverOf } from '../installations/core.ts';
import { toTarget } from '../installations/kinds/kinds.ts';
import type { EffectiveApp, EffectiveApps, ScopedTools } from '../scoped-tools/ports.ts';
import { createKnownDefinitions, type Definitions, toolKeyOf } from './known-definitions.ts';
import type { MayActForAgent } from './may-act-for-agent.ts';
import type { Aliases, AppServer } from './ports.ts';
import { type AppInUse, listAppsInUse } from './store.ts';

export interface AgentToolsApi {
  /**
   * @throws AppError `not_found` (`unknown_agent`), `agent_suspended` and its like, `forbidden` (`workspace_not_served`),
   * `unprocessable` (`too_many_tools`).
   */
  get(orgId: string, question: AgentToolsQuestion): Promise<AgentTools>;
}

export interface AgentToolsQuestion {
  readonly agentId: string;
  /** The person who speaks for the agent, and the grant of their token. */
  readonly userId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  /** Tools of our own services that the gateway offers. */
  readonly ownTools?: readonly OwnTool[] | undefined;
  /** The calling gateway, which may be limited to workspaces. */
  readonly asker: Serving;
}

export interface AgentToolsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly agents: Pick<Agents, 'find' | 'findStanding'>;
  readonly catalog: Pick<AppCatalog, 'findMany'>;
  readonly tools: Pick<ScopedTools, 'effectiveApps' | 'listAllowedOwn'>;
  readonly aliases: Aliases;
  readonly maySpeak: MayActForAgent;
}

/** Seconds; a person's membership and rights on the agent are not part of the configuration that gateways follow. */
const goodForS = { agent: 60, person: 30, unknown: 5 };

export function createAgentTools(deps: AgentToolsDeps): AgentToolsApi {
  const { db, log, agents, catalog, tools, aliases, maySpeak } = deps;
  const known = createKnownDefinitions();

  const findAgent = async (orgId: string, id: string) => {
    const agent = await agents.find(db, orgId, id);
    if (agent === undefined) return undefined;
    const standing = await agents.findStanding(db, orgId, id);
    assertRunning(standing ?? agent);
    return { workspaceId: agent.workspace_id, access: standing?.access };
  };

  const findOwn = async (orgId: string, workspaceId: string, asked: readonly OwnTool[] | undefined) =>
    asked === undefined
      ? {}
      : { own_tools: (await tools.listAllowedOwn(db, orgId, workspaceId, asked)).map(toOwnToolText) };

  /** An agent that is not registered has no apps, and the rules of the default workspace. */
  const toUnknown = async (orgId: string, question: AgentToolsQuestion): Promise<AgentTools> => {
    const { agentId, userId, ownTools, asker } = question;
    if (ownTools === undefined || !serves(asker, defaultWorkspace)) {
      const detail = 'this agent is unknown';
      throw new AppError('not_found', detail, { detail, extensions: { reason: 'unknown_agent' } });
    }
    return {
      agent_id: agentId,
      workspace_id: defaultWorkspace,
      user_may_speak: userId === undefined ? null : false,
      good_for_s: goodForS.unknown,
      servers: [],
      ...(await findOwn(orgId, defaultWorkspace, ownTools)),
    };
  };

  /** Undefined for an app without a server, and for one whose configuration no longer fits its entry. */
  const findTarget = (row: AppInUse, apps: ReadonlyMap<string, AppVersion>): AgentServerTarget | undefined => {
    const app = apps.get(keyOf({ appId: row.app_id, version: row.version }));
    if (app === undefined) return undefined;
    try {
      return toServerTarget(app, row);
    } catch (error) {
      if (!isAppError(error, 'unprocessable')) throw error;
      log.warn(
        { installation_id: row.id, reason: error.publicText },
        'an installed app cannot be reached as configured',
      );
      return undefined;
    }
  };

  return {
    async get(orgId, question) {
      const { agentId, userId, grantId, onBehalfOf, ownTools, asker } = question;
      const agent = await findAgent(orgId, agentId);
      if (agent === undefined) return toUnknown(orgId, question);
      const { workspaceId, access } = agent;
      assertServes(asker, workspaceId);
      const who = { agentId, workspaceId, ...(onBehalfOf === undefined ? {} : { userId: onBehalfOf }) };
      const [rows, effective, own, mayUserSpeak] = await Promise.all([
        listAppsInUse(db, orgId, agentId),
        tools.effectiveApps(db, orgId, who),
        findOwn(orgId, workspaceId, ownTools),
        userId === undefined ? null : maySpeak(db, orgId, { userId, grantId, agent: access }),
      ]);
      const versions = rows.map(({ app_id: appId, version }) => ({ appId, version }));
      const found = await catalog.findMany(db, orgId, versions);
      const apps = new Map(found.map((app) => [keyOf(app), app]));
      const definitions = await known.get(
        ...[db, orgId],
        rows.flatMap(({ id, snapshot_hash: hash }) => (hash === null ? [] : [{ id, hash }])),
      );
      const byId = new Map(effective.apps.map((one) => [one.app.id, one]));
      const reachable = rows.flatMap((row) => {
        const [target, app] = [findTarget(row, apps), byId.get(row.id)];
        // An app that was installed between the two queries is included the next time.
        return target === undefined || app === undefined ? [] : [{ row, target, app }];
      });
      const servers = reachable.flatMap(({ row }) => toServers(row));
      const names = await aliases.ensure(db, orgId, servers);
      const facts = { names, definitions, modeOf: effective.modeOf };
      return {
        agent_id: agentId,
        workspace_id: workspaceId,
        user_may_speak: mayUserSpeak,
        good_for_s: userId === undefined ? goodForS.agent : goodForS.person,
        servers: reachable.flatMap((one) => toServers(one.row).map((server) => toServer(one, server, facts))),
        ...own,
      };
    },
  };
}

/** Gives the main server, even without seen tools, and every other server that a gateway reported tools of. */
function toServers(row: AppInUse): AppServer[] {
  const main = serverOf(row);
  const others = new Set(row.servers.filter((server) => server !== main));
  return [
    { appId: row.app_id, server: main, name: row.name },
    ...[...others].sort().map((server) => ({ appId: row.app_id, server, name: `${main}-${server}` })),
  ];
}

function toServerTarget(app: AppVersion, { config }: AppInUse): AgentServerTarget | undefined {
  const target = toTarget(app, config);
  if (target.kind === 'skill') {
    const { name, description, treeHash } = target.skill;
    return { kind: 'skill', name, description, tree_hash: treeHash };
  }
  if (target.kind !== 'remote' && target.kind !== 'package') return undefined;
  if (target.kind === 'remote') {
    const { type, url, cardUrl, headers } = target;
    const card = cardUrl === undefined ? {} : { card_url: cardUrl };
    return { kind: 'remote', type, url, ...card, headers: toNamed(headers) };
  }
  const { identifier, version, environment } = target;
  return { kind: 'package', identifier, version, environment: toNamed(environment) };
}

function toNamed(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

interface Reachable {
  readonly row: AppInUse;
  readonly target: AgentServerTarget;
  readonly app: EffectiveApp;
}

interface ServerFacts extends Pick<EffectiveApps, 'modeOf'> {
  readonly names: Awaited<ReturnType<Aliases['ensure']>>;
  /** By id of the installation. */
  readonly definitions: ReadonlyMap<string, Definitions>;
}

function toServer(
  { row, target, app: { auth, reason: own } }: Reachable,
  { appId, server }: AppServer,
  { names, definitions, modeOf }: ServerFacts,
): AgentServer {
  const alias = names.of({ appId, server });
  if (alias === undefined) throw new Error('every requested server has a name');
  // The two were read one after the other: if either says that none is callable, none is.
  const reason = row.is_quarantined ? 'quarantined' : own;
  const tools: AgentTool[] = [];
  const blocked: string[] = [];
  const [withheld, allowed] = [new Set(row.withheld), new Set(row.allowed)];
  for (const [index, name] of row.names.entries()) {
    const hash = row.hashes[index];
    if (row.servers[index] !== server || hash === undefined) continue;
    const mode = modeOf({ appId, server, name });
    if (mode === 'blocked') {
      blocked.push(name);
      continue;
    }
    const definition = definitions.get(row.id)?.get(toolKeyOf({ server, name }));
    // Without an approved definition the tool is unknown.
    if (definition === undefined) continue;
    const why = withheld.has(hash) ? 'quarantined' : reason;
    const isLet = allowed.has(hash) && !withheld.has(hash);
    tools.push({ name, definition, hash, mode, callable: why === null, reason: why, ...(isLet && { allowed: true }) });
  }
  return {
    installation_id: row.id,
    app_id: appId,
    title: row.title,
    server,
    alias,
    service: row.service,
    resource: row.auth.resource,
    auth: { required: auth.required, status: auth.status, connect_url: auth.connectUrl },
    quarantined: row.is_quarantined,
    target,
    tools,
    blocked,
  };
}

function keyOf({ appId, version }: { readonly appId: string; readonly version: string }): string {
  return `${appId}\n${version}`;
}

/** @throws AppError `unprocessable` (`too_many_tools`). */
export function assertFits(text: string): void {
  if (Buffer.byteLength(text) <= maxAgentToolsBytes) return;
  const detail = `the tools of the agent take more than ${maxAgentToolsBytes} bytes: uninstall an app, or block tools`;
  throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'too_many_tools' } });
}
