/** Local servers that do not read, no longer answer, or leave something behind. */
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { createDuplex } from './duplex.ts';
import { readMessages } from './json-rpc.ts';
import { createStdio } from './stdio.ts';
import { startProcess } from './stdio-process.ts';

const none = { environment: {}, searchPath: process.env['PATH'] ?? '', onLine: () => {}, onLeft: () => {} };
const running = (script: string) => ({ command: process.execPath, args: ['-e', script] });

describe('a local server', () => {
  it('is ended when it reads nothing, before its pending input fills the memory', async () => {
    const ends: string[] = [];
    const started = await startProcess({
      ...none,
      command: running('setInterval(() => {}, 1_000)'),
      onEnd: (why) => ends.push(why),
    });
    const line = 'x'.repeat(4 * 1024 * 1024);
    const written = Array.from({ length: 12 }, () => started.write(line).catch(() => 'not written'));
    expect(await Promise.all(written)).toContain('not written');
    expect(ends).toEqual(['it does not read its input']);
    await started.end();
  });

  it('has ended even if its folder cannot be removed, which is reported', async () => {
    const left: string[] = [];
    const started = await startProcess({
      ...none,
      command: running('setInterval(() => {}, 1_000)'),
      onEnd: () => {},
      onLeft: (reason) => left.push(reason),
      remove: async () => {
        throw Object.assign(new Error('busy'), { code: 'ENOTEMPTY' });
      },
    });
    await started.end();
    expect(left).toEqual(['ENOTEMPTY']);
  });

  it('is restarted for the next call when it is silent for the time of one', async () => {
    const clock = { at: 1_000_000, now: () => clock.at };
    const answers = `'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} }, pid: { pid: process.pid }`;
    const script = `const say = { ${answers} };
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (say[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: say[method] }));
      });`;
    const server = createStdio({
      name: 'one',
      command: running(script),
      environment: {},
      secrets: [],
      searchPath: none.searchPath,
      clock,
      eras: { find: () => undefined, remember: () => {}, forget: () => {} },
      random: () => 0.5,
      processLimiter: { acquire: async () => true, release: () => {} },
      log: { debug: () => {}, warn: () => {} },
    });
    const ask = (method: string, timeoutMs = 20_000) =>
      server.request({
        method,
        params: {},
        headers: {},
        paramHeaders: {},
        traceparent: '',
        clientCapabilities: undefined,
        signal: new AbortController().signal,
        timeoutMs,
        onProgress: undefined,
      });
    const pidOf = async () => {
      const reply = await ask('pid');
      return reply.kind === 'result' ? reply.result['pid'] : reply;
    };
    const first = await pidOf();
    expect(first).toBeTypeOf('number');
    expect(await ask('hang', 20)).toMatchObject({ code: 'upstream_timeout' });
    expect(await pidOf()).toBe(first);
    expect(await ask('hang', 20)).toMatchObject({ code: 'upstream_timeout' });
    clock.at += 5 * 60_000 + 1;
    const second = await pidOf();
    expect(second).toBeTypeOf('number');
    expect(second).not.toBe(first);
    await server.close();
  });
});

describe("a server's request", () => {
  it('is ignored with an overlong id: nothing of its length is returned', () => {
    const asked = (id: string) => readMessages(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
    expect(asked('x'.repeat(256))).toHaveLength(1);
    expect(asked('x'.repeat(257))).toBeUndefined();
  });

  it('counts as activity when silent', async () => {
    const clock = { at: 0, now: () => clock.at };
    const duplex = createDuplex({ clock, send: async () => undefined, onFlood: () => {} });
    const control = new AbortController();
    const asked = duplex.request('modern', {
      method: 'x',
      params: {},
      headers: {},
      paramHeaders: {},
      traceparent: '',
      clientCapabilities: undefined,
      signal: control.signal,
      timeoutMs: 1_000,
      onProgress: undefined,
    });
    clock.at = 500;
    expect(duplex.silentMs()).toBe(500);
    duplex.take('{"jsonrpc":"2.0","method":"notifications/message"}');
    expect(duplex.silentMs()).toBe(0);
    control.abort();
    await asked;
  });
});
