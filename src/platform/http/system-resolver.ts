/**
 * The system's resolver, a few names at a time: each lookup holds a thread of the few that files, hashes and lookups share,
 * for as long as a name server that somebody chose lets it wait. Two leave the others to the rest of the program.
 */
import { lookup } from 'node:dns/promises';

/** All addresses of a name; one whose time is over is left out of the queue. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly string[]>;

const mostAtOnce = 2;
const mostWaiting = 1_000;

/** Asks so many names at once; the others wait for their turn, in their order. */
export function createBoundedResolve(resolve: Resolve, most: number): Resolve {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The place goes to whoever waits: nobody who comes meanwhile takes it. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (host, signal) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new Error('too many names wait for the resolver');
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
  mostAtOnce,
);
