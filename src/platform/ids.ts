/** Identifiers `<prefix>_<uuidv7>` (RFC 9562 section 5.7): sortable by time, safe in URLs and SPIFFE ids. */
import { randomBytes as systemRandomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

export type RandomBytes = (size: number) => Uint8Array;

interface Tick {
  timeMs: number;
  counter: number;
}

// Per clock, so that ids of one clock only rise while a test with another clock starts afresh.
const ticks = new WeakMap<Clock, Tick>();
const counterMax = 0xfff;
const counterSeedMax = 0x7ff;
const timeMax = 2 ** 48 - 1;

/** Creates an id that is greater (as text) than every earlier id of the same prefix and clock in this process. */
export function createId(prefix: string, clock: Clock, randomBytes: RandomBytes = systemRandomBytes): string {
  return `${prefix}_${createUuidV7(clock, randomBytes)}`;
}

/** Creates a UUID version 7 whose 12-bit `rand_a` counts within a millisecond (RFC 9562 section 6.2, method 1). */
export function createUuidV7(clock: Clock, randomBytes: RandomBytes = systemRandomBytes): string {
  const random = randomBytes(10);
  const { timeMs, counter } = nextTick(clock, ((random[8] ?? 0) << 8) | (random[9] ?? 0));
  const time = timeMs.toString(16).padStart(12, '0');
  const tail = Buffer.from(random.buffer, random.byteOffset, 8).toString('hex');
  const variant = (8 | (Number.parseInt(tail.charAt(0), 16) & 3)).toString(16);
  const third = `7${counter.toString(16).padStart(3, '0')}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${third}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for `<prefix>_<uuidv7>` with this prefix. */
export function isId(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && uuidV7.test(text.slice(prefix.length + 1));
}

function nextTick(clock: Clock, entropy: number): Tick {
  const now = clock.now();
  if (!Number.isInteger(now) || now < 0 || now > timeMax)
    throw new RangeError('the clock is outside of the range of an id');
  const seed = entropy & counterSeedMax;
  const last = ticks.get(clock);
  const tick = last === undefined || now > last.timeMs ? { timeMs: now, counter: seed } : advance(last, seed);
  ticks.set(clock, tick);
  return tick;
}

// If the clock stood still or went back, counts on, and borrows the next millisecond when the counter is used up.
function advance(last: Tick, seed: number): Tick {
  return last.counter < counterMax
    ? { timeMs: last.timeMs, counter: last.counter + 1 }
    : { timeMs: last.timeMs + 1, counter: seed };
}
