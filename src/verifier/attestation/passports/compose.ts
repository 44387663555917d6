/** Composes the claims of one passport: the appraisal of what it covers, and the earliest end of its parts. Pure. */
import { merkleRoot } from '@assay/sdk/crypto';
import { productionRoots } from '../../../contract/hardware-facts.ts';
import { type PassportClaims, passportProfile, passportSchemaVersion, type Tier } from '../../../contract/passport.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { isBetterTier } from '../../../proof/trust-vector.ts';
import type { EvidenceGroup, UncoveredEvidence } from '../evidence/coverage.ts';
import { type Appraisal, type AttestationFacts, appraise } from './appraise.ts';

export interface Subject {
  readonly passportId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly issuer: string;
  readonly build: string;
  /** Longest validity; the policy may require less. */
  readonly ttlS: number;
  readonly group: EvidenceGroup;
  readonly facts: AttestationFacts;
  /** Oldest first, at least one. */
  readonly covered: readonly UncoveredEvidence[];
}

export interface Composed {
  readonly claims: PassportClaims;
  readonly status: Tier;
  /** True unless the report of a real TEE was verified under the pinned roots of its vendor. */
  readonly isMock: boolean;
  readonly deployment: { readonly isAuthorized: boolean; readonly reason: string | null };
}

/** Composes an unsigned passport. */
export function composePassport(subject: Subject): Composed {
  const { group, facts, covered, now } = subject;
  const newest = covered.at(-1);
  if (newest === undefined) throw new Error('a passport covers at least one evidence');
  const issuedAt = Math.floor(now / 1000);
  const appraisal = appraise({
    attestation: facts,
    exchanges: covered.map((row) => ({
      facts: row.facts,
      decision: row.decision,
      enforced: row.enforced,
      madeAtMs: row.generated_at,
    })),
    evaluatedAt: toTimestamp(now),
  });
  const claims: PassportClaims = {
    schema_version: passportSchemaVersion,
    eat_profile: passportProfile,
    iss: subject.issuer,
    jti: subject.passportId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: toExpiry(subject, issuedAt),
    'ear.verifier-id': { developer: 'assay', build: subject.build },
    cnf: { jkt: group.kid },
    submods: { ...appraisal.submods },
    evidence_hash: newest.jws_sha256,
    evidence_set: {
      count: covered.length,
      root: Buffer.from(merkleRoot(covered.map((row) => Buffer.from(row.jws_sha256, 'hex')))).toString('hex'),
    },
    key_attestation_hash: group.keyAttestationHash,
    workspace_id: group.workspaceId,
    agent_id: group.agentId,
    receipt: toReceipt(newest),
  };
  const isMock = !isGenuine(facts, appraisal);
  return { claims, status: appraisal.status, isMock, deployment: authorize(facts, appraisal.status, isMock) };
}

/** Gives the earliest end: the verifier's longest validity, the policy's, and every part of the proof that ends. */
function toExpiry({ facts, ttlS }: Subject, issuedAt: number): number {
  const ends = (facts.parts ?? []).map(({ until }) => Math.floor(until / 1000));
  const ttls = [ttlS, facts.policy?.passportTtlS ?? ttlS].map((ttl) => issuedAt + ttl);
  // A part that ends within this second would give a passport that was never valid.
  return Math.max(issuedAt + 1, Math.min(...ends, ...ttls));
}

function isGenuine({ hardware }: AttestationFacts, { submods }: Appraisal): boolean {
  if (hardware === undefined) return false;
  const { accepted, roots_profile: profile } = hardware.cpu;
  return accepted && profile === productionRoots && submods['cpu-tee']['ear.status'] !== 'contraindicated';
}

/** Authorizes only if a policy says so, the status meets its minimum, and the hardware is real. */
function authorize({ policy }: AttestationFacts, status: Tier, isMock: boolean): Composed['deployment'] {
  const { minimumTier, authorizesDeployment } = policy ?? {};
  if (authorizesDeployment !== true || minimumTier === undefined) return { isAuthorized: false, reason: null };
  if (isMock) return { isAuthorized: false, reason: 'no real TEE was verified' };
  if (isBetterTier(minimumTier, status)) {
    return { isAuthorized: false, reason: `the status ${status} is below ${minimumTier}, which the policy asks for` };
  }
  return { isAuthorized: true, reason: `the status ${status} is what ${policy?.id ?? 'the policy'} asks for` };
}

function toReceipt({ receipt_chain_id, receipt_seq, receipt_hash }: UncoveredEvidence): PassportClaims['receipt'] {
  if (receipt_chain_id === null || receipt_seq === null || receipt_hash === null) return null;
  return { chain_id: receipt_chain_id, seq: receipt_seq, hash: receipt_hash };
}
