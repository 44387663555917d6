/** Loads the protocol library at the first request, so that a service with an unused `/mcp` saves its memory. */

export interface McpLibrary {
  readonly server: typeof import('@modelcontextprotocol/server');
  readonly node: typeof import('@modelcontextprotocol/node');
}

let loading: Promise<McpLibrary> | undefined;

/** Loads the library once in a process. */
export function loadMcpLibrary(): Promise<McpLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<McpLibrary> {
  const [server, node] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { server, node };
}
