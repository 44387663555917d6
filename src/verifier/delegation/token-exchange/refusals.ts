/** The stable refusal codes of token exchange. */

import type { AppError, ErrorCode } from '../../../platform/errors.ts';
import { oauthError } from '../../identity/issuer/oauth-error.ts';

/** `error` is the kind of refusal for OAuth clients; these codes name the failed check for programs. */
export const refusalCodes = [
  'client_authentication_failed',
  'client_not_allowed',
  'malformed_request',
  'actor_token_required',
  'dpop_proof_invalid',
  'subject_token_invalid',
  'actor_token_invalid',
  'actor_token_replayed',
  'actor_client_mismatch',
  'agent_suspended',
  'account_domain_not_allowed',
  'no_active_delegation',
  'resource_not_granted',
  'scope_empty',
  'delegation_depth_exceeded',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export interface Refused {
  readonly error?: string;
  readonly code?: ErrorCode;
  readonly cause?: unknown;
}

/** Makes a refusal. Its `error` is `invalid_request` by default, also for a bad token (RFC 8693 section 2.2.2). */
export function refuseExchange(code: RefusalCode, description: string, more: Refused = {}): AppError {
  return oauthError(more.error ?? 'invalid_request', toPlain(description), {
    code: more.code ?? 'invalid_request',
    cause: more.cause,
    extensions: { error_code: code },
  });
}

/** RFC 6749 section 5.2: printable ASCII without quotes and backslashes. */
export function toPlain(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
