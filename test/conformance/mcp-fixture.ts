/**
 * A server with the tools, prompts and resources that the public MCP conformance suite names, on the endpoint code of our
 * services (`createMcpHttp`). It runs alone, or behind a tested gateway.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createMcpHttp, type McpHttp, type McpLibrary, readMcpSettings } from '@assay/sdk/mcp';
import { registerContent } from './mcp-fixture-content.ts';
import { registerInputTools } from './mcp-fixture-input.ts';
import { registerTools } from './mcp-fixture-tools.ts';

export interface McpFixture {
  /** `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface McpFixtureOptions {
  readonly host?: string;
  readonly port?: number;
  readonly onError?: (error: unknown) => void;
}

export async function startMcpFixture(options: McpFixtureOptions = {}): Promise<McpFixture> {
  const { host = '127.0.0.1', port = 0, onError } = options;
  const mcp: McpHttp<undefined> = createMcpHttp<undefined>({
    settings: readMcpSettings({}),
    createServer: (library) => createFixtureServer(library, () => mcp.changes()),
    onError,
  });
  const server = createServer((request, response) => {
    mcp.handle(request, response, { caller: undefined });
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fixture listens on no port');
  return {
    url: `http://${host}:${address.port}/mcp`,
    async close() {
      await mcp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createFixtureServer({ server: library }: McpLibrary, changes: Parameters<typeof registerTools>[2]) {
  // Key of this process: a state from another fixture is invalid here.
  const states = library.createRequestStateCodec({
    key: 'a key of the fixture that protects nothing',
    ttlSeconds: 600,
  });
  const server = new library.McpServer(
    { name: 'assay-conformance-fixture', version: '1.0.0' },
    { requestState: { verify: states.verify }, capabilities: { logging: {}, completions: {} } },
  );
  registerTools(server, library, changes);
  registerInputTools(server, library, states);
  registerContent(server, library);
  return server;
}
