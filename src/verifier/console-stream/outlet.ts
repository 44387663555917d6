/**
 * The socket of one stream: takes events without ever waiting, hands on as many as the reader takes, and holds the rest
 * up to a bound. A reader that does not read costs that much and no more, and holds up nobody.
 */
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from './frames.ts';

export interface OutletOptions {
  readonly raw: ServerResponse;
  /** The reader is too far behind: nothing more is taken. */
  readonly onBehind: () => void;
  /** Milliseconds that only rise. */
  readonly monotonicMs: () => number;
}

export interface Outlet {
  /** Something small of our own. */
  write(bytes: Buffer): void;
  send(events: readonly StreamEvent[]): void;
  /** Once nothing waits; false when the stream is over. */
  drained(): Promise<boolean>;
  /** For how long the reader has taken nothing while something waits for it. */
  stalledMs(): number;
  /** Ends with a last word; a reader that takes nothing is cut off. */
  end(lastWord: Buffer): void;
}

const maxWaiting = 1_000;
const maxWaitingBytes = 1024 * 1024;
/** Bytes handed to the socket in one piece. */
const maxChunkBytes = 64 * 1024;
/** For the last word to be taken. */
const endGraceMs = 1_000;

type Waiting = Pick<StreamEvent, 'bytes'>;

export function createOutlet({ raw, onBehind, monotonicMs }: OutletOptions): Outlet {
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let blockedAtMs: number | undefined;
  let isOver = false;
  let wakes: ((isOpen: boolean) => void)[] = [];

  const settle = (isOpen: boolean): void => {
    const woken = wakes;
    wakes = [];
    for (const wake of woken) wake(isOpen);
  };
  const stop = (): void => {
    isOver = true;
    [waiting, waitingBytes] = [[], 0];
    settle(false);
  };

  const push = (bytes: Buffer): void => {
    if (!raw.write(bytes)) blockedAtMs = monotonicMs();
  };

  /** Hands on until the socket says that it has enough. */
  const flush = (): void => {
    let next = 0;
    while (next < waiting.length && blockedAtMs === undefined) {
      const chunk: Buffer[] = [];
      for (let size = 0; next < waiting.length; next += 1) {
        const { bytes } = waiting[next] ?? { bytes: Buffer.alloc(0) };
        if (size > 0 && size + bytes.byteLength > maxChunkBytes) break;
        size += bytes.byteLength;
        waitingBytes -= bytes.byteLength;
        chunk.push(bytes);
      }
      push(chunk.length === 1 && chunk[0] !== undefined ? chunk[0] : Buffer.concat(chunk));
    }
    waiting = next === waiting.length ? [] : waiting.slice(next);
    if (waiting.length === 0 && blockedAtMs === undefined) settle(true);
  };

  const take = (items: readonly Waiting[]): void => {
    if (isOver) return;
    for (const item of items) {
      waiting.push(item);
      waitingBytes += item.bytes.byteLength;
    }
    if (blockedAtMs === undefined) flush();
    if (waiting.length > maxWaiting || waitingBytes > maxWaitingBytes) onBehind();
  };

  raw.on('drain', () => {
    blockedAtMs = undefined;
    if (!isOver) flush();
  });
  raw.on('close', stop);

  return {
    write: (bytes) => take([{ bytes }]),
    send: take,
    drained() {
      if (isOver) return Promise.resolve(false);
      if (waiting.length === 0 && blockedAtMs === undefined) return Promise.resolve(true);
      return new Promise((resolve) => wakes.push(resolve));
    },
    stalledMs: () => (blockedAtMs === undefined ? 0 : monotonicMs() - blockedAtMs),
    end(lastWord) {
      if (isOver) return;
      stop();
      raw.end(lastWord);
      const timer = setTimeout(() => raw.destroy(), endGraceMs);
      timer.unref();
      raw.on('close', () => clearTimeout(timer));
    },
  };
}
