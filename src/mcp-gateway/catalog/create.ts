/**
 * Wires the catalogs: the verifier says which tools an agent has, the judge whether a definition may be shown, and the
 * servers what they offer now. Nothing runs before the first catalog is requested.
 */
import type { ToolJudge } from '../../clients/tool-judge/client.ts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { toTraceparent } from '../../platform/http/trace-context.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Logger } from '../../platform/log.ts';
import type { Catalog, Catalogs, Principal, Upstreams } from '../ports.ts';
import { type CachedTools, createAgentToolsCache } from './agent-tools-cache.ts';
import { buildCatalog, isWithheld, type UnjudgedTool } from './build.ts';
import { createChangeCounters } from './change-counters.ts';
import { createListeners } from './listeners.ts';
import { createLruMap } from './lru-map.ts';
import { type OfferedServices, toExpected, toOffered, toQuestion } from './offered.ts';
import { createServerWatch } from './server-watch.ts';
import { createOwnServices, type ServiceFetch, type ServicePlace } from './services.ts';
import { createVerdicts } from './verdicts.ts';

export interface CatalogsDeps {
  readonly verifier: Pick<VerifierClient, 'agentTools' | 'reportTools'>;
  readonly gatewayId: string;
  /** Version of the configuration in use; undefined: there is none, and nothing is shown. */
  readonly bundleVersion: () => string | undefined;
  readonly upstreams: Pick<Upstreams, 'request' | 'listen'>;
  readonly toolJudge: Pick<ToolJudge, 'texts'>;
  readonly services: readonly ServicePlace[];
  readonly fetch: ServiceFetch;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** `MCP_GATEWAY_DISCOVERY_INTERVAL`. */
  readonly discoveryIntervalMs: number;
  /** Repeats work until it is stopped; absent: a timer that does not keep the process alive. */
  readonly every?: (work: () => void, ms: number) => () => void;
  /** The time for which a principal waits for requests made on its behalf. */
  readonly patienceMs?: number;
  /** The time for which a call waits for the judgement of its definition. */
  readonly judgementPatienceMs?: number;
}

export interface CatalogCache extends Catalogs {
  /** Gives our own services whose tools are offered. */
  offered(): OfferedServices;
  /** Call it after each change of the configuration in use. */
  bundleChanged(): void;
  /** Settles when nothing is running, for tests. */
  settled(): Promise<void>;
}

/** The last catalog of one principal, with the answer and the mark that it was built from. */
interface Shown {
  readonly catalog: Catalog;
  readonly serial: number;
  readonly mark: number;
  readonly unjudged: readonly UnjudgedTool[];
}

const maxPrincipals = 2_000;
const maxToolsShown = 100_000;
const defaultPatienceMs = 5_000;
const defaultJudgementPatienceMs = 20_000;
/** Pause between two tries to have a definition judged. */
const againMs = 2_000;
/** Servers whose tools are judged at the same time for one principal. */
const lanes = 2;

export function createCatalogs(deps: CatalogsDeps): CatalogCache {
  const { log, upstreams, toolJudge, discoveryIntervalMs, patienceMs = defaultPatienceMs } = deps;
  const { judgementPatienceMs = defaultJudgementPatienceMs } = deps;
  const closing = new AbortController();
  const changeCounters = createChangeCounters();
  const parts = {
    ...deps,
    changeCounters,
    closing: closing.signal,
    newTraceparent: () => newTraceparent(deps.randomBytes),
  };
  const answers = createAgentToolsCache(deps);
  const verdicts = createVerdicts({ ...parts, toolJudge });
  const watch = createServerWatch({ ...parts, verdicts, within, intervalMs: discoveryIntervalMs, patienceMs });
  const services = createOwnServices({ ...parts, places: deps.services, onChange: changeCounters.bumpAll });
  const shown = createLruMap<Shown>({
    most: maxPrincipals,
    maxWeight: maxToolsShown,
    weigh: ({ catalog }) => catalog.tools.length + 1,
  });
  const doubled = new Set<string>();
  let found: Promise<void> | undefined;
  let isFound = false;
  let stop: (() => void) | undefined;

  const start = (): Promise<void> => {
    if (found !== undefined || closing.signal.aborted) return found ?? Promise.resolve();
    found = services.refresh().then(() => {
      isFound = true;
    });
    stop = (deps.every ?? everyUnref)(() => {
      void services.refresh();
      // An answer may have expired.
      listeners.recheck();
    }, discoveryIntervalMs);
    return found;
  };

  const build = (principal: Principal, { tools, serial }: CachedTools): Catalog => {
    const mark = changeCounters.of(principal.agentId);
    const built = buildCatalog({ watch, verdicts }, principal, tools, services.known());
    shown.set(principal.key, { catalog: built.catalog, serial, mark, unjudged: built.unjudged });
    for (const server of built.toAsk) watch.look(server, principal);
    for (const alias of built.doubled) {
      if (!doubled.has(alias))
        log.error({ alias }, 'two servers of an agent have the same alias; one of them is left out');
      if (doubled.size < maxDoubled) doubled.add(alias);
    }
    return built.catalog;
  };

  const of = async (principal: Principal): Promise<Catalog> => {
    const { agentId, speaker, speakerGrantId: grantId, onBehalfOf } = principal;
    // The question names the tools of our own services, so these are found first.
    if (!isFound) await within(start(), patienceMs);
    const { text: ownTools } = toQuestion(services.known());
    const answer = await answers.of({ agentId, userId: speaker, grantId, onBehalfOf: onBehalfOf?.user, ownTools });
    if (speaker !== undefined && answer.tools.user_may_speak !== true) throw mayNotSpeak();
    const last = shown.get(principal.key);
    if (last?.serial === answer.serial && last.mark === changeCounters.of(agentId) && last.unjudged.length === 0)
      return last.catalog;
    const toJudge = answer.tools.servers.filter(({ quarantined }) => !quarantined);
    const judged = inLanes(toJudge, lanes, ({ alias, tools }) =>
      verdicts.judge(
        ...[principal, alias],
        tools.filter(({ allowed }) => allowed !== true).map((tool) => ({ ...tool, isWithheld: isWithheld(tool) })),
      ),
    );
    // A principal that has seen the same answer before does not wait: a later judgement is reported as a change.
    await within(judged, last?.serial === answer.serial ? 0 : patienceMs);
    return build(principal, answer);
  };

  const listeners = createListeners({
    of,
    upstreams,
    watch,
    log,
    shown: (principal) => shown.get(principal.key)?.catalog,
  });
  changeCounters.onBump((agentId) => listeners.recheck(agentId));

  /** An unavailable judge may be back a moment later, for example after a start. */
  const awaitVerdict = async (principal: Principal, { alias, tool }: UnjudgedTool): Promise<void> => {
    let leftMs = judgementPatienceMs;
    while (leftMs > 0 && !closing.signal.aborted) {
      await within(verdicts.judge(principal, alias, [tool]), leftMs);
      if (verdicts.of(principal.agentId, tool.hash) !== undefined) return;
      await within(new Promise(() => {}), Math.min(againMs, leftMs));
      leftMs -= againMs;
    }
  };

  const toCall: Catalogs['toCall'] = async (principal, publicName, alias) => {
    const find = (catalog: Catalog) => (alias === undefined ? catalog : catalog.forServer(alias))?.find(publicName);
    const isAsked = (each: UnjudgedTool) =>
      alias === undefined ? each.publicName === publicName : each.alias === alias && each.tool.name === publicName;
    const findUnjudged = () => shown.get(principal.key)?.unjudged.find(isAsked);
    let tool = find(await of(principal));
    const waiting = tool === undefined ? findUnjudged() : undefined;
    if (waiting !== undefined) {
      await awaitVerdict(principal, waiting);
      tool = find(await of(principal));
      if (tool === undefined && findUnjudged() !== undefined) return 'unjudged';
    }
    if (tool?.approved === undefined || tool.server.kind !== 'app') return tool;
    await watch.beforeCall(tool.server, principal, tool.approved);
    return find(await of(principal));
  };

  return {
    of,
    toCall,
    onChange: listeners.add,
    skipped: () => [
      ...services.skipped(),
      ...watch.problems(),
      ...toQuestion(services.known()).leftOut.map((name) => ({
        name,
        reason: 'not all of its tools are offered: the services have more tools than the verifier can be asked about',
      })),
      ...[...doubled].map((name) => ({ name, reason: 'another server has the same alias' })),
    ],
    offered: () => (isFound ? toOffered(services.known()) : toExpected(deps.services)),
    bundleChanged: changeCounters.bumpAll,
    settled: () => watch.settled(),
    async close() {
      closing.abort(new AppError('unavailable', 'the gateway is closing'));
      stop?.();
      await listeners.close();
      await watch.settled();
      await found;
    },
  };
}

const maxDoubled = 100;

function mayNotSpeak(): AppError {
  const detail = 'you may not act for this agent: one of its owners can make you an editor';
  return new AppError('forbidden', detail, { detail });
}

function newTraceparent(randomBytes: RandomBytes): string {
  const hex = (size: number) => Buffer.from(randomBytes(size)).toString('hex');
  return toTraceparent({ traceId: hex(16), spanId: hex(8), parentId: undefined, sampled: false });
}

/** Waits for the work or the timeout. It ignores failures, which the work itself reports. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(ignore, ignore), over]);
  clearTimeout(timer);
}

function ignore(): void {}

function everyUnref(work: () => void, ms: number): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}
