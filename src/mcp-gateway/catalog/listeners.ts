/**
 * Tells whoever listens that what a principal sees is other now. While somebody listens for a principal, its servers are
 * listened to as well, so that a server that changes its tools is asked at once.
 */
import { isAppError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Logger } from '../../platform/log.ts';
import type { Catalog, Principal, Upstreams } from '../seams.ts';
import type { AppServer, ServerWatch } from './server-watch.ts';

export interface Listeners {
  add(principal: Principal, listener: () => void): () => void;
  /** Looks whether there is something to tell; of one agent, or of all. Nobody waits. */
  recheck(agentId?: string): void;
  close(): Promise<void>;
}

export interface ListenersDeps {
  readonly of: (principal: Principal) => Promise<Catalog>;
  /** What a principal was shown last. */
  readonly shown: (principal: Principal) => Catalog | undefined;
  readonly keyOf: (principal: Principal) => string;
  readonly upstreams: Pick<Upstreams, 'listen'>;
  readonly watch: Pick<ServerWatch, 'onChanged'>;
  readonly log: Logger;
}

interface Entry {
  readonly principal: Principal;
  readonly listeners: Set<() => void>;
  /** By alias; each ends what listens to that server. */
  readonly listening: Map<string, AbortController>;
  version: string | undefined;
  isChecked: boolean;
  isDirty: boolean;
}

const lanes = 8;
/** Servers that are listened to at once. */
const mostListening = 256;

export function createListeners({ of, shown, keyOf, upstreams, watch, log }: ListenersDeps): Listeners {
  const entries = new Map<string, Entry>();
  const underWay = new Set<Promise<void>>();
  let listeningCount = 0;

  const keep = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const listenTo = ({ principal, listening }: Entry, server: AppServer): void => {
    if (listening.has(server.alias) || listeningCount >= mostListening) return;
    const ending = new AbortController();
    listening.set(server.alias, ending);
    listeningCount += 1;
    const heard = upstreams.listen(
      ...[server, principal, { uris: [] }],
      ({ kind }) => {
        if (kind === 'tools_changed') watch.onChanged(server, principal);
      },
      ending.signal,
    );
    keep(
      heard
        .catch((error: unknown) => {
          if (!ending.signal.aborted) log.warn({ err: error, server: server.alias }, 'a server is not listened to');
        })
        .finally(() => {
          listeningCount -= 1;
        }),
    );
  };

  const followServers = (entry: Entry, catalog: Catalog): void => {
    const wanted = catalog.servers.filter(isListenedTo);
    for (const [alias, ending] of entry.listening) {
      if (wanted.some((server) => server.alias === alias)) continue;
      ending.abort();
      entry.listening.delete(alias);
    }
    for (const server of wanted) listenTo(entry, server);
  };

  const readVersion = async (entry: Entry): Promise<string | undefined> => {
    try {
      const catalog = await of(entry.principal);
      if (entry.listeners.size > 0) followServers(entry, catalog);
      return catalog.version;
    } catch (error) {
      // What cannot be known is not told; an end, as of an agent that was suspended, is a change.
      if (!isAppError(error)) throw error;
      return error.code === 'verifier_unavailable' ? entry.version : error.code;
    }
  };

  const check = async (entry: Entry): Promise<void> => {
    if (entry.isChecked) {
      entry.isDirty = true;
      return;
    }
    entry.isChecked = true;
    try {
      do {
        entry.isDirty = false;
        const before = entry.version;
        entry.version = await readVersion(entry);
        if (before !== undefined && before !== entry.version) for (const listener of [...entry.listeners]) listener();
      } while (entry.isDirty && entry.listeners.size > 0);
    } catch (error) {
      log.error({ err: error, agentId: entry.principal.agentId }, 'it is not known whether a catalog changed');
    } finally {
      entry.isChecked = false;
    }
  };

  const end = (key: string, entry: Entry): void => {
    for (const ending of entry.listening.values()) ending.abort();
    entry.listening.clear();
    entry.listeners.clear();
    if (entries.get(key) === entry) entries.delete(key);
  };

  return {
    add(principal, listener) {
      const key = keyOf(principal);
      const entry = entries.get(key) ?? toEntry(principal, shown(principal)?.version);
      entries.set(key, entry);
      // The same function twice is told twice, and ended twice.
      const own = () => listener();
      entry.listeners.add(own);
      if (entry.listeners.size === 1) keep(check(entry));
      return () => {
        entry.listeners.delete(own);
        if (entry.listeners.size === 0) end(key, entry);
      };
    },
    recheck(agentId) {
      const concerned = [...entries.values()].filter(
        ({ principal }) => agentId === undefined || principal.agentId === agentId,
      );
      if (concerned.length > 0) keep(inLanes(concerned, lanes, check));
    },
    async close() {
      for (const [key, entry] of entries) end(key, entry);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function toEntry(principal: Principal, version: string | undefined): Entry {
  return { principal, listeners: new Set(), listening: new Map(), version, isChecked: false, isDirty: false };
}

/** A local server is not started to listen to it. */
function isListenedTo(server: Catalog['servers'][number]): server is AppServer {
  if (server.kind !== 'app' || server.app.target.kind !== 'remote') return false;
  return !server.app.auth.required || server.app.auth.status === 'ready';
}
