/**
 * Builds the catalog of one principal from the verifier's answer and local knowledge. Pure. A hidden tool gives no
 * reason: tools of another agent, blocked, quarantined and missing ones look the same.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { AgentServer, AgentTool, AgentTools } from '../../contract/agent-tools.ts';
import { isToolForAgents, toOwnToolText } from '../../contract/own-tools.ts';
import { hasHiddenText } from '../../platform/tools/hidden-text.ts';
import { hasUsableHeaders } from '../param-headers.ts';
import type { Catalog, CatalogServer, CatalogTool, JsonObject, Principal } from '../ports.ts';
import { isWhole } from '../skills/skill.ts';
import { findLookalikes, withNote } from './lookalikes.ts';
import { toPublicName } from './names.ts';
import type { AppServer, ServerWatch } from './server-watch.ts';
import type { ServiceTools } from './services.ts';
import type { Verdicts } from './verdicts.ts';

export interface BuildDeps {
  readonly watch: Pick<ServerWatch, 'othersOf' | 'isBlocked'>;
  readonly verdicts: Pick<Verdicts, 'of' | 'isClear'>;
}

export interface Built {
  readonly catalog: Catalog;
  /** Servers with withheld tools, or that were never listed: they are to be asked. */
  readonly toAsk: readonly AppServer[];
  /** Tools that would be shown if their definitions were judged. */
  readonly unjudged: readonly UnjudgedTool[];
  /** Servers that share an alias: all but the first are left out. The verifier promises that this never happens. */
  readonly doubled: readonly string[];
}

export interface UnjudgedTool {
  readonly publicName: string;
  readonly alias: string;
  readonly tool: AgentTool;
}

/** A tool and its part of the catalog's version. */
interface Entry {
  readonly tool: CatalogTool;
  readonly mark: string;
}

export function buildCatalog(
  deps: BuildDeps,
  principal: Principal,
  answer: AgentTools,
  services: readonly ServiceTools[],
): Built {
  const consented = principal.onBehalfOf?.tools;
  const isConsented = consented === undefined ? () => true : createSetOf(consented);
  const servers: CatalogServer[] = [];
  const entries: Entry[] = [];
  const [toAsk, doubled, unjudged]: [AppServer[], string[], UnjudgedTool[]] = [[], [], []];
  const aliases = new Set<string>();

  const add = (server: CatalogServer, found: readonly Entry[], isMoreToCome = false): void => {
    // A consent that names no tool of a server also hides everything else of that server.
    if (consented !== undefined && found.length === 0 && !isMoreToCome) return;
    servers.push(server);
    entries.push(...found);
  };

  for (const app of answer.servers.toSorted((a, b) => compare(a.alias, b.alias))) {
    const server: AppServer = { kind: 'app', alias: app.alias, app };
    if (aliases.has(app.alias) || app.alias.startsWith(ownPrefix)) {
      doubled.push(app.alias);
      continue;
    }
    aliases.add(app.alias);
    if (app.quarantined) continue;
    const isBlocked = deps.watch.isBlocked(server, principal);
    const others = deps.watch.othersOf(server, principal);
    const known = app.tools
      .filter((tool) => isReachable(app, tool) && hasUsableHeaders(tool.definition))
      .map((tool) => ({ tool, standing: toStanding(deps.verdicts, principal, tool, others) }));
    if (app.target.kind === 'skill') {
      const isShown = known.length === app.tools.length && known.every(({ standing }) => standing === 'shown');
      // Skills are no tools: a consent that names tools covers none.
      if (isShown && !isBlocked && consented === undefined && isWhole(app, app.target)) servers.push(server);
      unjudged.push(
        ...known.flatMap(({ tool, standing }) => (standing === 'unjudged' ? [toUnjudged(app.alias, tool)] : [])),
      );
      if (app.blocked.length === 0 && (isBlocked || !isShown)) toAsk.push(server);
      continue;
    }
    const isNew = app.tools.length === 0 && app.blocked.length === 0;
    const isRepaired = app.tools.some((tool) => isReleased(deps.verdicts, principal, tool));
    if (isBlocked || isNew || isRepaired || known.some(({ standing }) => standing === 'withheld')) toAsk.push(server);
    if (isBlocked) continue;
    const mine = known.filter(({ tool }) => isConsented(tool.name));
    const waiting = mine.filter(({ standing }) => standing === 'unjudged');
    unjudged.push(...waiting.map(({ tool }) => toUnjudged(app.alias, tool)));
    const shown = mine.filter(({ standing }) => standing === 'shown').map(({ tool }) => tool);
    const alike = findLookalikes(
      app.alias,
      shown.map(({ name }) => name),
    );
    add(
      server,
      shown.map((tool) => toEntry(server, tool.name, withNote(tool.definition, alike.get(tool.name)), tool.hash, tool)),
      waiting.length > 0,
    );
  }
  // A verifier that says nothing about them allows none.
  const isAllowed = createSetOf(answer.own_tools ?? []);
  for (const { server, tools } of services) {
    const { name: service } = server.service;
    const mine = tools.filter(
      ({ name }) => isToolForAgents(service, name) && isAllowed(toOwnToolText({ service, name })) && isConsented(name),
    );
    if (mine.length === 0) continue;
    add(
      server,
      mine.map(({ name, definition, hash }) => toEntry(server, name, definition, hash, undefined)),
    );
  }
  return { catalog: toCatalog(servers, entries), toAsk, doubled, unjudged };
}

const ownPrefix = 'assay-';

/** True for a callable tool, or one that a person makes callable by connecting; the call tells where. */
function isReachable({ auth }: AgentServer, { callable, reason }: AgentTool): boolean {
  return callable || (reason !== null && reason === auth.status && auth.status !== 'ready');
}

function toStanding(
  verdicts: BuildDeps['verdicts'],
  { agentId }: Principal,
  { name, hash, allowed }: AgentTool,
  others: ReadonlyMap<string, string> | undefined,
): 'shown' | 'withheld' | 'unjudged' {
  if (hasHiddenText(name) || others?.get(name) === hash) return 'withheld';
  if (allowed === true) return 'shown';
  const verdict = verdicts.of(agentId, hash);
  if (verdict === undefined) return 'unjudged';
  return verdict.isAllowed ? 'shown' : 'withheld';
}

/**
 * True if the verifier withholds the tool for an old finding and it is no longer denied: the verifier is to be told.
 */
function isReleased(verdicts: BuildDeps['verdicts'], { agentId }: Principal, tool: AgentTool): boolean {
  return isWithheld(tool) && verdicts.isClear(agentId, tool.hash);
}

/** True for a tool that the verifier withholds for its definition, in an app that is not quarantined as a whole. */
export function isWithheld({ callable, reason }: AgentTool): boolean {
  return !callable && reason === 'quarantined';
}

function toUnjudged(alias: string, tool: AgentTool): UnjudgedTool {
  return { publicName: toPublicName(alias, tool.name), alias, tool };
}

function toEntry(
  server: CatalogServer,
  name: string,
  definition: JsonObject,
  hash: string,
  approved: AgentTool | undefined,
): Entry {
  const publicName = toPublicName(server.alias, name);
  const tool = { publicName, server, name, definition: { ...definition, name: publicName }, approved };
  // The hash covers the bare name; the public name follows from it and the alias.
  return { tool, mark: `${server.alias} ${hash} ${approved?.callable ?? true}` };
}

function toCatalog(servers: readonly CatalogServer[], entries: readonly Entry[]): Catalog {
  const sorted = entries.toSorted((a, b) => compare(a.tool.publicName, b.tool.publicName));
  const inOrder = servers.toSorted((a, b) => compare(a.alias, b.alias));
  const views = new Map<string, Catalog>();
  return {
    ...toView('all', inOrder, sorted),
    forServer(alias) {
      const known = views.get(alias);
      if (known !== undefined) return known;
      const server = inOrder.find((each) => each.alias === alias);
      if (server === undefined) return undefined;
      const own = entries.filter(({ tool }) => tool.server === server).map(toBare);
      const view: Catalog = {
        ...toView(
          'one',
          [server],
          own.toSorted((a, b) => compare(a.tool.publicName, b.tool.publicName)),
        ),
        forServer: (other) => (other === alias ? view : undefined),
      };
      views.set(alias, view);
      return view;
    },
  };
}

function toBare({ tool, mark }: Entry): Entry {
  return { tool: { ...tool, publicName: tool.name, definition: { ...tool.definition, name: tool.name } }, mark };
}

/** At the endpoint of one server the same tools have other names, so the version differs. */
function toView(
  endpoint: 'all' | 'one',
  servers: readonly CatalogServer[],
  entries: readonly Entry[],
): Omit<Catalog, 'forServer'> {
  const tools = entries.map(({ tool }) => tool);
  const byName = new Map(tools.map((tool) => [tool.publicName, tool]));
  const lines = [endpoint, ...servers.map(toMark), ...entries.map(({ mark }) => mark)];
  return { version: sha256Hex(lines.join('\n')), servers, tools, find: (name) => byName.get(name) };
}

/** Everything about a server but its tools. */
function toMark(server: CatalogServer): string {
  if (server.kind === 'service') return JSON.stringify([server.alias, server.title, server.service]);
  const { tools: _tools, blocked: _blocked, ...rest } = server.app;
  return JSON.stringify(rest);
}

function createSetOf(names: readonly string[]): (name: string) => boolean {
  const set = new Set(names);
  return (name) => set.has(name);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
