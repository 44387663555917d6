import { describe, expect, it } from 'vitest';
import { createRevisionWatch } from './revision-watch.ts';

interface Timer {
  readonly run: () => void;
  readonly delayMs: number;
}

const waitMs = 30_000;
const everyMs = 200;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A watch whose time the test advances. */
function aWatch(options: { maxWaiting?: number } = {}) {
  const timers = new Set<Timer>();
  const revisions = new Map<string, number | Error>();
  const reads: string[] = [];
  const watch = createRevisionWatch({
    ...options,
    everyMs,
    async read(orgId) {
      reads.push(orgId);
      const revision = revisions.get(orgId) ?? 0;
      if (revision instanceof Error) throw revision;
      return revision;
    },
    schedule(run, delayMs) {
      const timer = { run, delayMs };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const pass = async (delayMs: number) => {
    for (const timer of [...timers].filter((candidate) => candidate.delayMs === delayMs)) {
      timers.delete(timer);
      timer.run();
    }
    await settled();
  };
  const gone = new AbortController();
  const next = (orgId = 'o', known = 1) => watch.next(orgId, known, { waitMs, signal: gone.signal });
  return { watch, next, pass, revisions, reads, timers, gone };
}

describe('waiting for a revision', () => {
  it('wakes everybody who waits by one look, and looks no more', async () => {
    const { watch, next, pass, revisions, reads, timers } = aWatch();
    const waiting = [next(), next(), next('o', 0)];
    expect(watch.count()).toBe(3);
    revisions.set('o', 2);
    await pass(everyMs);
    expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
    expect([reads, watch.count(), timers.size]).toEqual([['o'], 0, 0]);
  });

  it('looks at each organisation for itself, and wakes nobody of another', async () => {
    const { watch, next, pass, revisions, reads } = aWatch();
    const own = next('own');
    const other = next('other');
    revisions.set('own', 5);
    await pass(everyMs);
    expect([await own, watch.count(), [...reads].sort()]).toEqual([5, 1, ['other', 'own']]);
    watch.close();
    expect(await other).toBeUndefined();
  });

  it('goes on looking while somebody waits, and not longer than they wait', async () => {
    const { next, pass, reads, timers } = aWatch();
    const waiting = next();
    await pass(everyMs);
    await pass(everyMs);
    expect(reads).toHaveLength(2);
    await pass(waitMs);
    expect([await waiting, timers.size]).toEqual([undefined, 0]);
  });

  it('does not take what is older than what is known for a change', async () => {
    const { watch, next, pass, revisions } = aWatch();
    const waiting = next('o', 7);
    revisions.set('o', 6);
    await pass(everyMs);
    expect(watch.count()).toBe(1);
    revisions.set('o', 8);
    await pass(everyMs);
    expect(await waiting).toBe(8);
  });

  it('ends with the connection, and with the watch', async () => {
    const { watch, next, gone, timers } = aWatch();
    const waiting = next();
    gone.abort();
    expect([await waiting, watch.count(), timers.size]).toEqual([undefined, 0, 0]);
    watch.close();
    expect(await watch.next('o', 1, { waitMs, signal: new AbortController().signal })).toBeUndefined();
  });

  it('fails whoever waits when the database does, and looks again for whoever comes next', async () => {
    const { next, pass, revisions, timers } = aWatch();
    const waiting = next();
    waiting.catch(() => {});
    revisions.set('o', new Error('the database is gone'));
    await pass(everyMs);
    await expect(waiting).rejects.toThrow('the database is gone');
    expect(timers.size).toBe(0);
    revisions.set('o', 2);
    const again = next();
    await pass(everyMs);
    expect(await again).toBe(2);
  });

  it('lets no more wait than it can hold', async () => {
    const { watch, next, gone } = aWatch({ maxWaiting: 2 });
    const waiting = [next(), next('other')];
    await expect(next()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    gone.abort();
    await Promise.all(waiting);
    expect(watch.count()).toBe(0);
  });
});
