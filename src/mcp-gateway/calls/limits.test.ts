import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolCallEnd, UpstreamOutcome } from '../ports.ts';
import { type CallSlotLimits, createCallLimiter } from './call-limiter.ts';
import { answered, type PlayedCalls, playCalls, refusalOf, somePrincipal, someTool } from './calls.fixture.ts';
import { createRate } from './rate.ts';

/** Gives the code of a refusal, else the kind of the end. */
const codeOf = (end: ToolCallEnd) => (end.kind === 'refused' ? end.refusal.code : end.kind);

describe('a thousand concurrent calls', () => {
  let calls: PlayedCalls;
  let running: number;
  let most: number;
  let finish: (() => void)[];

  beforeEach(() => {
    calls = playCalls({ maxConcurrent: 10 });
    [running, most, finish] = [0, 0, []];
    calls.serve(
      () =>
        new Promise<UpstreamOutcome>((resolve) => {
          running += 1;
          most = Math.max(most, running);
          finish.push(() => {
            running -= 1;
            resolve(answered());
          });
        }),
    );
  });
  afterEach(() => calls.close());

  it('run ten at a time, wait in order, and are each answered once; those over the limit at once', async () => {
    const order: number[] = [];
    const ends = Array.from({ length: 1_000 }, async (_, index) => {
      // Many agents and servers, so that only the limit of the whole process applies.
      const tool = someTool({ alias: `mail-${index % 50}` });
      const end = await calls.call({ tool }, { key: `bot-${index % 40}`, agentId: `bot-${index % 40}` });
      if (end.kind === 'result') order.push(index);
      return end;
    });
    let isOver = false;
    const all = Promise.all(ends).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      finish.shift()?.();
    }
    const codes = (await all).map(codeOf);
    expect(most).toBe(10);
    expect(codes.filter((code) => code === 'result')).toHaveLength(266);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(734);
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    expect(calls.judge.open()).toBe(0);
    expect(calls.judge.begun).toHaveLength(266);
  });

  it('of one agent leave slots to others, with any number of credentials', async () => {
    const mine = Array.from({ length: 300 }, (_, index) =>
      calls.call({ tool: someTool({ alias: `a-${index % 2}` }) }, { key: `credential-${index}` }),
    );
    const other = calls.call({ tool: someTool({ alias: 'b' }) }, { key: 'other', agentId: 'other' });
    await vi.waitFor(() => expect(calls.sent.some(({ principal }) => principal.key === 'other')).toBe(true));
    let isOver = false;
    const all = Promise.all([...mine, other]).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      finish.shift()?.();
    }
    expect((await all).filter((end) => end.kind === 'result')).toHaveLength(8 + 192 + 1);
    expect(most).toBe(9);
  });

  it('are told when waiting while the gateway closes, and running ones end', async () => {
    const ends = Array.from({ length: 20 }, () => calls.call());
    await vi.waitFor(() => expect(calls.sent).toHaveLength(6));
    calls.close();
    for (const end of finish) end();
    const codes = (await Promise.all(ends)).map(codeOf);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(14);
    expect(codes.filter((code) => code === 'result')).toHaveLength(6);
  });
});

describe('a slot', () => {
  const limits: CallSlotLimits = {
    maxConcurrent: 2,
    maxPerAgent: 2,
    maxPerServer: 1,
    maxWaiting: 4,
    maxWaitingPerAgent: 3,
    maxWaitMs: 30_000,
  };
  const request = (agent: string, server: string, signal = new AbortController().signal) => ({ agent, server, signal });
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('at a slow server delays nobody at another', async () => {
    const callLimiter = createCallLimiter(limits);
    await callLimiter.take(request('a', 'slow'));
    const held = callLimiter.take(request('a', 'slow'));
    expect((await callLimiter.take(request('b', 'quick'))).kind).toBe('given');
    callLimiter.close();
    expect((await held).kind).toBe('busy');
  });

  it('is not given after waiting too long, and stays free', async () => {
    const callLimiter = createCallLimiter(limits);
    const first = await callLimiter.take(request('a', 's'));
    const late = callLimiter.take(request('a', 's'));
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await late).kind).toBe('busy');
    if (first.kind === 'given') first.end();
    expect([callLimiter.running(), callLimiter.waiting()]).toEqual([0, 0]);
  });

  it('goes to the next caller when nobody waits for it', async () => {
    const callLimiter = createCallLimiter(limits);
    const first = await callLimiter.take(request('a', 's'));
    const client = new AbortController();
    const left = callLimiter.take(request('a', 's', client.signal));
    const next = callLimiter.take(request('a', 's'));
    client.abort();
    if (first.kind === 'given') first.end();
    expect((await left).kind).toBe('gone');
    expect((await next).kind).toBe('given');
    expect((await callLimiter.take(request('a', 's', AbortSignal.abort()))).kind).toBe('gone');
  });

  it('is freed once, however often it is released', async () => {
    const callLimiter = createCallLimiter(limits);
    const [first, second] = [await callLimiter.take(request('a', 's')), await callLimiter.take(request('a', 't'))];
    if (first.kind === 'given') [1, 2, 3].forEach(first.end);
    expect(callLimiter.running()).toBe(1);
    if (second.kind === 'given') second.end();
    expect(callLimiter.running()).toBe(0);
  });
});

describe("an agent's calls per minute", () => {
  it('are bounded over all its credentials, and refill with time', async () => {
    const calls = playCalls({ callsPerMinute: 3 });
    for (const key of ['k1', 'k2', 'k3']) expect((await calls.call({}, { key })).kind).toBe('result');
    expect(refusalOf(await calls.call({}, { key: 'k4' }))).toMatchObject({ code: 'rate_limited', retryAfterS: 20 });
    expect((await calls.call({}, { agentId: 'other' })).kind).toBe('result');
    calls.clock.set(calls.clock.now() + 20_000);
    expect((await calls.call()).kind).toBe('result');
    expect(refusalOf(await calls.call()).code).toBe('rate_limited');
    calls.close();
  });

  it('are bounded separately from its other requests to servers', () => {
    const { reading, close } = playCalls({ callsPerMinute: 2 });
    const keys = ['k1', 'k2', 'k3'].map((key) => reading.take({ ...somePrincipal, key }));
    expect([...keys, reading.take({ ...somePrincipal, agentId: 'other' })]).toEqual(['taken', 'taken', 30, 'taken']);
    close();
  });

  it('are counted for a bounded number of agents', () => {
    const rate = createRate({ perMinute: 1, clock: { now: () => 0 }, most: 2 });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map((agent) => rate.take(agent))).toEqual([
      ...['taken', 'taken', 60, 'taken', 60, 'taken'],
    ]);
  });
});
