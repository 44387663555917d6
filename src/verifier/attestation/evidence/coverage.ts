/** The evidence that a passport covers: what passports ask of evidence, inside their own transaction. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { Type } from 'typebox';
import { readGatewayId } from '../../../contract/spiffe.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EvidenceFacts } from '../../../proof/evidence-facts.ts';
import { createShape } from '../../../proof/shape.ts';
import { evidenceGroupsTable, evidenceTable } from './tables.ts';

/** Evidence that one passport may cover together: of one agent, signed under one key attestation. */
export interface EvidenceGroup {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly keyAttestationHash: string;
  /** The key of this attestation. */
  readonly kid: string;
}

export interface UncoveredEvidence {
  readonly seq: number;
  readonly evidence_id: string;
  readonly jws_sha256: string;
  readonly decision: 'allow' | 'deny';
  readonly enforced: 'allow' | 'deny';
  readonly session_id: string;
  readonly model_id: string | null;
  readonly generated_at: number;
  readonly facts: EvidenceFacts;
  readonly receipt_chain_id: string | null;
  readonly receipt_seq: number | null;
  readonly receipt_hash: string | null;
  readonly bytes: number;
}

export interface Decider {
  readonly gateway_id: string | null;
  readonly policy_set_hash: string | null;
}

export interface EvidenceCoverage {
  /**
   * Blocks writers of this agent's evidence until the transaction ends, then lists the uncovered evidence: oldest first, at most
   * `limit`. Without the lock, evidence with a lower `seq` might still be written.
   */
  listUncovered(tx: Db, orgId: string, group: EvidenceGroup, limit: number): Promise<UncoveredEvidence[]>;
  /** Gives the gateway and the policy set that decided this evidence. */
  readDecider(tx: Db, orgId: string, evidenceId: string): Promise<Decider>;
  /** Records that everything of the group up to `lastSeq` is covered. */
  markCovered(tx: Db, orgId: string, group: EvidenceGroup, lastSeq: number): Promise<void>;
  /** Lists the groups that wait for a passport, such as after a crash between storing and issuing. */
  listWaiting(db: Db): Promise<{ orgId: string; group: EvidenceGroup }[]>;
}

const parseDecider = createShape(
  Type.Object({ iss: Type.String(), decision: Type.Object({ policy_set_hash: Type.String() }) }),
  'the stored evidence',
);

/** The advisory lock between storing an agent's evidence (shared) and covering it (exclusive). */
export function storingLock(orgId: string, agentId: string) {
  return sql`hashtextextended(${`evidence/${orgId}/${agentId}`}, 0)`;
}

export function createEvidenceCoverage(): EvidenceCoverage {
  const table = evidenceTable;
  const groups = evidenceGroupsTable;
  const isGroup = (orgId: string, group: EvidenceGroup) =>
    and(
      eq(groups.org_id, orgId),
      eq(groups.workspace_id, group.workspaceId),
      eq(groups.agent_id, group.agentId),
      eq(groups.key_attestation_hash, group.keyAttestationHash),
    );
  return {
    async listUncovered(tx, orgId, group, limit) {
      await tx.execute(sql`select pg_advisory_xact_lock(${storingLock(orgId, group.agentId)})`);
      const [state] = await tx.select({ coveredSeq: groups.covered_seq }).from(groups).where(isGroup(orgId, group));
      if (state === undefined) return [];
      return tx
        .select({
          seq: table.seq,
          evidence_id: table.evidence_id,
          jws_sha256: table.jws_sha256,
          decision: table.decision,
          enforced: table.enforced,
          session_id: table.session_id,
          model_id: table.model_id,
          generated_at: table.generated_at,
          facts: table.facts,
          receipt_chain_id: table.receipt_chain_id,
          receipt_seq: table.receipt_seq,
          receipt_hash: table.receipt_hash,
          bytes: sql<number>`octet_length(${table.jws})`,
        })
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            eq(table.workspace_id, group.workspaceId),
            eq(table.agent_id, group.agentId),
            eq(table.key_attestation_hash, group.keyAttestationHash),
            gt(table.seq, state.coveredSeq),
          ),
        )
        .orderBy(table.seq)
        .limit(limit);
    },
    async readDecider(tx, orgId, evidenceId) {
      const own = and(eq(table.org_id, orgId), eq(table.evidence_id, evidenceId));
      const [row] = await tx.select({ jws: table.jws }).from(table).where(own);
      if (row === undefined) throw new AppError('internal', `evidence ${evidenceId} is not there`);
      const payload = Buffer.from(row.jws.split('.', 2)[1] ?? '', 'base64url').toString('utf8');
      const shape = parseDecider(JSON.parse(payload));
      if (!shape.ok) throw new AppError('internal', shape.message);
      const { iss, decision } = shape.value;
      return { gateway_id: readGatewayId(iss) ?? null, policy_set_hash: decision.policy_set_hash };
    },
    async markCovered(tx, orgId, group, lastSeq) {
      await tx.update(groups).set({ covered_seq: lastSeq }).where(isGroup(orgId, group));
    },
    async listWaiting(db) {
      const rows = await db.select().from(groups).where(gt(groups.stored_seq, groups.covered_seq));
      return rows.map((row) => ({
        orgId: row.org_id,
        group: {
          workspaceId: row.workspace_id,
          agentId: row.agent_id,
          kid: row.kid,
          keyAttestationHash: row.key_attestation_hash,
        },
      }));
    },
  };
}
