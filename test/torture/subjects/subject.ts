/** A piece of a valid artefact that is flipped and truncated: its bytes, and the judge of changed bytes. */
import type { Answer } from '../check.ts';

export interface Subject {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Judges the artefact with changed bytes. */
  judge(changed: Uint8Array): Promise<Answer>;
  /** Large pieces are sampled outside a full run: one bit of every n-th byte; default 1. */
  readonly stride?: number;
}

/** Subjects of one kind, made once in each thread: keys cost more than the checks. */
export type SubjectSource = () => Promise<{ readonly subjects: readonly Subject[]; readonly notes: readonly string[] }>;

export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
