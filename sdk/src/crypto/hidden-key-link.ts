/** The line between a hidden key and its thread: batches go over, signatures come back, and the end of the thread ends all. */
import type { Worker } from 'node:worker_threads';
import { type FromThread, packedBytes, type SignBatch, signatureBytes } from './hidden-key-protocol.ts';

/** The key that was to sign was destroyed, or is lost; it will never sign again. */
export class SigningKeyGoneError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SigningKeyGoneError';
  }
}

export interface KeyLink {
  readonly publicKey: Promise<Uint8Array>;
  /** Resolves with the reason when the thread ends without having been asked to. */
  readonly lost: Promise<Error>;
  /** Signs what fits into one message; rejects when the thread is gone. */
  post(batch: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** Has the thread end after what was posted before; resolves at its end. */
  destroy(): Promise<void>;
}

/** INVARIANT: whatever was posted is settled, by an answer or by the end of the thread; after its end nothing is posted. */
export function createKeyLink(thread: Worker): KeyLink {
  const waiting = createWaitingList();
  const started = withResolvers<Uint8Array>();
  const lost = withResolvers<Error>();
  const ended = withResolvers<void>();
  let gone: Error | undefined;
  let destroyed = false;

  const end = (why: Error): Error => {
    gone ??= why;
    if (!destroyed) lost.resolve(gone);
    started.reject(gone);
    waiting.failAll(gone);
    return gone;
  };
  const refuse = (cause?: unknown): void => {
    end(new SigningKeyGoneError('the signing key is lost: its thread answered what was not asked', { cause }));
    void thread.terminate();
  };
  thread.on('message', (message: FromThread) => {
    if ('publicKey' in message) started.resolve(message.publicKey);
    else if (!waiting.settle(message.id, message.signatures)) refuse();
    // A key that waits for work keeps no process alive; one that works does.
    if (waiting.isEmpty() && !destroyed) thread.unref();
  });
  thread.on('messageerror', refuse);
  thread.on('error', (cause) => end(new SigningKeyGoneError('the signing key is lost: its thread failed', { cause })));
  thread.on('exit', () => {
    end(new SigningKeyGoneError('the signing key is lost: its thread ended'));
    ended.resolve();
  });

  return {
    publicKey: started.promise,
    lost: lost.promise,
    post(batch) {
      if (gone !== undefined) return Promise.reject(gone);
      const packed = pack(batch);
      const { id, answer } = waiting.add(batch.length);
      const message: SignBatch = { id, packed, lengths: batch.map(({ length }) => length) };
      thread.ref();
      thread.postMessage(message, [packed]);
      return answer;
    },
    destroy() {
      if (gone === undefined) {
        destroyed = true;
        gone = new SigningKeyGoneError('the signing key was destroyed');
        thread.ref();
        thread.postMessage('destroy');
      }
      return ended.promise;
    },
  };
}

interface Waiting {
  readonly count: number;
  readonly resolve: (signatures: Uint8Array[]) => void;
  readonly reject: (error: Error) => void;
}

function createWaitingList() {
  const list = new Map<number, Waiting>();
  let nextId = 0;
  return {
    isEmpty: () => list.size === 0,
    add(count: number): { id: number; answer: Promise<Uint8Array[]> } {
      const id = nextId++;
      return { id, answer: new Promise((resolve, reject) => list.set(id, { count, resolve, reject })) };
    },
    /** False for an answer to nothing, or of another number of signatures; who waits for it goes on waiting. */
    settle(id: number, signatures: ArrayBuffer): boolean {
      const entry = list.get(id);
      if (entry?.count !== signatures.byteLength / signatureBytes) return false;
      list.delete(id);
      entry.resolve(splitSignatures(signatures, entry.count));
      return true;
    },
    failAll(error: Error): void {
      for (const { reject } of list.values()) reject(error);
      list.clear();
    },
  };
}

function pack(batch: readonly Uint8Array[]): ArrayBuffer {
  const packed = new Uint8Array(batch.reduce((sum, { length }) => sum + packedBytes(length), 0));
  let at = 0;
  for (const message of batch) {
    packed.set(message, at);
    at += packedBytes(message.length);
  }
  return packed.buffer;
}

function splitSignatures(signatures: ArrayBuffer, count: number): Uint8Array[] {
  return Array.from(
    { length: count },
    (_, index) => new Uint8Array(signatures, index * signatureBytes, signatureBytes),
  );
}

/** `Promise.withResolvers` of ECMAScript 2024. */
function withResolvers<Value>() {
  let settle: { resolve: (value: Value) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === undefined) throw new Error('a promise runs its executor at once');
  return { promise, ...settle };
}
