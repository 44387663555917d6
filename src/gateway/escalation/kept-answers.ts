/**
 * Keeps model answers that wait for people, in bounded memory: an approved answer must be the one that the next try
 * gets. A restart loses them; then the model and the people are asked again.
 */
import type { AskedInPhase } from './asked.ts';

/** An answer as the model server gave it. */
export type KeptBody =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array;
    }
  /** The aggregated answer of a stream, as JSON. */
  | { readonly kind: 'stream'; readonly body: Uint8Array };

export interface KeptAnswer {
  readonly body: KeptBody;
  /** The agent: one with many waiting answers displaces its own, not those of others. */
  readonly agentId: string;
  /** The exchange in which the model gave it. */
  readonly evidenceId: string;
  /** The approval for asking the model: the same request needs no second one to get this answer. */
  readonly asked: AskedInPhase | undefined;
}

export interface KeptAnswers {
  /** True while nothing is kept; then no caller has to compute a key. */
  isEmpty(): boolean;
  find(key: string): KeptAnswer | undefined;
  /** Keeps an answer until this time at most; when full, the oldest answer of the agent with the most is dropped. */
  keep(key: string, answer: KeptAnswer, untilMs: number): void;
  drop(key: string): void;
  close(): void;
}

export interface KeptAnswersOptions {
  readonly now: () => number;
  /** Calls once after a time; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  readonly maxTotalBytes?: number;
}

/** Most bytes of one answer; a longer one cannot wait for approval. */
export const maxKeptBytes: number = 4 * 1024 * 1024;
const maxTotal = 32 * 1024 * 1024;
/** Estimated bytes besides the body: key, headers, approval, timer. */
export const overhead = 1024;
/** Longer than the verifier's longest wait. */
const maxKeptMs = 7 * 24 * 3_600_000;

interface Entry {
  readonly answer: KeptAnswer;
  readonly size: number;
  readonly untilMs: number;
  readonly stop: () => void;
}

export function createKeptAnswers({ now, after, maxTotalBytes = maxTotal }: KeptAnswersOptions): KeptAnswers {
  const entries = new Map<string, Entry>();
  const bytesOf = new Map<string, number>();
  let total = 0;
  const count = (agentId: string, size: number): void => {
    total += size;
    const bytes = (bytesOf.get(agentId) ?? 0) + size;
    if (bytes === 0) bytesOf.delete(agentId);
    else bytesOf.set(agentId, bytes);
  };
  const drop = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entry.stop();
    entries.delete(key);
    count(entry.answer.agentId, -entry.size);
  };
  const makeRoom = (): void => {
    while (total > maxTotalBytes) {
      const most = Math.max(...bytesOf.values());
      const oldest = [...entries].find(([, { answer }]) => bytesOf.get(answer.agentId) === most);
      if (oldest === undefined) throw new Error('a counted entry is stored');
      drop(oldest[0]);
    }
  };
  return {
    isEmpty: () => entries.size === 0,
    find(key) {
      const entry = entries.get(key);
      return entry === undefined || now() >= entry.untilMs ? undefined : entry.answer;
    },
    keep(key, answer, untilMs) {
      drop(key);
      const bytes = sizeOf(answer.body);
      const size = bytes + overhead;
      const forMs = Math.min(untilMs - now(), maxKeptMs);
      if (bytes > maxKeptBytes || size > maxTotalBytes || forMs <= 0) return;
      entries.set(key, { answer, size, untilMs: now() + forMs, stop: after(forMs, () => drop(key)) });
      count(answer.agentId, size);
      makeRoom();
    },
    drop,
    close() {
      for (const key of [...entries.keys()]) drop(key);
    },
  };
}

/** Approximate size in bytes. */
export function sizeOf(body: KeptBody): number {
  return body.kind === 'whole' ? body.bytes.byteLength : body.body.byteLength;
}
