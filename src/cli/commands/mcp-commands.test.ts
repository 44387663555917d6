/** `assay mcp tools`, `call` and `config`, against an MCP front with the test's answers. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ToolCallEnd, ToolCallRequest } from '../../mcp-gateway/ports.ts';
import { catalogOfTools, startFront, toResult } from '../../mcp-gateway/protocol/mcp-handler.fixture.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';
import { callUntilDone } from '../mcp/call.ts';
import { clientNames } from '../mcp/config/clients.ts';

let front: Awaited<ReturnType<typeof startFront>>;
let folder: string;
const requests: ToolCallRequest[] = [];
const answerWith = (end: ToolCallEnd) => {
  front.world.call = (request) => {
    requests.push(request);
    return Promise.resolve(end);
  };
};

beforeAll(async () => {
  front = await startFront();
  folder = await mkdtemp(join(tmpdir(), 'assay-mcp-'));
});
afterAll(async () => {
  await front?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  requests.length = 0;
  front.world.catalog = catalogOfTools('1', ['notes/read', 'mail/send', 'assay-pii/scan']);
  answerWith(toResult('done \u001b[31mred'));
});

/** A reference to an environment variable, as clients write it. */
const reference = (name: string) => `\${${name}}`;

const env = () => ({ ASSAY_DATA_DIR: folder, HOME: folder });
const run = (...args: readonly string[]) => runFake(['mcp', ...args], { env: env() });
const ask = (...args: readonly string[]) => run(...args, '--mcp-gateway', front.url);

describe('mcp tools', () => {
  it("shows the agent's view: server, credential, purpose", async () => {
    const effective = {
      agent_id: 'default',
      workspace_id: 'w',
      readiness: 'ready',
      unmet_requirements: [],
      next_cursor: null,
      has_more: false,
      items: [
        {
          tool: { app_id: 'app', server: 'mail', name: 'send' },
          mode: 'available',
          installed: true,
          decided_by: { level: 'organization', id: null, rule_id: null },
          callable: false,
          reason: null,
          auth: { status: 'connect_required', connect_url: null },
        },
      ],
    };
    const verifier = await serveFake((_request, response) => sendJson(response, 200, effective));
    const { out, code } = await ask('tools', '--verifier', verifier.url);
    await verifier.close();
    expect(code).toBe(0);
    expect(out).toMatch(/^TOOL +SERVER +CREDENTIAL +DESCRIPTION$/m);
    expect(out).toMatch(/^mail__send +mail +connect_required +does send$/m);
    expect(out).toMatch(/^notes__read +notes +- +does read$/m);
    expect(out).toMatch(/^assay-pii__scan +assay-pii +not_required +does scan$/m);
  });

  it('shows those of one server by their bare names, and all as JSON', async () => {
    const { out } = await ask('tools', '--server', 'mail', '--verifier', 'http://127.0.0.1:1', '--json');
    const [item] = (JSON.parse(out) as { items: unknown[] }).items;
    expect(item).toMatchObject({ server: 'mail', credential: '-', definition: { name: 'send' } });
  });

  it('reports an empty list, or that nobody answers', async () => {
    front.world.catalog = catalogOfTools('2', []);
    expect((await ask('tools', '--verifier', 'http://127.0.0.1:1')).code).toBe(1);
    const away = await run('tools', '--mcp-gateway', 'http://127.0.0.1:1');
    expect([away.code, away.err]).toEqual([3, expect.stringContaining('does not answer. Start it')]);
  });

  it('sends its credential only in the header, and explains how to get one', async () => {
    const gateway = await serveFake((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const { code, err } = await runFake(['mcp', 'tools', '--agent', 'clerk', '--mcp-gateway', gateway.url], {
      env: { ...env(), ASSAY_API_KEY: 'assay_key_secret' },
    });
    await gateway.close();
    expect(gateway.seen[0]).toMatchObject({
      url: '/agents/clerk/mcp',
      headers: { authorization: 'Bearer assay_key_secret' },
    });
    expect([code, err]).toEqual([3, expect.stringContaining('ASSAY_API_KEY')]);
    expect(err).not.toContain('assay_key_secret');
  });
});

describe('mcp call', () => {
  it('calls with arguments from the line, a file or standard input; shows text without terminal control', async () => {
    const file = join(folder, 'arguments.json');
    await writeFile(file, '{"n":2}');
    const first = await ask('call', 'mail__send', '{"n":1}');
    expect([first.code, first.out, first.err]).toEqual([0, 'done \ufffd[31mred\n', 'Evidence ev_1\n']);
    await ask('call', 'mail__send', '--file', file);
    await runFake(['mcp', 'call', 'send', '-', '--server', 'mail', '--mcp-gateway', front.url], {
      env: env(),
      stdin: '{"n":3}',
    });
    await ask('call', 'notes__read');
    expect(requests.map(({ arguments: given }) => given)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, {}]);
    const whole = JSON.parse((await ask('call', 'notes__read', '--json')).out);
    expect(whole).toMatchObject({ content: [{ type: 'text' }], _meta: { 'io.assay/evidence_id': 'ev_1' } });
  });

  it('refuses invalid arguments', async () => {
    for (const wrong of [['[]'], ['{'], ['{}', '{}'], ['{}', '--file', 'x']]) {
      expect((await ask('call', 'mail__send', ...wrong)).code, wrong.join(' ')).toBe(2);
    }
    expect((await ask('call')).code).toBe(2);
    expect(requests).toEqual([]);
  });

  it('ends with 1 when the tool is missing, failed or was denied, with the reason', async () => {
    expect((await ask('call', 'mail__none')).code).toBe(1);
    const refusal = { code: 'policy_denied', message: 'The tool was not called.', evidenceId: 'ev_2' } as const;
    answerWith({ kind: 'refused', refusal });
    const denied = await ask('call', 'mail__send');
    expect([denied.code, denied.out, denied.err]).toEqual([1, '', 'The tool was not called.\nEvidence ev_2\n']);
  });

  it('shows where a person connects', async () => {
    const connectUrl = 'https://assay.example/connect';
    answerWith({ kind: 'refused', refusal: { code: 'credential_not_ready', message: 'Connect it.', connectUrl } });
    const { code, err } = await ask('call', 'mail__send');
    expect([code, err]).toEqual([1, expect.stringContaining(`Connect it. ${connectUrl}`)]);
  });

  const approval: ToolCallEnd = {
    kind: 'approval_required',
    requestState: 'sealed',
    message: 'Ada has to approve.',
    evidenceId: 'ev_3',
    approval: { id: 'a', url: 'https://assay.example/a', expiresAt: null },
  };

  it('names who must approve, and where', async () => {
    answerWith(approval);
    const { code, err } = await ask('call', 'mail__send');
    expect(code).toBe(1);
    expect(err).toContain('Ada has to approve. https://assay.example/a');
    expect(err).toContain('--wait');
  });

  it('waits with --wait, and continues with the state of the former try', async () => {
    const states: unknown[] = [];
    const said: string[] = [];
    const sink = { write: (text: string) => said.push(text) };
    const io = {
      args: [],
      stdout: sink,
      stderr: sink,
      stdin: (async function* () {})(),
      color: false,
      env: {},
      clock: { now: () => 0 },
    };
    const params = { mode: 'url', message: 'Ada has to approve.', url: 'https://assay.example/a' };
    const session = {
      url: '',
      listTools: async () => [],
      close: async () => {},
      async callTool({ requestState }: { requestState?: string | undefined }) {
        states.push(requestState);
        if (states.length === 3) return { content: [{ type: 'text', text: 'sent' }] };
        const inputRequests = { 'io.assay/approval': { method: 'elicitation/create', params } };
        return { resultType: 'input_required', requestState: `s${states.length}`, inputRequests };
      },
    };
    const options = { isWaiting: true, isJson: false, retryMs: 1 };
    expect(await callUntilDone(io, session, { name: 'x', arguments: {} }, options)).toBe(0);
    expect(states).toEqual([undefined, 's1', 's2']);
    expect(said.filter((text) => text.includes('Ada has to approve'))).toHaveLength(1);
    expect(said.at(-1)).toBe('sent\n');
  });

  it('ends with 1 when nobody decided within --timeout, and says that the request stays', async () => {
    answerWith(approval);
    const { code, err } = await ask('call', 'mail__send', '--wait', '--timeout', '0');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Nobody decided within 0 s. The request for approval stays'),
    ]);
  });
});

describe('mcp config', () => {
  it.each(clientNames)('gives %s the address and no secret', async (client) => {
    const secret = 'assay_key_secret';
    const { code, out, err } = await runFake(['mcp', 'config', client, '--agent', 'clerk', '--server', 'crm'], {
      env: { ...env(), ASSAY_API_KEY: secret, ASSAY_MCP_GATEWAY_URL: 'https://tools.example' },
    });
    expect(code).toBe(0);
    expect(out).toContain('https://tools.example/agents/clerk/mcp/crm');
    expect(out).toContain('assay-crm');
    expect(`${out}${err}`).not.toContain(secret);
    expect(
      out.includes('ASSAY_API_KEY') || out.includes('${input:') || client === 'zed' || client === 'claude-desktop',
    ).toBe(true);
  });

  it.each([
    [
      'claude-code',
      { mcpServers: { assay: { type: 'http', headers: { Authorization: `Bearer ${reference('KEY')}` } } } },
    ],
    ['cursor', { mcpServers: { assay: { headers: { Authorization: `Bearer ${reference('env:KEY')}` } } } }],
    ['vscode', { servers: { assay: { type: 'http' } }, inputs: [{ id: 'assay-api-key', password: true }] }],
    ['windsurf', { mcpServers: { assay: { serverUrl: 'http://127.0.0.1:8100/mcp' } } }],
    ['gemini-cli', { mcpServers: { assay: { httpUrl: 'http://127.0.0.1:8100/mcp' } } }],
  ])('prints the form of %s', async (client, form) => {
    expect(JSON.parse((await run('config', client, '--env', 'KEY')).out)).toMatchObject(form);
  });

  it('for codex is a table of TOML', async () => {
    expect((await run('config', 'codex')).out).toBe(
      '[mcp_servers.assay]\nurl = "http://127.0.0.1:8100/mcp"\nbearer_token_env_var = "ASSAY_API_KEY"\n',
    );
  });

  it('refuses what the client does not support', async () => {
    expect((await run('config', 'zed', '--auth', 'key')).err).toContain('--auth oauth or none');
    expect((await run('config', 'cursor', '--auth', 'oauth')).err).toContain('name it with --agent');
    expect((await run('config', 'emacs')).code).toBe(2);
    expect((await run('config', 'cursor', '--env', '$(x)')).code).toBe(2);
    expect((await run('config', 'generic', '--write')).err).toContain('--file');
  });

  it('writes into the file, keeps everything else in it and a copy, and changes nothing twice', async () => {
    const file = join(folder, 'mcp.json');
    const old = '{"theme":"dark","mcpServers":{"other":{"command":"x"},"assay":{"url":"http://old"}}}';
    await writeFile(file, old, { mode: 0o640 });
    const { code, err, out } = await run('config', 'cursor', '--file', file, '--write');
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('- mcpServers.assay, which is replaced');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, assay: { url: 'http://127.0.0.1:8100/mcp' } },
    });
    const copies = (await readdir(folder)).filter((name) => name.startsWith('mcp.json.'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(folder, copies[0] ?? ''), 'utf8')).toBe(old);
    expect((await run('config', 'cursor', '--file', file, '--write')).err).toContain('already has it');
  });

  it('creates a missing file', async () => {
    expect((await run('config', 'windsurf', '--write')).code).toBe(0);
    const text = await readFile(join(folder, '.codeium', 'windsurf', 'mcp_config.json'), 'utf8');
    expect(JSON.parse(text).mcpServers.assay.headers.Authorization).toBe(`Bearer ${reference('env:ASSAY_API_KEY')}`);
  });

  it('leaves a file with comments, and an existing table, unchanged', async () => {
    const settings = join(folder, 'settings.json');
    await writeFile(settings, '// mine\n{}');
    const refused = await run('config', 'zed', '--agent', 'clerk', '--file', settings, '--write');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('comments')]);
    expect(await readFile(settings, 'utf8')).toBe('// mine\n{}');
    const toml = join(folder, 'config.toml');
    await writeFile(toml, 'model = "x" # mine');
    expect((await run('config', 'codex', '--file', toml, '--write')).code).toBe(0);
    const written = await readFile(toml, 'utf8');
    expect(written).toMatch(/^model = "x" # mine\n\n\[mcp_servers\.assay\]\n/);
    expect((await run('config', 'codex', '--file', toml, '--write')).err).toContain('already has it');
    expect((await run('config', 'codex', '--env', 'OTHER', '--file', toml, '--write')).code).toBe(2);
    expect(await readFile(toml, 'utf8')).toBe(written);
  });
});
