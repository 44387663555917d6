/** Bounds the nesting of a body, because hashing and printing recurse. */
import { limits } from '../../contract/limits.ts';

/** Deeper than anything in the contract (claims go to 16), and far from any stack limit. */
export const maxBodyDepth = limits.bodyDepth;

/** True when lists and objects nest deeper than a limit. Does not recurse. */
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
