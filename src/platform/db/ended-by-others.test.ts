import { describe, expect, it } from 'vitest';
import { toAppError } from '../http/problem.ts';
import { isEndedByOthers, untilNotEndedByOthers } from './ended-by-others.ts';

/** Wraps a driver's error like drizzle. */
function aFailure(code: string): Error {
  return new Error('Failed query', { cause: Object.assign(new Error('from the server'), { code }) });
}

describe('a transaction that the database ended because of others', () => {
  it.each(['40P01', '40001'])('is recognised by its state %s', (code) => {
    expect(isEndedByOthers(aFailure(code))).toBe(true);
  });

  it.each(['23505', '22021', '57014'])('is not confused with a fault of a statement, state %s', (code) => {
    expect(isEndedByOthers(aFailure(code))).toBe(false);
  });

  it('is answered with 503 and a retry time, not 500', () => {
    expect(toAppError(aFailure('40P01'))).toMatchObject({ code: 'unavailable', status: 503, retryAfterS: 1 });
    expect(toAppError(aFailure('23505'))).toMatchObject({ code: 'internal' });
  });

  it('is retried a few times', async () => {
    const tries = { count: 0 };
    const run = async () => {
      tries.count += 1;
      if (tries.count < 3) throw aFailure('40P01');
      return 'done';
    };
    expect(await untilNotEndedByOthers(run)).toBe('done');
    tries.count = -10;
    await expect(untilNotEndedByOthers(run)).rejects.toThrow('Failed query');
    expect(tries.count).toBe(-5);
  });

  it('is not retried after another failure', async () => {
    const tries = { count: 0 };
    const run = async () => {
      tries.count += 1;
      throw aFailure('23505');
    };
    await expect(untilNotEndedByOthers(run)).rejects.toThrow('Failed query');
    expect(tries.count).toBe(1);
  });
});
