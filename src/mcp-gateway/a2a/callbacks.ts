/**
 * Addresses of this gateway that agents push the updates of one task to. Each has a random id and a random token, lives as
 * long as somebody waits for the task, and is kept in this process alone.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../../platform/ids.ts';

export interface OpenCallback {
  readonly url: string;
  /** Comes back in the header `X-A2A-Notification-Token`. */
  readonly token: string;
  /** Gives the next update, unchecked; undefined once the signal aborts. */
  next(signal: AbortSignal): Promise<unknown>;
  /** The address is unknown from then on. */
  close(): void;
}

export interface Callbacks {
  /** Undefined where the gateway knows no address of its own, or too many are open. */
  open(): OpenCallback | undefined;
  /** Gives what takes an update; undefined for an address that is not open, or another token. */
  find(id: string, token: unknown): ((update: unknown) => void) | undefined;
}

/** Path of the addresses, before their ids. */
export const callbackPath = '/a2a-callbacks';
const maxOpen = 1_000;
/** Updates that wait to be taken; more are dropped, since the task is read once more at the end. */
const maxWaiting = 100;

interface Waiting {
  readonly digest: Buffer;
  readonly updates: unknown[];
  wake: () => void;
}

export function createCallbacks(randomBytes: RandomBytes, ownUrl: () => string | undefined): Callbacks {
  const open = new Map<string, Waiting>();
  const textOf = (size: number) => Buffer.from(randomBytes(size)).toString('base64url');

  return {
    open() {
      const own = ownUrl();
      if (own === undefined || open.size >= maxOpen) return undefined;
      const [id, token] = [textOf(16), textOf(32)];
      const waiting: Waiting = { digest: digestOf(token), updates: [], wake: () => {} };
      open.set(id, waiting);
      return {
        url: `${own.replace(/\/+$/, '')}${callbackPath}/${id}`,
        token,
        close: () => void open.delete(id),
        async next(signal) {
          while (waiting.updates.length === 0 && !signal.aborted) await nextWake(waiting, signal);
          return waiting.updates.shift();
        },
      };
    },
    find(id, token) {
      const waiting = open.get(id);
      if (waiting === undefined || typeof token !== 'string') return undefined;
      if (!timingSafeEqual(waiting.digest, digestOf(token))) return undefined;
      return (update) => {
        if (waiting.updates.length < maxWaiting) waiting.updates.push(update);
        waiting.wake();
      };
    },
  };
}

function nextWake(waiting: Waiting, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    waiting.wake = done;
    signal.addEventListener('abort', done, { once: true });
  });
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
