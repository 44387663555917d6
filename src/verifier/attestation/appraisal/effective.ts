/** Finds the appraisal policy that decides for a workspace now, with its reference values. */

import { appraisalKinds } from '../../../contract/api/appraisal/kinds.ts';
import { type AppraisalPolicyDocument, builtInPolicyId } from '../../../contract/api/appraisal/policy-shapes.ts';
import type { ReferenceValues } from '../../../contract/api/appraisal/reference-shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { appraisalPolicyId } from '../passports/appraise.ts';
import type { TrustChanges } from './changes.ts';
import { hashDocument, listReferences, readPolicy } from './documents.ts';
import type { AppraisalRecordStore } from './records.ts';

/** The built-in policy: allows every kind and only requires that a report is genuine. */
export const builtInPolicy: AppraisalPolicyDocument = {
  name: 'default',
  description: 'Built in: every kind is allowed and counts for what it proves. There are no reference values.',
  kinds: Object.fromEntries(appraisalKinds.map((kind) => [kind, {}])),
};

/** A policy with everything it refers to. */
export interface EffectivePolicy {
  readonly policyId: string;
  readonly version: number;
  /** For `ear.appraisal-policy-id`. */
  readonly earId: string;
  /** Null for the built-in one. */
  readonly hash: string | null;
  readonly document: AppraisalPolicyDocument;
  /** Sets by id, including revoked ones. A set that no longer exists is missing. */
  readonly sets: ReadonlyMap<string, ReferenceValues>;
}

export interface EffectivePolicies {
  /** @throws AppError `internal` if the activated version does not exist. */
  find(db: Db, orgId: string, workspaceId: string | undefined): Promise<EffectivePolicy>;
  /** Gives one version of a policy as if it were active. */
  resolve(db: Db, orgId: string, policyId: string, version: number): Promise<EffectivePolicy | undefined>;
}

export interface EffectivePoliciesDeps {
  readonly records: AppraisalRecordStore;
  readonly changes: TrustChanges;
  readonly findSets: (db: Db, orgId: string, ids: readonly string[]) => Promise<readonly ReferenceValues[]>;
}

export function createEffectivePolicies({ records, changes, findSets }: EffectivePoliciesDeps): EffectivePolicies {
  const resolve = async (db: Db, orgId: string, policyId: string, version: number) => {
    if (policyId === builtInPolicyId) return version === 0 ? toBuiltIn() : undefined;
    const stored = await records.find(db, orgId, policyId, version);
    if (stored === undefined) return undefined;
    const document = readPolicy(stored.version.document);
    const ids = [...new Set(listReferences(document).map(({ id }) => id))];
    const sets = new Map((await findSets(db, orgId, ids)).map((set) => [set.id, set]));
    return {
      policyId,
      version,
      earId: `${appraisalPolicyId}#${policyId}/${version}`,
      hash: hashDocument(document),
      document,
      sets,
    };
  };
  return {
    resolve,
    async find(db, orgId, workspaceId) {
      const activations = await changes.findActivations(db, orgId, workspaceId === undefined ? [] : [workspaceId]);
      const own = activations.find((change) => change.workspace_id !== '' && change.action === 'policy_activated');
      const active = own ?? activations.find((change) => change.workspace_id === '');
      if (active === undefined) return toBuiltIn();
      const policy = await resolve(db, orgId, active.subject_id, active.subject_version ?? 0);
      if (policy === undefined) throw new AppError('internal', `the active policy ${active.subject_id} is gone`);
      return policy;
    },
  };
}

function toBuiltIn(): EffectivePolicy {
  return {
    policyId: builtInPolicyId,
    version: 0,
    earId: appraisalPolicyId,
    hash: null,
    document: builtInPolicy,
    sets: new Map(),
  };
}
