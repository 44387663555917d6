/**
 * The state of a passport after its issue: a short-lived signed token about one passport, and a signed list of all
 * revoked ones for offline checks.
 */
import { type Static, Type } from 'typebox';
import { TierSchema } from './passport.ts';

/** `typ` of the status token and of the revocation list, compact JWS of the passport key. */
export const passportStatusType = 'passport-status+jwt';
export const revocationListType = 'passport-revocations+jwt';
/** Validity of a status token, in seconds. */
export const statusTokenTtlS = 300;
export const revocationListTtlS = 3600;

export const PassportStateSchema = Type.Union([
  Type.Literal('valid'),
  Type.Literal('expired'),
  Type.Literal('revoked'),
]);

const Hash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

export const StatusClaimsSchema = Type.Object({
  iss: Type.String(),
  sub: Type.String({ description: 'passport_id' }),
  iat: Type.Integer(),
  exp: Type.Integer(),
  passport_hash: Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'of the passport JWS' }),
  state: PassportStateSchema,
  status: TierSchema,
  revoked_at: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  superseded_by: Type.Optional(Type.String()),
});

export const RevokedPassportSchema = Type.Object({
  passport_id: Type.String(),
  passport_hash: Hash,
  revoked_at: Type.String(),
});

/** A revoked basis of passports: the hash of a key attestation, or the id of a set of reference values. */
export const RevokedThingSchema = Type.Object({ id: Type.String(), revoked_at: Type.String() });

export const RevocationListClaimsSchema = Type.Object({
  iss: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
  since: Type.String({ description: 'everything revoked at or after this time and up to `until` is listed' }),
  until: Type.String(),
  revoked: Type.Array(RevokedPassportSchema, { description: 'passports revoked by themselves' }),
  revoked_key_attestations: Type.Array(RevokedThingSchema, { description: 'every passport of these hashes' }),
  revoked_reference_values: Type.Array(RevokedThingSchema, { description: 'every passport that rests on these sets' }),
});

export type PassportState = Static<typeof PassportStateSchema>;
export type StatusClaims = Static<typeof StatusClaimsSchema>;
export type RevokedPassport = Static<typeof RevokedPassportSchema>;
export type RevocationListClaims = Static<typeof RevocationListClaimsSchema>;
