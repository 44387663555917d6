/**
 * Hands requests of an encapsulated Fastify scope to oidc-provider. It leaves the body unread for the provider, which builds its
 * URLs from the issuer, whatever `Host` or `X-Forwarded-…` a request carries.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from '../../../platform/http/app.ts';
import type { FindIssuerHooks } from './grant-handlers.ts';
import type { LoadProvider } from './provider.ts';
import { grantTypeOf, readTokenBody } from './token-body.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export interface ProviderMount {
  /** Answers a request with the provider. */
  readonly answer: Answer;
  /** Answers a request to the token endpoint; our own grants go to their handlers. */
  readonly answerToken: Answer;
}

export interface ProviderMountDeps {
  readonly issuer: string;
  readonly load: LoadProvider;
  readonly hooks: FindIssuerHooks;
}

export function createProviderMount({ issuer, load, hooks }: ProviderMountDeps): ProviderMount {
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
      const own = hooks().grantHandlers.get(grantTypeOf(request.headers['content-type'], text) ?? '');
      return own === undefined ? answerBy(unread, request, reply) : own(request, reply, text);
    },
  };
}

/**
 * Headers of every answer. One answer is a page that sends the code on by a form (`form_post`): only the script whose hash the
 * provider adds may run, and nobody may frame the page. A `form-action` would have to name every client.
 */
const safeHeaders = {
  'content-security-policy': "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
};

/** The caller's address and the headers of a request. */
interface ForwardedCall extends Pick<FastifyRequest, 'ip'> {
  readonly raw: { readonly headers: IncomingHttpHeaders };
}

/** Sets the headers that the provider reads its own address from to the issuer. */
export function pretendIssuer({ ip, raw: { headers } }: ForwardedCall, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
  // The caller's address as our own proxies report it: rate bounds apply to each address.
  headers['x-forwarded-for'] = ip;
}

/** Leaves the bodies of a scope's requests unread. */
export function leaveBodies(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
