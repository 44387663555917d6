/** The `/mcp` endpoint of a service: its tools behind {@link createMcpHttp}, and its metadata document. */
import type { RequestMeta, Server } from '@modelcontextprotocol/server';
import { traceIdOf } from '../serve/traceparent.ts';
import { type CompiledTool, compileTool } from './compile-tool.ts';
import { createMcpHttp, type McpHttp, type McpHttpOptions } from './http.ts';
import type { McpLibrary } from './library.ts';
import type { McpExchange } from './protocol.ts';
import type { McpTool, McpToolContext } from './tool.ts';

export interface McpEndpointOptions<Caller>
  extends Pick<McpHttpOptions<Caller>, 'settings' | 'browserGuard' | 'onError' | 'limits' | 'schedule'> {
  /** The service's name for clients. */
  readonly name: string;
  readonly version: string;
  /** For a model: the purpose of this service. */
  readonly instructions?: string;
  readonly tools: readonly McpTool<Caller>[];
  /**
   * Gives those of these tools that a caller has; others are not listed, and a call of one is answered as for a tool that
   * does not exist. Absent: all. Set `listCache.cacheScope` to `private` with it.
   */
  readonly toolsOf?: (caller: Caller, names: readonly string[]) => Promise<ReadonlySet<string>>;
  /** How long clients may cache the list (30 seconds), and whether shared caches may (`public`, the default). */
  readonly listCache?: { readonly ttlMs?: number; readonly cacheScope?: 'public' | 'private' };
}

/** Content of `MCP_METADATA_PATH`. */
export interface McpMetadata {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[];
}

export interface McpEndpoint<Caller> extends McpHttp<Caller> {
  metadata(): McpMetadata;
}

const defaultListCache = { ttlMs: 30_000, cacheScope: 'public' } as const;
const maxProgressMessages = 1_000;

/**
 * Makes the endpoint. Nothing of the protocol library is loaded before the first request.
 *
 * @throws TypeError when a tool is wrong or two have one name.
 * @example
 * const mcp = createMcpEndpoint({ name: 'assay-shouting', version: '1.0.0', settings: readMcpSettings(env), tools: [shout] });
 * server.on('request', (request, response) => mcp.handle(request, response, { caller: undefined }));
 */
export function createMcpEndpoint<Caller = undefined>(options: McpEndpointOptions<Caller>): McpEndpoint<Caller> {
  const { name, version, onError = () => {} } = options;
  const tools = compileTools(options.tools, onError);
  const http = createMcpHttp<Caller>({
    ...options,
    createServer: (library, exchange) => createToolServer(library, exchange, options, tools),
  });
  const described = [...tools.values()].map(({ definition }) => ({
    name: definition.name,
    description: definition.description,
    inputSchema: definition.inputSchema,
  }));
  return { ...http, metadata: () => structuredClone({ name, version, tools: described }) };
}

/** Sorted by name, so that the list is always the same. */
function compileTools<Caller>(
  tools: readonly McpTool<Caller>[],
  onError: (error: unknown) => void,
): ReadonlyMap<string, CompiledTool<Caller>> {
  const compiled = new Map<string, CompiledTool<Caller>>();
  for (const tool of [...tools].sort((left, right) => (left.name < right.name ? -1 : 1))) {
    if (compiled.has(tool.name)) throw new TypeError(`two tools have the name ${tool.name}`);
    compiled.set(tool.name, compileTool(tool, onError));
  }
  return compiled;
}

function createToolServer<Caller>(
  { server: library }: McpLibrary,
  exchange: McpExchange<Caller>,
  options: McpEndpointOptions<Caller>,
  tools: ReadonlyMap<string, CompiledTool<Caller>>,
): Server {
  const { name, version, instructions, listCache } = options;
  const hint = { ...defaultListCache, ...listCache };
  const server = new library.Server(
    { name, version },
    {
      capabilities: { tools: {} },
      cacheHints: { 'tools/list': hint, 'server/discover': hint },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  const { toolsOf } = options;
  const findOwn = (names: readonly string[]) => toolsOf?.(exchange.caller, names) ?? new Set(names);
  server.setRequestHandler('tools/list', async () => {
    const own = await findOwn([...tools.keys()]);
    return { tools: [...tools.values()].map(({ definition }) => definition).filter(({ name }) => own.has(name)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (tool === undefined || !(await findOwn([params.name])).has(params.name)) {
      throw new library.ProtocolError(
        library.ProtocolErrorCode.InvalidParams,
        'The tool does not exist; see tools/list',
      );
    }
    const context = toContext(exchange, mcpReq);
    return exchange.hold(tool.call(params.arguments ?? {}, context));
  });
  return server;
}

interface Requested {
  readonly _meta?: RequestMeta;
  readonly signal: AbortSignal;
  notify(notification: { method: string; params?: Record<string, unknown> }): Promise<void>;
}

function toContext<Caller>(exchange: McpExchange<Caller>, requested: Requested): McpToolContext<Caller> {
  const { _meta: meta = {} } = requested;
  const signal = AbortSignal.any([exchange.signal, requested.signal]);
  const { progressToken } = meta;
  let told = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    caller: exchange.caller,
    signal,
    traceparent: toTraceparent(meta['traceparent'], exchange.traceparent),
    async progress(done, total, message) {
      if (progressToken === undefined || signal.aborted || told >= maxProgressMessages || done <= last) return;
      told += 1;
      last = done;
      const params = { progressToken, progress: done, ...(total === undefined ? {} : { total }) };
      await requested.notify({
        method: 'notifications/progress',
        params: message === undefined ? params : { ...params, message },
      });
    },
  };
}

/** The message takes precedence over the header, which a proxy may have set. */
function toTraceparent(inMessage: unknown, header: string | undefined): string | undefined {
  const wanted = typeof inMessage === 'string' ? inMessage : header;
  return traceIdOf(wanted) === undefined ? undefined : wanted;
}
