/** Authenticates from inside an open route, where only some calls need a credential. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from './access.ts';

/** Throws as `Access.admit` does. `isAgain` marks a call that was admitted before and is still being answered. */
export type Admit = (request: FastifyRequest, options?: { readonly isAgain?: boolean }) => Caller | Promise<Caller>;

declare module 'fastify' {
  interface FastifyInstance {
    admit: Admit;
  }
}
