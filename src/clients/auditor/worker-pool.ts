/**
 * Runs claims requests with large inputs in worker threads, so that one large prompt never delays other traffic. The
 * deadline is hard: a worker that is still busy then is terminated and replaced.
 */
import { Worker } from 'node:worker_threads';
import { type ClaimsRequest, type ClaimsResponse, toErrorResponse } from '@assay/sdk/contract';
import type { WorkerAnswer, WorkerTask } from './worker-protocol.ts';

export type WorkerTarget = Pick<WorkerTask, 'auditorId' | 'env'>;

export interface AuditorWorkerPool {
  claims(target: WorkerTarget, request: ClaimsRequest, timeoutMs: number): Promise<ClaimsResponse>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** Module that answers WorkerTask messages, e.g. `src/auditors/worker.mjs`. */
  readonly workerUrl: URL;
  readonly size: number;
  /** Passed to each worker as its `workerData`. */
  readonly workerData: unknown;
  /** Most tasks that wait for a worker; one more is refused as OVERLOADED. */
  readonly maxQueue?: number;
  /** A monotonic clock; the process's own if absent. */
  readonly monotonicMs?: () => number;
}

interface Job {
  readonly task: WorkerTask;
  readonly resolve: (response: ClaimsResponse) => void;
  readonly timer: NodeJS.Timeout;
  readonly queuedMs: number;
  /** The time when a worker took it. */
  startedMs: number | undefined;
}

/** A slot for a worker, which starts with the first task, and again after it died. */
interface Slot {
  worker: Worker | undefined;
  job: Job | undefined;
}

export function createWorkerPool({
  workerUrl,
  size,
  workerData,
  maxQueue = 256,
  monotonicMs = () => performance.now(),
}: WorkerPoolOptions): AuditorWorkerPool {
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: undefined, job: undefined }));
  const queue: Job[] = [];
  let nextId = 0;
  let closed = false;

  const startWorker = (slot: Slot): Worker => {
    const worker = new Worker(workerUrl, { workerData });
    worker.unref();
    slot.worker = worker;
    worker.on('message', (answer: WorkerAnswer) => finish(slot, answer));
    worker.on('error', (error) => lose(slot, worker, `the worker of this auditor failed (${error.name})`));
    worker.on('exit', () => lose(slot, worker, 'the worker of this auditor ended'));
    return worker;
  };

  const finish = (slot: Slot, answer: WorkerAnswer): void => {
    const job = slot.job;
    if (job === undefined || job.task.id !== answer.id) return;
    slot.job = undefined;
    settle(job, answer.response);
    dispatch();
  };

  // A worker that died fails only its own task; the next task starts a new one.
  const lose = (slot: Slot, worker: Worker, why: string): void => {
    if (slot.worker !== worker) return;
    const job = slot.job;
    slot.worker = undefined;
    slot.job = undefined;
    if (job !== undefined) settle(job, toErrorResponse('INTERNAL_ERROR', why));
    dispatch();
  };

  const settle = (job: Job, response: ClaimsResponse): void => {
    clearTimeout(job.timer);
    job.resolve(response);
  };

  const expire = (job: Job, timeoutMs: number): void => {
    const waiting = queue.indexOf(job);
    if (waiting >= 0) queue.splice(waiting, 1);
    job.resolve(toLate(job, timeoutMs, monotonicMs()));
    const slot = slots.find((candidate) => candidate.job === job);
    if (slot === undefined) return;
    const late = slot.worker;
    slot.worker = undefined;
    slot.job = undefined;
    void late?.terminate();
    dispatch();
  };

  const dispatch = (): void => {
    for (const slot of slots) {
      if (closed || slot.job !== undefined) continue;
      const job = queue.shift();
      if (job === undefined) return;
      slot.job = job;
      job.startedMs = monotonicMs();
      (slot.worker ?? startWorker(slot)).postMessage(job.task);
    }
  };

  return {
    claims(target, request, timeoutMs) {
      if (closed || queue.length >= maxQueue) {
        return Promise.resolve(toErrorResponse('OVERLOADED', 'too many large inputs are waiting'));
      }
      return new Promise((resolve) => {
        nextId += 1;
        const task: WorkerTask = { id: nextId, request, ...target };
        const timer = setTimeout(() => expire(job, timeoutMs), timeoutMs);
        const job: Job = { task, resolve, timer, queuedMs: monotonicMs(), startedMs: undefined };
        queue.push(job);
        dispatch();
      });
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) settle(job, toErrorResponse('OVERLOADED', 'the pool is closing'));
      await Promise.all(
        slots.map(async (slot) => {
          if (slot.job !== undefined) settle(slot.job, toErrorResponse('OVERLOADED', 'the pool is closing'));
          await slot.worker?.terminate();
        }),
      );
    },
  };
}

/**
 * The reason for a missing answer at the deadline: the auditor was too slow, or the task waited here for most of the
 * time, so that the auditor is not to blame.
 */
function toLate({ queuedMs, startedMs }: Job, timeoutMs: number, nowMs: number): ClaimsResponse {
  const waitedMs = (startedMs ?? nowMs) - queuedMs;
  if (waitedMs * 2 < timeoutMs) return toErrorResponse('TIMEOUT', `no answer within ${timeoutMs} ms`);
  return toErrorResponse(
    'OVERLOADED',
    `large inputs are queued: ${Math.round(waitedMs)} of ${timeoutMs} ms were spent in the queue`,
  );
}
