/**
 * Checks the state of a passport: a status token about it, or a list of revocations that may name it or its basis.
 * The verifier signs both for a moment in time, so both state that time.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { PassportClaims } from '../contract/passport.ts';
import {
  passportStatusType,
  type RevocationListClaims,
  RevocationListClaimsSchema,
  revocationListType,
  type StatusClaims,
  StatusClaimsSchema,
} from '../contract/passport-status.ts';
import { sha256Hex } from './hash.ts';
import { parseJws, parsePayload } from './jws.ts';
import { createShape } from './shape.ts';
import { clockSkewS, type Refusal, refuse } from './verdict.ts';
import type { VerifierKey } from './verifier-key.ts';
import { findSignatureProblem } from './verifier-signature.ts';

export interface StatusCheck {
  /** Keys of verifiers that the caller trusts. */
  readonly keys: readonly VerifierKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
}

export type StatusVerdict = { readonly ok: true; readonly status: StatusClaims } | Refusal;
export type RevocationListVerdict = { readonly ok: true; readonly list: RevocationListClaims } | Refusal;

const maxStatusChars = 16 * 1024;
const maxListChars = 16 * 1024 * 1024;
const parseStatus = createShape(StatusClaimsSchema, 'the status token');
const parseList = createShape(RevocationListClaimsSchema, 'the revocation list');

/** Proves a status token and that it is about this passport. Never throws. */
export async function checkPassportStatus(token: unknown, jwt: string, check: StatusCheck): Promise<StatusVerdict> {
  const payload = await readToken(token, check, {
    typ: passportStatusType,
    maxChars: maxStatusChars,
    what: 'the status',
  });
  if (!payload.ok) return payload;
  const shape = parseStatus(payload.value);
  if (!shape.ok) return shape;
  const status = shape.value;
  const hash = `sha256:${await sha256Hex(jwt, check.crypto)}`;
  if (status.passport_hash !== hash) return refuse('inconsistent', 'the status is about another passport');
  const problem = findTimeProblem(status, check.now);
  return problem ?? { ok: true, status };
}

/** Proves a list of revocations. Never throws. */
export async function checkRevocationList(token: unknown, check: StatusCheck): Promise<RevocationListVerdict> {
  const rules = { typ: revocationListType, maxChars: maxListChars, what: 'the revocation list' };
  const payload = await readToken(token, check, rules);
  if (!payload.ok) return payload;
  const shape = parseList(payload.value);
  if (!shape.ok) return shape;
  const problem = findTimeProblem(shape.value, check.now);
  return problem ?? { ok: true, list: shape.value };
}

/** Finds when a list revoked a passport, or something it rests on; undefined if the list names neither. */
export async function findRevocation(
  list: RevocationListClaims,
  { jwt, passport, crypto }: { jwt: string; passport: PassportClaims; crypto: ProofCrypto },
): Promise<{ readonly revokedAt: string; readonly what: string } | undefined> {
  const hash = `sha256:${await sha256Hex(jwt, crypto)}`;
  const own = list.revoked.find((entry) => entry.passport_hash === hash || entry.passport_id === passport.jti);
  if (own !== undefined) return { revokedAt: own.revoked_at, what: 'the passport' };
  const key = list.revoked_key_attestations.find(({ id }) => id === passport.key_attestation_hash);
  if (key !== undefined) return { revokedAt: key.revoked_at, what: 'its key attestation' };
  const used = new Set(
    Object.values(passport.submods).flatMap((submod) =>
      (submod['x.reference_values'] ?? []).map((reference) => reference.split('/', 1)[0]),
    ),
  );
  const values = list.revoked_reference_values.find(({ id }) => used.has(id));
  return values === undefined
    ? undefined
    : { revokedAt: values.revoked_at, what: 'a set of reference values that it depends on' };
}

interface TokenRules {
  readonly typ: string;
  readonly maxChars: number;
  readonly what: string;
}

async function readToken(token: unknown, check: StatusCheck, { typ, maxChars, what }: TokenRules) {
  const parsed = parseJws(token, { typ, algs: ['ES256', 'EdDSA'], maxChars });
  if (!parsed.ok) return parsed;
  const problem = await findSignatureProblem(parsed.jws, { keys: check.keys, crypto: check.crypto, what });
  return problem ?? parsePayload(parsed.jws, { maxChars, maxDepth: 8 });
}

function findTimeProblem({ iat, exp }: { iat: number; exp: number }, now: number): Refusal | undefined {
  const nowS = now / 1000;
  if (iat > nowS + clockSkewS) return refuse('not_yet_valid', 'its time is in the future');
  return exp <= nowS - clockSkewS ? refuse('expired', 'it is too old to be relied on now') : undefined;
}
