/**
 * The system's resolver with few concurrent lookups. Each lookup holds one of the few threads that files, hashes and
 * lookups share, for as long as a foreign name server lets it wait. Two leave the others to the rest of the program.
 */
import { lookup } from 'node:dns/promises';

/** Gives all addresses of a name. A lookup that times out leaves the queue. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly string[]>;

const maxConcurrent = 2;
const maxWaiting = 1_000;

/** Runs this many lookups at once. The others wait in order. */
export function createBoundedResolve(resolve: Resolve, most: number): Resolve {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The slot goes to the next waiter, so that no newcomer can take it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (host, signal) => {
    if (running >= most) {
      if (waiting.length >= maxWaiting) throw new Error('too many names are being resolved');
      await new Promise<void>((turn) => waiting.push(turn));
    } else {
      running += 1;
    }
    try {
      signal?.throwIfAborted();
      return await resolve(host, signal);
    } finally {
      leave();
    }
  };
}

/** One for the whole process, as the threads are. */
export const resolveBySystem: Resolve = createBoundedResolve(
  async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  maxConcurrent,
);
