/** Reads appraisal policies: versions, history, and what decides now. */

import {
  type Activation,
  type AppraisalPolicy,
  builtInPolicyId,
  type PolicyVersion,
} from '../../../contract/api/appraisal/policy-shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { TrustChanges } from './changes.ts';
import type { EffectivePolicies, EffectivePolicy } from './effective.ts';
import {
  findActivePlaces,
  loadPolicy,
  noSuchPolicy,
  toActivation,
  toBuiltInView,
  toPolicyVersion,
  toPolicyView,
} from './policy-views.ts';
import type { AppraisalRecordStore } from './records.ts';

export interface PolicyReader {
  get(orgId: string, id: string, version?: number): Promise<AppraisalPolicy>;
  getActive(orgId: string, workspaceId?: string): Promise<AppraisalPolicy>;
  list(orgId: string, page: PageStart): Promise<Page<AppraisalPolicy>>;
  history(orgId: string, id: string, page: PageStart): Promise<Page<PolicyVersion>>;
  listActivations(orgId: string, page: PageStart): Promise<Page<Activation>>;
  /** Gives a version as it would decide. @throws AppError `not_found`. */
  resolve(orgId: string, id: string, version?: number): Promise<EffectivePolicy>;
}

export interface PolicyReaderDeps {
  readonly db: Db;
  readonly records: AppraisalRecordStore;
  readonly changes: TrustChanges;
  readonly effective: EffectivePolicies;
}

export function createPolicyReader({ db, records, changes, effective }: PolicyReaderDeps): PolicyReader {
  const view = async (orgId: string, id: string, version?: number): Promise<AppraisalPolicy> => {
    const stored = await loadPolicy(records, db, { orgId, id, version });
    return toPolicyView(stored, (await findActivePlaces(changes, db, orgId)).get(id));
  };

  const viewBuiltIn = async (orgId: string): Promise<AppraisalPolicy> => {
    const places = (await findActivePlaces(changes, db, orgId)).get(builtInPolicyId) ?? [];
    const { policyId } = await effective.find(db, orgId, undefined);
    const isImplied = policyId === builtInPolicyId && !places.some((place) => place.workspace_id === null);
    return toBuiltInView(orgId, isImplied ? [{ workspace_id: null, version: 0 }, ...places] : places);
  };

  return {
    async get(orgId, id, version) {
      if (id !== builtInPolicyId) return view(orgId, id, version);
      if ((version ?? 0) !== 0) throw noSuchPolicy();
      return viewBuiltIn(orgId);
    },
    async getActive(orgId, workspaceId) {
      const { policyId, version } = await effective.find(db, orgId, workspaceId);
      return policyId === builtInPolicyId ? viewBuiltIn(orgId) : view(orgId, policyId, version);
    },
    async list(orgId, page) {
      const places = await findActivePlaces(changes, db, orgId);
      const rows = await records.list(db, orgId, page);
      return toPage(rows, page.limit, (row) => toPolicyView(row, places.get(row.head.id)));
    },
    async history(orgId, id, page) {
      await loadPolicy(records, db, { orgId, id });
      return toPage(await records.listVersions(db, orgId, id, page), page.limit, toPolicyVersion);
    },
    listActivations: async (orgId, page) =>
      toPage(await changes.listActivations(db, orgId, page), page.limit, toActivation),
    async resolve(orgId, id, version) {
      const isBuiltIn = id === builtInPolicyId;
      const wanted = isBuiltIn
        ? (version ?? 0)
        : (await loadPolicy(records, db, { orgId, id, version })).version.version;
      const policy = await effective.resolve(db, orgId, id, wanted);
      if (policy === undefined) throw noSuchPolicy();
      return policy;
    },
  };
}
