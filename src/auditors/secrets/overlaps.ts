/** Settles overlapping findings: the most specific one gives the type, and everything leaked stays covered. */
import type { RawFinding } from './rule.ts';

/** Returns findings that do not overlap, in text order. */
export function resolveOverlaps(found: readonly RawFinding[]): RawFinding[] {
  if (found.length < 2) return [...found];
  const sorted = found.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const kept: RawFinding[] = [];
  let group: RawFinding[] = [];
  let reach = -1;
  for (const one of sorted) {
    if (one.start >= reach) {
      kept.push(...settle(group));
      group = [];
    }
    group.push(one);
    reach = Math.max(reach, one.end);
  }
  kept.push(...settle(group));
  return kept;
}

/** Settles connected findings: keeps the best one after the other; a single one takes the extent of its group. */
function settle(group: readonly RawFinding[]): RawFinding[] {
  if (group.length < 2) return [...group];
  const ranked = group.toSorted(
    (left, right) =>
      right.rank - left.rank || right.end - right.start - (left.end - left.start) || right.score - left.score,
  );
  const kept: RawFinding[] = [];
  for (const one of ranked) {
    if (kept.every((other) => one.end <= other.start || one.start >= other.end)) kept.push(one);
  }
  const [only] = kept;
  if (kept.length === 1 && only !== undefined) {
    const start = Math.min(...group.map((one) => one.start));
    const end = Math.max(...group.map((one) => one.end));
    return [{ ...only, start, end }];
  }
  return kept.toSorted((left, right) => left.start - right.start);
}
