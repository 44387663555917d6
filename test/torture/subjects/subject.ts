/** A piece of a sound artefact that is flipped and cut: its bytes, and who judges other bytes in their place. */
import type { Answer } from '../check.ts';

export interface Subject {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What becomes of the artefact with other bytes in the place of these. */
  judge(changed: Uint8Array): Promise<Answer>;
  /** Pieces as large as this are sampled outside a full run: one bit of every n-th byte; 1 when left out. */
  readonly stride?: number;
}

/** Subjects of one kind, made once in each thread: keys cost more than the checks. */
export type SubjectSource = () => Promise<{ readonly subjects: readonly Subject[]; readonly notes: readonly string[] }>;

/** Makes them once. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
