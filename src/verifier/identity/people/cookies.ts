/**
 * The cookies of the pages: the session, a random value for forms before the sign-in, and the organisation that a member of
 * several looks at. Scripts cannot read them; requests of other sites carry them only when a plain link is followed.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';

/** The prefix keeps other hosts of the domain from setting this cookie (RFC 6265bis section 4.1.3). */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-assay_session' : 'assay_session';
}

export const formCookie = 'assay_form';
export const organisationCookie = 'assay_organization';

export interface PageCookies {
  readSession(request: FastifyRequest): string | undefined;
  /** A session cookie of the browser; the server may end the session before the browser closes. */
  setSession(reply: FastifyReply, cookie: Secret): void;
  readForm(request: FastifyRequest): string | undefined;
  /** Gives the browser's form cookie, or sets a new one. */
  ensureForm(request: FastifyRequest, reply: FastifyReply): string;
  /** Binds a person's way to another service and back: 256 random bits, the same for all links in progress. */
  readConnect(request: FastifyRequest): string | undefined;
  ensureConnect(request: FastifyRequest, reply: FastifyReply): string;
  readOrganisation(request: FastifyRequest): string | undefined;
  setOrganisation(reply: FastifyReply, orgId: string): void;
  /** Clears all of them. */
  clear(reply: FastifyReply): void;
}

/** Longer than a person may take at the other service. */
const connectS = 30 * 60;

const randomForm = /^[A-Za-z0-9_-]{43}$/;

/** `isSecure`: the pages are served by https, so the cookies are sent over https only. */
export function createPageCookies({
  isSecure,
  randomBytes,
}: {
  isSecure: boolean;
  randomBytes: RandomBytes;
}): PageCookies {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure };
  // The prefix keeps other hosts of the domain from setting this cookie (RFC 6265bis section 4.1.3).
  const connectCookie = isSecure ? '__Host-assay_connect' : 'assay_connect';
  const sessionCookie = sessionCookieName(isSecure);
  const read = (request: FastifyRequest, name: string) => request.cookies[name];
  const readRandom = (request: FastifyRequest, name: string) => {
    const value = read(request, name);
    return value !== undefined && randomForm.test(value) ? value : undefined;
  };
  return {
    readSession: (request) => readRandom(request, sessionCookie),
    setSession(reply, cookie) {
      reply.setCookie(sessionCookie, cookie.reveal(), options);
      // A cookie that an attacker set before the sign-in is worth nothing after it.
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
