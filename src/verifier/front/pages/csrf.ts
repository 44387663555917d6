/**
 * Keeps other sites from sending our forms. Each form carries a token that only the holder of the visitor's cookie can make, and
 * the browser must state that the form came from one of our pages (Fetch metadata, or the Origin header).
 */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../platform/errors.ts';
import { isSameSecret } from '../../../platform/secret.ts';

/** Name of the field that holds the token. */
export const formTokenField = 'form_token';

/** Gives the token of all forms of a visitor. The cookie is 256 random bits, so the token cannot be guessed without it. */
export function toFormToken(cookie: string): string {
  return createHmac('sha256', cookie).update('assay form token').digest('base64url');
}

export interface SentForm {
  readonly headers: IncomingHttpHeaders;
  /** Origin of the deployment's public URL, if it has one. */
  readonly publicOrigin: string | undefined;
  /** The cookie that the token was made from; undefined when the browser sent none. */
  readonly cookie: string | undefined;
  readonly token: string;
}

/** @throws AppError `forbidden` with reason `foreign_form` or `stale_form`. */
export function assertOwnForm({ headers, publicOrigin, cookie, token }: SentForm): void {
  if (!isOwnSite(headers, publicOrigin)) throw refuse('foreign_form', 'the form did not come from a page of this site');
  if (cookie === undefined || !isSameSecret(token, toFormToken(cookie))) {
    throw refuse('stale_form', 'the form is not from this session');
  }
}

/**
 * Tells whether the browser says that a request came from a page of this site. Browsers send at least one of the two headers with
 * every form and every call of a page, so a request with neither is refused.
 */
export function isOwnSite(headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, host } = headers;
  if (origin === undefined) return site === 'same-origin';
  const named = origin.toLowerCase();
  if (publicOrigin !== undefined && named === publicOrigin.toLowerCase()) return true;
  return host !== undefined && (named === `http://${host.toLowerCase()}` || named === `https://${host.toLowerCase()}`);
}

function refuse(reason: 'foreign_form' | 'stale_form', detail: string): AppError {
  return new AppError('forbidden', detail, { detail, extensions: { reason } });
}
