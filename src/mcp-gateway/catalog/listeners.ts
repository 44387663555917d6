/**
 * Tells listeners when the catalog of a principal changes. While a principal has listeners, its servers are listened to
 * as well, so a server that changes its tools is listed at once. A server's own notice is also passed on after the
 * listing, if the principal sees a tool of it: clients may rely on things outside the definition.
 */
import { isAppError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import type { Logger } from '../../platform/log.ts';
import type { Catalog, CatalogListener, Principal, Upstreams } from '../ports.ts';
import type { AppServer, ServerWatch } from './server-watch.ts';

export interface Listeners {
  add(principal: Principal, listener: CatalogListener): () => void;
  /** Checks for a change, of one agent or of all. Nobody waits for it. */
  recheck(agentId?: string): void;
  close(): Promise<void>;
}

export interface ListenersDeps {
  readonly of: (principal: Principal) => Promise<Catalog>;
  readonly shown: (principal: Principal) => Catalog | undefined;
  readonly upstreams: Pick<Upstreams, 'listen'>;
  readonly watch: Pick<ServerWatch, 'onChanged'>;
  readonly log: Logger;
}

interface Entry {
  readonly principal: Principal;
  readonly listeners: Set<CatalogListener>;
  /** Servers that announced a change and were listed since, not yet reported to the listeners. */
  readonly said: Set<string>;
  /** Servers that are being listed for such a notice. */
  readonly asked: Set<string>;
  /** By alias; aborting ends the listening to that server. */
  readonly listening: Map<string, AbortController>;
  version: string | undefined;
  isChecked: boolean;
  isDirty: boolean;
}

const lanes = 8;
/** The most servers that are listened to at the same time. */
const maxListening = 256;

export function createListeners({ of, shown, upstreams, watch, log }: ListenersDeps): Listeners {
  const entries = new Map<string, Entry>();
  const underWay = new Set<Promise<void>>();
  let listeningCount = 0;

  const keep = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  /** Notices that arrive during a listing count once. */
  const onChanged = (entry: Entry, server: AppServer): void => {
    const { alias } = server;
    if (entry.asked.has(alias)) return;
    entry.asked.add(alias);
    const looked = watch.onChanged(server, entry.principal).then(() => {
      entry.asked.delete(alias);
      entry.said.add(alias);
      return check(entry);
    });
    keep(looked);
  };

  const listenTo = (entry: Entry, server: AppServer): void => {
    const { principal, listening } = entry;
    if (listening.has(server.alias) || listeningCount >= maxListening) return;
    const ending = new AbortController();
    listening.set(server.alias, ending);
    listeningCount += 1;
    const heard = upstreams.listen(
      ...[server, principal, { uris: [] }],
      ({ kind }) => {
        if (kind === 'tools_changed') onChanged(entry, server);
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

  /** Reads the version, and the servers with a notice of which the principal sees a tool. */
  const read = async (entry: Entry): Promise<{ version: string | undefined; said: ReadonlySet<string> }> => {
    try {
      const catalog = await of(entry.principal);
      if (entry.listeners.size > 0) followServers(entry, catalog);
      const seen = entry.said.size === 0 ? [] : catalog.tools.map(({ server }) => server.alias);
      return { version: catalog.version, said: new Set(seen.filter((alias) => entry.said.has(alias))) };
    } catch (error) {
      // An unknown state is not reported; an end, such as a suspended agent, is a change.
      if (!isAppError(error)) throw error;
      return { version: error.code === 'verifier_unavailable' ? entry.version : error.code, said: new Set() };
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
        const { version, said } = await read(entry);
        entry.version = version;
        entry.said.clear();
        const isOther = before !== undefined && before !== version;
        if (isOther || said.size > 0) for (const listener of [...entry.listeners]) listener(isOther ? undefined : said);
      } while (entry.isDirty && entry.listeners.size > 0);
    } catch (error) {
      log.error({ err: error, agentId: entry.principal.agentId }, 'changes of a catalog are unknown');
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
      const { key } = principal;
      const entry = entries.get(key) ?? toEntry(principal, shown(principal)?.version);
      entries.set(key, entry);
      // A wrapper, so that the same function may be registered and removed twice.
      const own: CatalogListener = (said) => listener(said);
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
  const nothing = { listeners: new Set<CatalogListener>(), said: new Set<string>(), asked: new Set<string>() };
  return { principal, ...nothing, listening: new Map(), version, isChecked: false, isDirty: false };
}

/** A local server is not started just to listen to it. */
function isListenedTo(server: Catalog['servers'][number]): server is AppServer {
  if (server.kind !== 'app' || server.app.target.kind !== 'remote') return false;
  return !server.app.auth.required || server.app.auth.status === 'ready';
}
