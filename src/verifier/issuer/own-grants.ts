/** Grants of the token endpoint that this verifier answers itself; oidc-provider answers all others. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 8693. */
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** Where the exchange has an endpoint of its own. */
export const tokenExchangePath = '/v1/token-exchange';

/** Answers one request of the token endpoint; `form` is its body, unread but for the grant type. */
export type AnswerGrant = (request: FastifyRequest, reply: FastifyReply, form: string) => Promise<FastifyReply>;

/** By grant type. Filled at start by whoever knows a grant. */
export type OwnGrants = Map<string, AnswerGrant>;
