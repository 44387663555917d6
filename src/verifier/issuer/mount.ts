/**
 * Hands requests of an encapsulated Fastify scope to oidc-provider. The body is left unread for it, and the URLs that it
 * makes are the issuer's, whatever `Host` or `X-Forwarded-…` a request brings.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../../platform/http/app.ts';
import type { LoadProvider } from './provider.ts';

export interface Mount {
  /** Answers a request by the provider. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

export function createMount({ issuer, load }: { readonly issuer: string; readonly load: LoadProvider }): Mount {
  return {
    async answer(request, reply) {
      const { answer } = await load();
      pretendIssuer(request, issuer);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      await answer(request.raw, reply.raw);
      return reply;
    },
  };
}

/** Names the issuer where the provider looks for the address that was called. */
export function pretendIssuer({ raw: { headers } }: FastifyRequest, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-for'];
}

/** Leaves the bodies of a scope's requests unread. */
export function leaveBodies(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
