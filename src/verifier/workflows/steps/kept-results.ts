/**
 * Answers of tools that wait to be judged, or for the people who were asked about them: in memory, for what was done once
 * is not done again for its answer. With the process they are gone, and the step then says that nobody knows.
 */

export interface KeptResults {
  put(stepId: string, output: unknown): void;
  find(stepId: string): { readonly output: unknown } | undefined;
  drop(stepId: string): void;
}

/** Each has 256 KiB at most. */
const mostKept = 64;

export function createKeptResults(): KeptResults {
  const kept = new Map<string, { readonly output: unknown }>();
  return {
    put(stepId, output) {
      // The oldest makes room.
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(stepId, { output });
    },
    find: (stepId) => kept.get(stepId),
    drop(stepId) {
      kept.delete(stepId);
    },
  };
}
