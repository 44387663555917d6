/** A whole test gateway: real attestor, log and policy; auditors, model and verifier from the test. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type AuditorDefinition, createAuditor } from '@assay/sdk';
import type { FileSystem } from '@assay/sdk/receipts';
import { createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { createSoftwareTee } from '../../src/attestor/tee/software/software.ts';
import { createTokenCounter } from '../../src/auditors/injection/tokens.ts';
import type { AttestorClient } from '../../src/clients/attestor/client.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { createHttpAuditorClient } from '../../src/clients/auditor/http.ts';
import { createLocalAuditorClient } from '../../src/clients/auditor/local.ts';
import { withoutConfig } from '../../src/clients/verifier/client.fake.ts';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import type { ConnectAuditor } from '../../src/gateway/collect/client-pool.ts';
import { type ChainItem, itemUrl } from '../../src/gateway/collect/manifest.ts';
import { loadGatewayConfig } from '../../src/gateway/config.ts';
import { type RunningGateway, startGateway } from '../../src/gateway/start.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { createLogger } from '../../src/platform/log.ts';
import { yieldOnce } from '../../src/platform/step-queue.ts';
import type { SvidSource } from '../../src/platform/tls/svid-source.ts';
import { attackAuditor, privateAuditor } from './auditors.ts';

export interface TestGateway extends RunningGateway {
  readonly folder: string;
  /** Posts JSON (or the exact text) to a path. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Closes it and removes its folder, unless the test gave the folder. */
  dispose(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly env?: Record<string, string>;
  readonly auditors?: readonly AuditorDefinition[];
  /** Chain items over HTTP, e.g. hostile auditors. */
  readonly remote?: readonly { name: string; url: string }[];
  /** Connects those over HTTP; in the clear if absent. */
  readonly connectRemote?: ConnectAuditor;
  readonly verifier?: VerifierClient;
  /** Existing data folder. */
  readonly folder?: string;
  readonly fileSystem?: FileSystem;
  readonly streamHoldMs?: number;
  /** Its certificate at its mTLS port. */
  readonly identity?: SvidSource;
  readonly wrapAttestor?: (attestor: AttestorClient) => AttestorClient;
}

export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'assay-gateway-')));
  // A test verifier without configuration is not asked: the gateway would wait for it forever.
  const own = options.verifier?.configBundle === withoutConfig.configBundle ? { GATEWAY_CONFIG: 'files' } : {};
  const env = { ASSAY_DATA_DIR: folder, GATEWAY_PORT: '0', ASSAY_LOG_LEVEL: 'silent', ...own, ...options.env };
  const config = loadGatewayConfig(env);
  const dataDir = await openDataDir(folder);
  const log = createLogger({ service: 'test', level: 'silent' });
  const shared = { clock: systemClock, randomBytes, log };
  const attestorConfig = loadAttestorConfig(env);
  const tee = createSoftwareTee({ clock: systemClock, build: 'test' });
  const attestor = await createAttestor({ ...shared, config: attestorConfig, tee });
  const auditors = options.auditors ?? [attackAuditor, privateAuditor];
  const local = auditors.map(
    ({ id, defaultPort }): ChainItem => ({ name: id, image: `assay/${id}`, port: defaultPort }),
  );
  const remote = (options.remote ?? []).map(({ name, url }): ChainItem => ({ name, image: name, port: 1, url }));
  const gateway = await startGateway({
    ...shared,
    ...(options.fileSystem === undefined ? {} : { fileSystem: options.fileSystem }),
    ...(options.identity === undefined ? {} : { identity: options.identity }),
    ...(options.streamHoldMs === undefined ? {} : { streamHoldMs: options.streamHoldMs }),
    config,
    dataDir,
    monotonicMs: () => performance.now(),
    attestor: (options.wrapAttestor ?? ((client) => client))(createLocalAttestorClient(attestor)),
    verifier: options.verifier,
    builtInChain: [...local, ...remote],
    countTokens: createTokenCounter(yieldOnce),
    connectAuditor: (item, placedBy, ids) => {
      const definition = auditors.find(({ id }) => id === item.name && item.url === undefined);
      if (definition === undefined && options.connectRemote !== undefined) {
        return options.connectRemote(item, placedBy, ids);
      }
      if (definition === undefined) {
        const client = createHttpAuditorClient({ url: itemUrl(item), clock: systemClock });
        return { client, boundary: 'remote' };
      }
      const auditor = createAuditor(definition, { env });
      const client = createLocalAuditorClient({ auditor });
      return { client, boundary: 'attested', effectiveConfig: auditor.effectiveConfig };
    },
  });
  const url = (path: string) => `${gateway.url}${path}`;
  return {
    ...gateway,
    folder,
    post: (path, body, headers = {}) =>
      fetch(url(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path) => fetch(url(path)),
    async dispose() {
      await gateway.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
