/** Passports as the API reads them; the JWS is the truth, the record is derived from it. */
import { fromBase64Url } from '@assay/sdk/crypto';
import { type PassportClaims, PassportClaimsSchema } from '../../contract/passport.ts';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import { createShape } from '../../proof/shape.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { PassportState, PassportSummary, PassportView } from './schema.ts';
import type { PassportFilter, PassportStore } from './store.ts';
import type { PassportRow } from './tables.ts';

export interface Passports {
  get(orgId: string, passportId: string): Promise<PassportView>;
  list(orgId: string, page: PageStart, filter: PassportFilter): Promise<Page<PassportSummary>>;
  /** The passport JWS, and how much evidence it covers. */
  getToken(orgId: string, passportId: string): Promise<{ jwt: string; evidenceCount: number }>;
}

export interface PassportsDeps {
  readonly store: PassportStore;
  readonly clock: Clock;
  readonly findAttestations: (orgId: string, hashes: readonly string[]) => Promise<readonly StoredAttestation[]>;
}

export function createPassports({ store, clock, findAttestations }: PassportsDeps): Passports {
  const load = async (orgId: string, id: string): Promise<PassportRow> => {
    const row = await store.find(orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such passport', { detail: 'there is no such passport' });
    return row;
  };
  return {
    async get(orgId, passportId) {
      const row = await load(orgId, passportId);
      const [attestation] = await findAttestations(orgId, [row.key_attestation_hash]);
      if (attestation === undefined) throw new AppError('internal', 'the key attestation of a passport is gone');
      return toView(row, attestation, clock.now());
    },
    list: async (orgId, page, filter) =>
      toPage(await store.list(orgId, page, filter), page.limit, (row) => toSummary(row, clock.now())),
    async getToken(orgId, passportId) {
      const row = await load(orgId, passportId);
      return { jwt: row.jwt, evidenceCount: row.evidence_count };
    },
  };
}

const parseClaims = createShape(PassportClaimsSchema, 'the stored passport');

function decodeClaims(jwt: string): PassportClaims {
  const payload = jwt.split('.', 2)[1] ?? '';
  const shape = parseClaims(JSON.parse(Buffer.from(fromBase64Url(payload)).toString('utf8')));
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}

function stateOf(row: PassportRow, now: number): PassportState {
  if (row.revoked_at !== null) return 'revoked';
  return now < row.expires_at ? 'valid' : 'expired';
}

function toSummary(row: PassportRow, now: number): PassportSummary {
  return {
    passport_id: row.passport_id,
    agent_id: row.agent_id,
    workspace_id: row.workspace_id,
    status: row.status,
    state: stateOf(row, now),
    issued_at: toTimestamp(row.issued_at),
    expires_at: toTimestamp(row.expires_at),
    revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    superseded_by: row.superseded_by,
    evidence_count: row.evidence_count,
    // Only software attestations exist so far, and they verify no TEE.
    is_mock: true,
  };
}

function toView(row: PassportRow, attestation: StoredAttestation, now: number): PassportView {
  const claims = decodeClaims(row.jwt);
  return {
    ...toSummary(row, now),
    model_id: row.model_id,
    model_hash: null,
    hardware_attestation: {
      attestation_id: attestation.attestationId,
      timestamp: toTimestamp(attestation.createdAt),
      provider: attestation.kind,
      tee_type: attestation.kind,
      gpu_tee_type: null,
      quote: attestation.document.cmw.cpu[1],
      verified: false,
    },
    evaluations: Object.entries(claims.submods).map(([name, submod]) => ({
      name,
      status: submod['ear.status'],
      vector: submod['ear.trustworthiness-vector'],
      notes: submod['x.notes'] ?? [],
    })),
    evidence: {
      newest_evidence_id: row.newest_evidence_id,
      evidence_hash: claims.evidence_hash,
      count: claims.evidence_set.count,
      root: claims.evidence_set.root,
    },
    key_attestation_hash: claims.key_attestation_hash,
    receipt: claims.receipt,
    runtime_status: stateOf(row, now),
    routing_proof: null,
    deployment_authorized: false,
    authorization_reason: null,
    risk_score: null,
    verifier_signature: row.jwt.slice(row.jwt.lastIndexOf('.') + 1),
    session_id: row.session_id,
    user_id: null,
    jwt: row.jwt,
  };
}
