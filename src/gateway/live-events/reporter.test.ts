import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent, LiveEventsAnswer } from '../../contract/live-events.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { createLiveEventMetrics } from './live-event-metrics.ts';
import { createLostEvents, droppedCode } from './lost-events.ts';
import { createEventReporter, type EventReporter } from './reporter.ts';

const log = createLogger({ service: 'gateway', level: 'silent' });
const unavailable = () => new AppError('verifier_unavailable', 'away');
let registry: Registry;
let ids: number;
beforeEach(() => {
  registry = new Registry();
  ids = 0;
});

const anEvent = (name: string, agentId = 'clerk'): LiveEvent => ({
  id: `lev_${name}`,
  type: 'agent.log',
  time: '2026-01-01T00:00:00Z',
  agent_id: agentId,
  trace_id: `trace of ${name}`,
  session_id: 's',
  data: { level: 'info', message: name },
});
const messages = (events: readonly LiveEvent[]) =>
  events.map(({ data }) => ('message' in data ? data.message : data.status));

interface Setup {
  readonly answer?: (events: readonly LiveEvent[], call: number) => Promise<LiveEventsAnswer>;
  readonly maxWaiting?: number;
  readonly batch?: number;
}

/** Pauses end as soon as everything else has run; the pause at the end never ends by itself. */
function setUp({ answer, ...bounds }: Setup = {}) {
  const sent: (readonly LiveEvent[])[] = [];
  const pauses: number[] = [];
  let inProgress = 0;
  let most = 0;
  let isClosing = false;
  const take = answer ?? (async (events) => ({ stored: events.length, known: 0, refused: 0 }));
  const reporter: EventReporter = createEventReporter({
    verifier: {
      async reportEvents(events) {
        sent.push(events);
        inProgress += 1;
        most = Math.max(most, inProgress);
        await new Promise((resolve) => setImmediate(resolve));
        return take(events, sent.length).finally(() => {
          inProgress -= 1;
        });
      },
    },
    lost: createLostEvents({
      createEventId: () => {
        ids += 1;
        return `lev_lost-${ids}`;
      },
      now: () => 0,
      gatewayId: 'gw',
    }),
    metrics: createLiveEventMetrics(registry, () => reporter.waiting()),
    log,
    sleep(ms, signal) {
      pauses.push(ms);
      return new Promise((resolve) => {
        if (!isClosing) {
          setImmediate(resolve);
          return;
        }
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
    ...bounds,
  });
  const close = () => {
    isClosing = true;
    return reporter.close();
  };
  return { reporter, sent, pauses, close, most: () => most };
}

const counted = async (outcome: string) => {
  const { values } = (await registry.getSingleMetric('assay_gateway_live_events_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['outcome'] === outcome)?.value;
};

describe('events of calls', () => {
  it('are sent together, in order, with one request at a time', async () => {
    const { reporter, close, sent, pauses, most } = setUp({ batch: 3 });
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) reporter.report(anEvent(name));
    await vi.waitFor(() => expect(reporter.waiting()).toBe(0));
    await close();
    expect(sent.map(messages)).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7']]);
    expect(most()).toBe(1);
    expect(pauses[0]).toBe(100);
    expect(await counted('reported')).toBe(7);
  });

  it('are repeated unchanged, after growing pauses, while the verifier is away', async () => {
    const { reporter, close, sent, pauses } = setUp({
      async answer(events, call) {
        if (call <= 9) throw unavailable();
        return { stored: events.length, known: 0, refused: 0 };
      },
    });
    reporter.report(anEvent('1'));
    await vi.waitFor(() => expect(sent).toHaveLength(10));
    expect(new Set(sent).size).toBe(1);
    expect(pauses.slice(1, 10)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000].slice(0, 9));
    await close();
  });

  it('are kept while the verifier is full, and sent again', async () => {
    const { reporter, close, sent } = setUp({
      async answer(events, call) {
        if (call === 1) throw new AppError('too_many_requests', 'too many calls in this time', { retryAfterS: 1 });
        return { stored: events.length, known: 0, refused: 0 };
      },
    });
    reporter.report(anEvent('1'));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent).size).toBe(1);
    await close();
    expect([await counted('reported'), await counted('dropped')]).toEqual([1, 0]);
  });

  it('over the memory bound drop the oldest, which is reported once the verifier is back', async () => {
    let isAway = true;
    const reported: LiveEvent[] = [];
    const { reporter, close, sent } = setUp({
      maxWaiting: 4,
      batch: 2,
      async answer(events) {
        if (isAway) throw unavailable();
        reported.push(...events);
        return { stored: events.length, known: 0, refused: 0 };
      },
    });
    reporter.report(anEvent('first'));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
    for (let index = 1; index <= 10; index += 1)
      reporter.report(anEvent(String(index), index === 1 ? 'scout' : 'clerk'));
    expect(reporter.waiting()).toBe(4);
    isAway = false;
    await vi.waitFor(() => expect(reporter.waiting()).toBe(0));
    await close();
    const plain = reported.filter(({ id }) => !id.startsWith('lev_lost'));
    expect(new Set(messages(plain))).toEqual(new Set(['first', '7', '8', '9', '10']));
    const losses = reported.filter(({ id }) => id.startsWith('lev_lost'));
    expect(losses.map(({ agent_id, trace_id, data }) => [agent_id, trace_id, data])).toEqual([
      ['scout', 'trace of 1', expect.objectContaining({ code: droppedCode, fields: { dropped: 1, gateway_id: 'gw' } })],
      ['clerk', 'trace of 6', expect.objectContaining({ code: droppedCode, fields: { dropped: 5, gateway_id: 'gw' } })],
    ]);
    expect(await counted('dropped')).toBe(6);
  });

  it('are dropped when refused for good, and the next ones are tried after a pause', async () => {
    const { reporter, close, sent, pauses } = setUp({
      batch: 1,
      async answer(events, call) {
        if (call === 1) throw new AppError('forbidden', 'no');
        return { stored: 0, known: 0, refused: events.length };
      },
    });
    reporter.report(anEvent('1'));
    reporter.report(anEvent('2'));
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(pauses).toContain(30_000);
    expect(sent.slice(0, 2).map(messages)).toEqual([['1'], ['2']]);
    expect(sent[2]?.[0]?.data).toMatchObject({ code: droppedCode, fields: { dropped: 1 } });
    await vi.waitFor(async () => expect([await counted('dropped'), await counted('refused')]).toEqual([1, 2]));
    await close();
  });

  it('are sent once at the end, and the unsent are counted', async () => {
    const { reporter, close, sent } = setUp({ answer: () => Promise.reject(unavailable()), batch: 2 });
    for (const name of ['1', '2', '3']) reporter.report(anEvent(name));
    await close();
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(reporter.waiting()).toBe(0);
    expect(await counted('dropped')).toBe(3);
  });

  it('do not delay the end beyond its time for a verifier that never answers', async () => {
    let isOver = () => {};
    const reporter = createEventReporter({
      verifier: { reportEvents: () => new Promise(() => {}) },
      lost: createLostEvents({ createEventId: () => 'lev_x', now: () => 0, gatewayId: 'gw' }),
      metrics: createLiveEventMetrics(registry, () => 0),
      log,
      sleep: (ms) =>
        new Promise((resolve) => {
          if (ms === 2_000) isOver = resolve;
          else resolve();
        }),
    });
    reporter.report(anEvent('1'));
    const closing = reporter.close();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    isOver();
    await closing;
  });
});
