/**
 * Scans model files for the verifier with the model-security auditor, each file in a thread of its own. A large file
 * delays nobody, and a file made to exhaust memory ends only its own thread. Two run at a time: each reads a whole file
 * and uses a processor. A verifier without scans loads none of it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ModelFileScan, ScanModelFile } from './verifier/composition/model-registry/scan-model-file.ts';

/** The single message of the thread. */
export type ScanAnswer = { readonly scan: ModelFileScan } | { readonly failed: string };

export interface ModelFileScanOptions {
  /** Module of the thread. */
  readonly entry?: URL;
  readonly maxConcurrent?: number;
}

const maxHeapMb = 1_024;

/** A scan rejects where its thread ended without an answer, or the signal was aborted: the verdict is then unknown. */
export function createModelFileScan(options: ModelFileScanOptions = {}): ScanModelFile {
  const { entry = new URL('./model-file-scan-thread.mjs', import.meta.url), maxConcurrent = 2 } = options;
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  /** The slot passes to the longest waiting scan. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (path, signal) => {
    await enter();
    try {
      signal.throwIfAborted();
      return await scanInThread(entry, path, signal);
    } finally {
      leave();
    }
  };
}

async function scanInThread(entry: URL, path: string, signal: AbortSignal): Promise<ModelFileScan> {
  const worker = new Worker(entry, { workerData: { path }, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  try {
    const ended = once(worker, 'exit', { signal }).then((): ScanAnswer[] => []);
    const answered: Promise<ScanAnswer[]> = once(worker, 'message', { signal });
    const [answer] = await Promise.race([answered, ended]);
    if (answer === undefined) throw new Error('the scan ended without an answer');
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.scan;
  } finally {
    await worker.terminate();
  }
}
