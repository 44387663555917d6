/** Reads the state and the claims of a stored passport. */
import { fromBase64Url } from '@assay/sdk/crypto';
import { type PassportClaims, PassportClaimsSchema } from '../../../contract/passport.ts';
import type { PassportState } from '../../../contract/passport-status.ts';
import { AppError } from '../../../platform/errors.ts';
import { createShape } from '../../../proof/shape.ts';
import type { PassportRow } from './tables.ts';

const parseClaims = createShape(PassportClaimsSchema, 'the stored passport');

/** Decodes the claims of a stored passport. @throws AppError `internal` if they are not ours. */
export function decodeClaims(jwt: string): PassportClaims {
  const payload = jwt.split('.', 2)[1] ?? '';
  const shape = parseClaims(JSON.parse(Buffer.from(fromBase64Url(payload)).toString('utf8')));
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}

/** A revoked passport stays revoked after its expiry. */
export function stateOf(row: PassportRow, now: number): PassportState {
  if (row.revoked_at !== null) return 'revoked';
  return now < row.expires_at ? 'valid' : 'expired';
}

/** The error for a passport that does not exist, or is hidden from the caller. */
export function noSuchPassport(): AppError {
  return new AppError('not_found', 'no such passport', { detail: 'there is no such passport' });
}
