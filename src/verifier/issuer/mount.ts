/**
 * Hands requests of an encapsulated Fastify scope to oidc-provider. The body is left unread for it, and the URLs that it
 * makes are the issuer's, whatever `Host` or `X-Forwarded-…` a request brings.
 */
import type { IncomingHttpHeaders } from 'node:http';
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
      for (const [name, value] of Object.entries({ ...safeHeaders, ...reply.getHeaders() })) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      await answer(request.raw, reply.raw);
      return reply;
    },
  };
}

/**
 * Of every answer. One is a page that sends the code on by a form (`form_post`): nothing runs there but the script whose
 * hash the provider adds, and nobody frames it. A `form-action` would have to name every client.
 */
const safeHeaders = {
  'content-security-policy': "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
};

/** What a request says of where it came from and went to. */
interface ForwardedCall extends Pick<FastifyRequest, 'ip'> {
  readonly raw: { readonly headers: IncomingHttpHeaders };
}

/** Names the issuer where the provider looks for the address that was called. */
export function pretendIssuer({ ip, raw: { headers } }: ForwardedCall, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
  // What our own proxies say of the caller, if there are any: bounds on strangers are for each address.
  headers['x-forwarded-for'] = ip;
}

/** Leaves the bodies of a scope's requests unread. */
export function leaveBodies(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
