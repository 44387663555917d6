/** What is wrong with a credential, as the caller is told. */
import { AppError } from '../../errors.ts';

/** Stable words for programs; `dpop_proof` ones are answered with the challenge of RFC 9449. */
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
