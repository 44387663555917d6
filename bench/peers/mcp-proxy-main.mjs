/**
 * Runs in the install folder of mcp-proxy: wires it as its own command line does, with an HTTP server behind it instead of a
 * process. Argument: URL of the server. Prints `{"url"}` when it listens.
 */
import { createServer as createSocket } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { proxyServer, resolveVersionNegotiation, startHTTPServer } from 'mcp-proxy';

const info = { name: 'mcp-proxy', version: '1.0.0' };
const client = new Client(info, { capabilities: {}, versionNegotiation: resolveVersionNegotiation('modern') });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));

async function createServer() {
  const serverCapabilities = client.getServerCapabilities();
  const server = new Server(info, { capabilities: serverCapabilities });
  await proxyServer({ client, server, serverCapabilities });
  return server;
}

const port = await new Promise((resolve) => {
  const socket = createSocket().listen(0, '127.0.0.1', () => {
    const { port: free } = socket.address();
    socket.close(() => resolve(free));
  });
});
await startHTTPServer({ createServer, host: '127.0.0.1', port, sseEndpoint: null, stateless: true });
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
