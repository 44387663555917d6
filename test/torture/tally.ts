/** Counts the results of inputs (wrong, thrown, slow) and keeps the first failures in words. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Counts, Tally } from './check.ts';

const maxProblems = 12;
const memoryEvery = 512;
const retries = 5;
/** Pause between two tries, so that they do not fall into the same pause of a busy machine. */
const pauseMs = 20;

export interface TallyOptions {
  readonly limitMs?: number | undefined;
  readonly wrongText?: string | undefined;
  /** Called for every input, so that a hang is detectable from outside. */
  readonly onInput?: () => void;
  readonly clockMs?: () => number;
  readonly usedBytes?: () => number;
}

/** Starts at zero. Retries an input over the limit: a pause of the machine does not repeat, a slow parser does. */
export function createTally(options: TallyOptions = {}): Tally {
  const { limitMs = Number.POSITIVE_INFINITY, wrongText = 'accepted', onInput } = options;
  const { clockMs = () => performance.now(), usedBytes = heapBytes } = options;
  const problems: string[] = [];
  const notes = new Set<string>();
  const exempt: Record<string, number> = {};
  const counts = { inputs: 0, wrong: 0, throws: 0, slow: 0, slowestMs: 0, peakBytes: 0 };

  const keep = (what: string, label: () => string): void => {
    if (problems.length < maxProblems) problems.push(`${label()}: ${what}`);
  };
  let lastLabel = () => 'none';
  const begin = (label: () => string): void => {
    onInput?.();
    lastLabel = label;
    if (counts.inputs % memoryEvery === 0) counts.peakBytes = Math.max(counts.peakBytes, usedBytes());
    counts.inputs += 1;
  };
  const take = (label: () => string, answer: Answer): void => {
    if (answer === 'held') return;
    if (answer === 'wrong') {
      counts.wrong += 1;
      keep(wrongText, label);
    } else exempt[answer.exempt] = (exempt[answer.exempt] ?? 0) + 1;
  };
  const fail = (label: () => string, error: unknown): void => {
    counts.throws += 1;
    keep(`threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`, label);
  };
  const time = (label: () => string, tookMs: number): void => {
    counts.slowestMs = Math.max(counts.slowestMs, tookMs);
    if (tookMs <= limitMs) return;
    counts.slow += 1;
    keep(`took ${tookMs.toFixed(0)} ms`, label);
  };

  return {
    async try(label, judge) {
      begin(label);
      const once = async () => {
        const startMs = clockMs();
        const answer = await judge();
        return { answer, tookMs: clockMs() - startMs };
      };
      try {
        let { answer, tookMs } = await once();
        for (let again = 0; again < retries && tookMs > limitMs; again += 1) {
          await sleep(pauseMs);
          tookMs = Math.min(tookMs, (await once()).tookMs);
        }
        take(label, answer);
        time(label, tookMs);
      } catch (error) {
        fail(label, error);
      }
    },
    tryNow(label, judge) {
      begin(label);
      try {
        let startMs = clockMs();
        const answer = judge();
        let tookMs = clockMs() - startMs;
        for (let again = 0; again < retries && tookMs > limitMs; again += 1) {
          startMs = clockMs();
          judge();
          tookMs = Math.min(tookMs, clockMs() - startMs);
        }
        take(label, answer);
        time(label, tookMs);
      } catch (error) {
        fail(label, error);
      }
    },
    note: (text) => void notes.add(text),
    where: () => `${counts.inputs}, ${lastLabel()}`,
    counts: () => ({ ...counts, exempt, problems, notes: [...notes] }),
  };
}

/** Of this thread: V8's heap with buffers. */
function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Sums the counts of all tasks of a check. */
export function addCounts(left: Counts, right: Counts): Counts {
  const exempt: Record<string, number> = { ...left.exempt };
  for (const [rule, count] of Object.entries(right.exempt)) exempt[rule] = (exempt[rule] ?? 0) + count;
  return {
    inputs: left.inputs + right.inputs,
    wrong: left.wrong + right.wrong,
    throws: left.throws + right.throws,
    slow: left.slow + right.slow,
    slowestMs: Math.max(left.slowestMs, right.slowestMs),
    peakBytes: Math.max(left.peakBytes, right.peakBytes),
    exempt,
    problems: [...left.problems, ...right.problems].slice(0, maxProblems),
    notes: [...new Set([...left.notes, ...right.notes])],
  };
}

export const noCounts: Counts = {
  inputs: 0,
  wrong: 0,
  throws: 0,
  slow: 0,
  slowestMs: 0,
  peakBytes: 0,
  exempt: {},
  problems: [],
  notes: [],
};
