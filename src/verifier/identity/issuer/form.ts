/** Form bodies of our own OAuth endpoints: every parameter at most once (RFC 6749 section 3.2). */
import type { HttpApp } from '../../../platform/http/app.ts';
import { readUtf8 } from '../../../platform/http/utf8-body.ts';
import { oauthError } from './oauth-error.ts';

export type Form = ReadonlyMap<string, string>;

const maxBytes = 56 * 1024;

/** Makes the routes of a scope accept forms; the framework refuses other bodies. */
export function takeForms(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, bytes, done) => {
      try {
        done(null, parseForm(readUtf8(bytes)));
      } catch (error) {
        done(error instanceof Error ? error : new Error('no form'));
      }
    },
  );
}

/** @throws AppError for a repeated parameter. Empty parameters count as absent (RFC 6749 section 3.1). */
export function parseForm(text: string): Form {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    if (form.has(name)) throw oauthError('invalid_request', 'a parameter is repeated');
    form.set(name, value);
  }
  return form;
}

/** Gives the body of a request that passed {@link takeForms}. */
export function formOf(body: unknown): Form {
  return body instanceof Map ? body : new Map();
}
