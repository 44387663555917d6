/** A bound on how deep a body nests: what walks through it later, to hash or to print it, does so by recursion. */
import { limits } from '../../contract/limits.ts';

/** Deeper than anything of the contract (claims go to 16), far from any stack's end. */
export const maxBodyDepth = limits.bodyDepth;

/** True when lists and objects stand in each other deeper than a limit. Does not recurse itself. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter(isContainer);
    if (containers.length > 0 && depth >= limit) return true;
    level = containers.flatMap((container) => Object.values(container));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
