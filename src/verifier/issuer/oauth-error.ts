/** Errors of OAuth endpoints on the wire: `{error, error_description}` instead of a problem document (RFC 6749 section 5.2). */
import type { FastifyReply } from 'fastify';
import { AppError, type ErrorCode } from '../../platform/errors.ts';

export interface OAuthErrorOptions {
  /** `invalid_request` if absent. */
  readonly code?: ErrorCode;
  readonly cause?: unknown;
  /** Further members of the answer. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** An error with its name in OAuth. The description is public, and in ASCII without quotes. */
export function oauthError(error: string, description: string, options: OAuthErrorOptions = {}): AppError {
  const { code = 'invalid_request', cause, extensions = {} } = options;
  return new AppError(code, `${error}: ${description}`, {
    ...(cause === undefined ? {} : { cause }),
    detail: description,
    extensions: { ...extensions, error },
  });
}

/** The client did not prove who it is: the same words whatever was wrong, or absent. */
export function invalidClient(cause?: unknown): AppError {
  const description = 'client authentication failed';
  return new AppError('unauthorized', description, {
    ...(cause === undefined ? {} : { cause }),
    detail: description,
    extensions: { error: 'invalid_client' },
  });
}

export function sendOAuthError(error: AppError, reply: FastifyReply, realm: string): FastifyReply {
  const own = error.extensions?.['error'];
  const name = typeof own === 'string' ? own : nameOf(error.status);
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  if (error.status === 401) {
    const scheme = name === 'invalid_token' ? 'Bearer' : 'Basic';
    reply.header('www-authenticate', `${scheme} realm="${realm}", error="${name}"`);
  }
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send({ error: name, error_description: error.publicText, ...toMembers(error) });
}

/** What an error says besides its name and its words, where it says so. */
const moreMembers = ['error_code', 'consent_request_id', 'consent_request_uri'] as const;

function toMembers({ extensions = {} }: AppError): Record<string, unknown> {
  return Object.fromEntries(moreMembers.flatMap((name) => (name in extensions ? [[name, extensions[name]]] : [])));
}

function nameOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  if (status === 401) return 'invalid_client';
  if (status === 403) return 'access_denied';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
