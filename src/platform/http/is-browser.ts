/** Tells a person's browser from other clients. */
import type { FastifyRequest } from 'fastify';

/** True for a request that names HTML in `Accept`, as browsers do when they open an address. */
export function isBrowser({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i.test(headers.accept ?? '');
}
