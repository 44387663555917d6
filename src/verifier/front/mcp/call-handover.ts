/**
 * Calls our own API internally: the endpoint for the same action answers a tool, so that rights, validation, audit log and errors
 * are the endpoint's. The caller was authenticated at `/mcp` and is handed over, so that no credential is presented a second
 * time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access, Caller } from '../../../platform/http/access.ts';

export interface HandOver {
  /** Runs one call within this process as this caller. */
  as<Answer>(caller: Caller, call: () => Promise<Answer>): Promise<Answer>;
  /** Wraps access so that it takes the handed-over caller once; all other calls are unchanged. */
  before(access: Access): Access;
}

interface Handed {
  readonly caller: Caller;
  isTaken: boolean;
}

export function createHandOver(): HandOver {
  const handed = new AsyncLocalStorage<Handed>();
  return {
    // Awaited inside: calls that start on await, such as Fastify's, start in this context.
    as: (caller, call) => handed.run({ caller, isTaken: false }, async () => await call()),
    before: (access) => ({
      admit(call, level) {
        const found = handed.getStore();
        // INVARIANT: once. Anything that continues after the intended call has no caller of its own.
        if (found === undefined || found.isTaken) return access.admit(call, level);
        found.isTaken = true;
        return level === 'caller' ? found.caller : access.admit(call, level);
      },
    }),
  };
}
