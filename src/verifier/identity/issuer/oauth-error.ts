/** Writes errors of OAuth endpoints as `{error, error_description}` instead of a problem document (RFC 6749 section 5.2). */
import type { FastifyReply } from 'fastify';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';

export interface OAuthErrorOptions {
  /** `invalid_request` if absent. */
  readonly code?: ErrorCode;
  readonly cause?: unknown;
  /** Further members of the answer. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Makes an error with an OAuth name. The description is public, and in ASCII without quotes. */
export function oauthError(error: string, description: string, options: OAuthErrorOptions = {}): AppError {
  const { code = 'invalid_request', cause, extensions = {} } = options;
  return new AppError(code, `${error}: ${description}`, {
    ...(cause === undefined ? {} : { cause }),
    detail: description,
    extensions: { ...extensions, error },
  });
}

/** Gives the error of failed client authentication: the same text whatever is wrong or missing. */
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

/** Members that some errors have besides name and description. */
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
