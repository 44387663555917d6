/** `assay mcp wrap` around local servers, with a real gateway that judges. */
import { join } from 'node:path';
import process, { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startToolGateway, type ToolGateway } from '../../../test/support/tool-gateway.ts';
import { runFake, startFake } from '../cli.fake.ts';
import { withoutSecrets } from '../mcp/wrap/serve.ts';
import { toServerName } from '../mcp/wrap/server-name.ts';

const fixture = fileURLToPath(new URL('../../mcp-gateway/upstreams/stdio-server.fixture.mjs', import.meta.url));
const bin = fileURLToPath(new URL('../../../bin/assay.mjs', import.meta.url));
const published = env['ASSAY_TEST_MCP_SERVERS'];

let world: ToolGateway;
beforeAll(async () => {
  world = await startToolGateway();
});
afterAll(() => world?.dispose());

const wrap = (command: readonly string[], more: readonly string[] = []) => [
  ...['mcp', 'wrap', '--agent', 'clerk', '--gateway', world.gateway().url, ...more, '--', process.execPath, ...command],
];
const call = (id: number, name: string, args: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const recorded = async (server: string) => (await world.recorded()).filter((evidence) => evidence.server === server);

describe('a wrapped server', () => {
  it('receives allowed calls and no credential of ours, and everything is in the Evidence', async () => {
    const { out, code } = await runFake(wrap([fixture], ['--name', 'local']), {
      stdin: `${call(1, 'environment')}\n${call(2, 'environment', { text: 'ATTACK' })}\n`,
      env: {
        PATH: env['PATH'] ?? '',
        OTHER: 'yours',
        ASSAY_DATA_DIR: world.folder,
        GATEWAY_UPSTREAM_API_KEY: 'secret',
      },
    });
    const answers = new Map(lines(out).map((each) => [each.id, each.result]));
    expect(code).toBe(0);
    const seen = JSON.parse(answers.get(1).content[0].text);
    expect(seen).toMatchObject({ OTHER: 'yours' });
    expect(Object.keys(seen).filter((name) => /ASSAY|GATEWAY/.test(name))).toEqual([]);
    expect(answers.get(2)).toMatchObject({ isError: true, structuredContent: { error: { code: 'policy_denied' } } });
    const evidence = await recorded('local');
    expect(evidence.map(({ agent_id: agent, tool }) => [agent, tool])).toEqual(Array(2).fill(['clerk', 'environment']));
    const ids = [1, 2].map((id) => answers.get(id)._meta['io.assay/evidence_id']).toSorted();
    expect(evidence.map(({ evidence_id: id }) => id).toSorted()).toEqual(ids);
  });

  it('is not called without a judge', async () => {
    const { out } = await runFake(['mcp', 'wrap', '--gateway', 'http://127.0.0.1:1', '--', process.execPath, fixture], {
      stdin: `${call(1, 'environment')}\n`,
      env: { PATH: env['PATH'] ?? '' },
    });
    expect(lines(out)).toMatchObject([{ id: 1, error: { code: -32013 } }]);
  });

  it.each([
    ['its exit code', 'process.exit(7)', 7],
    ['the number of the signal that ended it', 'process.kill(process.pid, "SIGKILL")', 137],
    ['1 where it writes a line without end', 'for (;;) require("fs").writeSync(1, "x".repeat(65536))', 1],
  ])('forwards %s', async (_name, script, expected) => {
    const { code, err } = await runFake(wrap(['-e', `process.stderr.write('words');${script}`]), { stdin: '' });
    expect(code).toBe(expected);
    expect(err).toContain('words');
  });

  it('is asked to end with us', async () => {
    const stop = new AbortController();
    const script =
      'process.on("SIGTERM", () => process.exit(5)); process.stderr.write("up"); setInterval(() => {}, 1000)';
    const started = startFake(wrap(['-e', script]), { signal: stop.signal });
    await started.said(/up/);
    stop.abort();
    expect((await started.done).code).toBe(5);
  });

  it('is wrong use when it cannot start', async () => {
    const { code, err } = await runFake(['mcp', 'wrap', '--', 'no-such-program-of-anybody']);
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be started')]);
    expect((await runFake(['mcp', 'wrap'])).code).toBe(2);
    expect((await runFake(['mcp', 'wrap', '--name', 'A B', '--', 'x'])).code).toBe(2);
  });
});

it.each([
  ['npx', ['-y', '@modelcontextprotocol/server-everything@1.2.0'], 'server-everything'],
  ['uvx', ['mcp-server-git', '--repository', '.'], 'mcp-server-git'],
  ['/usr/bin/node', ['build/My_Server.js'], 'my-server'],
  ['docker', ['run', '-i', 'ghcr.io/example/crm'], 'crm'],
  ['./tools/files.exe', [], 'files'],
  ['???', [], 'server'],
])('%s %j is named %s', (command, args, name) => {
  expect(toServerName(command, args)).toBe(name);
});

it("the shell's environment is passed on without our variables", () => {
  const shell = { PATH: '/bin', HOME: '/home/a', GATEWAY_URL: 'x', GITHUB_TOKEN: 't' };
  const ours = {
    ASSAY_API_KEY: 'k',
    assay_access_token: 't',
    GATEWAY_UPSTREAM_API_KEY: 'k',
    VERIFIER_DATABASE_URL: 'u',
  };
  expect(withoutSecrets({ ...shell, ...ours })).toEqual(shell);
});

if (published === undefined) console.warn('assay mcp wrap: ASSAY_TEST_MCP_SERVERS names no folder');

describe.skipIf(published === undefined)('a published server, behind the program itself', () => {
  it.each(['auto', 'legacy'] as const)(
    'serves the official client (%s): lists, allowed calls, attacks refused',
    async (mode) => {
      const script = join(published ?? '', 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
      const client = new Client({ name: 'editor', version: '1' }, { versionNegotiation: { mode } });
      const name = `everything-${mode}`;
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [bin, ...wrap([script], ['--name', name])],
        stderr: 'ignore',
        env: { PATH: env['PATH'] ?? '' },
      });
      await client.connect(transport);
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo');
      const allowed = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
      expect(allowed.content).toEqual([{ type: 'text', text: 'Echo: hello' }]);
      const refused = await client.callTool({ name: 'echo', arguments: { message: 'ATTACK' } });
      expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('No attacks') }] });
      const redacted = await client.callTool({ name: 'echo', arguments: { message: 'PRIVATE1' } });
      expect(JSON.stringify(redacted.content)).not.toContain('PRIVATE1');
      await client.close();
      const echoes = async () => (await recorded(name)).filter(({ tool }) => tool === 'echo');
      await vi.waitFor(async () => expect(await echoes()).toHaveLength(3));
      expect((await echoes()).map(({ agent_id: agent }) => agent)).toEqual(Array(3).fill('clerk'));
    },
    240_000,
  );
});
