/**
 * Published servers behind the MCP gateway, and published clients in front of it: the official client in both eras, and the
 * official inspector if it is installed beside the servers.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';
import { freePort } from '../support/processes.ts';

const { ASSAY_TEST_MCP_SERVERS: folder = '', ASSAY_TEST_MCP_CONFORMANCE: suiteFolder = '' } = process.env;
const modules = join(folder, 'node_modules');
const everything = join(modules, '@modelcontextprotocol/server-everything/dist/index.js');
const context7 = join(modules, '@upstash/context7-mcp/dist/index.js');
const inspector = join(suiteFolder, 'node_modules/.bin/mcp-inspector');
const newerNode = join(suiteFolder, 'node_modules/.bin/node');
const hasInspector = suiteFolder !== '' && existsSync(inspector);
const title =
  folder === ''
    ? 'published MCP servers and clients (skipped: ASSAY_TEST_MCP_SERVERS names no folder with the servers)'
    : 'published MCP servers and clients';
/** Tests the transport, not the auditors' opinion of these servers' texts. */
const letEverythingPass = '@id("open") permit (principal, action, resource);';
const within = { timeout: 30_000, interval: 100 };
vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(folder === '')(title, () => {
  let world: McpWorld;
  let scratch: string;
  const children: ChildProcess[] = [];
  const clients: Client[] = [];

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'assay-mcp-clients-'));
    const file = join(scratch, 'stdio.json');
    const servers = {
      'server-everything': { command: process.execPath, args: [everything, 'stdio'] },
    };
    await writeFile(file, JSON.stringify({ servers }));
    world = await openMcpWorld({ MCP_GATEWAY_STDIO_FILE: file }, letEverythingPass);
    await world.install({ agent: 'default', name: 'everything', remotes: await serve(everything, ['streamableHttp']) });
    await world.install({ agent: 'default', name: 'local', packages: [aPackage('server-everything')] });
    const port = await freePort();
    const remotes = await serve(context7, ['--transport', 'http', '--port', port], port);
    await world.install({ agent: 'default', name: 'context7', remotes });
  }, 300_000);
  afterAll(async () => {
    for (const client of clients) await client.close();
    await world?.close();
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(scratch, { recursive: true, force: true });
  });

  /** Starts one over streamable HTTP. */
  async function serve(script: string, args: readonly string[], onPort?: string) {
    const port = onPort ?? (await freePort());
    const child = spawn(process.execPath, [script, ...args], { stdio: 'ignore', env: { ...process.env, PORT: port } });
    children.push(child);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.body?.cancel()), within);
    return [{ type: 'streamable-http' as const, url: `http://127.0.0.1:${port}/mcp` }];
  }

  async function connect(mode: 'legacy' | 'auto', path = '/mcp') {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    clients.push(client);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.mcpUrl}${path}`)));
    return client;
  }
  const namesOf = async (client: Client) =>
    (await client.listTools({}, { cacheMode: 'bypass' })).tools.map(({ name }) => name);

  it.each(['legacy', 'auto'] as const)(
    'the official client, mode %s, lists and calls tools of all of them',
    async (mode) => {
      const client = await connect(mode);
      await vi.waitFor(async () => {
        const names = await namesOf(client);
        for (const name of ['everything__echo', 'context7__resolve-library-id', 'local__echo']) {
          expect(names).toContain(name);
        }
      }, within);
      for (const alias of ['everything', 'local']) {
        const result = await client.callTool({ name: `${alias}__echo`, arguments: { message: 'good morning' } });
        expect(JSON.stringify(result.content)).toContain('good morning');
      }
    },
  );

  it('progress of a long call is received', async () => {
    const client = await connect('auto', '/mcp/everything');
    const names = await namesOf(client);
    const name = names.find((each) => /long.?running/i.test(each)) ?? '';
    const seen: number[] = [];
    await client.callTool(
      { name, arguments: { duration: 1, steps: 2 } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThan(0);
  });

  it('resources and prompts are listed, read and asked for', async () => {
    const client = await connect('auto', '/mcp/everything');
    const { resources } = await client.listResources();
    const [first] = resources;
    const { contents } = await client.readResource({ uri: first?.uri ?? '' });
    expect(contents).toHaveLength(1);
    const { prompts } = await client.listPrompts();
    const plain = prompts.find(({ arguments: args = [] }) => args.length === 0);
    const { messages } = await client.getPrompt({ name: plain?.name ?? '' });
    expect(messages.length).toBeGreaterThan(0);
  });

  it.skipIf(!hasInspector)('the official inspector lists and calls', async () => {
    const run = async (...args: string[]) => {
      const fixed = ['--cli', `${world.mcpUrl}/mcp/everything`, '--transport', 'http'];
      const { stdout } = await promisify(execFile)(newerNode, [inspector, ...fixed, ...args]);
      return stdout;
    };
    expect(await run('--method', 'tools/list')).toContain('"echo"');
    const called = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello'];
    expect(await run(...called)).toContain('hello');
  });
});

/** Started by the gateway with the operator's command. */
function aPackage(identifier: string) {
  return { registryType: 'npm', identifier, version: '1.0.0', transport: { type: 'stdio' } } as const;
}
