/** Issues one passport: takes the evidence that waits, appraises it, signs the result, stores both in one transaction. */
import { merkleRoot, toBase64Url } from '@assay/sdk/crypto';
import { type PassportClaims, passportProfile, passportType, type Tier } from '../../contract/passport.ts';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { EvidenceCoverage, EvidenceGroup, UncoveredEvidence } from '../evidence/coverage.ts';
import type { PassportKey } from '../keys/key-file.ts';
import { type AttestationFacts, appraise, factsOfKey } from './appraise.ts';
import type { PassportStore } from './store.ts';

/** Most evidence under one passport, by number and by characters, so that its bundle stays of a size one can send. */
const maxCovered = 500;
const maxCoveredChars = 16 * 1024 * 1024;

export interface IssueDeps {
  readonly store: PassportStore;
  readonly coverage: EvidenceCoverage;
  readonly findAttestations: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly key: PassportKey;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly issuer: string;
  readonly ttlS: number;
  readonly build: string;
}

/** What was issued; `isMore` when evidence is left for another passport. */
export interface Issued {
  /** Status of the decisions covered. */
  readonly decisionTier: Tier;
  readonly isMore: boolean;
}

/** Issues a passport for a group; undefined when nothing waits. */
export async function issuePassport(deps: IssueDeps, orgId: string, group: EvidenceGroup): Promise<Issued | undefined> {
  // Before the transaction: the embedded database has one connection, and a query beside it would wait for ever.
  const attestations = await deps.findAttestations(orgId, [group.kid]);
  const facts = factsOfKey(attestations, { kid: group.kid, hash: group.keyAttestationHash });
  return deps.store.exclusively(orgId, group.agentId, async (tx) => {
    const waiting = await deps.coverage.listUncovered(tx, orgId, group, maxCovered + 1);
    const covered = takeWithinBounds(waiting);
    const [oldest, newest] = [covered[0], covered.at(-1)];
    if (oldest === undefined || newest === undefined) return undefined;
    const { claims, status } = composeClaims(deps, { group, facts, covered, newest });
    await storePassport(deps, tx, { orgId, claims, status, oldest, newest });
    await deps.coverage.markCovered(tx, orgId, group, newest.seq);
    const tier = claims.submods['gateway-decision']?.['ear.status'] ?? 'none';
    return { decisionTier: tier, isMore: waiting.length > covered.length };
  });
}

function takeWithinBounds(waiting: readonly UncoveredEvidence[]): UncoveredEvidence[] {
  const covered: UncoveredEvidence[] = [];
  let chars = 0;
  for (const row of waiting.slice(0, maxCovered)) {
    chars += row.bytes;
    if (covered.length > 0 && chars > maxCoveredChars) break;
    covered.push(row);
  }
  return covered;
}

interface Subject {
  readonly group: EvidenceGroup;
  readonly facts: AttestationFacts;
  readonly covered: readonly UncoveredEvidence[];
  readonly newest: UncoveredEvidence;
}

function composeClaims(deps: IssueDeps, subject: Subject): { claims: PassportClaims; status: Tier } {
  const { group, facts, covered, newest } = subject;
  const now = deps.clock.now();
  const issuedAt = Math.floor(now / 1000);
  const allowed = covered.filter((row) => row.enforced === 'allow').length;
  const { submods, status } = appraise({
    attestation: facts,
    evidence: covered.map((row) => row.facts),
    counts: { allowed, denied: covered.length - allowed },
    evaluatedAt: toTimestamp(now),
  });
  const claims: PassportClaims = {
    eat_profile: passportProfile,
    iss: deps.issuer,
    jti: createId('pp', deps.clock, deps.randomBytes),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + deps.ttlS,
    'ear.verifier-id': { developer: 'assay', build: deps.build },
    cnf: { jkt: group.kid },
    submods,
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
  return { claims, status };
}

function toReceipt({ receipt_chain_id, receipt_seq, receipt_hash }: UncoveredEvidence): PassportClaims['receipt'] {
  if (receipt_chain_id === null || receipt_seq === null || receipt_hash === null) return null;
  return { chain_id: receipt_chain_id, seq: receipt_seq, hash: receipt_hash };
}

async function storePassport(
  deps: IssueDeps,
  tx: Db,
  passport: {
    orgId: string;
    claims: PassportClaims;
    status: Tier;
    oldest: UncoveredEvidence;
    newest: UncoveredEvidence;
  },
): Promise<void> {
  const { claims, oldest, newest } = passport;
  await deps.store.insert(tx, {
    org_id: passport.orgId,
    workspace_id: claims.workspace_id,
    passport_id: claims.jti,
    agent_id: claims.agent_id,
    jwt: signPassport(deps.key, claims),
    status: passport.status,
    issued_at: claims.iat * 1000,
    expires_at: claims.exp * 1000,
    revoked_at: null,
    superseded_by: null,
    evidence_count: claims.evidence_set.count,
    newest_evidence_id: newest.evidence_id,
    session_id: newest.session_id,
    model_id: newest.model_id,
    kid: claims.cnf.jkt,
    key_attestation_hash: claims.key_attestation_hash,
    first_seq: oldest.seq,
    last_seq: newest.seq,
  });
}

/** Compact JWS, ES256 (RFC 7515). */
function signPassport(key: PassportKey, claims: PassportClaims): string {
  const header = { typ: passportType, alg: 'ES256', kid: key.kid };
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${toBase64Url(key.sign(Buffer.from(input)))}`;
}

function encode(value: unknown): string {
  return toBase64Url(Buffer.from(JSON.stringify(value)));
}
