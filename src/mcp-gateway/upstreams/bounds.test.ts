import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelled, failed, type Reply } from './conversation.ts';
import { createGate } from './gate.ts';
import { createIdlePool } from './idle-pool.ts';
import { readMessages } from './json-rpc.ts';
import { toHeaderValue } from './modern.ts';
import { paramHeaders } from './param-headers.ts';
import { EventTooLargeError, readEvents } from './sse.ts';

const clockOf = (start = 0) => {
  const clock = { at: start, now: () => clock.at };
  return clock;
};

describe('one server', () => {
  const ask = (signal = new AbortController().signal) => ({ signal, timeoutMs: 1_000 });
  const done: Reply = { kind: 'result', result: {} };

  it('gets a bounded number of concurrent requests; others wait in order, or are told to come later', async () => {
    const gate = createGate({ clock: clockOf(), random: () => 0.5, most: 2, maxWaiting: 3 });
    const order: number[] = [];
    const ends: (() => void)[] = [];
    const through = (n: number, signal?: AbortSignal) =>
      gate.through(ask(signal), () => {
        order.push(n);
        return new Promise<Reply>((resolve) => ends.push(() => resolve(done)));
      });
    const control = new AbortController();
    const all = [through(1), through(2), through(3), through(4, control.signal), through(5), through(6)];
    expect(await all[5]).toMatchObject({ kind: 'failed', code: 'busy', isSent: false });
    control.abort();
    expect(await all[3]).toEqual(cancelled(false));
    while (order.length < 4 || ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
      if (order.length === 4 && ends.length === 0) break;
    }
    expect(order).toEqual([1, 2, 3, 5]);
    expect(gate.isIdle()).toBe(true);
  });

  it('is paused after repeated failures; one request tests it', async () => {
    const clock = clockOf();
    const gate = createGate({ clock, random: () => 0.5 });
    const fault = failed('upstream_unavailable', 'away', { isSent: true, isFault: true });
    const through = (reply: Reply) => gate.through(ask(), async () => reply);
    for (let n = 0; n < 5; n += 1) await through(fault);
    expect(await through(done)).toMatchObject({ code: 'circuit_open', isSent: false, isRetryable: true });
    clock.at += 500;
    expect(await Promise.all([through(fault), through(done)])).toMatchObject([fault, { code: 'circuit_open' }]);
    clock.at += 1_000;
    expect(await through(done)).toEqual(done);
    expect(await Promise.all([through(done), through(done)])).toEqual([done, done]);
  });

  it('is not paused for refusals, nor for cancelled calls', async () => {
    const gate = createGate({ clock: clockOf(), random: () => 0.5 });
    for (let n = 0; n < 20; n += 1) await gate.through(ask(), async () => cancelled(true));
    for (let n = 0; n < 20; n += 1)
      await gate.through(ask(), async () => ({ kind: 'status', status: 400, headers: {} }));
    expect(await gate.through(ask(), async () => done)).toEqual(done);
  });
});

describe('a cached connection', () => {
  it('is closed after idle time, and when there are too many; never while in use', async () => {
    const [clock, closed] = [clockOf(), [] as string[]];
    const kept = createIdlePool<string>({ clock, most: 2, idleMs: 1_000, close: async (one) => void closed.push(one) });
    const use = (key: string, run = async (): Promise<void> => undefined) => kept.use(key, () => key, run);
    let end = (): void => undefined;
    const using = use('a', () => new Promise<void>((resolve) => (end = resolve)));
    await use('b');
    await use('c');
    expect(closed).toEqual(['b']);
    clock.at = 5_000;
    kept.sweep();
    expect(closed).toEqual(['b', 'c']);
    end();
    await using;
    kept.sweep();
    expect(closed).toEqual(['b', 'c']);
    clock.at = 6_000;
    kept.sweep();
    expect(closed).toEqual(['b', 'c', 'a']);
  });
});

describe("a server's stream", () => {
  const read = async (pieces: readonly Uint8Array[], max = 1_000) => {
    const events = [];
    const body = (async function* () {
      yield* pieces;
    })();
    for await (const event of readEvents(body, max)) events.push(event);
    return events;
  };

  it('has the same events for any split', async () => {
    const text = ': hello\r\nevent: x\ndata: a\rdata:b ü€\n\nid: 7\ndata: c\r\n\r\nretry: 10\ndata\n\n';
    const bytes = Buffer.from(text);
    const whole = await read([bytes]);
    expect(whole.map(({ type, data }) => [type, data])).toEqual([
      ['x', 'a\nb ü€'],
      ['message', 'c'],
      ['message', ''],
    ]);
    expect(whole.at(-1)).toMatchObject({ lastId: '7', retryMs: 10 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, n) => bytes.subarray(at[n], end));
        expect(await read(pieces)).toEqual(whole);
      }),
    );
  });

  it('is bounded, per line and per event', async () => {
    const long = Buffer.from(`data: ${'x'.repeat(200)}`);
    await expect(read([long], 100)).rejects.toThrow(EventTooLargeError);
    await expect(read(Array(50).fill(Buffer.from('data: xxxx\n')), 100)).rejects.toThrow(EventTooLargeError);
  });

  it('has no message that two readers could understand differently', () => {
    const told = (rest: string) => readMessages(`{"jsonrpc":"2.0","id":1,"result":{"content":"x"${rest}}}`);
    expect(told(',"isError":false')).toHaveLength(1);
    for (const twice of [',"content":"y"', ',"c\\u006fntent":"y"', ',"a":[{"b":1,"b":2}]'])
      expect(told(twice)).toBeUndefined();
  });

  it('is never read as another message', () => {
    const good = '{"jsonrpc":"2.0","id":1,"result":{"a":[1]}}';
    expect(readMessages(good)).toEqual([{ kind: 'result', id: 1, result: { a: [1] } }]);
    expect(readMessages(`[${good},${good}]`)).toHaveLength(2);
    for (const text of [
      '',
      'x',
      '1',
      '[]',
      '{}',
      '{"id":1,"result":{}}',
      `[${good},1]`,
      `[${Array(101).fill(good)}]`,
    ]) {
      expect(readMessages(text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.json(), (text) => void readMessages(text)));
  });
});

describe('headers of arguments', () => {
  const texts = fc.constantFrom('a', ' ', '\t', '\r\n', '\0', 'ü', '€', '😀', '=?base64?', '?=', '"');
  const property = (more: object) => ({ inputSchema: { properties: { a: { type: 'string', ...more } } } });

  it('carry any text in header encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: texts }), (text) => {
        const value = toHeaderValue(text);
        expect(value).toMatch(/^[\t\x20-\x7e]+$/);
        expect(value).toBe(value.trim());
        const coded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
        const back = coded === undefined ? value : Buffer.from(coded, 'base64').toString('utf8');
        expect(back).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      }),
    );
  });

  it('are those named by the schema, and none when it names them wrongly', () => {
    expect(paramHeaders(property({ 'x-mcp-header': 'Region' }), { a: 'eu' })).toEqual({ 'mcp-param-region': 'eu' });
    expect(paramHeaders(property({ 'x-mcp-header': 'Region' }), { a: null })).toEqual({});
    for (const wrong of [
      property({ 'x-mcp-header': 'a b' }),
      property({ 'x-mcp-header': 'A', type: 'number' }),
      {
        inputSchema: {
          properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
        },
      },
      { inputSchema: { 'x-mcp-header': 'A', type: 'string' } },
    ]) {
      expect(paramHeaders(wrong, { a: 'x', b: 'y' })).toEqual({});
    }
    const inner = {
      inputSchema: { properties: { o: { properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } } } },
    };
    expect(paramHeaders(inner, { o: { n: 7 } })).toEqual({ 'mcp-param-n': '7' });
    expect(paramHeaders(property({ 'x-mcp-header': 'A' }), Object.create({ a: 'inherited' }))).toEqual({});
  });
});
