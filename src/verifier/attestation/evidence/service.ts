/** Reads evidence for the API, with the trust tier that its key allows now. */

import { maxTraceEvidence, type SessionSummary, type Trace } from '../../../contract/api/evidence/session-shapes.ts';
import type { EvidenceSummary, EvidenceView } from '../../../contract/api/evidence/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { AttestationFacts } from '../passports/appraise.ts';
import type { EvidenceFilter } from './search.ts';
import { type SessionFilter, toTrace } from './sessions.ts';
import type { EvidenceStore } from './store.ts';
import type { EvidenceRow } from './tables.ts';
import { decodeEvidence, toEvidenceSummary, toEvidenceView } from './view.ts';

/** The parts of one evidence that a bundle holds. */
export interface EvidenceParts {
  readonly evidenceId: string;
  readonly jws: string;
  readonly kid: string;
  readonly keyAttestationHash: string;
  readonly passportId: string | null;
  readonly receipt: { readonly record: string; readonly signature: string } | null;
}

export interface EvidenceReader {
  get(orgId: string, evidenceId: string): Promise<EvidenceView>;
  list(orgId: string, page: PageStart, filter: EvidenceFilter): Promise<Page<EvidenceSummary>>;
  listSessions(orgId: string, page: PageStart, filter: SessionFilter): Promise<Page<SessionSummary>>;
  /** @throws AppError `not_found` for a trace without evidence. */
  getTrace(orgId: string, traceId: string): Promise<Trace>;
  getParts(orgId: string, evidenceId: string): Promise<EvidenceParts>;
  /** Lists what a passport covers, in the order of its evidence set. */
  listParts(orgId: string, passportId: string): Promise<EvidenceParts[]>;
}

export interface EvidenceReaderDeps {
  readonly store: EvidenceStore;
  /** Appraises the keys behind evidence, each under the policy of its workspace. */
  readonly factsOfMany: (
    orgId: string,
    keys: readonly EvidenceKeyName[],
  ) => Promise<(workspaceId: string, named: EvidenceKeyName) => AttestationFacts>;
}

interface EvidenceKeyName {
  readonly workspaceId: string;
  readonly kid: string;
  readonly hash: string;
  /** Time of its arrival: a certificate that has expired since does not affect it. */
  readonly atMs: number;
}

export function createEvidenceReader({ store, factsOfMany }: EvidenceReaderDeps): EvidenceReader {
  const load = async (orgId: string, id: string): Promise<EvidenceRow> => {
    const row = await store.find(orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such evidence', { detail: 'there is no such evidence' });
    return row;
  };

  const factsFor = async (
    orgId: string,
    rows: readonly EvidenceRow[],
  ): Promise<(row: EvidenceRow) => AttestationFacts> => {
    const toName = (row: EvidenceRow): EvidenceKeyName => ({
      workspaceId: row.workspace_id,
      kid: row.kid,
      hash: row.key_attestation_hash,
      atMs: row.received_at,
    });
    const factsOf = await factsOfMany(orgId, rows.map(toName));
    return (row) => factsOf(row.workspace_id, toName(row));
  };

  return {
    async get(orgId, evidenceId) {
      const row = await load(orgId, evidenceId);
      return toEvidenceView(row, (await factsFor(orgId, [row]))(row));
    },
    async list(orgId, page, filter) {
      const rows = await store.list(orgId, page, filter);
      const factsOf = await factsFor(orgId, rows);
      return toPage(rows, page.limit, (row) => toEvidenceSummary(row, factsOf(row)));
    },
    listSessions: (orgId, page, filter) => store.listSessions(orgId, page, filter),
    async getTrace(orgId, traceId) {
      const page = { limit: maxTraceEvidence, before: undefined };
      const rows = await store.list(orgId, page, { traceId, order: 'oldest' });
      const factsOf = await factsFor(orgId, rows);
      const items = rows.map((row) => ({
        summary: toEvidenceSummary(row, factsOf(row)),
        evidence: decodeEvidence(row.jws),
      }));
      return toTrace(traceId, items);
    },
    getParts: async (orgId, evidenceId) => toParts(await load(orgId, evidenceId)),
    listParts: async (orgId, passportId) => (await store.listByPassport(orgId, passportId)).map(toParts),
  };
}

function toParts(row: EvidenceRow): EvidenceParts {
  const { receipt_record: record, receipt_signature: signature } = row;
  return {
    evidenceId: row.evidence_id,
    jws: row.jws,
    kid: row.kid,
    keyAttestationHash: row.key_attestation_hash,
    passportId: row.passport_id,
    receipt: record === null || signature === null ? null : { record, signature },
  };
}
