/** Gives the effective tools of an agent: the cascade over installed apps, with the credential status of each. */

import type { AuthStatus } from '../../../contract/api/scoped-credentials/states.ts';
import { ownServicesApp } from '../../../contract/own-tools.ts';
import type { PageStart } from '../../../platform/http/page.ts';
import type { InstalledApp } from '../installations/ports.ts';
import type { EffectiveCredential } from '../scoped-credentials/ports.ts';
import { any, type RuleIndex } from './cascade.ts';
import type { EffectiveApp, EffectiveTool, EffectiveTools, ToolName, ToolVerdict } from './ports.ts';

type Auth = EffectiveTool['auth'];
type AppAuth = EffectiveApp['auth'];

/** An app of the agent, and the credential found for it; undefined if none is needed. */
export interface AppWithAuth {
  readonly app: InstalledApp;
  readonly credential: EffectiveCredential | undefined;
}

/** Page where a person connects. */
export type ConnectUrl = string | null;

const noAuth: AppAuth = {
  required: false,
  type: null,
  status: 'not_required',
  credentialId: null,
  scopesMissing: [],
  connectUrl: null,
};

/** Of an app that is not installed: what it needs to sign in is known once it is. */
const notInstalled: Auth = { ...noAuth, status: 'not_installed' };

/**
 * Lists tools of installed apps first, by app, then tools that rules name and that are missing. Makes only the requested
 * page.
 */
export function toEffective(
  who: { readonly agentId: string; readonly workspaceId: string },
  index: RuleIndex,
  apps: readonly AppWithAuth[],
  connectUrl: ConnectUrl,
  { limit, before }: PageStart,
): EffectiveTools {
  const runs = [...apps.map((one) => toInstalledRun(one, index, connectUrl)), ...toNamedRuns(index, apps, connectUrl)];
  const total = runs.reduce((sum, { length }) => sum + length, 0);
  const first = before === undefined ? 0 : Math.max(0, total - before + 1);
  const unmet = runs.flatMap((run) => (index.mayRequire(run.appId) ? run.requiredOnes() : [])).filter(isUnmet);
  return {
    ...who,
    readiness: unmet.length === 0 ? 'ready' : 'degraded',
    unmetRequirements: unmet.map(({ tool, reason }) => ({ tool, status: reason ?? 'error' })),
    total,
    first,
    items: take(runs, first, limit + 1),
  };
}

const isUnmet = ({ callable }: EffectiveTool): boolean => !callable;

/** Consecutive tools of one app in the answer. */
interface Run {
  readonly appId: string;
  readonly length: number;
  itemsBetween(start: number, end: number): readonly EffectiveTool[];
  requiredOnes(): readonly EffectiveTool[];
}

function take(runs: readonly Run[], first: number, count: number): EffectiveTool[] {
  const items: EffectiveTool[] = [];
  let skipped = 0;
  for (const run of runs) {
    if (items.length >= count) break;
    const start = Math.max(0, first - skipped);
    if (start < run.length) items.push(...run.itemsBetween(start, start + count - items.length));
    skipped += run.length;
  }
  return items;
}

function toInstalledRun(one: AppWithAuth, index: RuleIndex, connectUrl: ConnectUrl): Run {
  const { app } = one;
  const auth = toAuth(one, connectUrl);
  const tools = app.tools.map(({ server, name }) => ({ appId: app.appId, server, name }));
  const withheld = new Set(app.tools.filter(({ isWithheld }) => isWithheld).map(toPlace));
  return toRun(
    app.appId,
    tools.length,
    () => tools,
    index,
    (tool, verdict) => toItem(tool, verdict, app, auth, withheld.has(toPlace(tool))),
  );
}

function toNamedRuns(index: RuleIndex, apps: readonly AppWithAuth[], connectUrl: ConnectUrl): Run[] {
  const byApp = new Map(apps.map((one) => [one.app.appId, one]));
  const absent = (tool: ToolName, verdict: ToolVerdict) => toItem(tool, verdict, undefined, notInstalled);
  return index.appIds().map((appId) => {
    const one = byApp.get(appId);
    if (appId !== any && one === undefined) {
      return toRun(appId, index.countNamed(appId), () => index.namedOf(appId), index, absent);
    }
    // A pattern that matches a present tool is reported with that tool, and a rule for any tool names none.
    const isThere = createIsThere(one === undefined ? apps : [one]);
    const tools = index.namedOf(appId).filter((tool) => !isThere(tool) && (appId !== any || tool.name !== any));
    if (one === undefined) return toRun(appId, tools.length, () => tools, index, absent);
    const auth = toAuth(one, connectUrl);
    return toRun(
      appId,
      tools.length,
      () => tools,
      index,
      (tool, verdict) => {
        // An app whose tools are not known yet is listed as a whole; another one does not offer this tool. Of our own
        // services, those that nobody offers are known.
        const isWhole = tool.name === any && one.app.tools.length === 0 && appId !== ownServicesApp;
        return isWhole || !isIn(one.app) ? toItem(tool, verdict, one.app, auth) : toMissing(tool, verdict, auth);
      },
    );
  });
}

function toRun(
  appId: string,
  length: number,
  tools: () => readonly ToolName[],
  index: RuleIndex,
  make: (tool: ToolName, verdict: ToolVerdict) => EffectiveTool,
): Run {
  const makeAll = (some: readonly ToolName[]) => some.map((tool) => make(tool, index.verdictOf(tool)));
  return {
    appId,
    length,
    itemsBetween: (start, end) => makeAll(tools().slice(start, end)),
    requiredOnes: () => makeAll(tools().filter((tool) => index.modeOf(tool) === 'required')),
  };
}

/** Gives a check whether a pattern matches a tool of these apps. */
function createIsThere(apps: readonly AppWithAuth[]): (pattern: ToolName) => boolean {
  const tools = apps.flatMap(({ app }) => app.tools);
  const names = new Set(tools.map(({ name }) => name));
  const servers = new Map<string, Set<string>>();
  for (const { server, name } of tools) servers.set(server, (servers.get(server) ?? new Set()).add(name));
  return ({ server, name }) => {
    if (server === any) return name === any ? tools.length > 0 : names.has(name);
    const own = servers.get(server);
    return own !== undefined && (name === any || own.has(name));
  };
}

function toPlace({ server, name }: Pick<ToolName, 'server' | 'name'>): string {
  return `${server}\n${name}`;
}

function toItem(
  tool: ToolName,
  verdict: ToolVerdict,
  app: InstalledApp | undefined,
  auth: Auth,
  isWithheld = false,
): EffectiveTool {
  const installed = app !== undefined && isIn(app);
  const reason = findReason(verdict, installed, app?.isQuarantined === true || isWithheld, auth.status);
  return { tool, verdict, installed, callable: reason === null, auth, reason };
}

/** A tool that rules name, of an installed app whose servers have no such tool. */
function toMissing(tool: ToolName, verdict: ToolVerdict, auth: Auth): EffectiveTool {
  const reason = whyRefused(verdict) ?? 'not_offered';
  return { tool, verdict, installed: true, callable: false, auth, reason };
}

const isIn = ({ status }: InstalledApp): boolean => status === 'installed' || status === 'updating';

/** Gives the app as a whole: what its tools have in common. */
export function toEffectiveApp(one: AppWithAuth, connectUrl: ConnectUrl): EffectiveApp {
  const { app } = one;
  const auth = toAuth(one, connectUrl);
  return { app, auth, reason: whyNone(isIn(app), app.isQuarantined, auth.status) };
}

function findReason(verdict: ToolVerdict, installed: boolean, isQuarantined: boolean, status: Auth['status']) {
  return whyRefused(verdict) ?? whyNone(installed, isQuarantined, status);
}

function whyRefused({ mode, decidedBy }: ToolVerdict): string | undefined {
  if (mode !== 'blocked') return undefined;
  return decidedBy.level === 'default' ? 'not_available' : 'blocked';
}

function whyNone(installed: boolean, isQuarantined: boolean, status: Auth['status']): string | null {
  if (!installed) return 'not_installed';
  if (isQuarantined) return 'quarantined';
  return status === 'ready' || status === 'not_required' ? null : status;
}

const connectable: ReadonlySet<AuthStatus> = new Set([
  ...(['connect_required', 'pending', 'expired', 'reauth_required', 'insufficient_scope'] as const),
]);

function toAuth({ app, credential }: AppWithAuth, connectUrl: ConnectUrl): AppAuth {
  if (!app.auth.required) return noAuth;
  // If a credential is needed and none was found, the status is an error.
  const status = credential?.status ?? 'error';
  return {
    required: true,
    type: credential?.credential?.auth_type ?? app.auth.type,
    status: status === 'not_required' ? 'connect_required' : status,
    credentialId: credential?.credential?.id ?? null,
    scopesMissing: credential?.scopesMissing ?? [],
    connectUrl: connectable.has(status) ? connectUrl : null,
  };
}

/** Gives the verdict on any tool of an app: on the pattern itself, or on a tool that rules allow. */
export function verdictOfAny(index: RuleIndex, tool: ToolName): ToolVerdict {
  const whole = index.verdictOf(tool);
  return whole.mode === 'blocked' ? (findVerdict(index, tool, ({ mode }) => mode !== 'blocked') ?? whole) : whole;
}

/** True if a rule for this app requires one of its tools, and is effective. */
export function requiresApp(index: RuleIndex, appId: string): boolean {
  const own = new Set(index.rulesOf(appId).map(({ id }) => id));
  const isRequired = ({ mode, decidedBy }: ToolVerdict) => mode === 'required' && own.has(decidedBy.ruleId ?? '');
  return own.size > 0 && findVerdict(index, { appId, server: any, name: any }, isRequired) !== undefined;
}

/**
 * Searches a verdict that fits. Rules distinguish the tools of an app only by the names in them. So it is enough to try each
 * named pattern, each name that is given for every server on each server that is named as a whole, and an unnamed tool.
 */
function findVerdict(
  index: RuleIndex,
  { appId, server }: ToolName,
  fits: (verdict: ToolVerdict) => boolean,
): ToolVerdict | undefined {
  const near = (appId === any ? index.appIds() : [appId, any]).flatMap((id) => index.rulesOf(id));
  const ask = (one: string, name: string): ToolVerdict | undefined => {
    const verdict = index.verdictOf({ appId, server: one, name });
    return fits(verdict) ? verdict : undefined;
  };
  const whole = [any, ...near.flatMap(({ tool }) => (tool.name === any ? [tool.server] : []))];
  const everywhere = [any, ...near.flatMap(({ tool }) => (tool.server === any ? [tool.name] : []))];
  const servers = new Set(server === any ? whole : [server]);
  const names = new Set(everywhere);
  for (const { tool } of near) {
    if (server !== any && tool.server !== server) continue;
    const found = ask(tool.server, tool.name);
    if (found !== undefined) return found;
  }
  for (const one of servers) {
    for (const name of names) {
      const found = ask(one, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
