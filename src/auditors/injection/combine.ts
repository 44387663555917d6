/** Combines the results of rules and model for one text. */
import type { Span } from './layers.ts';
import type { PatternFamily } from './rules.ts';

/** A found pattern, with its weight at its place. */
export interface Weighed {
  readonly id: string;
  readonly family: PatternFamily;
  readonly weight: number;
  readonly span: Span;
}

/** Words are never certain evidence: the score leaves room above. */
export const maxRisk = 0.99;

/**
 * Combines families as independent signals (noisy or). Within a family the strongest pattern counts, and the next one elsewhere
 * in the text counts half: variants of one phrase must not add up.
 *
 * @param found Strongest first.
 */
export function combineRules(found: readonly Weighed[]): number {
  const families = new Map<PatternFamily, { readonly best: Weighed; supported: boolean }>();
  let miss = 1;
  for (const pattern of found) {
    const family = families.get(pattern.family);
    if (family === undefined) {
      families.set(pattern.family, { best: pattern, supported: false });
      miss *= 1 - pattern.weight;
    } else if (!family.supported && !overlaps(family.best.span, pattern.span)) {
      family.supported = true;
      miss *= 1 - pattern.weight / 2;
    }
  }
  return Math.min(maxRisk, 1 - miss);
}

/** Below this the model finds a text rather ordinary, and a rule alone is believed less, down to this share. */
const ordinary = 0.3;
const leastBelief = 0.86;
/** From this model probability on, a rule supports the model's finding. */
const sign = 0.3;

/**
 * Combines rules and model into one risk. Both see the same words, so they are not independent: the stronger one
 * counts, and the weaker one closes a part of the gap to certainty.
 */
export function combineRisk(rules: number, model: number): number {
  if (rules === 0) return model;
  const belief = leastBelief + (1 - leastBelief) * Math.min(1, model / ordinary);
  const believed = rules * belief;
  const [strong, weak] = believed > model ? [believed, model] : [model, believed];
  const support = weak < sign ? 0 : (weak - sign) * 0.8;
  return Math.min(maxRisk, strong + (1 - strong) * support);
}

function overlaps(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}
