import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Admission, createCallQueue, type Schedule } from './call-queue.ts';

const never: Schedule = () => () => {};
const limits = { maxRunning: 2, maxWaiting: 3, maxWaitMs: 30_000 };
/** For a client that stays. */
const stays = () => new AbortController().signal;

/** Waits until all settled promises have run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function follow(entered: Promise<Admission>): { admission: Admission | undefined } {
  const state: { admission: Admission | undefined } = { admission: undefined };
  const keep = (admission: Admission) => {
    state.admission = admission;
  };
  entered.then(keep, keep);
  return state;
}

function release(admission: Admission | undefined): void {
  if (admission?.kind !== 'admitted') throw new Error('this call has no place');
  admission.release();
}

describe('a call', () => {
  it('waits when all slots are taken, and gets the next one in order of arrival', async () => {
    const queue = createCallQueue(limits, never);
    const calls = Array.from({ length: 5 }, () => follow(queue.enter(stays())));
    await settle();
    expect(calls.map(({ admission }) => admission?.kind)).toEqual([
      ...['admitted', 'admitted', undefined, undefined, undefined],
    ]);
    release(calls[1]?.admission);
    await settle();
    expect(calls.map(({ admission }) => admission?.kind)).toEqual([
      ...['admitted', 'admitted', 'admitted', undefined, undefined],
    ]);
    expect(queue.state()).toEqual({ running: 2, waiting: 2 });
  });

  it('is refused at once when no more may wait', async () => {
    const queue = createCallQueue(limits, never);
    for (let index = 0; index < 5; index += 1) follow(queue.enter(stays()));
    expect(await queue.enter(stays())).toEqual({ kind: 'refused', reason: 'full', state: { running: 2, waiting: 3 } });
  });

  it('is refused after waiting too long, and frees its place in the queue', async () => {
    const due: (() => void)[] = [];
    const queue = createCallQueue(limits, (act, delayMs) => {
      expect(delayMs).toBe(30_000);
      due.push(act);
      return () => {};
    });
    follow(queue.enter(stays()));
    follow(queue.enter(stays()));
    const late = queue.enter(stays());
    due[0]?.();
    expect(await late).toMatchObject({ kind: 'refused', reason: 'too_long' });
    expect(queue.state()).toEqual({ running: 2, waiting: 0 });
  });

  it('leaves the queue when its client disconnects, and takes no slot', async () => {
    const queue = createCallQueue({ ...limits, maxRunning: 1 }, never);
    const first = await queue.enter(stays());
    const client = new AbortController();
    const gone = queue.enter(client.signal);
    const next = follow(queue.enter(stays()));
    client.abort();
    expect(await gone).toEqual({ kind: 'gone' });
    release(first);
    await settle();
    expect(next.admission?.kind).toBe('admitted');
    expect(queue.state()).toEqual({ running: 1, waiting: 0 });
  });

  it('frees its slot once, however often it is released', async () => {
    const queue = createCallQueue(limits, never);
    const first = await queue.enter(stays());
    release(first);
    release(first);
    expect(queue.state()).toEqual({ running: 0, waiting: 0 });
  });

  it('is refused when the queue closes while it waits, and afterwards', async () => {
    const queue = createCallQueue({ ...limits, maxRunning: 1 }, never);
    follow(queue.enter(stays()));
    const waiting = queue.enter(stays());
    queue.close();
    expect(await waiting).toMatchObject({ kind: 'refused', reason: 'closing' });
    expect(await queue.enter(stays())).toMatchObject({ kind: 'refused', reason: 'closing' });
  });
});

type Step = 'enter' | 'release' | 'leave' | 'expire';

it('for any order of events each call is answered once, within the limit, first come first served', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Step>('enter', 'enter', 'release', 'leave', 'expire'), { maxLength: 60 }),
      async (steps) => {
        const timers: (() => void)[] = [];
        const queue = createCallQueue(limits, (act) => {
          timers.push(act);
          return () => void timers.splice(timers.indexOf(act), 1);
        });
        const calls: { client: AbortController; followed: ReturnType<typeof follow> }[] = [];
        const running: Admission[] = [];
        const served: number[] = [];
        for (const step of steps) {
          if (step === 'enter') {
            const client = new AbortController();
            calls.push({ client, followed: follow(queue.enter(client.signal)) });
          }
          if (step === 'release') release(running.shift() ?? { kind: 'admitted', release: () => {} });
          if (step === 'leave') calls.find(({ followed }) => followed.admission === undefined)?.client.abort();
          if (step === 'expire') timers[0]?.();
          await Promise.resolve();
          for (const [index, { followed }] of calls.entries()) {
            if (followed.admission?.kind !== 'admitted' || served.includes(index)) continue;
            served.push(index);
            running.push(followed.admission);
          }
          expect(running.length).toBeLessThanOrEqual(limits.maxRunning);
        }
        expect(served).toEqual([...served].sort((left, right) => left - right));
        while (running.length > 0 || queue.state().running > 0) {
          release(running.shift());
          await settle();
          for (const [index, { followed }] of calls.entries()) {
            if (followed.admission?.kind !== 'admitted' || served.includes(index)) continue;
            served.push(index);
            running.push(followed.admission);
          }
        }
        expect(calls.every(({ followed }) => followed.admission !== undefined)).toBe(true);
        expect(queue.state()).toEqual({ running: 0, waiting: 0 });
      },
    ),
    { numRuns: 60 },
  );
});

it('each of a thousand concurrent calls is answered or refused', async () => {
  const queue = createCallQueue({ maxRunning: 10, maxWaiting: 256, maxWaitMs: 30_000 }, never);
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const admission = await queue.enter(stays());
      if (admission.kind !== 'admitted') return admission.kind;
      await settle();
      admission.release();
      return 'ran';
    }),
  );
  expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(266);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(734);
  expect(queue.state()).toEqual({ running: 0, waiting: 0 });
});
