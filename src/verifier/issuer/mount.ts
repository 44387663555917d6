/**
 * Hands requests of an encapsulated Fastify scope to oidc-provider. The body is left unread for it, and the URLs that it
 * makes are the issuer's, whatever `Host` or `X-Forwarded-…` a request brings.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../../platform/http/app.ts';
import type { OwnGrants } from './own-grants.ts';
import type { LoadProvider } from './provider.ts';
import { grantTypeOf, readTokenBody } from './token-body.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export interface Mount {
  /** Answers a request by the provider. */
  readonly answer: Answer;
  /** The same for the token endpoint: grants of our own are answered by whoever knows them. */
  readonly answerToken: Answer;
}

export interface MountDeps {
  readonly issuer: string;
  readonly load: LoadProvider;
  readonly ownGrants: OwnGrants;
}

export function createMount({ issuer, load, ownGrants }: MountDeps): Mount {
  const answerBy = async (
    raw: IncomingMessage,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { answer } = await load();
    pretendIssuer(request, issuer);
    reply.hijack();
    for (const [name, value] of Object.entries({ ...safeHeaders, ...reply.getHeaders() })) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    await answer(raw, reply.raw);
    return reply;
  };
  return {
    answer: (request, reply) => answerBy(request.raw, request, reply),
    async answerToken(request, reply) {
      const { text, unread } = await readTokenBody(request.raw);
      const own = ownGrants.get(grantTypeOf(request.headers['content-type'], text) ?? '');
      return own === undefined ? answerBy(unread, request, reply) : own(request, reply, text);
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
