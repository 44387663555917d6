/** Issues one passport: takes the waiting evidence, appraises it, signs the result, and stores both in one transaction. */

import type { Tier } from '../../../contract/passport.ts';
import { passportType } from '../../../contract/passport.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { PassportKey } from '../../base/keys/key-file.ts';
import { signToken } from '../../base/keys/sign-token.ts';
import type { EvidenceCoverage, EvidenceGroup, UncoveredEvidence } from '../evidence/coverage.ts';
import type { AttestationFacts } from './appraise.ts';
import { type Composed, composePassport } from './compose.ts';
import type { PassportStore } from './store.ts';

/** Most evidence under one passport, in number and characters, so that its bundle can be sent. */
const maxCovered = 500;
const maxCoveredChars = 16 * 1024 * 1024;
/** Retries while trust changes during the composition of a passport. */
const maxLooks = 5;

export interface IssueDeps {
  readonly store: PassportStore;
  readonly coverage: EvidenceCoverage;
  /** Appraises the key behind the evidence under the policy of its workspace. */
  readonly factsOf: (
    orgId: string,
    workspaceId: string,
    named: { readonly kid: string; readonly hash: string },
  ) => Promise<AttestationFacts>;
  /** The number of trust changes: read before, and locked inside the transaction. */
  readonly trust: {
    readonly read: (orgId: string) => Promise<number>;
    readonly hold: (tx: Db, orgId: string) => Promise<number>;
  };
  readonly key: PassportKey;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly issuer: string;
  readonly ttlS: number;
  readonly build: string;
}

/** The issued passport. `isMore`: evidence is left for another one. */
export interface Issued {
  /** Status of the covered decisions. */
  readonly decisionTier: Tier;
  readonly isMore: boolean;
}

/** Issues a passport for a group; undefined if nothing waits. */
export async function issuePassport(deps: IssueDeps, orgId: string, group: EvidenceGroup): Promise<Issued | undefined> {
  const named = { kid: group.kid, hash: group.keyAttestationHash };
  for (let look = 0; look < maxLooks; look += 1) {
    // Before the transaction: the embedded database has one connection, and a query beside it would never return.
    const epoch = await deps.trust.read(orgId);
    const facts = await deps.factsOf(orgId, group.workspaceId, named);
    const outcome = await deps.store.exclusively(orgId, group.agentId, async (tx) => {
      // INVARIANT: nothing is issued on facts that a revocation or an activation has overtaken.
      if ((await deps.trust.hold(tx, orgId)) !== epoch) return 'overtaken';
      return issueInside(deps, tx, { orgId, group, facts });
    });
    if (outcome !== 'overtaken') return outcome;
  }
  throw new Error('trusted keys or policies kept changing while a passport was issued');
}

interface Order {
  readonly orgId: string;
  readonly group: EvidenceGroup;
  readonly facts: AttestationFacts;
}

async function issueInside(deps: IssueDeps, tx: Db, { orgId, group, facts }: Order): Promise<Issued | undefined> {
  const waiting = await deps.coverage.listUncovered(tx, orgId, group, maxCovered + 1);
  const covered = takeWithinBounds(waiting);
  const [oldest, newest] = [covered[0], covered.at(-1)];
  if (oldest === undefined || newest === undefined) return undefined;
  const { issuer, build, ttlS, clock, randomBytes } = deps;
  const passportId = createId('pp', clock, randomBytes);
  const composed = composePassport({ passportId, now: clock.now(), issuer, build, ttlS, group, facts, covered });
  await storePassport(deps, tx, { orgId, composed, oldest, newest });
  await deps.coverage.markCovered(tx, orgId, group, newest.seq);
  const tier = composed.claims.submods['gateway-decision']?.['ear.status'] ?? 'none';
  return { decisionTier: tier, isMore: waiting.length > covered.length };
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

interface NewPassport {
  readonly orgId: string;
  readonly composed: Composed;
  readonly oldest: UncoveredEvidence;
  readonly newest: UncoveredEvidence;
}

async function storePassport(deps: IssueDeps, tx: Db, { orgId, composed, oldest, newest }: NewPassport): Promise<void> {
  const { claims, status, isMock, deployment } = composed;
  const references = Object.values(claims.submods).flatMap((submod) => submod['x.reference_values'] ?? []);
  await deps.store.insert(tx, {
    org_id: orgId,
    workspace_id: claims.workspace_id,
    passport_id: claims.jti,
    agent_id: claims.agent_id,
    jwt: signToken(deps.key, passportType, claims),
    status,
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
    revoked_by: null,
    revoked_reason: null,
    revoked_through: null,
    is_mock: isMock,
    reference_values: [...new Set(references.map((reference) => reference.split('/', 1)[0] ?? reference))],
    deployment_authorized: deployment.isAuthorized,
    authorization_reason: deployment.reason,
    ...(await deps.coverage.readDecider(tx, orgId, newest.evidence_id)),
  });
}
