/**
 * Tests published MCP servers on loopback: the reference server over streamable HTTP with sessions and over the older SSE
 * transport, and one of the newest protocol. They are in the folder that ASSAY_TEST_MCP_SERVERS names.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process, { env } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { loopbackBlocks, parseOutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import { toSnapshot } from './definitions.ts';
import { findSuspiciousTools } from './suspicious-tools.ts';
import { createToolListing } from './tool-listing.ts';

const folder = env['ASSAY_TEST_MCP_SERVERS'];
if (folder === undefined) console.warn('published MCP servers are not tested: ASSAY_TEST_MCP_SERVERS names no folder');

const guarded = createGuardedFetch({ allow: parseOutboundAllow(loopbackBlocks) });
const listTools = createToolListing({ clientOf: () => guarded });
const everything = '@modelcontextprotocol/server-everything/dist/index.js';
const servers = [
  { title: 'everything, sessions', script: everything, args: () => ['streamableHttp'], path: '/mcp', tool: 'echo' },
  { title: 'everything, SSE', script: everything, args: () => ['sse'], path: '/sse', tool: 'echo' },
  {
    title: 'context7',
    script: '@upstash/context7-mcp/dist/index.js',
    path: '/mcp',
    tool: 'resolve-library-id',
    args: (port: number) => ['--transport', 'http', '--port', String(port)],
  },
];

describe.skipIf(folder === undefined)('a published server', () => {
  const children: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it.each(servers)('($title) shows its tools, the same ones again', async ({ script, args, path, tool }) => {
    const port = await freePort();
    const file = join(folder ?? '', 'node_modules', script);
    children.push(
      spawn(process.execPath, [file, ...args(port)], { stdio: 'ignore', env: { ...env, PORT: String(port) } }),
    );
    const type = path === '/sse' ? 'sse' : 'streamable-http';
    await untilListening(port);
    const source = { type, url: `http://127.0.0.1:${port}${path}`, headers: {} } as const;
    const first = toSnapshot('app', await listTools('default', source));
    expect(first.definitions.map(({ name }) => name)).toContain(tool);
    expect(first.definitions.every(({ inputSchema }) => inputSchema !== undefined)).toBe(true);
    expect([...findSuspiciousTools(first.definitions).values()].flat()).not.toContain('hidden_characters');
    expect(toSnapshot('app', await listTools('default', source)).hash).toBe(first.hash);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      async (answer) => answer.body?.cancel().then(() => true) ?? true,
      () => false,
    );
    if (isOpen) return;
    await pause(100);
  }
  throw new Error('the server does not listen');
}
