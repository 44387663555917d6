/**
 * Connections of the guarded client that are kept between calls. The creator keeps one set for each origin, caller
 * and credential. Names are resolved and judged again at most every 30 seconds; a new connection goes only to the
 * addresses that were judged last.
 */
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Clock } from '../clock.ts';
import type { PeerTls } from '../tls/mtls-dispatcher.ts';
import type { Resolve } from './system-resolver.ts';

export interface KeptOptions {
  /** Most concurrent connections. */
  readonly connections: number;
  /** PEM of the client certificate. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string };
}

/** Kept connections for {@link GuardedFetchDeps.kept}. They cannot be used once closed. */
export interface KeptConnections {
  /** Gives the same agent for the same origin. @throws Error for another origin than the first one */
  agentFor(origin: string, connecting: Connecting): Agent;
  close(): Promise<void>;
}

/** Options of a connection. */
export interface Connecting {
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
  readonly ca: string | undefined;
  /** Instead of the system's rules for certificates of servers. */
  readonly tls?: PeerTls | undefined;
}

const maxHeaderBytes = 16 * 1024;
/** Errors of calls that never connected, so nothing was sent. */
const unreached = new WeakSet<object>();

/** True for a failure of a guarded call that sent nothing, because no connection was made. */
export function isUnreached(error: { readonly cause?: unknown }): boolean {
  return unreached.has(Object(error.cause));
}

/** Creates the agent of one call, or of many. */
export function createGuardedAgent({ lookup, timeoutMs, ca, tls }: Connecting, options: KeptOptions): Agent {
  const shown = options.clientCertificate;
  const connect = buildConnector({
    lookup,
    timeout: timeoutMs,
    // Explicit, so that no environment variable can change it.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(shown === undefined ? {} : { cert: shown.certificate, key: shown.privateKey }),
    ...tls,
  });
  return new Agent({
    connect(target, callback) {
      connect(target, (...[error, socket]) => {
        if (error === null) return callback(null, socket);
        unreached.add(error);
        return callback(error, null);
      });
    },
    connections: options.connections,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
  });
}

export function createKeptConnections(options: KeptOptions): KeptConnections {
  let kept: { readonly origin: string; readonly agent: Agent } | undefined;
  let newest: Connecting['lookup'];
  let isClosed = false;
  return {
    agentFor(origin, connecting) {
      if (isClosed) throw new Error('these connections are closed');
      newest = connecting.lookup;
      kept ??= {
        origin,
        agent: createGuardedAgent({ ...connecting, lookup: (...asked) => newest(...asked) }, options),
      };
      if (kept.origin !== origin) throw new Error('kept connections lead to one origin');
      return kept.agent;
    },
    async close() {
      isClosed = true;
      await kept?.agent.destroy();
    },
  };
}

const cachedMs = 30_000;

/** Wraps a resolver with a cache for repeated names. Failures are not cached. */
export function rememberAddresses(resolve: Resolve, clock: Clock): Resolve {
  const known = new Map<string, { readonly until: number; readonly addresses: readonly string[] }>();
  return async (host, signal) => {
    const found = known.get(host);
    if (found !== undefined && found.until > clock.now()) return found.addresses;
    const addresses = await resolve(host, signal);
    known.set(host, { until: clock.now() + cachedMs, addresses });
    return addresses;
  };
}
