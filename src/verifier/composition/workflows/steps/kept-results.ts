/**
 * Keeps answers of tools that wait to be judged or approved, so that a tool that was called is not called again for its answer.
 * Kept in memory: if the process ends they are lost, and the step reports an unknown end.
 */

export interface KeptResults {
  put(stepId: string, output: unknown): void;
  find(stepId: string): { readonly output: unknown } | undefined;
  drop(stepId: string): void;
}

/** Each has 256 KiB at most. */
const maxKept = 64;

export function createKeptResults(): KeptResults {
  const kept = new Map<string, { readonly output: unknown }>();
  return {
    put(stepId, output) {
      // Evicts the oldest.
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(stepId, { output });
    },
    find: (stepId) => kept.get(stepId),
    drop(stepId) {
      kept.delete(stepId);
    },
  };
}
