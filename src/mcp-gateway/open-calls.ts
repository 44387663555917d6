/**
 * Tracks running calls. A new configuration cuts off a call that it would no longer admit: of a suspended agent, or
 * with a revoked credential.
 */
import type { Admitted } from './access/create.ts';

export interface OpenCalls {
  /** Watches a call; the returned function ends the watch. */
  add(admitted: Admitted, end: () => void): () => void;
  /** Ends the calls that would no longer be admitted. */
  lookAgain(): void;
  size(): number;
}

export function createOpenCalls(): OpenCalls {
  const open = new Map<symbol, { readonly admitted: Admitted; readonly end: () => void }>();
  return {
    add(admitted, end) {
      const name = Symbol('call');
      open.set(name, { admitted, end });
      return () => open.delete(name);
    },
    lookAgain() {
      for (const [name, { admitted, end }] of open) {
        if (admitted.holds()) continue;
        open.delete(name);
        end();
      }
    },
    size: () => open.size,
  };
}
