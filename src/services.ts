/**
 * Starts services by name, alone or together. Together they share one process: calls between them stay inside it, and
 * each still listens on its own port.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { type AuditorDefinition, serveAuditor } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { loadAttestorConfig } from './attestor/config.ts';
import { attestorTokenFile, type RunningAttestor, startAttestor } from './attestor/start.ts';
import { readAuditorCommands } from './auditor-commands.ts';
import { type AuditorByMtls, addMtlsPort } from './auditor-mtls.ts';
import { auditorMtlsPortVariable, loadAuditorMtlsConfig } from './auditor-mtls-config.ts';
import { readAuditorPort } from './auditor-port.ts';
import { auditors } from './auditors/catalog.ts';
import { createTokenCounter } from './auditors/injection/tokens.ts';
import type { AttestorClient } from './clients/attestor/client.ts';
import { createHttpAttestorClient } from './clients/attestor/http.ts';
import { createLocalAttestorClient } from './clients/attestor/local.ts';
import { type AuditorWorkerPool, createWorkerPool } from './clients/auditor/worker-pool.ts';
import type { VerifierClient } from './clients/verifier/client.ts';
import { createHttpVerifierClient } from './clients/verifier/http.ts';
import { createLocalVerifierClient } from './clients/verifier/local.ts';
import { builtInChain } from './configuration/chain/built-in-chain.ts';
import { createAuditorConnections } from './connect-auditor.ts';
import { type GatewayConfig, loadGatewayConfig } from './gateway/config.ts';
import { type RunningGateway, startGateway } from './gateway/start.ts';
import { listKnownVariables } from './known-variables.ts';
import { loadMcpGatewayConfig } from './mcp-gateway/config.ts';
import type { RunningMcpGateway } from './mcp-gateway/start.ts';
import { type McpGatewayServiceOptions, startMcpGatewayService } from './mcp-gateway-service.ts';
import { createModelFileScan } from './model-file-scan.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Environment } from './platform/config.ts';
import { type DataDir, openDataDir } from './platform/data-dir.ts';
import { AppError } from './platform/errors.ts';
import type { Closing } from './platform/http/app.ts';
import { loadGatewaySecret, toGatewayToken } from './platform/http/gateway-token.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { explainAnnotated, readAnnotatedEnvironment } from './platform/pod-annotations.ts';
import type { Secret } from './platform/secret.ts';
import { createStepQueue, yieldOnce } from './platform/step-queue.ts';
import { type ServiceIdentity, startAttestorIdentity, startGatewayIdentity } from './service-identity.ts';
import { createShutdown, type Running, type Shutdown } from './shutdown.ts';
import { explainStart } from './start-failure.ts';
import type { RunningVerifier } from './verifier/start.ts';
import { startVerifierInThread, type VerifierThread } from './verifier-in-thread.ts';

export const serviceNames: readonly string[] = [
  ...['verifier', 'gateway', 'mcp-gateway', 'attestor'],
  ...auditors.map(({ id }) => id),
];

export interface StartServicesOptions {
  /** Names to start; all if absent. `auditors` names every auditor. */
  readonly only?: readonly string[];
  readonly env: Environment;
  readonly clock?: Clock;
  /** Runs the verifier in a thread of its own where a gateway runs beside it. */
  readonly verifierInThread?: boolean;
  /** Called with warnings about ignored settings, e.g. unknown variables. */
  readonly report?: (message: string) => void;
  /** Called for each service once it answers. */
  readonly started?: (name: string, url: string) => void;
  /** Ends a start between two services; what runs by then is closed. */
  readonly signal?: AbortSignal;
}

export interface RunningServices extends Shutdown {
  readonly urls: Readonly<Record<string, string>>;
  readonly dataDir: DataDir;
  /** Waits until everything recorded has reached the verifier. */
  flush(signal: AbortSignal): Promise<void>;
}

interface Context {
  readonly env: Environment;
  readonly clock: Clock;
  readonly dataDir: DataDir;
  readonly report: (message: string) => void;
  readonly starts: (name: string) => boolean;
  readonly logOf: (service: string) => Logger;
}

const warn = (message: string): void => process.emitWarning(message);
const build = 'assay/0.1.0';
/** Judging a shorter text takes a millisecond or two. */
const lengthThatTakesTurns = 4 * 1024;

/** Starts the chosen services. @throws AppError `config` naming the obstacle. */
export async function startServices(options: StartServicesOptions): Promise<RunningServices> {
  const { env, decided } = await readAnnotatedEnvironment({
    env: options.env,
    known: listKnownVariables(),
    readFile,
    report: options.report ?? warn,
  });
  return startIn({ ...options, env }).catch((error: unknown) => {
    throw explainAnnotated(error, decided);
  });
}

async function startIn(options: StartServicesOptions): Promise<RunningServices> {
  const dataDir = options.env['ASSAY_DATA_DIR'] || '.assay';
  const context = await createContext(options).catch(async (error: unknown) => {
    throw await explainStart(error, { env: options.env, dataDir });
  });
  const { starts, env } = context;
  const isAlone = auditors.filter(({ id }) => starts(id)).length === 1;
  const running: Running[] = [];
  const shutdown = createShutdown(running);
  const begin: Begin = async (name, start) => {
    if (!starts(name)) return undefined;
    options.signal?.throwIfAborted();
    const service = await start().catch(async (error: unknown) => {
      throw await explainStart(error, { service: name, readsPort: isAlone && isAuditor(name), env, dataDir });
    });
    if (service === undefined) return undefined;
    running.push({ name, url: service.url, closing: service.closing, close: () => service.close() });
    options.started?.(name, service.url);
    return service;
  };
  try {
    for (const definition of auditors) await begin(definition.id, () => serveOne(definition, context));
    const attestor = await begin('attestor', () => startAttestorService(context));
    const inThread = options.verifierInThread === true && starts('gateway');
    const verifier = await begin('verifier', () => startVerifierService(context, inThread));
    const gateway = await begin('gateway', () => startGatewayService(context, attestor, verifier));
    if (gateway !== undefined) verifier?.useGateway(gateway.url);
    const urls = () => Object.fromEntries(running.map(({ name, url }) => [name, url]));
    await begin('mcp-gateway', () => startMcpGatewayIfEnabled(context, { gateway, verifier, urls: urls() }));
    return {
      urls: urls(),
      dataDir: context.dataDir,
      flush: (signal) => gateway?.flush(signal) ?? Promise.resolve(),
      ...shutdown,
    };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

interface Service {
  readonly url: string;
  /** Absent at auditors, which answer within moments. */
  readonly closing?: Closing;
  close(): Promise<void>;
}

/** Starts one of the chosen services and remembers it; gives nothing for one that is not chosen. */
type Begin = <Started extends Service>(
  name: string,
  start: () => Promise<Started | undefined>,
) => Promise<Started | undefined>;

const isAuditor = (name: string): boolean => auditors.some(({ id }) => id === name);

/** Starts nothing where it is switched off. */
async function startMcpGatewayIfEnabled(
  { env, clock, dataDir, report, logOf }: Context,
  others: Pick<McpGatewayServiceOptions, 'gateway' | 'verifier' | 'urls'>,
): Promise<RunningMcpGateway | undefined> {
  const config = loadMcpGatewayConfig(env, report);
  if (!config.MCP_GATEWAY_ENABLED) return undefined;
  return startMcpGatewayService({ config, env, clock, dataDir, log: logOf('mcp-gateway'), ...others });
}

async function createContext(options: StartServicesOptions): Promise<Context> {
  const { only, clock = systemClock, report = warn } = options;
  const chosen = new Set(only?.flatMap((name) => (name === 'auditors' ? auditors.map(({ id }) => id) : [name])));
  const unknown = [...chosen].filter((name) => !serviceNames.includes(name));
  if (unknown.length > 0) {
    const detail = `there is no service ${unknown.join(', ')}; choose from ${serviceNames.join(', ')}, auditors`;
    throw new AppError('config', detail, { detail });
  }
  const starts = (name: string) => only === undefined || chosen.has(name);
  const env = withoutSharedAuditorNames(options.env, auditors.filter(({ id }) => starts(id)).length, report);
  const config = loadGatewayConfig(env, () => {});
  const dataDir = await openDataDir(config.ASSAY_DATA_DIR, report);
  const logOf = (service: string) =>
    createLogger({ service, level: config.ASSAY_LOG_LEVEL, format: config.ASSAY_LOG_FORMAT });
  return { env, clock, dataDir, report, starts, logOf };
}

/** `PORT`, `AUDITOR_MTLS_PORT` and the auditor ids name one auditor, so with several of them they are ignored. */
function withoutSharedAuditorNames(env: Environment, count: number, report: (message: string) => void): Environment {
  const { port, vendorAuditorId, auditorId } = environmentNames;
  const shared: readonly string[] = [port, vendorAuditorId, auditorId, auditorMtlsPortVariable];
  const set = shared.filter((name) => env[name] !== undefined);
  if (count === 1 || set.length === 0) return env;
  report(`${set.join(', ')}: ignored, because ${count} auditors are started`);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !set.some((ignored) => ignored === name)));
}

/** @throws AppError `config` for an invalid variable of the auditor */
async function serveOne(definition: AuditorDefinition, { env, clock, logOf }: Context): Promise<AuditorByMtls> {
  const config = loadAuditorMtlsConfig(env);
  try {
    const served = await serveAuditor(definition, { env, host: '127.0.0.1', port: readAuditorPort(definition, env) });
    return await addMtlsPort(served, config, { clock, log: logOf(definition.id) });
  } catch (error) {
    // The SDK's error for a wrong variable, which it names.
    if (error instanceof TypeError && /^[A-Z][A-Z0-9_]* /.test(error.message)) {
      throw new AppError('config', error.message, { detail: error.message, cause: error });
    }
    throw error;
  }
}

async function startAttestorService({ env, clock, dataDir, report, logOf }: Context): Promise<RunningAttestor> {
  const config = loadAttestorConfig(env, report);
  const log = logOf('attestor');
  const identity = await startAttestorIdentity(config, { clock, log });
  const own = { config, dataDir, clock, randomBytes, log, build };
  try {
    const attestor = await startAttestor(identity === undefined ? own : { ...own, identity: identity.source });
    return { ...attestor, close: () => attestor.close().finally(() => identity?.close()) };
  } catch (error) {
    await identity?.close();
    throw error;
  }
}

/** Loaded only where it runs, because a thread has its own copy. */
async function startVerifierService(
  { env, logOf }: Context,
  inThread: boolean,
): Promise<RunningVerifier | VerifierThread> {
  // A dead verifier ends the process, as it would if it ran in this thread.
  const onDeath = (error: Error): never => {
    throw error;
  };
  if (inThread) return startVerifierInThread({ env, onDeath });
  const { startVerifier } = await import('./verifier/start.ts');
  return startVerifier(env, logOf('verifier'), { scanModelFile: createModelFileScan() });
}

async function startGatewayService(
  context: Context,
  attestor: RunningAttestor | undefined,
  verifier: RunningVerifier | VerifierThread | undefined,
): Promise<RunningGateway> {
  const { env, clock, dataDir, report, starts } = context;
  const log = context.logOf('gateway');
  const config = loadGatewayConfig(env, report);
  const commands = await readAuditorCommands(config.GATEWAY_AUDITORS_FILE);
  const pool = createAuditorPool(config, env);
  const monotonicMs = () => performance.now();
  const turns = createStepQueue({
    monotonicMs,
    rest: yieldOnce,
    largeSize: lengthThatTakesTurns,
  });
  const identity = await startGatewayIdentity(config, { clock, log });
  const clients: { close(): Promise<void> }[] = [];
  const closeParts = async (): Promise<void> => {
    for (const client of clients) await client.close();
    await pool?.close();
    await identity?.close();
  };
  try {
    const toAttestor = await connectAttestor(context, config, attestor, identity);
    clients.push(toAttestor);
    const toVerifier = await connectVerifier(context, config, verifier, identity);
    clients.push(toVerifier);
    const gateway = await startGateway({
      config,
      dataDir,
      clock,
      monotonicMs,
      randomBytes,
      log,
      attestor: toAttestor,
      verifier: toVerifier,
      builtInChain,
      connectAuditor: createAuditorConnections({
        env,
        clock,
        monotonicMs,
        starts,
        log,
        config,
        identity,
        turns,
        pool,
        commands,
      }),
      countTokens: createTokenCounter(yieldOnce),
      verifierUrl: verifierUrlForBrowsers(env, verifier),
      ...(identity === undefined ? {} : { identity: identity.source }),
    });
    return { ...gateway, close: () => gateway.close().then(closeParts) };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

/** Only of a verifier beside it: an address between services is not shown to strangers. */
function verifierUrlForBrowsers(env: Environment, beside: { readonly url: string } | undefined): string | undefined {
  return beside === undefined ? undefined : env['ASSAY_PUBLIC_URL'] || beside.url;
}

function createAuditorPool({ GATEWAY_WORKERS: size }: GatewayConfig, env: Environment): AuditorWorkerPool | undefined {
  if (size === 0) return undefined;
  return createWorkerPool({ workerUrl: new URL('./auditors/worker.mjs', import.meta.url), size, workerData: env });
}

async function connectAttestor(
  { dataDir, env }: Context,
  config: GatewayConfig,
  attestor: RunningAttestor | undefined,
  identity: ServiceIdentity | undefined,
): Promise<AttestorClient> {
  if (attestor !== undefined) return createLocalAttestorClient(attestor.attestor);
  const named = config.GATEWAY_ATTESTOR_URL;
  if (identity !== undefined && named?.startsWith('https://') === true) {
    return createHttpAttestorClient({ url: named, dispatcher: identity.connect(named, 'attestor') });
  }
  const configured = loadAttestorConfig(env, () => {}).ATTESTOR_TOKEN;
  const readToken = async (): Promise<string | undefined> =>
    configured?.reveal() ?? (await dataDir.read(attestorTokenFile))?.toString('utf8').trim();
  const token = await readToken();
  if (token === undefined) {
    const detail =
      `no attestor: start one with the same ASSAY_DATA_DIR first (${dataDir.file(attestorTokenFile)} is missing), ` +
      'or set ATTESTOR_TOKEN to its secret';
    throw new AppError('config', detail, { detail });
  }
  return createHttpAttestorClient({ url: config.GATEWAY_ATTESTOR_URL ?? 'http://127.0.0.1:8400', token, readToken });
}

async function connectVerifier(
  context: Context,
  config: GatewayConfig,
  verifier: RunningVerifier | VerifierThread | undefined,
  identity: ServiceIdentity | undefined,
): Promise<VerifierClient> {
  const named = config.GATEWAY_VERIFIER_URL;
  // The certificate identifies the caller; the key was used in the request for it.
  if (identity !== undefined && named !== undefined) {
    return createHttpVerifierClient({ url: named, dispatcher: identity.connect(named, 'verifier') });
  }
  const isOwn = verifier !== undefined && config.GATEWAY_VERIFIER_URL === undefined;
  const secret = await findVerifierToken(context, config);
  const token = secret === undefined ? {} : { token: secret.reveal() };
  if (isOwn && 'app' in verifier) return createLocalVerifierClient(verifier.app, token);
  return createHttpVerifierClient({
    url: config.GATEWAY_VERIFIER_URL ?? verifier?.url ?? 'http://127.0.0.1:8200',
    ...token,
  });
}

/**
 * The gateway's token for the verifier. A token made with the secret of this folder is never sent to a verifier that
 * the operator configured.
 */
async function findVerifierToken({ dataDir }: Context, config: GatewayConfig): Promise<Secret | undefined> {
  const { GATEWAY_VERIFIER_KEY: key, ASSAY_GATEWAY_SECRET: configured } = config;
  if (key !== undefined) return key;
  if (configured === undefined && config.GATEWAY_VERIFIER_URL !== undefined) return undefined;
  const secret = await loadGatewaySecret(dataDir, configured, randomBytes);
  return toGatewayToken(secret, { organisation: config.GATEWAY_ORGANIZATION, gatewayId: config.GATEWAY_ID });
}
