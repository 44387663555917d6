import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import type { ActiveState } from '../state/active-state.ts';
import { type Continuing, continueMade } from './continued.ts';
import { createMadeResponses, type MadeResponse, responseTtlMs } from './made-responses.ts';

const aState = (fingerprint: string): ActiveState => ({
  plans: [],
  policySet: undefined,
  problems: [],
  decide() {
    throw new Error('nothing is decided here');
  },
  originOf: () => undefined,
  fingerprint: () => fingerprint,
});
const state = aState('now');
const log = createLogger({ service: 'test', level: 'silent' });
const memory = { provider: 'p', file: undefined, log };
const made = (change: Partial<MadeResponse> = {}): MadeResponse => ({
  evidenceId: 'ev_1',
  responseHash: 'hash',
  modelId: 'm',
  judgedBy: 'now',
  flaw: undefined,
  ...change,
});

describe('remembered responses', () => {
  it('belong to their caller, until they are dropped or a day is over', () => {
    let now = 0;
    const responses = createMadeResponses({ ...memory, now: () => now });
    responses.add('ann', 'r1', made());
    responses.add('ann', 'r2', made());
    expect(responses.find('ann', 'r1')).toMatchObject({ evidenceId: 'ev_1' });
    expect(responses.find('bob', 'r1')).toBeUndefined();
    responses.drop('bob', 'r1');
    responses.drop('ann', 'r2');
    expect(responses.find('ann', 'r2')).toBeUndefined();
    now = responseTtlMs - 1;
    expect(responses.find('ann', 'r1')).toBeDefined();
    now = responseTtlMs;
    expect(responses.find('ann', 'r1')).toBeUndefined();
  });

  it('belong to the caller who got their id last, where a provider gives an id twice', () => {
    const responses = createMadeResponses({ ...memory, now: () => 0 });
    responses.add('ann', 'r1', made());
    responses.add('bob', 'r1', made({ evidenceId: 'ev_2' }));
    expect(responses.find('ann', 'r1')).toBeUndefined();
    expect(responses.find('bob', 'r1')).toMatchObject({ evidenceId: 'ev_2' });
  });

  it('are bounded: a caller with many displaces its own, and the one with the most those that are too many in all', () => {
    const responses = createMadeResponses({ ...memory, now: () => 0, maxPerCaller: 3, maxTotal: 5 });
    responses.add('bob', 'b1', made());
    for (const id of ['a1', 'a2', 'a3', 'a4']) responses.add('ann', id, made());
    const kept = (caller: string, ids: readonly string[]) =>
      ids.filter((id) => responses.find(caller, id) !== undefined);
    expect(kept('ann', ['a1', 'a2', 'a3', 'a4'])).toEqual(['a2', 'a3', 'a4']);
    for (const id of ['b2', 'b3']) responses.add('bob', id, made());
    expect(kept('bob', ['b1', 'b2', 'b3']).length + kept('ann', ['a2', 'a3', 'a4']).length).toBe(5);
    expect(kept('bob', ['b3'])).toEqual(['b3']);
  });
});

describe('a response is continued', () => {
  const ask = (change: Partial<Continuing> = {}) =>
    continueMade({ made: made(), modelId: 'm', state, mode: 'enforce', ...change });

  it('under the policies and settings that judged it', () => {
    expect(ask()).toEqual({ evidenceId: 'ev_1', responseHash: 'hash', flaw: undefined });
  });

  it.each<[string, Partial<Continuing>]>([
    ['other policies or settings', { state: aState('before') }],
    ['another model', { modelId: 'm2' }],
    ['a redaction that the provider does not know', { made: made({ flaw: 'redacted' }) }],
    ['an approval of that exchange only', { made: made({ flaw: 'approved' }) }],
    ['a denial that was not enforced', { made: made({ flaw: 'denied' }) }],
  ])('not with %s; observe mode takes it and what is made from it stays marked', (_why, change) => {
    expect(() => ask(change)).toThrow(/Send its items in input instead/);
    expect(ask({ ...change, mode: 'observe' }).flaw).toBeDefined();
  });

  it('never where the caller made none, in no mode', () => {
    for (const mode of ['enforce', 'observe'] as const) {
      expect(() => ask({ made: undefined, mode })).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
  });
});
