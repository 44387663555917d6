/**
 * `subscriptions/listen`: a stream of changes for one principal: the lists of its catalog, the lists of servers and the
 * resources that it named. Bounded per principal and in total. It ends when the principal loses access.
 */

import { isRecord } from '@assay/sdk/contract';
import type { Catalog, CatalogServer, JsonObject, UpstreamEvent } from '../ports.ts';
import { barredBy } from './ask.ts';
import { catalogOf, type McpCall, type MethodDeps } from './call.ts';
import { judgeQuestion } from './judging.ts';
import { codes, type McpAnswer, McpFailure, metaKeys } from './wire.ts';

export const listenLimits = {
  ofPrincipal: 100,
  inAll: 1_024,
  uris: 100,
  uriLength: 8_192,
  servers: 64,
  gatherMs: 50,
  quietMs: 1_000,
} as const;

export interface OpenListens {
  /** @throws McpFailure "rate limited" when too many are open. The returned function releases the slot. */
  enter(principalKey: string, end: () => void): () => void;
  endAll(): void;
  readonly size: number;
}

export function createOpenListens(): OpenListens {
  const open = new Map<string, Set<() => void>>();
  let size = 0;
  return {
    enter: (key, end) => {
      const own = open.get(key) ?? new Set();
      if (size >= listenLimits.inAll || own.size >= listenLimits.ofPrincipal) throw tooMany();
      open.set(key, own.add(end));
      size += 1;
      return () => {
        if (!own.delete(end)) return;
        size -= 1;
        if (own.size === 0) open.delete(key);
      };
    },
    endAll: () => {
      for (const end of [...open.values()].flatMap((own) => [...own])) end();
    },
    get size() {
      return size;
    },
  };
}

const tooMany = () =>
  new McpFailure({
    code: codes.rateLimited,
    message: 'Too many subscriptions are open. Close one first.',
    status: 429,
    retryAfterS: 30,
  });

/** The changes that a client subscribes to. */
interface Wanted {
  readonly toolsListChanged: boolean;
  readonly promptsListChanged: boolean;
  readonly resourcesListChanged: boolean;
  /** URIs as the client wrote them, by server. */
  readonly uris: ReadonlyMap<string, readonly string[]>;
}

/** Resolves when the client closes it, `end` is called, or the principal loses access. */
export async function listen(deps: MethodDeps, call: McpCall, open: OpenListens): Promise<McpAnswer> {
  if (!call.httpAnswer.canStream) {
    const message = 'Subscriptions are streams: the request must accept text/event-stream.';
    throw new McpFailure({ code: codes.httpRefused, message, status: 406 });
  }
  const catalog = await catalogOf(deps, call);
  const wanted = readWanted(call, catalog);
  await judgeWanted(deps, call, catalog, wanted);
  const ending = new AbortController();
  const leave = open.enter(call.principal.key, () => ending.abort());
  const signal = AbortSignal.any([ending.signal, call.httpAnswer.signal]);
  const heard = hear(deps, call, { wanted, catalog, signal, end: () => ending.abort() });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  heard();
  leave();
  const meta = { [metaKeys.subscriptionId]: call.request.id, [metaKeys.serverInfo]: deps.serverInfo };
  return { kind: 'result', json: JSON.stringify({ resultType: 'complete', _meta: meta }) };
}

function readWanted({ request, naming }: McpCall, catalog: Catalog): Wanted {
  const asked = request.params['notifications'];
  const listed = isRecord(asked) ? (asked['resourceSubscriptions'] ?? []) : undefined;
  if (!isRecord(asked) || !Array.isArray(listed) || listed.length > listenLimits.uris) {
    const message = `params.notifications must be an object with at most ${listenLimits.uris} resourceSubscriptions.`;
    throw new McpFailure({ code: codes.invalidParams, message });
  }
  const uris = new Map<string, string[]>();
  for (const uri of new Set<unknown>(listed)) {
    if (typeof uri !== 'string' || uri === '' || uri.length > listenLimits.uriLength) {
      throw new McpFailure({
        code: codes.invalidParams,
        message: 'A resource subscription needs the URI of the resource.',
      });
    }
    const { alias } = naming.locateUri(uri);
    if (catalog.servers.some((server) => server.alias === alias)) uris.set(alias, [...(uris.get(alias) ?? []), uri]);
  }
  return {
    toolsListChanged: asked['toolsListChanged'] === true,
    promptsListChanged: asked['promptsListChanged'] === true,
    resourcesListChanged: asked['resourcesListChanged'] === true,
    uris,
  };
}

/**
 * Judges the URIs, which go to their servers as the client wrote them. @throws McpFailure withheld; AppError
 * `unavailable`.
 */
async function judgeWanted(deps: MethodDeps, call: McpCall, { servers }: Catalog, { uris }: Wanted): Promise<void> {
  for (const server of servers) {
    const named = (uris.get(server.alias) ?? []).map((uri) => call.naming.locateUri(uri).bare);
    await judgeQuestion(deps, call, server, named);
  }
}

interface Hearing {
  readonly wanted: Wanted;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Starts everything; the returned function stops it. */
function hear(deps: MethodDeps, call: McpCall, { wanted, catalog, signal, end }: Hearing): () => void {
  const { httpAnswer, principal } = call;
  acknowledge(call, wanted);
  const { tell, drop } = createTelling((method, params) => {
    httpAnswer.notify(method, { ...params, _meta: { [metaKeys.subscriptionId]: call.request.id } });
  });
  const servers = listenToServers(deps, call, { wanted, signal, tell });
  servers.follow(catalog);
  const look = () => catalogOf(deps, call).then((next) => servers.follow(next), end);
  const stop = deps.catalogs.onChange(principal, (said) => {
    const isHere = call.endpoint.kind === 'all' || said === undefined || said.has(call.endpoint.alias);
    if (wanted.toolsListChanged && isHere) tell('notifications/tools/list_changed', {});
    if (said !== undefined) return;
    // Another catalog has other resources and prompts too: a skill came, changed or went.
    if (wanted.promptsListChanged) tell('notifications/prompts/list_changed', {});
    if (wanted.resourcesListChanged) tell('notifications/resources/list_changed', {});
    void look();
  });
  httpAnswer.onKeepAlive(() => {
    if (!call.isStillAllowed()) end();
    // Ends the stream of a principal that has lost access, even when no change was reported.
    else void look();
  });
  return () => {
    stop();
    drop();
  };
}

type Tell = (method: string, params: JsonObject) => void;

/**
 * Limits repeated notifications: the first is sent soon, and all repeats within a second as one more after it. Servers
 * and catalogs may change faster than clients should hear.
 */
function createTelling(send: Tell): { readonly tell: Tell; readonly drop: () => void } {
  /** By message; `isWanted` while it is to be sent when its timer ends. */
  const waiting = new Map<string, { isWanted: boolean; timer: NodeJS.Timeout }>();
  const later = (say: () => void, ms: number) => setTimeout(say, ms).unref();
  return {
    tell: (method, params) => {
      const key = `${method} ${JSON.stringify(params)}`;
      const known = waiting.get(key);
      if (known !== undefined) {
        known.isWanted = true;
        return;
      }
      const say = () => {
        if (!entry.isWanted) {
          waiting.delete(key);
          return;
        }
        entry.isWanted = false;
        entry.timer = later(say, listenLimits.quietMs);
        send(method, params);
      };
      const entry = { isWanted: true, timer: later(say, listenLimits.gatherMs) };
      waiting.set(key, entry);
    },
    drop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Sends the first message of the stream: the subscriptions that were accepted. */
function acknowledge({ httpAnswer, request }: McpCall, wanted: Wanted): void {
  const { uris, ...lists } = wanted;
  const resourceSubscriptions = [...uris.values()].flat();
  const heard = Object.fromEntries(Object.entries(lists).filter(([, isWanted]) => isWanted));
  httpAnswer.notify('notifications/subscriptions/acknowledged', {
    notifications: { ...heard, ...(resourceSubscriptions.length === 0 ? {} : { resourceSubscriptions }) },
    _meta: { [metaKeys.subscriptionId]: request.id },
  });
}

interface Telling {
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

/** Listens to each server behind the endpoint, also to those that join, until they leave. */
function listenToServers(deps: MethodDeps, call: McpCall, { wanted, signal, tell }: Telling) {
  const heard = new Map<string, AbortController>();
  const isOfInterest = ({ alias }: CatalogServer) =>
    wanted.promptsListChanged || wanted.resourcesListChanged || wanted.uris.has(alias);
  const start = (server: CatalogServer) => {
    const { alias } = server;
    const ending = new AbortController();
    heard.set(alias, ending);
    const bare = new Map((wanted.uris.get(alias) ?? []).map((uri) => [call.naming.locateUri(uri).bare, uri]));
    const onEvent = (event: UpstreamEvent) => {
      if (!ending.signal.aborted) pass(event, { wanted, bare, tell });
    };
    const both = AbortSignal.any([signal, ending.signal]);
    deps.upstreams.listen(server, call.principal, { uris: [...bare.keys()] }, onEvent, both).catch((err: unknown) => {
      if (!both.aborted) deps.log.warn({ err, server: alias }, 'the gateway no longer listens to a server');
      heard.delete(alias);
    });
  };
  const follow = (catalog: Catalog) => {
    if (signal.aborted) return;
    const now = catalog.servers.filter((server) => isOfInterest(server) && barredBy(server, call) === undefined);
    const aliases = new Set(now.slice(0, listenLimits.servers).map((server) => server.alias));
    for (const [alias, ending] of heard) {
      if (aliases.has(alias)) continue;
      ending.abort();
      heard.delete(alias);
    }
    for (const server of now) if (aliases.has(server.alias) && !heard.has(server.alias)) start(server);
  };
  return { follow };
}

interface Passing {
  readonly wanted: Wanted;
  /** Maps the server's URI to the client's. */
  readonly bare: ReadonlyMap<string, string>;
  readonly tell: Tell;
}

/**
 * Passes on an event. Tool changes come from the catalog only: it knows when the list has changed for this principal.
 */
function pass(event: UpstreamEvent, { wanted, bare, tell }: Passing): void {
  if (event.kind === 'prompts_changed' && wanted.promptsListChanged) tell('notifications/prompts/list_changed', {});
  if (event.kind === 'resources_changed' && wanted.resourcesListChanged)
    tell('notifications/resources/list_changed', {});
  const uri = event.kind === 'resource_updated' ? bare.get(event.uri) : undefined;
  if (uri !== undefined) tell('notifications/resources/updated', { uri });
}
