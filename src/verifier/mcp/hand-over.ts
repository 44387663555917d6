/**
 * Calls of our own API from within: a tool is answered by the endpoint that does the same, so that rights, validation, audit
 * log and errors are those of the endpoint. Who calls was found out at `/mcp`; it is handed over, and no credential is
 * shown a second time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access, Caller } from '../../platform/http/access.ts';

export interface HandOver {
  /** Runs one call within this process as this caller. */
  as<Answer>(caller: Caller, call: () => Promise<Answer>): Promise<Answer>;
  /** Access that takes the caller who was handed over, once; everybody else is asked as before. */
  before(access: Access): Access;
}

interface Handed {
  readonly caller: Caller;
  isTaken: boolean;
}

export function createHandOver(): HandOver {
  const handed = new AsyncLocalStorage<Handed>();
  return {
    // Awaited within: what is begun by being awaited, as calls of Fastify are, begins there.
    as: (caller, call) => handed.run({ caller, isTaken: false }, async () => await call()),
    before: (access) => ({
      admit(call, level) {
        const found = handed.getStore();
        // INVARIANT: once. Whatever goes on after the call it was meant for has no caller of its own.
        if (found === undefined || found.isTaken) return access.admit(call, level);
        found.isTaken = true;
        return level === 'caller' ? found.caller : access.admit(call, level);
      },
    }),
  };
}
