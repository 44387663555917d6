/**
 * The channel between a hidden key and its thread: it sends batches and receives signatures. The end of the thread
 * rejects everything pending.
 */
import type { Worker } from 'node:worker_threads';
import type { ChainedRecord, SignedChainedRecord } from './chained-record.ts';
import { packChain, splitChainAnswer } from './hidden-key-packing.ts';
import {
  chainedAnswerBytes,
  type FromThread,
  packedBytes,
  signatureBytes,
  type ToThread,
} from './hidden-key-protocol.ts';

/** The signing key was destroyed or lost, and will never sign again. */
export class SigningKeyGoneError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SigningKeyGoneError';
  }
}

export interface KeyLink {
  readonly publicKey: Promise<Uint8Array>;
  /** Resolves with the reason when the thread ends unexpectedly. */
  readonly lost: Promise<Error>;
  /** Signs a batch that fits into one message; rejects when the thread is gone. */
  post(batch: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** Signs a chain that fits into one message, each digest after the prefix; rejects when the thread is gone. */
  postChain(records: readonly ChainedRecord[], prefix: Uint8Array): Promise<SignedChainedRecord[]>;
  /** Ends the thread after all earlier messages; resolves at its end. */
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
    // An idle key does not keep the process alive; a working one does.
    if (waiting.isEmpty() && !destroyed) thread.unref();
  });
  thread.on('messageerror', refuse);
  thread.on('error', (cause) => end(new SigningKeyGoneError('the signing key is lost: its thread failed', { cause })));
  thread.on('exit', () => {
    end(new SigningKeyGoneError('the signing key is lost: its thread ended'));
    ended.resolve();
  });

  const ask = (answerBytes: number, toQuestion: (id: number) => Exclude<ToThread, 'destroy'>): Promise<ArrayBuffer> => {
    if (gone !== undefined) return Promise.reject(gone);
    const { id, answer } = waiting.add(answerBytes);
    const question = toQuestion(id);
    thread.ref();
    thread.postMessage(question, [question.packed]);
    return answer;
  };

  return {
    publicKey: started.promise,
    lost: lost.promise,
    async post(batch) {
      const lengths = batch.map(({ length }) => length);
      const answer = await ask(batch.length * signatureBytes, (id) => ({ id, packed: pack(batch), lengths }));
      return splitSignatures(answer, batch.length);
    },
    async postChain(records, prefix) {
      const toQuestion = (id: number) => ({ id, prefix, ...packChain(records) });
      return splitChainAnswer(await ask(records.length * chainedAnswerBytes, toQuestion), records);
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
  readonly answerBytes: number;
  readonly resolve: (answer: ArrayBuffer) => void;
  readonly reject: (error: Error) => void;
}

function createWaitingList() {
  const list = new Map<number, Waiting>();
  let nextId = 0;
  return {
    isEmpty: () => list.size === 0,
    add(answerBytes: number): { id: number; answer: Promise<ArrayBuffer> } {
      const id = nextId++;
      return { id, answer: new Promise((resolve, reject) => list.set(id, { answerBytes, resolve, reject })) };
    },
    /** False for an answer without a request, or of the wrong length. The request then keeps waiting. */
    settle(id: number, answer: ArrayBuffer): boolean {
      const entry = list.get(id);
      if (entry?.answerBytes !== answer.byteLength) return false;
      list.delete(id);
      entry.resolve(answer);
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
