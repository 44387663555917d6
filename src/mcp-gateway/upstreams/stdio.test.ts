import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { createSecret } from '../../platform/secret.ts';
import type { UpstreamOutcome } from '../ports.ts';
import { parseStdioFile } from './stdio-file.ts';
import { aPrincipal, aReadyAnswer, aRequest, local, needsCredential, openUpstreams } from './upstreams.fixture.ts';

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Gone, or a zombie that was not reaped: without an init process it never is. */
const isGone = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' || /\) [ZX] /.test(stat);
};

describe('local servers', () => {
  let room: ReturnType<typeof openUpstreams>;
  afterEach(() => room.close());
  const secret = 'sk-canary-1';
  const withSecret = {
    ask: async () => ({
      ...aReadyAnswer,
      environment: [{ name: 'SERVICE_TOKEN', value: createSecret(secret).reveal() }],
    }),
  };
  const call = (name: string, environment = {}, change = {}, app = {}) =>
    room.upstreams.request(
      local(environment, app),
      aPrincipal(),
      aRequest({ params: { name, arguments: {} }, ...change }),
    );
  const textOf = (outcome: UpstreamOutcome): unknown => {
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const [first] = Array.isArray(outcome.result['content']) ? outcome.result['content'] : [];
    return JSON.parse(String(Reflect.get(Object(first), 'text')));
  };

  it("are never run without an operator's command, and it is said where to write it", async () => {
    room = openUpstreams({ stdio: parseStdioFile('{"servers":{}}') });
    const outcome = await call('environment');
    expect(outcome).toMatchObject({ kind: 'refused', code: 'not_runnable_here', isRetryable: false });
    expect(JSON.stringify(outcome)).toContain('MCP_GATEWAY_STDIO_FILE');
  });

  it('get the credential and their named variables, and nothing of the gateway', async () => {
    room = openUpstreams(withSecret);
    const evil = {
      LD_PRELOAD: '/evil.so',
      BASH_ENV: '$(evil)',
      perl5opt: '-Mevil',
      Https_Proxy: 'http://evil.example',
    };
    const got = textOf(await call('environment', { MODE: 'x', ...evil }, {}, needsCredential));
    const { HOME, ...others } = Object(got);
    expect(Object.keys(others).sort()).toEqual(['LANG', 'MODE', 'PATH', 'SERVICE_TOKEN', 'TMPDIR']);
    // The process had the real secret: only the output is redacted.
    expect(others).toMatchObject({ MODE: 'x', SERVICE_TOKEN: '[redacted]' });
    expect(HOME).not.toBe(process.env['HOME']);
    await room.upstreams.close();
    expect(JSON.stringify(room.logged)).toContain('starting with [redacted]');
    expect(JSON.stringify(room.logged)).not.toContain(secret);
  });

  it.each(['modern', 'legacy', 'fragile'])('of an era (%s) are detected and used', async (FIXTURE_ERA) => {
    room = openUpstreams();
    const progress: unknown[] = [];
    const outcome = await call('pid', { FIXTURE_ERA }, { onProgress: (params: unknown) => progress.push(params) });
    expect(textOf(outcome)).toBeGreaterThan(1);
    expect(progress).toEqual([{ progress: 1 }]);
    expect(textOf(await call('pid', { FIXTURE_ERA }))).toBe(textOf(outcome));
  });

  it('have a process for each caller and each credential', async () => {
    let version = 1;
    room = openUpstreams({ ask: async () => ({ ...aReadyAnswer, version, good_for_s: 0 }) });
    const pidOf = async (key: string) =>
      textOf(
        await room.upstreams.request(
          local({}, needsCredential),
          aPrincipal({ key }),
          aRequest({ params: { name: 'pid', arguments: {} } }),
        ),
      );
    const first = await pidOf('anna');
    const pids = [first, await pidOf('anna'), await pidOf('bob')];
    version = 2;
    pids.push(await pidOf('anna'));
    expect(new Set(pids).size).toBe(3);
    expect(pids[1]).toBe(first);
  });

  it('may crash, answer too much, too long a line or no UTF-8 within a call: the result is unknown, and the next call restarts them', async () => {
    room = openUpstreams();
    for (const name of ['crash', 'huge', 'flood', 'latin']) {
      const app = { installation_id: name };
      const first = textOf(await call('pid', {}, {}, app));
      expect(await call(name, {}, {}, app)).toMatchObject({ kind: 'unknown' });
      await expect.poll(async () => (await call('pid', {}, {}, app)).kind).toBe('answered');
      expect(textOf(await call('pid', {}, {}, app))).not.toBe(first);
    }
  });

  it('are restarted ever less often when they crash repeatedly', async () => {
    room = openUpstreams();
    const outcomes = [];
    for (let n = 0; n < 20; n += 1) outcomes.push(await call('pid', { FIXTURE_MODE: 'crash_at_start' }));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['refused']));
    const ends = room.logged.filter((line) => Reflect.get(Object(line), 'why') !== undefined);
    expect(ends.length).toBeLessThanOrEqual(4);
  });

  it('may hang, or answer others: the time has passed, and nobody knows', async () => {
    room = openUpstreams();
    await call('pid');
    const outcomes = await Promise.all([
      call('hang', {}, { timeoutMs: 500 }),
      call('other_id', {}, { timeoutMs: 500 }),
    ]);
    expect(outcomes).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
    expect(await call('pid')).toMatchObject({ kind: 'answered' });
  });

  it('are told that nobody answers their questions', async () => {
    room = openUpstreams();
    expect(textOf(await call('asks'))).toMatchObject({ error: { code: -32601 } });
  });

  it('end with all their child processes', async () => {
    room = openUpstreams();
    const pids = [textOf(await call('pid')), textOf(await call('child'))].map(Number);
    await room.upstreams.close();
    await until(async () => (await Promise.all(pids.map(isGone))).every(Boolean));
  });

  it('make room for others only when idle', async () => {
    room = openUpstreams({ maxProcesses: 1 });
    const [one, other] = [{ installation_id: 'inst_1' }, { installation_id: 'inst_2' }];
    const pid = Number(textOf(await call('pid', {}, {}, one)));
    const hanging = call('hang', {}, { timeoutMs: 400 }, one);
    const refused = await call('pid', {}, { timeoutMs: 100 }, other);
    expect(refused).toMatchObject({ kind: 'refused', isRetryable: true });
    expect(await isGone(pid)).toBe(false);
    await hanging;
    expect(await call('pid', {}, {}, other)).toMatchObject({ kind: 'answered' });
    await until(() => isGone(pid));
  });

  it('are ended when they start too slowly', async () => {
    room = openUpstreams();
    const outcome = await call('pid', { FIXTURE_MODE: 'mute' }, { timeoutMs: 200 });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'upstream_timeout', isRetryable: true });
  });

  it('are configured in a file of one form only', () => {
    for (const text of ['', '[]', '{"servers":{"a":{}}}', '{"servers":{"a":{"command":"x","shell":true}}}']) {
      expect(() => parseStdioFile(text)).toThrow(/MCP_GATEWAY_STDIO_FILE/);
    }
    const commands = parseStdioFile('{"servers":{"a":{"command":"any"},"a@1.0.0":{"command":"one"}}}');
    expect(commands.find('a', '1.0.0')?.command).toBe('one');
    expect(commands.find('a', '2.0.0')?.command).toBe('any');
    expect(commands.find('b', null)).toBeUndefined();
  });
});
