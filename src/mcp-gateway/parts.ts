/** Wires the parts of the MCP gateway. They are loaded at the first MCP call, so that a start does not need them. */
import type { Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { ToolJudge } from '../clients/tool-judge/client.ts';
import type { VerifierClient } from '../clients/verifier/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { createRandomPool } from '../platform/random-pool.ts';
import type { Callbacks } from './a2a/callbacks.ts';
import { createA2aHandler } from './a2a/handler.ts';
import { createToolCalling } from './calls/create.ts';
import { loadStateKeys } from './calls/state-keys.ts';
import { type CatalogCache, createCatalogs } from './catalog/create.ts';
import type { ServiceFetch, ServicePlace } from './catalog/services.ts';
import { type McpGatewayConfig, mcpOutboundAllowOf, mcpOutboundPortsOf } from './config.ts';
import { createInjector } from './credentials/injector.ts';
import { createMcpHandler, type McpHandler } from './protocol/mcp-handler.ts';
import { createUpstreams, type UpstreamsDeps } from './upstreams/create.ts';
import type { StdioCommands } from './upstreams/stdio-file.ts';

export interface McpPartsDeps {
  readonly config: McpGatewayConfig;
  readonly dataDir: DataDir;
  readonly verifier: VerifierClient;
  readonly judge: ToolJudge;
  readonly bundleVersion: () => string | undefined;
  readonly services: readonly ServicePlace[];
  readonly fetchService: ServiceFetch;
  readonly connectService: UpstreamsDeps['connect'];
  readonly stdio: StdioCommands | undefined;
  readonly searchPath: string | undefined;
  readonly registry: Registry;
  /** Addresses for what A2A agents push. */
  readonly callbacks: Pick<Callbacks, 'open'>;
  readonly clock: Clock;
  /** A monotonic clock for caches and timeouts: jumps of `clock` do not affect it. */
  readonly steadyClock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
}

export interface McpParts {
  readonly front: McpHandler;
  readonly catalogs: CatalogCache;
  /** Refuses waiting calls and ends open subscriptions. Settles when no call is running. */
  stop(): Promise<void>;
  /** Ends the calls that `stop` waits for, now or when it comes. */
  hurry(): void;
  /** Settles when no call is running any more. */
  close(): Promise<void>;
}

/**
 * Less than a connection may stay open after the service ends (platform/http/app.ts), so that clients still get an
 * answer.
 */
const stopPatienceMs = 7_000;

/** @throws AppError `config` for an invalid state key. */
export async function createMcpParts(deps: McpPartsDeps): Promise<McpParts> {
  const { config, verifier, judge, bundleVersion, registry, clock, steadyClock, randomBytes, log } = deps;
  const gatewayId = config.MCP_GATEWAY_ID;
  const stateKeys = await loadStateKeys({ dataDir: deps.dataDir, variable: config.MCP_GATEWAY_STATE_KEY, randomBytes });
  const injector = createInjector({
    ask: (question) => verifier.injection(gatewayId, question),
    clock: steadyClock,
    bundleVersion: () => bundleVersion() ?? '',
  });
  const upstreams = createUpstreams({
    injector,
    connect: deps.connectService,
    callbacks: deps.callbacks,
    clock: steadyClock,
    log,
    outbound: { allow: mcpOutboundAllowOf(config), ports: mcpOutboundPortsOf(config) },
    random: () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32,
    ...(deps.stdio === undefined ? {} : { stdio: deps.stdio }),
    ...(deps.searchPath === undefined ? {} : { searchPath: deps.searchPath }),
  });
  const catalogs = createCatalogs({
    verifier,
    gatewayId,
    bundleVersion,
    upstreams,
    toolJudge: judge,
    clock: steadyClock,
    randomBytes,
    log,
    services: deps.services,
    fetch: deps.fetchService,
    discoveryIntervalMs: config.MCP_GATEWAY_DISCOVERY_INTERVAL * 1_000,
  });
  const calls = createToolCalling({
    judge,
    upstreams,
    stateKeys,
    clock,
    randomBytes,
    log,
    registry,
    bundleVersion,
    settings: {
      maxConcurrent: config.MCP_MAX_CONCURRENT_CALLS,
      callsPerMinute: config.MCP_GATEWAY_CALLS_PER_MINUTE,
      callTimeoutMs: config.MCP_GATEWAY_CALL_TIMEOUT_MS,
    },
  });
  const { calling, reading } = calls;
  // Used only for trace ids.
  const traceBytes = createRandomPool(randomBytes);
  const version = manifest.version;
  const mcp = createMcpHandler({ catalogs, calling, upstreams, reading, log, version, randomBytes: traceBytes });
  const a2a = createA2aHandler({ catalogs, calling, log, randomBytes: traceBytes });
  const front: McpHandler = {
    handle(request, response, visit) {
      const { principal, endpoint, a2aUrl: url, challenge } = visit;
      if (url === undefined || endpoint.kind === 'all') return mcp.handle(request, response, visit);
      return a2a.handle(request, response, { principal, alias: endpoint.alias, url, challenge });
    },
    get openListens() {
      return mcp.openListens;
    },
    close: () => mcp.close(),
  };
  return {
    front,
    catalogs,
    async stop() {
      calls.close();
      await front.close();
      await calls.ended(stopPatienceMs);
    },
    hurry: calls.cutOff,
    async close() {
      await catalogs.close();
      await upstreams.close();
    },
  };
}
