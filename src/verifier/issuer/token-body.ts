/**
 * Reads the body of a token request to see which grant is asked for, and hands it on as if nobody had read it: whoever
 * answers the other grants reads it by its own rules, and refuses what it always refused.
 */
import { IncomingMessage } from 'node:http';
import { AppError } from '../../platform/errors.ts';
import { readUtf8 } from '../../platform/http/utf8-body.ts';

/** As much as oidc-provider takes. */
const maxBytes = 56 * 1024;

export interface TokenBody {
  readonly text: string;
  /** The same request with the body still to be read. */
  readonly unread: IncomingMessage;
}

/** @throws AppError `invalid_request` when the caller goes away before the body is there, or it is no UTF-8. */
export async function readTokenBody(request: IncomingMessage): Promise<TokenBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes);
      size += bytes.length;
      // What is over the bound is refused by whoever reads it next, which needs no more than this to see that.
      if (size > maxBytes) break;
    }
  } catch (cause) {
    throw new AppError('invalid_request', 'the body did not arrive', { cause });
  }
  // The rest is taken off the wire unseen, for as long as a request may take: else the next call on this connection waits.
  if (size > maxBytes) request.resume();
  const body = Buffer.concat(chunks, size);
  return { text: size > maxBytes ? '' : readUtf8(body), unread: toUnread(request, body) };
}

function toUnread(request: IncomingMessage, body: Buffer): IncomingMessage {
  const unread = new IncomingMessage(request.socket);
  const { headers, rawHeaders, method, url, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(unread, { headers, rawHeaders, method, url, httpVersion, httpVersionMajor, httpVersionMinor });
  // All of it has arrived: the end of this copy is not the end of the connection.
  unread.complete = true;
  unread.push(body);
  unread.push(null);
  return unread;
}

/** The grant type that a form names once; undefined for other bodies. */
export function grantTypeOf(contentType: string | undefined, text: string): string | undefined {
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(contentType ?? '')) return undefined;
  const named = new URLSearchParams(text).getAll('grant_type');
  return named.length === 1 ? named[0] : undefined;
}
