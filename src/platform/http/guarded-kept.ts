/**
 * Connections of the guarded client that are kept between calls: for one origin, one caller and one credential, whoever
 * makes them sees to that. Names are still resolved and judged as ever, at most every half minute; a new connection is
 * made to the addresses that were judged last, and to no other.
 */
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Clock } from '../clock.ts';
import type { Resolve } from './system-resolver.ts';

export interface KeptOptions {
  /** Connections at the same time at most. */
  readonly connections: number;
  /** PEM, shown to the other side. */
  readonly clientCertificate?: { readonly certificate: string; readonly privateKey: string };
}

/** What {@link GuardedFetchDeps.kept} takes. It is over once closed. */
export interface KeptConnections {
  /** The same for the same origin. @throws Error for another origin than the first one. */
  agentFor(origin: string, connecting: Connecting): Agent;
  close(): Promise<void>;
}

/** How a connection is made. */
export interface Connecting {
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
  readonly ca: string | undefined;
}

const maxHeaderBytes = 16 * 1024;
/** What could not be reached at all: whatever was to be sent did not leave. */
const unreached = new WeakSet<object>();

/** True for a failure of a guarded call by which nothing of it was sent: no connection was made. */
export function isUnreached(error: { readonly cause?: unknown }): boolean {
  return unreached.has(Object(error.cause));
}

/** Makes the agent of one call, or of many. */
export function createGuardedAgent({ lookup, timeoutMs, ca }: Connecting, options: KeptOptions): Agent {
  const shown = options.clientCertificate;
  const connect = buildConnector({
    ...{ lookup, timeout: timeoutMs },
    // Said here, so that no variable of the environment says otherwise.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(shown === undefined ? {} : { cert: shown.certificate, key: shown.privateKey }),
  });
  return new Agent({
    connect(target, callback) {
      connect(target, (...[error, socket]) => {
        if (error === null) return callback(null, socket);
        unreached.add(error);
        return callback(error, null);
      });
    },
    ...{ connections: options.connections, pipelining: 1, maxHeaderSize: maxHeaderBytes, headersTimeout: 0 },
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

const rememberedMs = 30_000;

/** A resolver that asks once for what is asked for often. Failures are not remembered. */
export function rememberAddresses(resolve: Resolve, clock: Clock): Resolve {
  const known = new Map<string, { readonly until: number; readonly addresses: readonly string[] }>();
  return async (host, signal) => {
    const found = known.get(host);
    if (found !== undefined && found.until > clock.now()) return found.addresses;
    const addresses = await resolve(host, signal);
    known.set(host, { until: clock.now() + rememberedMs, addresses });
    return addresses;
  };
}
