/**
 * Keeps answers of models that wait for people, in memory and bounded: an approval of an answer is worth nothing when the
 * next try gets another one. A restart loses them; then the model is asked anew, and so are people.
 */
import type { AskedInPhase } from './asked.ts';

/** As the model server gave it. */
export type KeptBody =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly bytes: Uint8Array;
    }
  /** The answer that a stream told, as JSON. */
  | { readonly kind: 'stream'; readonly body: Uint8Array };

export interface KeptAnswer {
  readonly body: KeptBody;
  /** Whose it is: one agent with many that wait pushes out its own, not those of others. */
  readonly agentId: string;
  /** Of the exchange in which the model gave it. */
  readonly evidenceId: string;
  /** The approval under which the model was asked: the same request does not need another one to get this answer. */
  readonly asked: AskedInPhase | undefined;
}

export interface KeptAnswers {
  /** True while nothing is kept: nobody needs to know the key of an exchange then. */
  isEmpty(): boolean;
  find(key: string): KeptAnswer | undefined;
  /** Keeps it until then at most; the oldest of the agent that has the most give way. */
  keep(key: string, answer: KeptAnswer, untilMs: number): void;
  drop(key: string): void;
  close(): void;
}

export interface KeptAnswersOptions {
  readonly now: () => number;
  /** Calls once after a time; returns how to stop it. */
  readonly after: (ms: number, call: () => void) => () => void;
  readonly maxTotalBytes?: number;
}

/** Of one answer; a longer one cannot wait for anybody. */
export const maxKeptBytes: number = 4 * 1024 * 1024;
const maxTotal = 32 * 1024 * 1024;
/** Of what stands around a body: key, headers, approval, timer. */
export const overhead = 1024;
/** Longer than the longest wait that the verifier has. */
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
      if (oldest === undefined) throw new Error('what is counted is kept');
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

/** Bytes that it takes, about. */
export function sizeOf(body: KeptBody): number {
  return body.kind === 'whole' ? body.bytes.byteLength : body.body.byteLength;
}
