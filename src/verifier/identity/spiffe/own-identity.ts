/** The verifier's own certificate, from its own authority, and the port that uses it. */
import { setTimeout as wait } from 'node:timers/promises';
import { formatSpiffeId, type SpiffeId } from '../../../contract/spiffe.ts';
import { spiffeBundlePath, x509SvidPath } from '../../../contract/x509-svid.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { type MtlsListener, startMtlsListener } from '../../../platform/tls/mtls-listener.ts';
import { type SvidSource, startSvidSource } from '../../../platform/tls/svid-source.ts';
import type { VerifierConfig } from '../../base/config.ts';
import type { SpiffeServices } from './create.ts';

/** Copy of the trust bundle in the data folder, for a client's first connection. */
export const trustBundleFile = 'trust-bundle.pem';
/** Other processes over the same database bring their own authorities. */
const bundleEveryMs = 15_000;

export interface OwnIdentityDeps {
  readonly config: Pick<VerifierConfig, 'ASSAY_TRUST_DOMAIN'>;
  readonly dataDir: Pick<DataDir, 'write'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
}

export async function startVerifierIdentity(
  { config, dataDir, clock, randomBytes, log }: OwnIdentityDeps,
  { x509Authority, issueOwn }: Pick<SpiffeServices, 'x509Authority' | 'issueOwn'>,
): Promise<SvidSource> {
  const pinned = await x509Authority.bundle();
  await dataDir.write(trustBundleFile, pinned.pem);
  const spiffeId = formatSpiffeId({ trustDomain: config.ASSAY_TRUST_DOMAIN, path: ['verifier', 'default'] });
  return startSvidSource({
    spiffeId,
    pinned,
    clock,
    randomBytes,
    log,
    sleep,
    bundleEveryMs,
    issue: (csr) => issueOwn(csr, spiffeId),
    readBundle: x509Authority.bundle,
  });
}

export interface ListenTo {
  readonly app: Pick<HttpApp, 'routing'>;
  readonly identity: SvidSource;
}

export interface ListenDeps {
  readonly config: Pick<VerifierConfig, 'ASSAY_TRUST_DOMAIN' | 'VERIFIER_HOST' | 'VERIFIER_MTLS_PORT'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Serves the same app to agents and gateways of every organisation of the deployment. */
export function listenByMtls({ app, identity }: ListenTo, { config, clock, log }: ListenDeps): Promise<MtlsListener> {
  const { ASSAY_TRUST_DOMAIN: own, VERIFIER_HOST: host, VERIFIER_MTLS_PORT: port = 0 } = config;
  const accepts = ({ trustDomain, path: [kind] }: SpiffeId): boolean =>
    (trustDomain === own || trustDomain.endsWith(`.${own}`)) && (kind === 'agent' || kind === 'gateway');
  return startMtlsListener({
    source: identity,
    host,
    port,
    accepts,
    clock,
    log,
    openTo: [`POST ${x509SvidPath}`, `GET ${spiffeBundlePath}`],
    handle: (request, response) => app.routing(request, response),
  });
}

/** Sleeps; ends early without an error if the signal aborts, and does not keep the process alive. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
