/**
 * Calls that are being answered. A new configuration may end what it once let in: a call of an agent that was suspended,
 * or by a credential that was revoked, is cut off.
 */
import type { Admitted } from './access/create.ts';

export interface OpenCalls {
  /** Keeps watch over a call; the call returned says that it is over. */
  add(admitted: Admitted, end: () => void): () => void;
  /** Ends what would not be let in any longer. */
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
