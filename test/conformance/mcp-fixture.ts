/**
 * A server with the tools, prompts and resources that the public MCP conformance suite asks for by name, on the very
 * endpoint that our services have (`createMcpHttp`). It runs alone, or stands behind a gateway that is to be tested.
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

/** Starts the fixture on loopback. */
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
  // Of this process alone: a state made by another fixture is no good here.
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
