/** Evidence as the API reads it, with the trust tier that its key allows now. */
import { AppError } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { type AttestationFacts, factsOfKey } from '../passports/appraise.ts';
import type { EvidenceSummary, EvidenceView } from './schema.ts';
import type { EvidenceFilter, EvidenceStore } from './store.ts';
import type { EvidenceRow } from './tables.ts';
import { toSummary, toView } from './view.ts';

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
  getParts(orgId: string, evidenceId: string): Promise<EvidenceParts>;
  /** What a passport covers, in the order of its evidence set. */
  listParts(orgId: string, passportId: string): Promise<EvidenceParts[]>;
}

export interface EvidenceReaderDeps {
  readonly store: EvidenceStore;
  readonly findAttestations: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>;
}

export function createEvidenceReader({ store, findAttestations }: EvidenceReaderDeps): EvidenceReader {
  const load = async (orgId: string, id: string): Promise<EvidenceRow> => {
    const row = await store.find(orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such evidence', { detail: 'there is no such evidence' });
    return row;
  };

  const factsFor = async (
    orgId: string,
    rows: readonly EvidenceRow[],
  ): Promise<(row: EvidenceRow) => AttestationFacts> => {
    const attestations = await findAttestations(orgId, [...new Set(rows.map((row) => row.kid))]);
    return (row) => factsOfKey(attestations, { kid: row.kid, hash: row.key_attestation_hash });
  };

  return {
    async get(orgId, evidenceId) {
      const row = await load(orgId, evidenceId);
      return toView(row, (await factsFor(orgId, [row]))(row));
    },
    async list(orgId, page, filter) {
      const rows = await store.list(orgId, page, filter);
      const factsOf = await factsFor(orgId, rows);
      return toPage(rows, page.limit, (row) => toSummary(row, factsOf(row)));
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
