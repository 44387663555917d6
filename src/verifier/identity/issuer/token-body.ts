/**
 * Reads the body of a token request to learn the grant type, and passes the request on as if unread: the handlers of the other
 * grants read it by their own rules.
 */
import { IncomingMessage } from 'node:http';
import { AppError } from '../../../platform/errors.ts';
import { readUtf8 } from '../../../platform/http/utf8-body.ts';

/** The same bound as in oidc-provider. */
const maxBytes = 56 * 1024;

export interface TokenBody {
  readonly text: string;
  /** The same request, with its body unread. */
  readonly unread: IncomingMessage;
}

/** @throws AppError `invalid_request` if the caller disconnects before the body is complete, or the body is not UTF-8. */
export async function readTokenBody(request: IncomingMessage): Promise<TokenBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes);
      size += bytes.length;
      // The next reader refuses a body over the bound, and needs no more than this to see it.
      if (size > maxBytes) break;
    }
  } catch (cause) {
    throw new AppError('invalid_request', 'the body did not arrive', { cause });
  }
  // Discards the rest of the body, for as long as a request may take: otherwise the next call on this connection waits.
  if (size > maxBytes) request.resume();
  const body = Buffer.concat(chunks, size);
  return { text: size > maxBytes ? '' : readUtf8(body), unread: toUnread(request, body) };
}

function toUnread(request: IncomingMessage, body: Buffer): IncomingMessage {
  const unread = new IncomingMessage(request.socket);
  const { headers, rawHeaders, method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(unread, { headers, rawHeaders, method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  // The whole body has arrived: the end of this copy is not a lost connection.
  unread.complete = true;
  unread.push(body);
  unread.push(null);
  return unread;
}

/** Gives the grant type that a form names exactly once; undefined for other bodies. */
export function grantTypeOf(contentType: string | undefined, text: string): string | undefined {
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(contentType ?? '')) return undefined;
  const named = new URLSearchParams(text).getAll('grant_type');
  return named.length === 1 ? named[0] : undefined;
}
