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
  it('that reads nothing is ended before what waits for it fills the memory', async () => {
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

  it('whose folder cannot be removed has ended all the same, and that is told', async () => {
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

  it('that says nothing for the time of a call is started anew for the next one', async () => {
    const clock = { at: 1_000_000, now: () => clock.at };
    const answers = `'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} }, pid: { pid: process.pid }`;
    const script = `const say = { ${answers} };
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (say[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: say[method] }));
      });`;
    const server = createStdio({
      ...{ name: 'one', command: running(script), environment: {}, secrets: [], searchPath: none.searchPath, clock },
      eras: { find: () => undefined, remember: () => {}, forget: () => {} },
      ...{ random: () => 0.5, places: { take: async () => true, leave: () => {} } },
      log: { debug: () => {}, warn: () => {} },
    });
    const ask = (method: string, timeoutMs = 20_000) =>
      server.request({
        ...{ method, params: {}, headers: {}, paramHeaders: {}, traceparent: '', clientCapabilities: undefined },
        ...{ signal: new AbortController().signal, timeoutMs, onProgress: undefined },
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

describe('a request of a server', () => {
  it('with an id that is longer than any is none: nothing of its length goes back', () => {
    const asked = (id: string) => readMessages(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
    expect(asked('x'.repeat(256))).toHaveLength(1);
    expect(asked('x'.repeat(257))).toBeUndefined();
  });

  it('is an answer to silence: it is counted from the first question after it', async () => {
    const clock = { at: 0, now: () => clock.at };
    const duplex = createDuplex({ clock, send: async () => undefined, onFlood: () => {} });
    const control = new AbortController();
    const asked = duplex.request('modern', {
      ...{ method: 'x', params: {}, headers: {}, paramHeaders: {}, traceparent: '', clientCapabilities: undefined },
      ...{ signal: control.signal, timeoutMs: 1_000, onProgress: undefined },
    });
    clock.at = 500;
    expect(duplex.silentMs()).toBe(500);
    duplex.take('{"jsonrpc":"2.0","method":"notifications/message"}');
    expect(duplex.silentMs()).toBe(0);
    control.abort();
    await asked;
  });
});
