/** The headers of a guarded call, and the target of a redirect. */
import { refuseAnswer } from './guarded-answer.ts';

/** Headers of framing and addressing, which the connection sets. */
const ownHeaders = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'keep-alive', 'te', 'trailer', 'expect'],
  ...['proxy-authorization', 'proxy-connection', 'accept-encoding', 'user-agent', 'accept'],
]);
/** Headers that this program sets. Values of a library are dropped. */
const replaced = new Set(['accept', 'accept-encoding', 'user-agent']);
const name = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/;
const value = /^[\t\x20-\x7e\x80-\xff]{0,16384}$/;
const maxHeaders = 64;

/**
 * Checks headers, whose names are in lower case and may come from others. Headers that change the framing of the
 * message are refused. @throws AppError
 */
export function assertHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([key, text]) => [key.toLowerCase(), text] as const);
  const kept = entries.filter(([key]) => !replaced.has(key));
  for (const [key, text] of kept) {
    if (ownHeaders.has(key) || !name.test(key) || !value.test(text)) {
      throw refuseAnswer('outbound_header', 'one of the headers cannot be sent');
    }
  }
  const made = Object.fromEntries(kept);
  if (kept.length > maxHeaders || Object.keys(made).length !== kept.length) {
    throw refuseAnswer('outbound_header', 'there are too many headers, or one twice');
  }
  return made;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Gives the address of a redirect. It is judged like any other before a call goes there. @throws AppError `unprocessable` */
export function nextHop(
  from: URL,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  left: number,
): URL {
  if (left <= 0) {
    throw refuseAnswer(
      'outbound_redirect',
      'the target answers with a redirect, which is not followed: use its destination',
    );
  }
  const location = headers['location'] ?? '';
  if (!redirects.has(status) || location === '' || !URL.canParse(location, from.href)) {
    throw refuseAnswer('outbound_redirect', 'the target answers with a redirect without a destination');
  }
  const next = new URL(location, from.href);
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw refuseAnswer('outbound_redirect', 'a redirect from https must lead to https');
  }
  return next;
}
