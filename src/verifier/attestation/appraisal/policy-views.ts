/** API views of appraisal policies, and the errors of policies that cannot be read or changed. */

import {
  type Activation,
  type AppraisalPolicy,
  builtInPolicyId,
  type PolicyVersion,
} from '../../../contract/api/appraisal/policy-shapes.ts';
import { toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { TrustChanges } from './changes.ts';
import { hashDocument, readPolicy } from './documents.ts';
import { builtInPolicy } from './effective.ts';
import type { AppraisalRecordStore, StoredRecord } from './records.ts';
import type { ChangeRow, VersionRow } from './tables.ts';

/** A scope for which a policy is active. */
export type ActivePlace = AppraisalPolicy['active'][number];

/** The scopes for which each policy is active, by policy id. */
export async function findActivePlaces(
  changes: TrustChanges,
  db: Db,
  orgId: string,
): Promise<ReadonlyMap<string, readonly ActivePlace[]>> {
  const places = new Map<string, ActivePlace[]>();
  for (const change of await changes.listActive(db, orgId)) {
    const place = { workspace_id: change.workspace_id || null, version: change.subject_version ?? 0 };
    places.set(change.subject_id, [...(places.get(change.subject_id) ?? []), place]);
  }
  return places;
}

/** One version of a policy. @throws AppError `not_found`. */
export async function loadPolicy(
  records: AppraisalRecordStore,
  db: Db,
  { orgId, id, version }: { orgId: string; id: string; version?: number | undefined },
): Promise<StoredRecord> {
  const stored = await records.find(db, orgId, id, version);
  if (stored === undefined) throw noSuchPolicy();
  return stored;
}

/** Gives a policy with the version that was read. */
export function toPolicyView({ head, version }: StoredRecord, active: readonly ActivePlace[] = []): AppraisalPolicy {
  return {
    id: head.id,
    org_id: head.org_id,
    ...toPolicyVersion(version),
    revision: head.version,
    active: [...active],
    archived_at: toTimestampOrNull(head.closed_at),
  };
}

/** Gives the built-in policy. */
export function toBuiltInView(orgId: string, active: readonly ActivePlace[]): AppraisalPolicy {
  return {
    id: builtInPolicyId,
    org_id: orgId,
    version: 0,
    sha256: hashDocument(builtInPolicy),
    policy: builtInPolicy,
    created_at: toTimestamp(0),
    created_by: 'assay',
    reason: null,
    revision: 0,
    active: [...active],
    archived_at: null,
  };
}

/** One line of the history. */
export function toPolicyVersion(row: VersionRow): PolicyVersion {
  return {
    version: row.version,
    sha256: row.sha256,
    policy: readPolicy(row.document),
    created_at: toTimestamp(row.created_at),
    created_by: row.created_by,
    reason: row.reason,
  };
}

/** One line of the log. */
export function toActivation(change: Omit<ChangeRow, 'seq'>): Activation {
  const isInherited = change.action === 'policy_inherited';
  return {
    policy_id: isInherited ? null : change.subject_id,
    version: isInherited ? null : (change.subject_version ?? 0),
    workspace_id: change.workspace_id === '' ? null : change.workspace_id,
    activated_at: toTimestamp(change.changed_at),
    activated_by: change.changed_by,
    reason: change.reason,
  };
}

/** The error for a policy that the organisation does not have. */
export function noSuchPolicy(): AppError {
  return new AppError('not_found', 'no such policy', { detail: 'there is no such appraisal policy' });
}

/** The error for a policy that cannot be used this way, with a stable reason. */
export function refusePolicy(reason: 'built_in' | 'archived' | 'policy_active'): AppError {
  const details = {
    built_in: 'the built-in policy cannot be changed: create your own policy and activate it',
    archived: 'the policy is archived',
    policy_active: 'the policy is active: activate another one first',
  };
  return new AppError('conflict', details[reason], { detail: details[reason], extensions: { reason } });
}
