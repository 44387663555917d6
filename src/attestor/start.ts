/**
 * Starts the attestor as a service of its own: makes the key, writes a new secret into the data folder, then listens.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { formatSpiffeId, type SpiffeId } from '../contract/spiffe.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { Closing, HttpApp } from '../platform/http/app.ts';
import { loadOperatorToken } from '../platform/http/operator-token.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { createSecret } from '../platform/secret.ts';
import { type MtlsListenerOptions, startMtlsListener } from '../platform/tls/mtls-listener.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import { createAttestorApp, createMetricsAccess } from './app.ts';
import { type Attestor, createAttestor } from './attestor.ts';
import { type AttestorConfig, gatewayCertificateId } from './config.ts';
import { guardHost } from './key/guard-host.ts';
import { startRotation } from './key/rotation.ts';
import { findGpu } from './tee/find-gpu.ts';
import { findTee } from './tee/find-tee.ts';

export interface StartAttestorOptions {
  readonly config: AttestorConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** The build that a software report names. */
  readonly build: string;
  /** The certificate for the mTLS port; required where the port is configured. */
  readonly identity?: SvidSource;
}

export interface RunningAttestor {
  readonly attestor: Attestor;
  readonly url: string;
  readonly closing: Closing;
  close(): Promise<void>;
}

/** File of the per-start secret in the data folder (0600). */
export const attestorTokenFile = 'attestor-token';
const tokenBytes = 32;
const hourMs = 3_600_000;

/** Starts listening. @throws AppError `config` when it may not start. */
export async function startAttestor(options: StartAttestorOptions): Promise<RunningAttestor> {
  const { config, clock, randomBytes, log } = options;
  const undo: (() => unknown)[] = [await guardHost({ isProduction: config.ASSAY_ENV === 'production', log })];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const tee = await findTee({ ...options, wait });
    const gpu = findGpu(config, tee);
    const attestor = await createAttestor({ config, clock, randomBytes, log, tee, gpu });
    undo.push(() => attestor.close());
    const everyMs = config.ATTESTOR_KEY_HOURS * hourMs;
    const rotation = startRotation({ key: attestor, everyMs, clock, sleep, log });
    undo.push(() => rotation.stop());
    return { attestor, ...(await listen(attestor, options, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(
  attestor: Attestor,
  options: StartAttestorOptions,
  undo: (() => unknown)[],
): Promise<Pick<RunningAttestor, 'url' | 'closing'>> {
  const { config, dataDir, randomBytes, log } = options;
  const token = config.ATTESTOR_TOKEN ?? createSecret(Buffer.from(randomBytes(tokenBytes)).toString('base64url'));
  const host = config.ATTESTOR_HOST;
  const metricsAccess = createMetricsAccess(config, token, await loadOperatorToken(dataDir, randomBytes));
  const app = createAttestorApp({ attestor, token, gatewayId: config.GATEWAY_ID, host, log, metricsAccess });
  undo.push(() => app.close());
  const url = await app.listen({ host: config.ATTESTOR_HOST, port: config.ATTESTOR_PORT });
  await listenByMtls(app, options, undo);
  // Writes the secret only after the port is open: a second attestor that is refused the port must not overwrite the
  // first one's secret.
  if (config.ATTESTOR_TOKEN === undefined) await dataDir.write(attestorTokenFile, token.reveal());
  return { url, closing: app };
}

/** Opens the mTLS port for the one gateway whose Evidence is signed. */
async function listenByMtls(app: HttpApp, options: StartAttestorOptions, undo: (() => unknown)[]): Promise<void> {
  const { config, identity: source, clock, log } = options;
  const { ATTESTOR_MTLS_PORT: port, ATTESTOR_HOST: host } = config;
  if (port === undefined) return;
  if (source === undefined) throw new Error('an mTLS port needs an identity');
  const expected = gatewayCertificateId(config);
  const accepts = (id: SpiffeId): boolean => formatSpiffeId(id) === expected;
  const handle: MtlsListenerOptions['handle'] = (request, response) => app.routing(request, response);
  const listener = await startMtlsListener({ source, host, port, accepts, handle, clock, log });
  undo.push(() => listener.close());
}

/** Ends early, and quietly, when the signal aborts. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
