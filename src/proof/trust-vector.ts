/**
 * The AR4SI trust vector (draft-ietf-rats-ar4si): from int8 values to tiers, and the best status that a vector
 * allows. Only this file holds the mapping.
 */
import type { Tier, TrustVector } from '../contract/passport.ts';

/** From best to worst. `none` claims nothing, which is better than a known weakness and worse than a passed check. */
const order: readonly Tier[] = ['affirming', 'none', 'warning', 'contraindicated'];

/** Gives the tier of one AR4SI value; anything outside int8 is contraindicated. */
export function tierOfValue(value: number): Tier {
  if (!Number.isInteger(value) || value < -128 || value > 127) return 'contraindicated';
  if (value >= -1 && value <= 1) return 'none';
  if (value >= -32 && value <= 31) return 'affirming';
  return value >= -96 && value <= 95 ? 'warning' : 'contraindicated';
}

/**
 * Gives the best status that a vector allows: that of its worst claim. The value 0 is no claim, a skipped check, and
 * has no weight beside others; a vector without any claim allows `none`, never `affirming`.
 */
export function statusOfVector(vector: TrustVector): Tier {
  const tiers = Object.values(vector)
    .filter((value) => value !== 0)
    .map(tierOfValue);
  return tiers.length === 0 ? 'none' : worstTier(tiers);
}

/** Gives the worst of some tiers; `none` if there are none. */
export function worstTier(tiers: readonly Tier[]): Tier {
  if (tiers.length === 0) return 'none';
  return order[Math.max(...tiers.map((tier) => order.indexOf(tier)))] ?? 'contraindicated';
}

/** True when the first tier promises more than the second. */
export function isBetterTier(tier: Tier, than: Tier): boolean {
  return order.indexOf(tier) < order.indexOf(than);
}

/** Gives the less trusting of two tiers. */
export function capTier(cap: Tier, tier: Tier): Tier {
  return isBetterTier(tier, cap) ? cap : tier;
}

/** Gives the less trusting of two AR4SI values; the first if they are equal. */
export function worseValue(left: number, right: number): number {
  return isBetterTier(tierOfValue(left), tierOfValue(right)) ? right : left;
}
