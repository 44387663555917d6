/**
 * Checks a passport: an EAR JWS by a key of a verifier that the caller trusts, in date, of our profile, with no
 * status better than its own trust vector allows.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { productionRoots } from '../contract/hardware-facts.ts';
import {
  type PassportClaims,
  PassportClaimsSchema,
  passportProfile,
  passportSchemaVersion,
  passportType,
  type Submod,
  type Tier,
} from '../contract/passport.ts';
import { parseJws, parsePayload } from './jws.ts';
import { createShape } from './shape.ts';
import { isBetterTier, statusOfVector, tierOfValue, worstTier } from './trust-vector.ts';
import { clockSkewS, type Refusal, refuse } from './verdict.ts';
import type { VerifierKey } from './verifier-key.ts';
import { findSignatureProblem } from './verifier-signature.ts';

export interface PassportCheck {
  /** Keys of verifiers that the caller trusts. */
  readonly keys: readonly VerifierKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
}

export type PassportVerdict =
  | {
      readonly ok: true;
      readonly passport: PassportClaims;
      readonly kid: string;
      /** Worst status over all submods: the status of the passport. */
      readonly status: Tier;
    }
  | Refusal;

const maxPassportChars = 64 * 1024;
/** 9999-12-31T23:59:59Z, the last time that RFC 3339 can print. */
const latestS = 253_402_300_799;
const maxSubmods = 64;
const parseShape = createShape(PassportClaimsSchema, 'the passport');

/** Proves a passport or says why not. Never throws. */
export async function checkPassport(jwt: unknown, check: PassportCheck): Promise<PassportVerdict> {
  const parsed = parseJws(jwt, { typ: passportType, algs: ['ES256', 'EdDSA'], maxChars: maxPassportChars });
  if (!parsed.ok) return parsed;
  const { keys, crypto } = check;
  const signed = await findSignatureProblem(parsed.jws, { keys, crypto, what: 'the passport' });
  if (signed !== undefined) return signed;
  const payload = parsePayload(parsed.jws, { maxChars: maxPassportChars, maxDepth: 12 });
  if (!payload.ok) return payload;
  if (payload.value['eat_profile'] !== passportProfile)
    return refuse('profile', `the profile must be ${passportProfile}`);
  const shape = parseShape(payload.value);
  if (!shape.ok) return shape;
  const passport = shape.value;
  const problem = findVersionProblem(passport) ?? findTimeProblem(passport, check.now) ?? findSubmodsProblem(passport);
  if (problem !== undefined) return problem;
  const status = worstTier(Object.values(passport.submods).map((submod) => submod['ear.status']));
  return { ok: true, passport, kid: parsed.jws.kid, status };
}

/** An unknown major is refused, an unknown minor accepted; the first release wrote no version. */
function findVersionProblem({ schema_version: version = '1.0.0' }: PassportClaims): Refusal | undefined {
  const majorOf = (text: string) => text.split('.', 1)[0];
  if (majorOf(version) === majorOf(passportSchemaVersion)) return undefined;
  return refuse('unsupported', 'the version of the passport is not supported');
}

function findTimeProblem(passport: PassportClaims, now: number): Refusal | undefined {
  const nowS = now / 1000;
  if (passport.exp > latestS) return refuse('schema', 'the passport is valid beyond the year 9999');
  if (passport.nbf > nowS + clockSkewS || passport.iat > nowS + clockSkewS) {
    return refuse('not_yet_valid', 'the passport is not valid yet');
  }
  if (passport.exp <= nowS - clockSkewS) return refuse('expired', 'the passport has expired');
  return passport.exp < passport.nbf ? refuse('inconsistent', 'the passport ends before it begins') : undefined;
}

function findSubmodsProblem(passport: PassportClaims): Refusal | undefined {
  const submods = Object.values(passport.submods);
  if (submods.length === 0 || submods.length > maxSubmods) {
    return refuse('schema', `a passport must have 1 to ${maxSubmods} submods`);
  }
  for (const submod of submods) {
    const problem = findStatusProblem(submod);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A status is never better than its vector allows. Software never gives better than `warning` for hardware. */
function findStatusProblem(submod: Submod): Refusal | undefined {
  const status = submod['ear.status'];
  const vector = submod['ear.trustworthiness-vector'];
  if (isBetterTier(status, statusOfVector(vector))) {
    return refuse('status_too_good', 'a status is better than its trust vector allows');
  }
  const affirmed = status === 'affirming' || tierOfValue(vector['hardware'] ?? 0) === 'affirming';
  if (submod['x.kind'] === 'software' && affirmed) {
    return refuse('status_too_good', 'a software attestation proves nothing about hardware and is at best a warning');
  }
  const isTest = submod['x.roots_profile'] !== undefined && submod['x.roots_profile'] !== productionRoots;
  if (status === 'affirming' && (isTest || submod['x.freshness'] === 'none')) {
    return refuse('status_too_good', 'a key without proven freshness or under test roots is at best a warning');
  }
  return undefined;
}
