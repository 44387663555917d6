/** The cookie of an unlocked browser, the cookies of a call, and the token that a page sends beside them. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';

/** The prefix keeps other hosts of the domain from setting this cookie (RFC 6265bis section 4.1.3). */
export function unlockCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-assay_console' : 'assay_console';
}

/** No request of another site carries it, not even a link that is followed. */
export function unlockCookieOptions(isSecure: boolean): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure };
}

/** Reads a cookie. One that is there twice counts as none: another host or path may have set the other. */
export function readCookie({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>, name: string): string | undefined {
  const values = (cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/** Gives the token of all calls of a session. Only who has the cookie can make it, and a page learns it from `getSession`. */
export function toCallToken(cookie: string): string {
  return createHmac('sha256', cookie).update('assay console call').digest('base64url');
}
