/**
 * Imports attestation results of another verifier (draft-ietf-rats-ear): the only place that understands underscore
 * names and numeric tiers. None of them is believed: each status is recomputed from its vector.
 */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import type { Tier, TrustVector } from '../contract/passport.ts';
import { isBetterTier, statusOfVector, worstTier } from './trust-vector.ts';
import { type Refusal, refuse } from './verdict.ts';

/** One part of a foreign result. */
export interface ForeignSubmod {
  readonly name: string;
  /** No better than the vector allows, nor than the other verifier said. */
  readonly status: Tier;
  readonly vector: TrustVector;
  readonly policyId: string | null;
}

export type ForeignEar =
  | { readonly ok: true; readonly submods: readonly ForeignSubmod[]; readonly status: Tier }
  | Refusal;

const bounds = { bytes: 1024 * 1024, depth: 24 };
const maxSubmods = 64;
/** Trust tiers as AR4SI numbers, as some verifiers write them. */
const numericTiers: Readonly<Record<number, Tier>> = {
  0: 'none',
  2: 'affirming',
  32: 'warning',
  96: 'contraindicated',
};
const claimNames = new Set([
  'instance-identity',
  'configuration',
  'executables',
  'file-system',
  'hardware',
  'runtime-opaque',
  'storage-opaque',
  'sourced-data',
]);

/** Reads an EAR claims set, or its submods alone. The caller checks the signature. Never throws. */
export function fromForeignEar(candidate: unknown): ForeignEar {
  const bound = findBoundViolation(candidate, bounds);
  if (bound !== undefined) return refuse('too_large', `the attestation result ${bound}`);
  if (!isRecord(candidate)) return refuse('schema', 'an attestation result must be an object');
  const submods = isRecord(candidate['submods']) ? candidate['submods'] : candidate;
  const entries = Object.entries(submods);
  if (entries.length === 0 || entries.length > maxSubmods) {
    return refuse('schema', `an attestation result must have 1 to ${maxSubmods} submods`);
  }
  const read: ForeignSubmod[] = [];
  for (const [name, submod] of entries) {
    const result = readSubmod(name, submod);
    if (!result.ok) return result;
    read.push(result.submod);
  }
  return { ok: true, submods: read, status: worstTier(read.map(({ status }) => status)) };
}

type SubmodResult = { readonly ok: true; readonly submod: ForeignSubmod } | Refusal;

function readSubmod(name: string, submod: unknown): SubmodResult {
  if (!isRecord(submod)) return refuse('schema', 'a submod must be an object');
  const said = pick(submod, 'ear.status', 'ear_status');
  const foreign = pick(submod, 'ear.trustworthiness-vector', 'ear_trustworthiness_vector');
  const policy = pick(submod, 'ear.appraisal-policy-id', 'ear_appraisal_policy_id');
  if (said === twice || foreign === twice || policy === twice) {
    return refuse('duplicate_key', 'a submod has the same value under two names');
  }
  const claimed = toTier(said);
  if (claimed === undefined) return refuse('schema', 'a submod has no known status');
  const vector = toVector(foreign ?? {});
  if (vector === undefined) return refuse('schema', 'a trust vector has an unknown member');
  const allowed = statusOfVector(vector);
  if (isBetterTier(claimed, allowed)) {
    return refuse('status_too_good', 'a status is better than its trust vector allows');
  }
  const policyId = typeof policy === 'string' ? policy : null;
  return { ok: true, submod: { name, status: claimed, vector, policyId } };
}

const twice = Symbol('twice');

/** Accepts one of two spellings. Both at once are ambiguous. */
function pick(submod: Readonly<Record<string, unknown>>, name: string, other: string): unknown {
  if (Object.hasOwn(submod, name) && Object.hasOwn(submod, other)) return twice;
  return Object.hasOwn(submod, name) ? submod[name] : submod[other];
}

function toTier(said: unknown): Tier | undefined {
  if (typeof said === 'number') return numericTiers[said];
  return (['affirming', 'warning', 'contraindicated', 'none'] as const).find((tier) => tier === said);
}

function toVector(foreign: unknown): TrustVector | undefined {
  if (!isRecord(foreign)) return undefined;
  const vector: TrustVector = {};
  for (const [spelled, value] of Object.entries(foreign)) {
    const name = spelled.replaceAll('_', '-');
    if (!claimNames.has(name) || Object.hasOwn(vector, name)) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < -128 || value > 127) return undefined;
    vector[name] = value;
  }
  return vector;
}
