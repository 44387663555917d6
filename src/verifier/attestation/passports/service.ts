/** Reads passports for the API. The JWS is authoritative; the record is derived from it. */

import type { PassportSummary, PassportView } from '../../../contract/api/passports/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import { noSuchPassport } from './state.ts';
import type { PassportFilter, PassportStore } from './store.ts';
import type { PassportRow } from './tables.ts';
import { toPassportSummary, toPassportView } from './view.ts';

export interface Passports {
  get(orgId: string, passportId: string): Promise<PassportView>;
  list(orgId: string, page: PageStart, filter: PassportFilter): Promise<Page<PassportSummary>>;
  /** Gives the passport JWS, and how much evidence it covers. */
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
    if (row === undefined) throw noSuchPassport();
    return row;
  };
  return {
    async get(orgId, passportId) {
      const row = await load(orgId, passportId);
      const [attestation] = await findAttestations(orgId, [row.key_attestation_hash]);
      if (attestation === undefined) throw new AppError('internal', 'the key attestation of a passport is missing');
      return toPassportView(row, attestation, clock.now());
    },
    list: async (orgId, page, filter) =>
      toPage(await store.list(orgId, page, filter), page.limit, (row) => toPassportSummary(row, clock.now())),
    async getToken(orgId, passportId) {
      const row = await load(orgId, passportId);
      return { jwt: row.jwt, evidenceCount: row.evidence_count };
    },
  };
}
