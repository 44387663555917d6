import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../platform/errors.ts';
import { createHeldCalls } from './held-calls.ts';
import type { ToolCall } from './tool-call.ts';

function open({ maxCalls = 10, maxOfAgent = 10 } = {}) {
  const timers = new Map<() => void, number>();
  const late: ToolCall[] = [];
  const held = createHeldCalls({
    randomBytes,
    maxCalls,
    maxOfAgent,
    onLate: (call: ToolCall) => late.push(call),
    after(ms, call) {
      timers.set(call, ms);
      return () => timers.delete(call);
    },
  });
  return { held, timers, late };
}

/** A call with the members that matter here. */
function aCall(askerKey = 'me', agentId = 'clerk'): ToolCall {
  const call: unknown = { askerKey, exchange: { identity: { agentId } } };
  return call as ToolCall;
}
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'none';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
};

describe('a held call', () => {
  it('is given once, to its beginner, by an unguessable name', () => {
    const { held, timers } = open();
    const call = aCall();
    const [id, other] = [held.hold(call, 1_000), held.hold(aCall(), 1_000)];
    expect(id).toMatch(/^call_[A-Za-z0-9_-]{32}$/);
    expect(id).not.toBe(other);
    expect(codeOf(() => held.take(id, 'somebody'))).toBe('not_found');
    expect(held.take(id, 'me')).toBe(call);
    expect(codeOf(() => held.take(id, 'me'))).toBe('not_found');
    expect(timers.size).toBe(1);
  });

  it('is given away when its time is over, and then belongs to nobody', () => {
    const { held, timers, late } = open();
    const call = aCall();
    const id = held.hold(call, 7_000);
    const [[ring, ms] = []] = timers;
    expect(ms).toBe(7_000);
    ring?.();
    expect(late).toEqual([call]);
    expect(codeOf(() => held.take(id, 'me'))).toBe('not_found');
    expect(held.size()).toBe(0);
  });
});

describe('the capacity for held calls', () => {
  it('is bounded, and freed when a call ends', () => {
    const { held } = open({ maxCalls: 2 });
    const id = held.hold(aCall(), 1);
    held.hold(aCall('me', 'other'), 1);
    expect(codeOf(() => held.assertRoom('third'))).toBe('unavailable');
    expect(codeOf(() => held.hold(aCall(), 1))).toBe('unavailable');
    held.take(id, 'me');
    expect(codeOf(() => held.hold(aCall(), 1))).toBe('none');
  });

  it('is not all available to one agent', () => {
    const { held } = open({ maxOfAgent: 1 });
    held.hold(aCall(), 1);
    expect(codeOf(() => held.hold(aCall(), 1))).toBe('unavailable');
    expect(codeOf(() => held.hold(aCall('me', 'other'), 1))).toBe('none');
    expect(held.takeAll()).toHaveLength(2);
    expect(codeOf(() => held.hold(aCall(), 1))).toBe('none');
  });
});
