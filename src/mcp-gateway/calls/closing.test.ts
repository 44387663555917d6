/** Tool calls while the gateway ends: new ones are refused, running ones are answered and recorded. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UpstreamOutcome } from '../ports.ts';
import { answered, playCalls, refusalOf } from './calls.fixture.ts';

afterEach(() => vi.useRealTimers());

describe('a stopping gateway', () => {
  it('makes no new call, and waits for running ones', async () => {
    const calls = playCalls();
    let finish = (): void => {};
    calls.serve(() => new Promise<UpstreamOutcome>((resolve) => (finish = () => resolve(answered()))));
    const underWay = calls.call();
    await vi.waitFor(() => expect(calls.sent).toHaveLength(1));
    calls.close();
    const ended = calls.ended(60_000);
    expect(refusalOf(await calls.call()).code).toBe('busy');
    expect(calls.sent).toHaveLength(1);
    finish();
    expect((await underWay).kind).toBe('result');
    await ended;
    expect(calls.judge.open()).toBe(0);
  });

  it.each([
    ['that ends when it is told', true],
    ['that goes on all the same', false],
  ])('reports a call at a server %s as unknown, and records it', async (_name, hears) => {
    vi.useFakeTimers();
    const calls = playCalls();
    calls.serve(
      ({ signal }) =>
        new Promise((resolve) => {
          const cut: UpstreamOutcome = { kind: 'unknown', code: 'cancelled', message: 'cut' };
          if (hears) signal.addEventListener('abort', () => resolve(cut));
        }),
    );
    const underWay = calls.call();
    await vi.advanceTimersByTimeAsync(0);
    calls.close();
    const ended = calls.ended(7_000);
    await vi.advanceTimersByTimeAsync(8_000);
    await ended;
    expect(refusalOf(await underWay).code).toBe('outcome_unknown');
    expect(calls.judge.ended[0]?.outcome.kind).toBe('unknown');
    expect(calls.judge.open()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('the reason for a missing answer is reported and recorded by its code', async () => {
  const calls = playCalls();
  calls.serve(() => ({ kind: 'unknown', code: 'outbound_size', message: 'EVIL' }));
  expect(refusalOf(await calls.call())).toMatchObject({ code: 'outcome_unknown', reasons: ['outbound_size'] });
  expect(calls.judge.ended[0]?.outcome).toMatchObject({ kind: 'unknown', code: 'outbound_size' });
});
