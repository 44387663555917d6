/**
 * Runs the verifier in a thread of its own, so that its checks and writes never delay the exchanges of the gateway in
 * the same process. The gateway calls it as it would one in another process.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Environment } from './platform/config.ts';
import { AppError } from './platform/errors.ts';
import type { Closing } from './platform/http/app.ts';

export interface FailedStart {
  readonly message: string;
  readonly publicText: string | undefined;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The single message of the thread. */
export type ThreadMessage = { readonly url: string } | { readonly failed: FailedStart };

/** A message to the thread. */
export type ThreadOrder = 'close' | 'hurry' | { readonly gatewayUrl: string };

export interface VerifierThread {
  readonly url: string;
  /** Tells it the address of the gateway beside it. */
  useGateway(url: string): void;
  readonly closing: Closing;
  close(): Promise<void>;
}

export interface VerifierThreadOptions {
  readonly env: Environment;
  /** Called when a running verifier ends unasked. */
  readonly onDeath: (error: Error) => void;
  /** Module of the thread. */
  readonly entry?: URL;
}

/** The short-lived objects of a batch fit, as on the main thread (`--max-semi-space-size`). */
const youngGenerationMb = 64;

/** @throws the error with which the verifier failed to start, as it would in this thread. */
export async function startVerifierInThread(options: VerifierThreadOptions): Promise<VerifierThread> {
  const { env, onDeath, entry = new URL('./verifier-thread.mjs', import.meta.url) } = options;
  const worker = new Worker(entry, {
    workerData: { ...env },
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const ended = new Promise((resolve) => {
    worker.once('exit', resolve);
  });
  // `once` rejects with an error of the thread, which ends the start.
  const [message]: ThreadMessage[] = await Promise.race([once(worker, 'message'), ended.then(() => [])]);
  if (message === undefined) throw new Error('the verifier ended before it said where it answers');
  if ('failed' in message) {
    await worker.terminate();
    throw toError(message.failed);
  }
  let closing = false;
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', (code) => {
    if (!closing || failure !== undefined) onDeath(new Error(`the verifier ended (${code})`, { cause: failure }));
  });
  const tell = (order: ThreadOrder): void => worker.postMessage(order);
  return {
    url: message.url,
    useGateway: (gatewayUrl) => tell({ gatewayUrl }),
    // Nobody counts the connections of another thread.
    closing: { countConnections: async () => 0, hurry: () => tell('hurry') },
    async close() {
      closing = true;
      tell('close');
      await ended;
    },
  };
}

function toError({ message, publicText, members }: FailedStart): Error {
  if (publicText !== undefined) return new AppError('config', message, { detail: publicText });
  return Object.assign(new Error(message), members);
}
