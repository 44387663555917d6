/**
 * The socket of one stream: accepts events without waiting, sends as many as the reader takes, and buffers the rest up to a
 * limit. A reader that does not read costs only that buffer and delays nobody.
 */
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from './frames.ts';

export interface StreamWriterOptions {
  readonly raw: ServerResponse;
  /** The reader is too far behind: nothing more is accepted. */
  readonly onBehind: () => void;
  /** Monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
}

export interface StreamWriter {
  /** Writes a small message of the stream's own. */
  write(bytes: Buffer): void;
  send(events: readonly StreamEvent[]): void;
  /** Resolves once nothing is pending; false when the stream is over. */
  drained(): Promise<boolean>;
  /** Time for which the reader has taken no pending bytes. */
  stalledMs(): number;
  /** Ends with a last message. Cuts off a reader that takes nothing. */
  end(lastWord: Buffer): void;
}

const maxWaiting = 1_000;
const maxWaitingBytes = 1024 * 1024;
/** Bytes written to the socket at once. */
const maxChunkBytes = 64 * 1024;
/** Time for the last message to be taken. */
const endGraceMs = 1_000;

type Waiting = Pick<StreamEvent, 'bytes'>;

export function createStreamWriter({ raw, onBehind, monotonicMs }: StreamWriterOptions): StreamWriter {
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

  /** Writes until the socket signals backpressure. */
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
