/** Runs tasks on worker threads, and detects a task that hangs or exceeds its memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Check, Counts, Depth } from './check.ts';
import { noCounts } from './tally.ts';

export interface Order {
  readonly check: string;
  readonly shard: number;
  readonly shards: number;
  readonly depth: Depth;
  readonly seed: number;
  readonly untilMs?: number | undefined;
  readonly limitMs?: number | undefined;
  readonly wrongText?: string | undefined;
}

export interface PoolOptions {
  readonly workers: number;
  readonly depth: Depth;
  readonly seed: number;
  readonly untilMs?: number | undefined;
  readonly onDone: (check: Check, counts: Counts) => void;
}

/** Old generation of a thread; a thread that needs more is ended, and its check fails. */
const maxHeapMb = 1024;
/** Without an input for this time, a task hangs. */
const stalledMs = 120_000;
const lookEveryMs = 1000;
/** A thread that hangs may still answer where it is, and may not end when it is told to. */
const answerMs = 5000;

export type WorkerMessage = { counts: Counts } | { failed: string } | { report: string };

interface Job {
  readonly check: Check;
  readonly order: Order;
}

/** Runs every check, divided into as many tasks as it allows. */
export async function runChecks(checks: readonly Check[], options: PoolOptions): Promise<void> {
  const jobs = checks.flatMap((check) => toJobs(check, options));
  const lane = async () => {
    let thread: Thread | undefined;
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { check, order } = job;
      if (check.isIsolated === true) {
        await thread?.end();
        thread = undefined;
      }
      thread ??= startThread();
      const outcome = await thread.run(order);
      options.onDone(check, outcome.counts);
      if (outcome.isBroken || check.isIsolated === true) {
        await thread.end();
        thread = undefined;
      }
    }
    await thread?.end();
  };
  await Promise.all(Array.from({ length: options.workers }, lane));
}

function toJobs(check: Check, { workers, depth, seed, untilMs }: PoolOptions): Job[] {
  const shards = Math.min(check.shards, workers);
  return Array.from({ length: shards }, (_, shard) => ({
    check,
    order: {
      check: check.name,
      shard,
      shards,
      depth,
      seed,
      untilMs,
      limitMs: check.limitMs,
      wrongText: check.wrongText,
    },
  }));
}

interface Outcome {
  readonly counts: Counts;
  /** The thread can do no more. */
  readonly isBroken: boolean;
}

interface Thread {
  run(order: Order): Promise<Outcome>;
  end(): Promise<void>;
}

function startThread(): Thread {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: beats,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const broken = (why: string): Outcome => ({ counts: { ...noCounts, throws: 1, problems: [why] }, isBroken: true });
  let settle: (outcome: Outcome) => void = () => undefined;
  let takeReport: (text: string) => void = () => undefined;
  worker.on('message', (message: WorkerMessage) => {
    if ('report' in message) takeReport(message.report);
    else settle('counts' in message ? { counts: message.counts, isBroken: false } : broken(message.failed));
  });
  worker.on('error', (error) => settle(broken(String(error))));
  worker.on('exit', (code) => settle(broken(`the thread ended with ${code}`)));
  const askWhere = () => {
    const answer = new Promise<string>((resolve) => {
      takeReport = resolve;
      worker.postMessage({ report: true });
    });
    return Promise.race([answer, sleep(answerMs, 'the thread does not answer, so it is in a loop or blocked')]);
  };
  return {
    run: (order) =>
      new Promise((resolve) => {
        const hang = `no input was done within ${stalledMs / 1000} s: it hangs`;
        const onStall = async () => {
          clearInterval(watch);
          settle(broken(`${hang}; ${await askWhere()}`));
        };
        const watch = watchBeats(beats, () => void onStall());
        settle = (outcome) => {
          clearInterval(watch);
          settle = () => undefined;
          resolve(outcome);
        };
        worker.postMessage({ order });
      }),
    async end() {
      await Promise.race([worker.terminate(), sleep(answerMs, undefined, { ref: false })]);
      worker.unref();
    },
  };
}

function watchBeats(beats: Int32Array, onStall: () => void): NodeJS.Timeout {
  let last = Atomics.load(beats, 0);
  let sinceMs = 0;
  return setInterval(() => {
    const now = Atomics.load(beats, 0);
    sinceMs = now === last ? sinceMs + lookEveryMs : 0;
    last = now;
    if (sinceMs >= stalledMs) onStall();
  }, lookEveryMs);
}
