/**
 * The cookies of the pages: the session, a random one for forms of somebody who is not signed in, and which
 * organisation a person of several looks at. Scripts read none; other sites' requests bring none but by a plain link.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Secret } from '../../platform/secret.ts';

export const sessionCookie = 'assay_session';
export const formCookie = 'assay_form';
export const organisationCookie = 'assay_organization';

export interface PageCookies {
  readSession(request: FastifyRequest): string | undefined;
  /** It ends with the browser, or before: the server knows when. */
  setSession(reply: FastifyReply, cookie: Secret): void;
  readForm(request: FastifyRequest): string | undefined;
  /** The one that the browser has, or a new one. */
  ensureForm(request: FastifyRequest, reply: FastifyReply): string;
  /** Binds who goes to another service and comes back: 256 random bits, the same for all that are under way. */
  readConnect(request: FastifyRequest): string | undefined;
  ensureConnect(request: FastifyRequest, reply: FastifyReply): string;
  readOrganisation(request: FastifyRequest): string | undefined;
  setOrganisation(reply: FastifyReply, orgId: string): void;
  /** Forgets all of them. */
  clear(reply: FastifyReply): void;
}

/** Longer than anybody may be at the other side. */
const connectS = 30 * 60;

/** 256 random bits. */
const randomForm = /^[A-Za-z0-9_-]{43}$/;

/** `isSecure`: the pages are served by https, so that no cookie ever travels in the clear. */
export function createPageCookies({
  isSecure,
  randomBytes,
}: {
  isSecure: boolean;
  randomBytes: RandomBytes;
}): PageCookies {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure };
  // The prefix keeps other hosts of the domain from planting one (RFC 6265bis section 4.1.3).
  const connectCookie = isSecure ? '__Host-assay_connect' : 'assay_connect';
  const read = (request: FastifyRequest, name: string) => request.cookies[name];
  const readRandom = (request: FastifyRequest, name: string) => {
    const value = read(request, name);
    return value !== undefined && randomForm.test(value) ? value : undefined;
  };
  return {
    readSession: (request) => readRandom(request, sessionCookie),
    setSession(reply, cookie) {
      reply.setCookie(sessionCookie, cookie.reveal(), options);
      // Whoever planted a cookie before the sign-in holds nothing afterwards.
      reply.clearCookie(formCookie, options);
    },
    readForm: (request) => readRandom(request, formCookie),
    ensureForm(request, reply) {
      const known = readRandom(request, formCookie);
      if (known !== undefined) return known;
      const made = Buffer.from(randomBytes(32)).toString('base64url');
      reply.setCookie(formCookie, made, options);
      return made;
    },
    readConnect: (request) => readRandom(request, connectCookie),
    ensureConnect(request, reply) {
      const value = readRandom(request, connectCookie) ?? Buffer.from(randomBytes(32)).toString('base64url');
      reply.setCookie(connectCookie, value, { ...options, maxAge: connectS });
      return value;
    },
    readOrganisation: (request) => read(request, organisationCookie),
    setOrganisation: (reply, orgId) => void reply.setCookie(organisationCookie, orgId, options),
    clear(reply) {
      for (const name of [sessionCookie, formCookie, organisationCookie, connectCookie])
        reply.clearCookie(name, options);
    },
  };
}
