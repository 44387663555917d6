/** Starts the MCP gateway: first the configuration, then the ports. The MCP code is loaded at the first call. */
import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { ToolJudge } from '../clients/tool-judge/client.ts';
import type { VerifierClient } from '../clients/verifier/client.ts';
import { followBundle } from '../edge/config-bundle/follow-bundle.ts';
import { readPinnedKeys } from '../edge/config-bundle/pinned-keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import { AppError } from '../platform/errors.ts';
import type { Closing } from '../platform/http/app.ts';
import { createGuardedFetch, type GuardedFetch } from '../platform/http/guarded-fetch.ts';
import { hostAndPortOf } from '../platform/http/guarded-target.ts';
import { loadOperatorToken } from '../platform/http/operator-token.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { MtlsListener } from '../platform/tls/mtls-listener.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import { createCallbacks } from './a2a/callbacks.ts';
import { createMcpAccess } from './access/create.ts';
import { assertAgentPort, listenToAgents } from './agent-port.ts';
import { createMcpGatewayApp } from './app.ts';
import { toExpected } from './catalog/offered.ts';
import { type McpGatewayConfig, mcpOutboundAllowOf, mcpOutboundPortsOf } from './config.ts';
import { createCurrentBundle } from './current-bundle.ts';
import { createOpenCalls } from './open-calls.ts';
import type { McpParts, McpPartsDeps } from './parts.ts';
import { parseStdioFile, type StdioCommands } from './upstreams/stdio-file.ts';

export interface StartMcpGatewayOptions
  extends Pick<McpPartsDeps, 'services' | 'fetchService' | 'connectService' | 'searchPath'> {
  readonly config: McpGatewayConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  /** A monotonic clock for caches and timeouts; `clock` if absent. */
  readonly steadyClock?: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly verifier: VerifierClient;
  /** Judges and records each tool call: a gateway in this process or in another one. */
  readonly judge: ToolJudge;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The own certificate, for mTLS connections and ports. */
  readonly identity?: SvidSource;
  /** URL of the verifier for browsers, if one is known. */
  readonly verifierUrl?: string | undefined;
  /** For tests: fetches from another issuer than the verifier. */
  readonly fetchIssuer?: GuardedFetch;
  readonly createParts?: (deps: McpPartsDeps) => Promise<McpParts>;
}

export interface RunningMcpGateway {
  readonly url: string;
  /** The address for agents with a certificate, if that port is open. */
  readonly mtlsUrl?: string;
  readonly closing: Closing;
  close(): Promise<void>;
}

/** A file of its own: a model gateway may use the same data folder. */
const keptFile = 'mcp-gateway-config.json';

/** @throws AppError `config` when it may not start. */
export async function startMcpGateway(options: StartMcpGatewayOptions): Promise<RunningMcpGateway> {
  const { config, dataDir, clock, randomBytes, log, verifier, judge } = options;
  assertAgentPort(config, options.identity);
  const operatorToken = await loadOperatorToken(dataDir, randomBytes);
  const stdio = await readCommands(config);
  const registry = new Registry();
  const openCalls = createOpenCalls();
  let url: string | undefined;
  let agentPort: MtlsListener | undefined;
  let parts: McpParts | undefined;
  const bundle = createCurrentBundle(() => {
    openCalls.lookAgain();
    parts?.catalogs.bundleChanged();
  });
  const access = createMcpAccess({
    config,
    clock,
    randomBytes,
    operatorToken,
    index: bundle.index,
    listensAt: () => url,
    ...(config.MCP_GATEWAY_MTLS_PORT === undefined || options.identity === undefined
      ? {}
      : { certificates: options.identity, certificatesAt: () => agentPort?.url }),
    outside: {
      fetch: options.fetchIssuer ?? createIssuerFetch(config),
      findSubject: (question) => verifier.outsideSubject(config.MCP_GATEWAY_ID, question),
    },
  });
  const callbacks = createCallbacks(randomBytes, access.ownUrl);
  const front = createOnce(async () => {
    const create = options.createParts ?? (await import('./parts.ts')).createMcpParts;
    parts = await create({ steadyClock: clock, ...options, bundleVersion: bundle.version, stdio, registry, callbacks });
    return parts.front;
  });
  const keysFile = config.MCP_GATEWAY_BUNDLE_KEYS_FILE;
  const follower = await followBundle({
    gatewayId: config.MCP_GATEWAY_ID,
    orgId: config.MCP_GATEWAY_ORGANIZATION,
    verifier,
    user: bundle,
    pinnedKeys: keysFile === undefined ? undefined : await readPinnedKeys(keysFile, 'MCP_GATEWAY_BUNDLE_KEYS_FILE'),
    maxLagMs: config.MCP_GATEWAY_CONFIG_MAX_LAG_MS,
    dataDir,
    keptFile,
    registry,
    clock,
    log,
    build: manifest.version,
    ownServices: () => parts?.catalogs.offered() ?? toExpected(options.services),
    sleep: options.sleep,
    random: () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32,
  });
  const app = createMcpGatewayApp({
    access,
    log,
    registry,
    front,
    openCalls,
    verifierUrl: options.verifierUrl,
    callbacks,
    isEnabled: config.MCP_ENABLED,
    metadataPath: config.MCP_METADATA_PATH,
    toolsPath: config.MCP_TOOLS_PATH,
    health: () => {
      const denied = bundle.denying();
      const stuck = follower.unready().map(({ message }) => message);
      return {
        ready: denied === undefined && stuck.length === 0,
        problems: [...(denied === undefined ? [] : [denied]), ...stuck, ...access.problems()],
        config: follower.state(),
        mtls: config.MCP_GATEWAY_MTLS_ENABLED,
        skipped: parts?.catalogs.skipped() ?? options.services.flatMap(toSkipped),
        open_calls: openCalls.size(),
        ...(options.identity === undefined ? {} : { identity: options.identity.state() }),
        ...(agentPort === undefined ? {} : { mtls_url: agentPort.url }),
      };
    },
  });
  try {
    url = await app.listen({ host: config.MCP_GATEWAY_HOST, port: config.MCP_GATEWAY_PORT });
    agentPort = await listenToAgents(app, config, options);
  } catch (error) {
    await app.close();
    await follower.close();
    throw error;
  }
  const reporting = setInterval(() => follower.report(), reportEveryMs);
  reporting.unref();
  return {
    url,
    ...(agentPort === undefined ? {} : { mtlsUrl: agentPort.url }),
    closing: {
      countConnections: app.countConnections,
      hurry() {
        parts?.hurry();
        // The calls that are cut off still get their answer.
        setTimeout(app.hurry, answerMs).unref();
      },
    },
    async close() {
      clearInterval(reporting);
      // Closes the ports at once, so that no new caller is admitted while running calls end.
      await Promise.all([parts?.stop(), app.close(), agentPort?.close()]);
      await parts?.close();
      await follower.close();
      await judge.close();
    },
  };
}

const reportEveryMs = 5_000;
/** More than a call has left once it is told to end (`calls/ask-server.ts`). */
const answerMs = 1_200;

/** The operator names the issuer, so its port may be any; a private address must be allowed like one of a server. */
function createIssuerFetch(config: McpGatewayConfig): GuardedFetch {
  const { MCP_GATEWAY_OAUTH_ISSUER: issuer } = config;
  const own = issuer === undefined ? [] : [hostAndPortOf(issuer).port];
  return createGuardedFetch({
    allow: mcpOutboundAllowOf(config),
    ports: new Set([...mcpOutboundPortsOf(config), ...own]),
  });
}

function toSkipped({ name, refusal }: McpPartsDeps['services'][number]) {
  return refusal === undefined ? [] : [{ name, reason: refusal }];
}

async function readCommands({ MCP_GATEWAY_STDIO_FILE: file }: McpGatewayConfig): Promise<StdioCommands | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const detail = `MCP_GATEWAY_STDIO_FILE ${file} cannot be read`;
    throw new AppError('config', detail, { detail, cause });
  });
  return parseStdioFile(text);
}

/** Makes the value at the first call; after a failure the next call tries again. */
function createOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
