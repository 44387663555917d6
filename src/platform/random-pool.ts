/**
 * Random bytes for ids and nonces from a buffer that is refilled: one call to the system's generator serves hundreds
 * of requests. Each byte is used once and overwritten. Keys are never made from it.
 */
import type { RandomBytes } from './ids.ts';

const poolBytes = 8192;

export function createRandomPool(fill: RandomBytes): RandomBytes {
  let pool = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (size > poolBytes / 8) return fill(size);
    if (used + size > pool.length) {
      pool = Uint8Array.from(fill(poolBytes));
      used = 0;
    }
    const bytes = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return bytes;
  };
}
