/** Grants of the token endpoint that this verifier handles itself; oidc-provider handles all others. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request to the token endpoint; `form` is its body, of which only the grant type has been read. */
export type AnswerGrant = (request: FastifyRequest, reply: FastifyReply, form: string) => Promise<FastifyReply>;

/** Handlers by grant type. */
export type GrantHandlers = ReadonlyMap<string, AnswerGrant>;

export interface IssuerHooks {
  readonly grantHandlers: GrantHandlers;
}

/** Reads the hooks at each use. @throws Error before the verifier is wired. */
export type FindIssuerHooks = () => IssuerHooks;
