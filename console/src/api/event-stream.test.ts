import { ApiError, ConnectionError, type ServerEvent } from '@assay/client';
import { describe, expect, it, vi } from 'vitest';
import { createEventStream, isLasting, pauseBefore } from './event-stream.ts';

const event = (id: string | undefined, data = `data ${id}`): ServerEvent => ({ event: 'agent.log', id, data });

interface Script {
  readonly events?: readonly ServerEvent[];
  readonly error?: Error;
  readonly comment?: string;
  /** Stays open after its events. */
  readonly hangs?: boolean;
}

/** A stream that answers by a script, with timers that the test fires. */
function setUp(scripts: readonly Script[], limit = 100) {
  const opened: (string | undefined)[] = [];
  const timers = new Map<number, { run: () => void; ms: number }>();
  const flushes: (() => void)[] = [];
  let count = 0;
  const stream = createEventStream<string>({
    limit,
    after: '0',
    open: async (after, { signal, onComment }) => {
      const script = scripts[opened.length] ?? { hangs: true };
      opened.push(after);
      if (script.events === undefined && script.error !== undefined) throw script.error;
      return (async function* () {
        yield* script.events ?? [];
        if (script.comment !== undefined) onComment(script.comment);
        if (script.error !== undefined) throw script.error;
        if (script.hangs !== true) return;
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ConnectionError('aborted')));
        });
      })();
    },
    toItem: ({ id, data }) => (id === undefined ? undefined : data),
    placeOf: ({ data }) => (data.startsWith('at ') ? data.slice(3) : undefined),
    schedule: (flush) => flushes.push(flush),
    setTimer: (run, ms) => {
      count += 1;
      const own = count;
      timers.set(own, { run, ms });
      return () => timers.delete(own);
    },
    random: () => 0,
  });
  const fire = () => {
    const due = [...timers];
    timers.clear();
    for (const [, { run }] of due) run();
  };
  const phase = (wanted: string) => vi.waitFor(() => expect(stream.state().phase).toBe(wanted));
  const flush = () => {
    for (const run of flushes.splice(0)) run();
  };
  return { stream, opened, timers, flushes, fire, phase, flush };
}

describe('a followed event stream', () => {
  it('goes on after a break from the last event, so that none is missing and none comes twice', async () => {
    const { stream, opened, fire, phase, flush } = setUp([
      { events: [event('1'), event('2')], error: new ConnectionError('cut') },
      { events: [event('3')], hangs: true },
    ]);
    stream.start();
    await phase('waiting');
    fire();
    await phase('live');
    flush();
    expect(opened).toEqual(['0', '2']);
    expect(stream.state().items).toEqual(['data 1', 'data 2', 'data 3']);
    stream.stop();
  });

  it('takes its place from a heartbeat where no event came yet', async () => {
    const { stream, opened, fire, phase } = setUp([{ events: [event(undefined, 'at 41')] }, { hangs: true }]);
    stream.start();
    await phase('waiting');
    fire();
    await vi.waitFor(() => expect(opened).toEqual(['0', '41']));
    stream.stop();
  });

  it('shows many events in one batch', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => event(String(index + 1)));
    const { stream, flushes, phase, flush } = setUp([{ events: many, hangs: true }], 1_000);
    const told = vi.fn();
    stream.watch(told);
    stream.start();
    await phase('live');
    await vi.waitFor(() => expect(flushes).toHaveLength(1));
    told.mockClear();
    await new Promise(setImmediate);
    flush();
    expect(told).toHaveBeenCalledTimes(1);
    expect(stream.state()).toMatchObject({ dropped: 1_000 });
    expect(stream.state().items).toHaveLength(1_000);
    stream.stop();
  });

  it('stops trying after a refusal that would come again, until somebody tries', async () => {
    const refusal = new ApiError(403, { code: 'agent_suspended', detail: 'the agent is suspended' });
    const { stream, timers, phase } = setUp([{ error: refusal }, { events: [event('1')], hangs: true }]);
    stream.start();
    await phase('refused');
    expect(stream.state().error).toBe(refusal);
    expect(timers.size).toBe(0);
    stream.retry();
    await phase('live');
    stream.stop();
  });

  it('keeps what the server said when it ended the stream', async () => {
    const { stream, phase } = setUp([{ events: [event('1')], comment: 'the stream ends: behind' }]);
    stream.start();
    await phase('waiting');
    expect(stream.state().lastWord).toBe('the stream ends: behind');
    stream.stop();
  });

  it('connects again when the connection is silent for too long', async () => {
    const { stream, opened, fire, phase } = setUp([{ events: [event('1')], hangs: true }, { hangs: true }]);
    stream.start();
    await phase('live');
    fire();
    await phase('waiting');
    fire();
    await vi.waitFor(() => expect(opened).toEqual(['0', '1']));
    stream.stop();
  });
});

describe('the pause before a try', () => {
  it('doubles up to half a minute, and half of it is chance', () => {
    expect([0, 1, 2, 3, 20].map((tries) => pauseBefore(tries, 1))).toEqual([500, 1_000, 2_000, 4_000, 30_000]);
    expect(pauseBefore(0, 0)).toBe(250);
  });
});

describe('a lasting refusal', () => {
  it('is one that waiting does not mend', () => {
    const statuses = [400, 401, 403, 404, 408, 429, 500, 503];
    expect(statuses.filter((status) => isLasting(new ApiError(status, {})))).toEqual([400, 401, 403, 404]);
    expect(isLasting(new ConnectionError('cut'))).toBe(false);
  });
});
