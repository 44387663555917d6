/** Grants of the token endpoint that this verifier handles itself; oidc-provider handles all others. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request to the token endpoint; `form` is its body, of which only the grant type has been read. */
export type AnswerGrant = (request: FastifyRequest, reply: FastifyReply, form: string) => Promise<FastifyReply>;

/** Handlers by grant type, added at start. */
export type OwnGrants = Map<string, AnswerGrant>;
