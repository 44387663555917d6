/** The claims response (contract 2.4): success with claims, or an in-band failure. */
import { Type } from 'typebox';
import { type Claim, ClaimSchema } from './claim.ts';
import { type AuditorErrorCode, auditorErrors } from './error-codes.ts';

export const AuditorErrorSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  retryable: Type.Boolean(),
});

export const ClaimsResponseSchema = Type.Object(
  {
    status: Type.Union([Type.Literal('success'), Type.Literal('error')]),
    claims: Type.Array(ClaimSchema),
    error: Type.Optional(AuditorErrorSchema),
  },
  { $id: 'ClaimsResponse' },
);

export interface AuditorError {
  code: string;
  message: string;
  retryable: boolean;
}

export type ClaimsResponse =
  | { status: 'success'; claims: Claim[] }
  | { status: 'error'; claims: []; error: AuditorError };

/** Gives the in-band failure for a code: `claims` is empty, `retryable` comes from the code's row. */
export function toErrorResponse(code: AuditorErrorCode, message: string): ClaimsResponse {
  return { status: 'error', claims: [], error: { code, message, retryable: auditorErrors[code].retryable } };
}
