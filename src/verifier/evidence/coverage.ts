/** Which evidence a passport covers: what passports ask of evidence, inside their own transaction. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Db, query } from '../../platform/db/db.ts';
import type { EvidenceFacts } from '../passports/appraise.ts';
import { evidenceTable } from './tables.ts';

/** Evidence that one passport may cover together: of one agent, signed under one key attestation. */
export interface EvidenceGroup {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly keyAttestationHash: string;
  /** The key that this attestation is about. */
  readonly kid: string;
}

export interface UncoveredEvidence {
  readonly evidence_id: string;
  readonly jws_sha256: string;
  readonly decision: 'allow' | 'deny';
  readonly enforced: 'allow' | 'deny';
  readonly session_id: string;
  readonly model_id: string | null;
  readonly facts: EvidenceFacts;
  readonly receipt_chain_id: string | null;
  readonly receipt_seq: number | null;
  readonly receipt_hash: string | null;
  readonly bytes: number;
}

export interface EvidenceCoverage {
  /** Oldest first, at most `limit`. */
  listUncovered(tx: Db, orgId: string, group: EvidenceGroup, limit: number): Promise<UncoveredEvidence[]>;
  markCovered(tx: Db, orgId: string, evidenceIds: readonly string[], passportId: string): Promise<void>;
  /** Every group that waits for a passport: after a crash between storing and issuing. */
  listWaiting(db: Db): Promise<{ orgId: string; group: EvidenceGroup }[]>;
}

export function createEvidenceCoverage(): EvidenceCoverage {
  const table = evidenceTable;
  return {
    async listUncovered(tx, orgId, group, limit) {
      return tx
        .select({
          evidence_id: table.evidence_id,
          jws_sha256: table.jws_sha256,
          decision: table.decision,
          enforced: table.enforced,
          session_id: table.session_id,
          model_id: table.model_id,
          facts: table.facts,
          receipt_chain_id: table.receipt_chain_id,
          receipt_seq: table.receipt_seq,
          receipt_hash: table.receipt_hash,
          bytes: sql<number>`length(${table.jws})`,
        })
        .from(table)
        .where(
          and(
            eq(table.org_id, orgId),
            eq(table.workspace_id, group.workspaceId),
            eq(table.agent_id, group.agentId),
            eq(table.key_attestation_hash, group.keyAttestationHash),
            isNull(table.passport_id),
          ),
        )
        .orderBy(table.seq)
        .limit(limit);
    },
    async markCovered(tx, orgId, evidenceIds, passportId) {
      await tx
        .update(table)
        .set({ passport_id: passportId })
        .where(and(eq(table.org_id, orgId), inArray(table.evidence_id, [...evidenceIds])));
    },
    async listWaiting(db) {
      const rows = await query<{ org_id: string; workspace_id: string; agent_id: string; kid: string; hash: string }>(
        db,
        sql`select distinct org_id, workspace_id, agent_id, kid, key_attestation_hash as hash
          from evidence where passport_id is null`,
      );
      return rows.map((row) => ({
        orgId: row.org_id,
        group: { workspaceId: row.workspace_id, agentId: row.agent_id, kid: row.kid, keyAttestationHash: row.hash },
      }));
    },
  };
}
