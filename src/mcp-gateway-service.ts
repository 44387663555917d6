/**
 * Wires the MCP gateway to the other services: by handles within this process, by mTLS to other processes. A peer
 * without a certificate is never called in clear, except on loopback outside of production.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { environmentNames } from '@assay/sdk/contract';
import type { ToolJudge } from './clients/tool-judge/client.ts';
import { createHttpToolJudge } from './clients/tool-judge/http.ts';
import { createLocalToolJudge } from './clients/tool-judge/local.ts';
import type { VerifierClient } from './clients/verifier/client.ts';
import { createHttpVerifierClient } from './clients/verifier/http.ts';
import { createLocalVerifierClient } from './clients/verifier/local.ts';
import type { RunningGateway } from './gateway/start.ts';
import type { ServicePlace } from './mcp-gateway/catalog/services.ts';
import { type McpGatewayConfig, servicesOf } from './mcp-gateway/config.ts';
import { type RunningMcpGateway, type StartMcpGatewayOptions, startMcpGateway } from './mcp-gateway/start.ts';
import { type Clock, createSteadyClock } from './platform/clock.ts';
import type { Environment } from './platform/config.ts';
import type { DataDir } from './platform/data-dir.ts';
import { AppError } from './platform/errors.ts';
import { isLoopback } from './platform/http/access.ts';
import { loadGatewaySecret, toGatewayToken } from './platform/http/gateway-token.ts';
import { toFetch } from './platform/http/guarded-as-fetch.ts';
import { createGuardedFetch, type GuardedFetchDeps } from './platform/http/guarded-fetch.ts';
import { hostAndPortOf } from './platform/http/guarded-target.ts';
import { loadOperatorToken } from './platform/http/operator-token.ts';
import { loopbackBlocks, parseOutboundAllow } from './platform/http/outbound-addresses.ts';
import type { Logger } from './platform/log.ts';
import { type ServiceIdentity, startMcpGatewayIdentity } from './service-identity.ts';
import type { RunningVerifier } from './verifier/start.ts';
import type { VerifierThread } from './verifier-in-thread.ts';

export interface McpGatewayServiceOptions {
  readonly config: McpGatewayConfig;
  readonly env: Environment;
  readonly clock: Clock;
  readonly dataDir: DataDir;
  readonly log: Logger;
  /** The gateway of this process, if it runs here. */
  readonly gateway: RunningGateway | undefined;
  readonly verifier: RunningVerifier | VerifierThread | undefined;
  /** URLs of the services of this process, by name. */
  readonly urls: Readonly<Record<string, string>>;
}

const documentBounds = { accept: ['application/json'], timeoutMs: 5_000, maxBytes: 256 * 1024 } as const;

/** @throws AppError `config` when it may not start. */
export async function startMcpGatewayService(options: McpGatewayServiceOptions): Promise<RunningMcpGateway> {
  const { config, env, clock, dataDir, log } = options;
  const identity = needsIdentity(options) ? await startMcpGatewayIdentity(config, { clock, log }) : undefined;
  try {
    const verifier = await connectVerifier(options, identity);
    const gateway = await startMcpGateway({
      config,
      dataDir,
      clock,
      randomBytes,
      log,
      verifier,
      sleep,
      steadyClock: createSteadyClock(clock, () => performance.now()),
      judge: await connectJudge(options, identity),
      ...reachServices(options, identity, await findServiceHeaders(options)),
      searchPath: env['PATH'],
      verifierUrl: options.verifier === undefined ? undefined : env['ASSAY_PUBLIC_URL'] || options.verifier.url,
      ...(identity === undefined ? {} : { identity: identity.source }),
    });
    return {
      ...gateway,
      close: async () => {
        await gateway.close();
        await verifier.close();
        await identity?.close();
      },
    };
  } catch (error) {
    await identity?.close();
    throw error;
  }
}

/** True where another process is called by https, or agents connect by certificate. */
function needsIdentity({ config, gateway, verifier }: McpGatewayServiceOptions): boolean {
  if (!config.MCP_GATEWAY_MTLS_ENABLED) return false;
  if (config.MCP_GATEWAY_MTLS_PORT !== undefined) return true;
  const { MCP_GATEWAY_VERIFIER_URL: verifierUrl, MCP_GATEWAY_GATEWAY_URL: gatewayUrl } = config;
  const isAlone = verifier === undefined && verifierUrl?.startsWith('https://') === true;
  if (isAlone || (gateway === undefined && gatewayUrl?.startsWith('https://') === true)) return true;
  return servicesOf(config).some(({ url }) => url.startsWith('https://'));
}

async function connectVerifier(
  options: McpGatewayServiceOptions,
  identity: ServiceIdentity | undefined,
): Promise<VerifierClient> {
  const { config, verifier } = options;
  const named = config.MCP_GATEWAY_VERIFIER_URL;
  if (identity !== undefined && named?.startsWith('https://') === true) {
    return createHttpVerifierClient({ url: named, dispatcher: identity.connect(named, 'verifier') });
  }
  const isOwn = verifier !== undefined && named === undefined;
  const url = named ?? verifier?.url ?? 'http://127.0.0.1:8200';
  if (!isOwn) assertMayBeCalled(config, url, 'MCP_GATEWAY_VERIFIER_URL');
  const token = await findToken(options);
  const shown = token === undefined ? {} : { token };
  if (isOwn && 'app' in verifier) return createLocalVerifierClient(verifier.app, shown);
  return createHttpVerifierClient({ url, ...shown });
}

async function connectJudge(
  options: McpGatewayServiceOptions,
  identity: ServiceIdentity | undefined,
): Promise<ToolJudge> {
  const { config, gateway } = options;
  const named = config.MCP_GATEWAY_GATEWAY_URL;
  if (gateway !== undefined && named === undefined) return createLocalToolJudge(gateway.toolCalls);
  const url = named ?? 'http://127.0.0.1:8300';
  if (identity !== undefined && url.startsWith('https://')) {
    return createHttpToolJudge({ url, dispatcher: identity.connect(url, 'gateway') });
  }
  assertMayBeCalled(config, url, 'MCP_GATEWAY_GATEWAY_URL');
  return createHttpToolJudge({ url, ...(await findJudgeToken(options, url)) });
}

/** Finds the operator token for the judge: a gateway lets its holder name the agent and the person it acts for. */
async function findJudgeToken({ config, dataDir }: McpGatewayServiceOptions, url: string): Promise<{ token?: string }> {
  const key = config.MCP_GATEWAY_GATEWAY_KEY;
  if (key !== undefined) return { token: key.reveal() };
  if (isLoopback(new URL(url).hostname)) return { token: (await loadOperatorToken(dataDir, randomBytes)).reveal() };
  const detail = `MCP_GATEWAY_GATEWAY_URL ${url} needs MCP_GATEWAY_GATEWAY_KEY, or mTLS: without either the gateway judges for nobody`;
  throw new AppError('config', detail, { detail });
}

/**
 * Finds the token for the verifier where there is no certificate: apps' secrets need a credential, on loopback too. A
 * token made with the secret of this folder is never sent to a verifier that the operator configured.
 */
async function findToken({ config, dataDir }: McpGatewayServiceOptions): Promise<string | undefined> {
  const { MCP_GATEWAY_VERIFIER_KEY: key, ASSAY_GATEWAY_SECRET: configured } = config;
  if (key !== undefined) return key.reveal();
  if (configured === undefined && config.MCP_GATEWAY_VERIFIER_URL !== undefined) return undefined;
  const secret = await loadGatewaySecret(dataDir, configured, randomBytes);
  const name = { organisation: config.MCP_GATEWAY_ORGANIZATION, gatewayId: config.MCP_GATEWAY_ID };
  return toGatewayToken(secret, name).reveal();
}

/** @throws AppError `config` for a service in another process that would be called in clear over a network. */
function assertMayBeCalled(config: McpGatewayConfig, url: string, variable: string): void {
  const refusal = whyNotInClear(config, url);
  if (refusal === undefined) return;
  const detail = `${variable} ${url}: ${refusal}`;
  throw new AppError('config', detail, { detail });
}

/** Undefined where it may be called without a certificate. */
function whyNotInClear(config: McpGatewayConfig, url: string): string | undefined {
  if (!config.MCP_GATEWAY_MTLS_ENABLED) return undefined;
  const isNear = isLoopback(new URL(url).hostname) && config.ASSAY_ENV !== 'production';
  if (isNear) return undefined;
  return 'it has no certificate, and MCP_GATEWAY_MTLS_ENABLED lets none be called without: name the https URL of its port for mTLS';
}

/** Lists our own services with the way to reach each: in this process, on loopback, or by mTLS at the configured address. */
function reachServices(
  options: McpGatewayServiceOptions,
  identity: ServiceIdentity | undefined,
  headers: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Pick<StartMcpGatewayOptions, 'services' | 'fetchService' | 'connectService'> {
  const { config, urls } = options;
  const named = new Map(servicesOf(config).map(({ name, url }) => [name, url]));
  const own = Object.entries(urls).filter(([name]) => name !== 'attestor' && !named.has(name));
  const services: ServicePlace[] = [
    ...own.map(([name, url]) => ({ name, url: toLoopback(url), ...pathsOf(config) })),
    ...[...named].map(([name, url]) => ({ name, url, ...toRefusal(config, name, url) })),
  ];
  const hosts = services.filter(({ refusal }) => refusal === undefined).map(({ url }) => new URL(url).hostname);
  const allow = parseOutboundAllow([loopbackBlocks, ...hosts.filter((host) => !isLoopback(host))].join(','));
  const ports = new Set(services.map(({ url }) => hostAndPortOf(url).port));
  const inClear = createGuardedFetch({ allow, ports });
  const byMtls = new Map(
    [...named]
      .filter(([, url]) => identity !== undefined && isByMtls(config, url))
      .map(([name]) => [name, createGuardedFetch({ allow, ports, ...tlsOf(identity, name) })]),
  );
  const clientOf = (name: string) => byMtls.get(name) ?? inClear;
  // A certificate is the only credential of a call by mTLS.
  const headersFor = (name: string) => (byMtls.has(name) ? {} : { ...(headers.get(name) ?? headers.get('auditor')) });
  return {
    services,
    fetchService: ({ name }, url, { signal }) =>
      toFetch(clientOf(name), documentBounds)(url, { signal, headers: headersFor(name) }),
    connectService: ({ name }) => ({ open: clientOf(name).open, headers: headersFor(name) }),
  };
}

/** True for a service that is called with our certificate. */
function isByMtls(config: McpGatewayConfig, url: string): boolean {
  return config.MCP_GATEWAY_MTLS_ENABLED && url.startsWith('https://');
}

/** A service that is not the verifier is an auditor, which must have the certificate of its name. */
function tlsOf(identity: ServiceIdentity | undefined, name: string): Pick<GuardedFetchDeps, 'tls'> {
  if (identity === undefined) return {};
  return { tls: name === 'verifier' ? identity.tlsTo('verifier') : identity.tlsTo('auditor', name) };
}

/** Services of this process read the same variables. */
function pathsOf({ MCP_TOOLS_PATH: toolsPath, MCP_METADATA_PATH: metadataPath }: McpGatewayConfig) {
  return { toolsPath, metadataPath };
}

/** Finds the credentials for the `/mcp` of the verifier, the gateway, and every other service, which is an auditor. */
async function findServiceHeaders(
  options: McpGatewayServiceOptions,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { config, env, verifier, gateway } = options;
  const named = new Set(servicesOf(config).map(({ name }) => name));
  const [verifierKey, gatewayKey] = [config.MCP_GATEWAY_VERIFIER_KEY, config.MCP_GATEWAY_GATEWAY_KEY];
  const isVerifierHere = verifier !== undefined && !named.has('verifier');
  const isGatewayHere = gateway !== undefined && !named.has('gateway');
  // A gateway lets only an operator name an agent.
  const gatewayToken = gatewayKey?.reveal() ?? (isGatewayHere ? await findOwnToken(options) : undefined);
  const auditorToken = env[environmentNames.auditorToken];
  return new Map([
    ['verifier', toBearer(isVerifierHere || verifierKey !== undefined ? await findToken(options) : undefined)],
    ['gateway', toBearer(gatewayToken)],
    ['auditor', toBearer(auditorToken === '' ? undefined : auditorToken)],
  ]);
}

function toBearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** The token of the shared data folder, where calls on loopback need a credential. */
async function findOwnToken({ config, dataDir }: McpGatewayServiceOptions): Promise<string | undefined> {
  const isNeeded = config.ASSAY_AUTHENTICATION === 'required' || config.ASSAY_ACCESS_TOKEN !== undefined;
  return isNeeded ? (await loadOperatorToken(dataDir, randomBytes)).reveal() : undefined;
}

/** With mTLS, verifier and auditors are called at the https URL of their port for it, and others on loopback only. */
function toRefusal(config: McpGatewayConfig, name: string, url: string): Pick<ServicePlace, 'refusal'> {
  if (isByMtls(config, url)) {
    const detail =
      'a gateway does not offer its tools by mTLS: run the MCP gateway in its process, or name its http URL on loopback';
    return name === 'gateway' ? { refusal: detail } : {};
  }
  const refusal = whyNotInClear(config, url);
  return refusal === undefined ? {} : { refusal };
}

/** A service that is bound to every address is reached on loopback too. */
function toLoopback(url: string): string {
  return url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])/, '$1127.0.0.1');
}

/** Ends early, and quietly, when the signal aborts. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
