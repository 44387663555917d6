/** Maps answers of authorization servers to our own codes: codes of RFCs pass, all other text is dropped. */
import type * as OAuth from 'oauth4webapi';
import { isAppError } from '../../../platform/errors.ts';
import { discoveryReasonOf } from './errors.ts';
import type { TokenAnswer } from './ports.ts';

/** Codes of RFC 6749, 7009, 7591, 8628, 8693 (with 8707), 9126, 9449, 9470 and OpenID Connect Core. */
const finalCodes = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'access_denied', 'unsupported_response_type', 'unsupported_token_type', 'invalid_target'],
  ...['invalid_redirect_uri', 'invalid_client_metadata', 'invalid_software_statement', 'unapproved_software_statement'],
  ...['interaction_required', 'login_required', 'account_selection_required', 'consent_required', 'invalid_token'],
  ...['request_not_supported', 'insufficient_scope', 'invalid_dpop_proof', 'use_dpop_nonce', 'expired_token'],
  ...['insufficient_user_authentication', 'invalid_authorization_details', 'unmet_authentication_requirements'],
]);
const laterCodes = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
/** Codes that large sites use instead. */
const otherWords: Readonly<Record<string, string>> = {
  bad_refresh_token: 'invalid_grant',
  bad_verification_code: 'invalid_grant',
  incorrect_client_credentials: 'invalid_client',
};

/** Gives a code that may be shown and stored; `refused` for any other. */
function toCode(error: unknown): string {
  if (typeof error !== 'string') return 'refused';
  if (finalCodes.has(error) || laterCodes.has(error)) return error;
  return Object.hasOwn(otherWords, error) ? (otherWords[error] ?? 'refused') : 'refused';
}

/** Gives the error code of an answer's body. */
export function errorCodeOf(body: Buffer): string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && 'error' in value ? toCode(value.error) : 'refused';
  } catch {
    // The parser's message is not shown to anybody.
    return 'refused';
  }
}

export function refused(error: string): TokenAnswer {
  return { kind: 'refused', error };
}

/** Maps the error of a call to an answer; `status` is that of the HTTP answer, if there was one. Rethrows other errors. */
export function toAnswer(error: unknown, oauth: typeof OAuth, status: number | undefined): TokenAnswer {
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const code = toCode(error.error);
    const isLater = laterCodes.has(code) || status === 429;
    return isLater ? { kind: 'unavailable', reason: code } : refused(code);
  }
  const called = isAppError(error) ? error : causeOf(error);
  if (called !== undefined) {
    if (called.code === 'internal' || called.code === 'unavailable') throw called;
    return { kind: 'unavailable', reason: discoveryReasonOf(called) ?? called.code };
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    const isFailing = status !== undefined && (status >= 500 || status === 429);
    return { kind: 'unavailable', reason: isFailing ? 'upstream_unavailable' : 'invalid_response' };
  }
  throw error;
}

function causeOf(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined;
  return isAppError(cause) ? cause : undefined;
}
