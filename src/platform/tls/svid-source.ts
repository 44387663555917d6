/**
 * The X.509-SVID of this process. The key is made here and never written down; the certificate is fetched, and
 * renewed half way through its life. If that fails the old one is used until it expires; after that connections are
 * refused.
 */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { toPem } from '@assay/sdk/x509';
import { formatSpiffeId } from '../../contract/spiffe.ts';
import { type Clock, toTimestamp } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { RandomBytes } from '../ids.ts';
import type { Logger } from '../log.ts';
import { checkSvid } from './check-svid.ts';
import { parseTrustBundle, type TrustBundle } from './trust-bundle.ts';
import { writeCertificateRequest } from './x509-writer.ts';

/** A certificate with its key and the trusted authorities; replaced as a whole. */
export interface HeldSvid {
  readonly spiffeId: string;
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  readonly bundle: TrustBundle;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface SvidState {
  readonly spiffe_id: string;
  readonly status: 'valid' | 'renewal_failing' | 'none';
  readonly expires_at: string | null;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

export interface SvidSource {
  /** Undefined before the first certificate and after expiry; no connection is made then. */
  current(): HeldSvid | undefined;
  /** The newest trusted authorities. */
  bundle(): TrustBundle;
  /** For `/health`. */
  state(): SvidState;
  /** Called with each new certificate or bundle. */
  onChange(listener: () => void): void;
  /** Fetches a certificate now. @throws AppError when that fails */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface KnownForIssue {
  /** The certificate that authenticates the request; undefined the first time, and after expiry. */
  readonly svid: HeldSvid | undefined;
  /** Authorities to trust for this request. */
  readonly bundle: TrustBundle;
}

export interface SvidSourceDeps {
  /** Own identity. A certificate for another one is refused. */
  readonly spiffeId: string;
  /** Authorities for the first contact. */
  readonly pinned: TrustBundle;
  /** Gets a request (PEM) signed. */
  readonly issue: (csr: string, known: KnownForIssue) => Promise<{ svid: string; bundle: string }>;
  /** Reads new authorities between renewals; never if absent. */
  readonly readBundle?: (bundle: TrustBundle) => Promise<TrustBundle>;
  readonly bundleEveryMs?: number;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Logger;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Starts with a first attempt. {@link SvidSource.state} tells its result, because the other side may start later. */
export async function startSvidSource(deps: SvidSourceDeps): Promise<SvidSource> {
  const { clock, spiffeId, log, sleep } = deps;
  const listeners: (() => void)[] = [];
  const ended = new AbortController();
  let held: HeldSvid | undefined;
  let bundle = deps.pinned;
  let problem: string | undefined;

  const current = (): HeldSvid | undefined => (held !== undefined && clock.now() <= held.expiresAt ? held : undefined);
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const attempt = async (what: string, run: () => Promise<void>): Promise<boolean> => {
    try {
      await run();
      problem = undefined;
      return true;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      const expires_at = held === undefined ? null : toTimestamp(held.expiresAt);
      const consequence = current() === undefined ? 'connections are refused until then' : 'the present one serves';
      log.warn({ err: error, spiffe_id: spiffeId, expires_at }, `${what} failed and will be retried; ${consequence}`);
      return false;
    }
  };
  const renew = async (): Promise<void> => {
    held = await fetchSvid(deps, { svid: current(), bundle });
    bundle = held.bundle;
    log.info({ spiffe_id: spiffeId, expires_at: toTimestamp(held.expiresAt) }, 'X.509-SVID renewed');
    tell();
  };
  const readBundle = async (): Promise<void> => {
    const next = await deps.readBundle?.(bundle);
    if (next === undefined || next.pem === bundle.pem) return;
    bundle = next;
    if (held !== undefined) held = { ...held, bundle };
    tell();
  };
  const run = async (isFirstDone: boolean): Promise<void> => {
    const bundleEveryMs = deps.readBundle === undefined ? Number.POSITIVE_INFINITY : (deps.bundleEveryMs ?? 60_000);
    let failures = isFirstDone ? 0 : 1;
    let renewAt = clock.now() + toPause(held, failures, deps);
    while (!ended.signal.aborted) {
      await sleep(Math.max(0, Math.min(renewAt - clock.now(), bundleEveryMs)), ended.signal);
      if (ended.signal.aborted) return;
      if (clock.now() < renewAt) {
        await attempt('reading the trust bundle', readBundle);
        continue;
      }
      failures = (await attempt('renewing the X.509-SVID', renew)) ? 0 : failures + 1;
      renewAt = clock.now() + toPause(held, failures, deps);
    }
  };

  const running = run(await attempt('fetching the X.509-SVID', renew));
  return {
    current,
    bundle: () => bundle,
    state: () => ({
      spiffe_id: spiffeId,
      status: current() === undefined ? 'none' : problem === undefined ? 'valid' : 'renewal_failing',
      expires_at: held === undefined ? null : toTimestamp(held.expiresAt),
      ...(problem === undefined ? {} : { problem }),
    }),
    onChange: (listener) => void listeners.push(listener),
    renew,
    async close() {
      ended.abort();
      await running;
    },
  };
}

/** Half of the remaining life; after failures soon, then more rarely. Randomised, so that a fleet does not come at once. */
function toPause(held: HeldSvid | undefined, failures: number, { clock, randomBytes }: SvidSourceDeps): number {
  const spread = 0.8 + (0.4 * (randomBytes(1)[0] ?? 0)) / 255;
  if (failures > 0) return spread * Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
  return (spread * ((held?.expiresAt ?? clock.now()) - clock.now())) / 2;
}

/** Uses a new key each time, so that a stolen old one soon becomes useless. */
async function fetchSvid({ issue, spiffeId, clock }: SvidSourceDeps, known: KnownForIssue): Promise<HeldSvid> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const request = toPem(writeCertificateRequest(privateKey), 'CERTIFICATE REQUEST');
  const answer = await issue(request, known);
  const bundle = parseTrustBundle(answer.bundle, 'the answer to a certificate request');
  const certificate = readCertificate(answer.svid);
  const accepts = (id: Parameters<typeof formatSpiffeId>[0]) => formatSpiffeId(id) === spiffeId;
  const checked = checkSvid(certificate.raw, { bundle, now: clock.now(), accepts });
  if (!checked.ok) throw refuse(`it is invalid (${checked.fault})`);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  if (!certificate.checkPrivateKey(createPrivateKey(key))) throw refuse('it is for another key');
  return { spiffeId, certificate: answer.svid, key, bundle, expiresAt: checked.svid.notAfter };
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw refuse('it is not a certificate', cause);
  }
}

function refuse(why: string, cause?: unknown): AppError {
  return new AppError('unavailable', `the issued certificate is refused: ${why}`, { cause });
}
