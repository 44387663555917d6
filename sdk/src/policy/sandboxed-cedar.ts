/**
 * A policy set of an untrusted author. It is parsed and evaluated in a thread with bounded memory and without
 * environment. A late answer, a stop or a lack of memory is a deny (contract 2.16).
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { denyFor, type PolicyDecision } from './cedar-policy.ts';
import { pageBytes } from './limit-memory.ts';
import { CedarPolicyError } from './policy-text.ts';
import { type PlainQuestion, type PolicyQuestion, QuestionError, toPlainQuestion } from './question.ts';
import { sandboxThreadCode } from './sandbox-code.ts';
import type { FromSandbox, SandboxQuestion, SandboxStart } from './sandbox-protocol.ts';

export interface SandboxOptions {
  /** Cedar text. */
  readonly policies: string;
  /** Cedar schema text, as for `createCedarPolicy`. */
  readonly schema?: string;
  /** Longest time for one decision; 100 if absent. */
  readonly deadlineMs?: number;
  /** Longest time to load the engine and parse the policies; 10,000 if absent. */
  readonly startDeadlineMs?: number;
  /** Bound of the engine's memory, and separately of the thread's own, in MB; 128 if absent. */
  readonly memoryMb?: number;
  /** Path of `@cedar-policy/cedar-wasm/nodejs`; found from the SDK if absent. */
  readonly modulePath?: string;
}

export interface SandboxedCedar {
  /** Ids of the policies, in their order in the text. */
  readonly ids: readonly string[];
  /** Answers questions one after the other; never rejects. */
  evaluate(question: PolicyQuestion): Promise<PolicyDecision>;
  /** Ends the thread; every later question is denied. */
  close(): Promise<void>;
}

/** Most waiting questions; one more is denied. */
const maxWaiting = 1000;

/**
 * Starts the thread and parses the policies. @throws CedarPolicyError when they are not usable within the bounds
 *
 * @example
 * const policy = await createSandboxedCedar({ policies, deadlineMs: 50, memoryMb: 64 });
 * (await policy.evaluate({ principal, action, resource })).decision;
 */
export async function createSandboxedCedar(options: SandboxOptions): Promise<SandboxedCedar> {
  const { deadlineMs = 100 } = options;
  let thread = await startThread(options);
  const { ids } = thread;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let closed = false;

  const ask = async (question: PlainQuestion): Promise<PolicyDecision> => {
    if (closed) return denyFor(['the policy set was closed']);
    try {
      if (thread.hasEnded()) thread = await startThread(options);
      return await thread.ask(question, deadlineMs);
    } catch (error) {
      return denyFor([error instanceof Error ? error.message : 'the policy engine stopped']);
    }
  };

  return {
    ids,
    async evaluate(question) {
      if (waiting >= maxWaiting) return denyFor(['too many questions wait for a decision']);
      let plain: PlainQuestion;
      try {
        plain = toPlainQuestion(question);
      } catch (error) {
        return denyFor([error instanceof QuestionError ? error.message : 'the question cannot be read']);
      }
      waiting += 1;
      // `ask` never rejects, so the queue does not either.
      const turn = last.then(() => ask(plain)).finally(() => (waiting -= 1));
      last = turn;
      return turn;
    },
    async close() {
      closed = true;
      await thread.terminate();
    },
  };
}

interface Thread {
  readonly ids: readonly string[];
  hasEnded(): boolean;
  ask(question: PlainQuestion, deadlineMs: number): Promise<PolicyDecision>;
  terminate(): Promise<unknown>;
}

async function startThread(options: SandboxOptions): Promise<Thread> {
  const { startDeadlineMs = 10_000 } = options;
  const worker = openWorker(options);
  const line = createLine(worker);
  const first = await line.next(startDeadlineMs, 'the policies were not read in time');
  if ('issues' in first) throw new CedarPolicyError(first.issues);
  if (!('ids' in first)) throw new CedarPolicyError(['the policy engine answered what was not asked']);
  worker.unref();
  let lastId = 0;
  return {
    ids: first.ids,
    hasEnded: line.hasEnded,
    terminate: () => worker.terminate(),
    async ask(question, deadlineMs) {
      lastId += 1;
      const message: SandboxQuestion = { id: lastId, question };
      worker.ref();
      worker.postMessage(message);
      const answer = await line.next(deadlineMs, `no decision within ${deadlineMs} ms`);
      worker.unref();
      if ('id' in answer && answer.id === lastId) return answer.decision;
      void worker.terminate();
      throw new Error('the policy engine answered what was not asked');
    },
  };
}

function openWorker({ policies, schema, memoryMb = 128, modulePath = findCedar() }: SandboxOptions): Worker {
  const maxPages = Math.floor((memoryMb * 1024 * 1024) / pageBytes);
  const start: SandboxStart = { modulePath, maxPages, policies, ...(schema === undefined ? {} : { schema }) };
  return new Worker(sandboxThreadCode, {
    eval: true,
    workerData: start,
    env: {},
    execArgv: [],
    argv: [],
    name: 'policy-sandbox',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb },
  });
}

function findCedar(): string {
  return createRequire(import.meta.url).resolve('@cedar-policy/cedar-wasm/nodejs');
}

/** Receives one message at a time from a thread that may end or be late. A late one ends the thread. */
function createLine(worker: Worker) {
  let ended: Error | undefined;
  let waiting: { resolve: (message: FromSandbox) => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error): void => {
    ended ??= error;
    waiting?.reject(ended);
  };
  worker.on('message', (message: FromSandbox) => waiting?.resolve(message));
  worker.on('messageerror', fail);
  worker.on('error', (cause) => fail(new CedarPolicyError(['the policy engine failed'], { cause })));
  worker.on('exit', () => fail(new CedarPolicyError(['the policy engine ended'])));

  return {
    hasEnded: () => ended !== undefined,
    async next(deadlineMs: number, late: string): Promise<FromSandbox> {
      if (ended !== undefined) throw ended;
      let timer: NodeJS.Timeout | undefined;
      const message = new Promise<FromSandbox>((resolve, reject) => {
        waiting = { resolve, reject };
        timer = setTimeout(() => {
          fail(new CedarPolicyError([late]));
          void worker.terminate();
        }, deadlineMs);
      });
      try {
        return await message;
      } finally {
        clearTimeout(timer);
        waiting = undefined;
      }
    },
  };
}
