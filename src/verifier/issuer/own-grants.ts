/** Grants of the token endpoint that this verifier answers itself; oidc-provider answers all others. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers one request of the token endpoint; `form` is its body, unread but for the grant type. */
export type AnswerGrant = (request: FastifyRequest, reply: FastifyReply, form: string) => Promise<FastifyReply>;

/** By grant type. Groups add theirs at start. */
export type OwnGrants = Map<string, AnswerGrant>;
