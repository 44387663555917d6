/** Where a request of a browser comes from, for records. */
import type { FastifyRequest } from 'fastify';
import type { CallOrigin } from '../../../platform/http/access.ts';

/** Gives the origin of a request. */
export function toOrigin(request: FastifyRequest): CallOrigin {
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  return { ipAddress: request.ip, userAgent, requestId: request.id };
}
