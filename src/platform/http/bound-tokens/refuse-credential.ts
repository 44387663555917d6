/** Errors of credentials, as the caller sees them. */
import { AppError } from '../../errors.ts';

/** Stable reasons for programs. `dpop_proof` is answered with the challenge of RFC 9449. */
export type RefusalReason =
  | 'token_invalid'
  | 'token_expired'
  | 'token_bound'
  | 'dpop_proof'
  | 'dpop_replayed'
  | 'agent_inactive'
  | 'not_a_member'
  | 'client_token';

export function refuseCredential(detail: string, reason: RefusalReason, cause?: unknown): AppError {
  return new AppError('unauthorized', detail, { detail, cause, extensions: { reason } });
}
