/** Intervals around rates, and around differences and ratios of two rates, which show the uncertainty of small groups. */
import { type Rate, toValue } from './rates.ts';

export type Interval = readonly [low: number, high: number];

/** Confidence levels with their normal quantile (two-sided). */
export const confidenceLevels = {
  '0.9': 1.6448536269514722,
  '0.95': 1.959963984540054,
  '0.99': 2.5758293035489004,
} as const;

export type ConfidenceLevel = keyof typeof confidenceLevels;

export function isConfidenceLevel(text: string): text is ConfidenceLevel {
  return Object.hasOwn(confidenceLevels, text);
}

/** Wilson's score interval (1927), without continuity correction. */
export function wilsonInterval({ part, whole }: Rate, z: number): Interval | undefined {
  if (whole === 0) return undefined;
  const center = (part + (z * z) / 2) / (whole + z * z);
  const spread = (z / (whole + z * z)) * Math.sqrt((part * (whole - part)) / whole + (z * z) / 4);
  // Sets the ends exactly; rounding would miss them by a last digit.
  return [part === 0 ? 0 : center - spread, part === whole ? 1 : center + spread];
}

/** Newcombe's hybrid score interval (1998, method 10) for `left - right`. */
export function differenceInterval(left: Rate, right: Rate, z: number): Interval | undefined {
  const around = { left: wilsonInterval(left, z), right: wilsonInterval(right, z) };
  const values = { left: toValue(left), right: toValue(right) };
  if (around.left === undefined || around.right === undefined) return undefined;
  if (values.left === undefined || values.right === undefined) return undefined;
  const difference = values.left - values.right;
  const below = Math.hypot(values.left - around.left[0], around.right[1] - values.right);
  const above = Math.hypot(around.left[1] - values.left, values.right - around.right[0]);
  return [difference - below, difference + above];
}

/** Katz's interval on the log scale (1978) for `left / right`; none if either rate is 0. */
export function ratioInterval(left: Rate, right: Rate, z: number): Interval | undefined {
  if (left.part === 0 || right.part === 0) return undefined;
  const ratio = (left.part * right.whole) / (right.part * left.whole);
  const variance = 1 / left.part - 1 / left.whole + (1 / right.part - 1 / right.whole);
  const factor = Math.exp(z * Math.sqrt(Math.max(0, variance)));
  return [ratio / factor, ratio * factor];
}
