/** The one-proportion z-test of the green-list watermark and its two p-values. */
import { logBinomialTail } from './binomial.ts';
import type { GreenList } from './green-list.ts';
import { logNormalTail, normalTail } from './normal.ts';

/** Up to this many scored draws the exact tail is the p-value; above, the published normal one. */
export const exactUpTo = 1000;
/** Above this the exact tail is not computed. */
const exactAtMost = 4_000_000;

export interface TestResult {
  readonly z: number;
  readonly p: number;
  /** The tail of `p`. */
  readonly method: 'binomial' | 'normal';
  readonly p_normal: number;
  readonly p_binomial?: number;
  /** log10 of `p`, which itself may underflow to 0. */
  readonly log10_p: number;
}

export interface Count {
  /** Scored tokens: each distinct n-gram once. */
  readonly scored: number;
  readonly green: number;
}

/** Counts green tokens; tokens without a whole context are not scored. */
export function countGreen(tokens: ArrayLike<number>, list: GreenList): Count {
  const seen = new Set<number | string>();
  let green = 0;
  for (let at = list.contextWidth; at < tokens.length; at++) {
    const look = list.look(tokens, at);
    if (seen.has(look.id)) continue;
    seen.add(look.id);
    if (look.green) green += 1;
  }
  return { scored: seen.size, green };
}

/** Tests `hits` of `trials` independent draws of chance `gamma`; at least one draw is required. */
export function testHits(hits: number, trials: number, gamma: number): TestResult {
  if (trials < 1) throw new RangeError('a test needs at least one draw');
  const z = (hits - gamma * trials) / Math.sqrt(trials * gamma * (1 - gamma));
  const normal = { p: normalTail(z), log: logNormalTail(z) };
  const exact = trials <= exactAtMost ? logBinomialTail(hits, trials, gamma) : undefined;
  const method = trials <= exactUpTo ? 'binomial' : 'normal';
  const log = method === 'binomial' && exact !== undefined ? exact : normal.log;
  return {
    z,
    p: method === 'binomial' ? Math.exp(log) : normal.p,
    method,
    p_normal: normal.p,
    ...(exact === undefined ? {} : { p_binomial: Math.exp(exact) }),
    log10_p: log / Math.LN10,
  };
}
