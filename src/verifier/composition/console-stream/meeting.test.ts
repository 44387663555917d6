/** How catch-up and live events join, in any order of arrival: a stream, an outlet and a hub without a network. */
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/log.ts';
import type { Gap, StreamEvent } from './frames.ts';
import { createHub, type Subscriber } from './hub.ts';
import { createStream } from './stream.ts';
import { createStreamWriter } from './stream-writer.ts';

const anEvent = (seq: number, size = 1): StreamEvent => ({
  seq,
  type: 'tool.call',
  level: null,
  bytes: Buffer.alloc(size, 97),
});
const aTurn = () => new Promise(setImmediate);

/** A log that only grows, and loses its oldest entries. */
function aLog(pageSize: number) {
  const events: StreamEvent[] = [];
  let removedTo = 0;
  return {
    append(count: number) {
      for (let n = 0; n < count; n += 1) events.push(anEvent((events.at(-1)?.seq ?? removedTo) + 1 + (n % 3)));
    },
    remove(count: number) {
      for (const { seq } of events.splice(0, Math.max(0, Math.min(count, events.length - 1)))) removedTo = seq;
    },
    after: (seq: number) => events.filter((event) => event.seq > seq),
    all: () => events.map(({ seq }) => seq),
    async readAfter(seq: number) {
      const found = events.filter((event) => event.seq > seq).slice(0, pageSize);
      const page = { events: found, removedTo, isFull: found.length === pageSize };
      await aTurn();
      return page;
    },
  };
}

describe('a stream', () => {
  it('gives each event once and in order, for any mix of pages, pushes, losses of place and failures', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 700 }) }),
      fc.constant({ kind: 'hand on' as const, count: 0 }),
      fc.constant({ kind: 'lose' as const, count: 0 }),
      fc.constant({ kind: 'wait' as const, count: 0 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 300 }), async (steps, start) => {
        const log = aLog(50);
        log.append(300);
        const got: number[] = [];
        let [position, looks] = [log.all().at(-1) ?? 0, 0];
        const stream = createStream({
          start,
          isShown: () => true,
          readAfter: log.readAfter,
          sendHeartbeat: () => {},
          onSent: () => {},
          writer: { send: (events) => got.push(...events.map(({ seq }) => seq)), drained: async () => true },
          async recheck() {
            looks += 1;
          },
          onFailed(error) {
            throw error;
          },
        });
        const handOn = () => {
          const events = log.after(position);
          position = events.at(-1)?.seq ?? position;
          if (events.length > 0) stream.push(events);
        };
        stream.begin();
        let losses = 0;
        for (const { kind, count } of steps) {
          if (kind === 'append') log.append(count);
          else if (kind === 'hand on') handOn();
          else if (kind === 'wait') await aTurn();
          else {
            position = log.all().at(-1) ?? position;
            stream.restart();
            losses += 1;
          }
        }
        handOn();
        while (!stream.isLive()) await aTurn();
        expect(got).toEqual(log.all().filter((seq) => seq > start));
        // After a loss, nothing was delivered before access was checked.
        expect(looks).toBeGreaterThanOrEqual(Math.min(1, losses));
        stream.end();
      }),
      { numRuns: 60 },
    );
  });

  it('reports once each missing part, before the following events', async () => {
    const log = aLog(10);
    log.append(30);
    const told: (Gap | undefined | number)[] = [];
    let removals = 2;
    const stream = createStream({
      start: 0,
      isShown: () => true,
      readAfter: log.readAfter,
      recheck: async () => {},
      onSent: () => {},
      writer: {
        send: (events) => told.push(...events.map(({ seq }) => seq)),
        async drained() {
          // During catch-up, the events that it is about to read are removed.
          if (removals-- > 0) log.remove(15);
          return true;
        },
      },
      sendHeartbeat: (gap) => told.push(gap),
      onFailed(error) {
        throw error;
      },
    });
    stream.begin();
    while (!stream.isLive()) await aTurn();
    const gaps = told.filter((one) => typeof one === 'object');
    expect(told[0]).toBe(undefined);
    expect(gaps.length).toBe(2);
    for (const gap of gaps) {
      const at = told.indexOf(gap);
      expect(told[at - 1]).toBe(gap.from - 1);
      expect(Number(told[at + 1])).toBeGreaterThan(gap.to);
    }
    stream.end();
  });
});

/** The part of a response that an outlet uses: accepts a number of bytes until it is drained. */
function aSocket(room: number) {
  const taken: Buffer[] = [];
  let free = room;
  const raw = Object.assign(new EventEmitter(), {
    write(bytes: Buffer) {
      taken.push(bytes);
      free -= bytes.byteLength;
      return free > 0;
    },
    end: (bytes: Buffer) => void taken.push(bytes),
    destroy: () => void raw.emit('close'),
  });
  const drain = () => {
    free = room;
    raw.emit('drain');
  };
  return { raw: raw as never, taken, drain, size: () => Buffer.concat(taken).byteLength };
}

describe('an outlet', () => {
  it("buffers a slow reader's events, up to 1,000 events or 1 MiB, and sends nothing twice", () => {
    for (const [size, most] of [
      [10, 1_000],
      [10_000, 104],
    ] as const) {
      let behind = 0;
      const socket = aSocket(1);
      const writer = createStreamWriter({ raw: socket.raw, monotonicMs: () => 0, onBehind: () => (behind += 1) });
      writer.send([anEvent(1, size)]);
      for (let seq = 2; seq <= most + 1; seq += 1) writer.send([anEvent(seq, size)]);
      expect([behind, socket.size()]).toEqual([0, size]);
      writer.send([anEvent(most + 2, size)]);
      expect(behind).toBe(1);
    }
  });

  it('continues when the reader does, and reports how long it paused', async () => {
    let nowMs = 0;
    const socket = aSocket(100);
    const writer = createStreamWriter({ raw: socket.raw, monotonicMs: () => nowMs, onBehind: () => {} });
    writer.send(Array.from({ length: 50 }, (_, index) => anEvent(index, 40)));
    let isDrained = false;
    const drained = writer.drained().then((isOpen) => {
      isDrained = isOpen;
    });
    nowMs = 7_000;
    expect(writer.stalledMs()).toBe(7_000);
    for (let round = 0; round < 3; round += 1) socket.drain();
    await drained;
    expect([isDrained, socket.size(), writer.stalledMs()]).toEqual([true, 2_000, 0]);
    const waiting = writer.drained();
    writer.end(Buffer.from('last'));
    writer.send([anEvent(99, 10)]);
    expect([await waiting, await writer.drained(), socket.size()]).toEqual([true, false, 2_004]);
  });
});

describe('the hub', () => {
  const log = createLogger({ service: 'test', level: 'silent' });
  const aStore = () => {
    const rows: StreamEvent[] = [];
    let failures = 0;
    return {
      rows,
      fail: (times: number) => {
        failures = times;
      },
      lastSeq: async () => rows.at(-1)?.seq ?? 0,
      async readAfter(after: number) {
        if (failures-- > 0) throw new Error('away');
        const found = rows.filter(({ seq }) => seq > after).slice(0, 10);
        return { byAgent: new Map([['a', found]]), last: found.at(-1)?.seq, isFull: found.length === 10 };
      },
    };
  };
  const aSubscriber = () => {
    const got: (number | 'lost')[] = [];
    const subscriber: Subscriber = {
      key: 'a',
      lose: () => void got.push('lost'),
      push: (events) => void got.push(...events.map(({ seq }) => seq)),
    };
    return { got, subscriber };
  };

  it('listens only while there are subscribers, and delivers commits from then on', async () => {
    const store = aStore();
    let [open, tell] = [0, () => {}];
    const hub = createHub({
      store,
      log,
      listen(onNotify) {
        [open, tell] = [open + 1, onNotify];
        return {
          async close() {
            open -= 1;
          },
        };
      },
    });
    store.rows.push(anEvent(1));
    expect(open).toBe(0);
    const { got, subscriber } = aSubscriber();
    const leave = await hub.subscribe(subscriber);
    store.rows.push(...Array.from({ length: 25 }, (_, index) => anEvent(index + 2)));
    tell();
    await hub.settle();
    expect([open, got]).toEqual([1, ['lost', ...Array.from({ length: 25 }, (_, index) => index + 2)]]);
    leave();
    while (open > 0) await aTurn();
    const again = aSubscriber();
    await hub.subscribe(again.subscriber);
    expect(open).toBe(1);
    await hub.close();
    expect(open).toBe(0);
  });

  it('reports that it lost its place when the database was away, instead of skipping events', async () => {
    const store = aStore();
    const hub = createHub({ store, log, listen: () => ({ close: async () => {} }) });
    const { got, subscriber } = aSubscriber();
    await hub.subscribe(subscriber);
    store.fail(1);
    await expect(hub.settle()).rejects.toThrow('away');
    store.rows.push(anEvent(5));
    await hub.settle();
    store.rows.push(anEvent(6));
    await hub.settle();
    expect(got).toEqual(['lost', 'lost', 6]);
    await hub.close();
    await hub.settle();
  });
});
