/** Asking who calls from inside an open route, where only some calls need a credential. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from './access.ts';

/** Throws as `Access.admit` does. */
export type Admit = (request: FastifyRequest) => Caller | Promise<Caller>;

declare module 'fastify' {
  interface FastifyInstance {
    admit: Admit;
  }
}
