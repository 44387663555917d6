/**
 * Connects to a service that shows an X.509-SVID, identified by its SPIFFE id instead of a DNS name. After a renewal
 * new calls use new connections with the new certificate; running calls end on the old ones.
 */
import { type Dispatcher, Pool } from 'undici';
import { formatSpiffeId, type SpiffeId } from '../../contract/spiffe.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { checkSvid, type X509SvidFault } from './check-svid.ts';
import type { HeldSvid, SvidSource } from './svid-source.ts';
import type { TrustBundle } from './trust-bundle.ts';

export interface PeerRules {
  /** Base URL of the service. */
  readonly url: string;
  /** The expected identity, e.g. a verifier of our trust domain. */
  readonly accepts: (id: SpiffeId) => boolean;
  readonly clock: Clock;
}

export interface MtlsDispatcher {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

export interface MtlsDispatcherOptions extends PeerRules {
  readonly source: SvidSource;
  readonly connections?: number;
}

const defaultConnections = 8;
const connectTimeoutMs = 5_000;

/** Uses the newest certificate of the source. Without a valid one no call is made. */
export function createMtlsDispatcher(options: MtlsDispatcherOptions): MtlsDispatcher {
  const { source, connections = defaultConnections } = options;
  let used: { readonly svid: HeldSvid; readonly pool: Pool } | undefined;
  const closing = new Set<Pool>();
  let isClosed = false;

  const retire = (pool: Pool): void => {
    closing.add(pool);
    // Running calls end first. A pool that was destroyed meanwhile has nothing left to close.
    pool.close(() => closing.delete(pool));
  };
  const poolOf = (): Pool => {
    const svid = source.current();
    if (svid === undefined || isClosed) throw noCertificate(source);
    if (used?.svid === svid) return used.pool;
    if (used !== undefined) retire(used.pool);
    used = { svid, pool: createPool(options, svid.bundle, connections, svid) };
    return used.pool;
  };

  // Never connects itself: every call goes to the pool of the current certificate.
  const front = new Pool(new URL(options.url).origin);
  return {
    dispatcher: front.compose(() => (call, handler) => poolOf().dispatch(call, handler)),
    async close() {
      isClosed = true;
      const pools = [...closing, ...(used === undefined ? [] : [used.pool]), front];
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** For one call: checks the service against this bundle and shows this certificate; none at the first contact. */
export function createPinnedDispatcher(rules: PeerRules, bundle: TrustBundle, svid?: HeldSvid): MtlsDispatcher {
  const pool = createPool(rules, bundle, 1, svid);
  return { dispatcher: pool, close: () => pool.destroy() };
}

function createPool(
  { url, accepts, clock }: PeerRules,
  bundle: TrustBundle,
  connections: number,
  svid: HeldSvid | undefined,
): Pool {
  return new Pool(new URL(url).origin, {
    connections,
    pipelining: 1,
    connect: { ...toPeerTls({ accepts, clock }, bundle, svid), rejectUnauthorized: true, timeout: connectTimeoutMs },
  });
}

/** The service shows a certificate that is not the expected one. */
export class PeerIdentityError extends Error {
  constructor(shown: string, fault: X509SvidFault) {
    super(`the service has another identity than expected: it shows ${shown} (${fault})`);
    this.name = 'PeerIdentityError';
  }
}

/** TLS options of a connection that shows a certificate of ours and checks that of the service. */
export interface PeerTls {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly minVersion: 'TLSv1.3';
  readonly maxCachedSessions: 0;
  readonly checkServerIdentity: (host: string, certificate: { readonly raw: Buffer }) => Error | undefined;
}

/** Checks the service against this bundle and shows this certificate, if there is one. */
export function toPeerTls(
  { accepts, clock }: Omit<PeerRules, 'url'>,
  bundle: TrustBundle,
  svid: HeldSvid | undefined,
): PeerTls {
  return {
    ...(svid === undefined ? {} : { cert: svid.certificate, key: svid.key }),
    ca: bundle.pem,
    minVersion: 'TLSv1.3',
    // A resumed session would skip the check of the certificate.
    maxCachedSessions: 0,
    checkServerIdentity(_host, { raw }) {
      let shown = 'a certificate without a SPIFFE id';
      const isExpected = (id: SpiffeId): boolean => {
        shown = formatSpiffeId(id);
        return accepts(id);
      };
      const checked = checkSvid(raw, { bundle, now: clock.now(), accepts: isExpected });
      return checked.ok ? undefined : new PeerIdentityError(shown, checked.fault);
    },
  };
}

/** The valid certificate. @throws AppError `unavailable` while there is none */
export function requireSvid(source: SvidSource): HeldSvid {
  const svid = source.current();
  if (svid === undefined) throw noCertificate(source);
  return svid;
}

function noCertificate(source: SvidSource): AppError {
  const { spiffe_id, problem = 'none was fetched yet' } = source.state();
  return new AppError('unavailable', `no valid certificate of ${spiffe_id} to connect with: ${problem}`);
}
