/** Writes appraisal policies: immutable versions, and activations that say which of them decides. */

import {
  type ActivatePolicy,
  type Activation,
  type AppraisalPolicy,
  type AppraisalPolicyDocument,
  builtInPolicyId,
  type WritePolicy,
} from '../../../contract/api/appraisal/policy-shapes.ts';
import type { ReferenceValues } from '../../../contract/api/appraisal/reference-shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import type { TrustChanges } from './changes.ts';
import { hashDocument, listReferences, normalisePolicy, readPolicy, refuseDocument } from './documents.ts';
import { toKind } from './kinds.ts';
import {
  findActivePlaces,
  loadPolicy,
  noSuchPolicy,
  refusePolicy,
  toActivation,
  toPolicyView,
} from './policy-views.ts';
import type { AppraisalRecordStore, NewVersion } from './records.ts';
import type { ChangeRow } from './tables.ts';

/** Every call is part of the caller's transaction. */
export interface PolicyWriter {
  create(tx: Db, author: Author, write: WritePolicy): Promise<AppraisalPolicy>;
  replace(tx: Db, author: Author, id: string, write: WritePolicy, revision: number): Promise<AppraisalPolicy>;
  archive(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  activate(tx: Db, author: Author, id: string, activation: ActivatePolicy): Promise<Activation>;
  /** Makes a workspace follow the organisation again. */
  inherit(tx: Db, author: Author, workspaceId: string, reason: string): Promise<Activation>;
}

export interface PolicyWriterDeps {
  readonly records: AppraisalRecordStore;
  readonly changes: TrustChanges;
  readonly findSets: (db: Db, orgId: string, ids: readonly string[]) => Promise<readonly ReferenceValues[]>;
  readonly audit: Audit;
  /** Blocks other administrative writes of the organisation. Call it first in each of them. */
  readonly hold: (tx: Db, orgId: string) => Promise<void>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createPolicyWriter(deps: PolicyWriterDeps): PolicyWriter {
  const { records, changes, clock } = deps;

  const view = async (tx: Db, orgId: string, id: string): Promise<AppraisalPolicy> => {
    const stored = await loadPolicy(records, tx, { orgId, id });
    return toPolicyView(stored, (await findActivePlaces(changes, tx, orgId)).get(id));
  };

  const tell = (tx: Db, author: Author, action: string, resourceId: string, details: Record<string, unknown>) =>
    deps.audit.append(tx, author, {
      action: `appraisal_policy.${action}`,
      resourceType: 'appraisal_policy',
      resourceId,
      details,
    });

  return {
    async create(tx, author, write) {
      await deps.hold(tx, author.orgId);
      const id = createId('apl', clock, deps.randomBytes);
      const version = await toVersion(deps, tx, { author, id, write, version: 1 });
      await records.insert(tx, version);
      await tell(tx, author, 'created', id, toDetails(version));
      return view(tx, author.orgId, id);
    },
    async replace(tx, author, id, write, revision) {
      await deps.hold(tx, author.orgId);
      if (id === builtInPolicyId) throw refusePolicy('built_in');
      const { head } = await loadPolicy(records, tx, { orgId: author.orgId, id });
      if (head.closed_at !== null) throw refusePolicy('archived');
      const version = await toVersion(deps, tx, { author, id, write, version: revision + 1 });
      if (!(await records.append(tx, version))) throw staleRevision();
      await tell(tx, author, 'updated', id, toDetails(version));
      return view(tx, author.orgId, id);
    },
    async archive(tx, author, id, revision) {
      await deps.hold(tx, author.orgId);
      if (id === builtInPolicyId) throw refusePolicy('built_in');
      const { head } = await loadPolicy(records, tx, { orgId: author.orgId, id });
      if (head.closed_at !== null) return;
      if (head.version !== revision) throw staleRevision();
      if ((await findActivePlaces(changes, tx, author.orgId)).has(id)) throw refusePolicy('policy_active');
      await records.close(tx, author.orgId, id, { at: clock.now(), by: author.user, reason: 'archived' });
      await tell(tx, author, 'archived', id, { version: revision });
    },
    async activate(tx, author, id, { version, workspace_id: workspaceId = '', reason }) {
      await deps.hold(tx, author.orgId);
      const chosen = await chooseVersion(deps, tx, { orgId: author.orgId, id, version });
      const scope = { action: 'policy_activated', workspace_id: workspaceId } as const;
      const activation = await log(deps, tx, author, { ...scope, subject_id: id, subject_version: chosen, reason });
      await tell(tx, author, 'activated', id, { version: chosen, workspace_id: workspaceId, reason });
      return activation;
    },
    async inherit(tx, author, workspaceId, reason) {
      await deps.hold(tx, author.orgId);
      const activation = await log(deps, tx, author, {
        action: 'policy_inherited',
        workspace_id: workspaceId,
        subject_id: '',
        subject_version: null,
        reason,
      });
      await tell(tx, author, 'inherited', workspaceId, { workspace_id: workspaceId, reason });
      return activation;
    },
  };
}

function toDetails({ version, sha256, reason }: NewVersion): Record<string, unknown> {
  return { version, sha256, reason };
}

interface NewPolicy {
  readonly author: Author;
  readonly id: string;
  readonly write: WritePolicy;
  readonly version: number;
}

async function toVersion(
  deps: PolicyWriterDeps,
  tx: Db,
  { author, id, write, version }: NewPolicy,
): Promise<NewVersion> {
  const document = normalisePolicy(write.policy);
  await assertReferences(deps, tx, author.orgId, document);
  return {
    org_id: author.orgId,
    id,
    version,
    sha256: hashDocument(document),
    document,
    created_at: deps.clock.now(),
    created_by: author.user,
    reason: write.reason ?? null,
  };
}

/** Gives the version to activate; the newest unless one is named. Its references must still be valid. */
async function chooseVersion(
  deps: PolicyWriterDeps,
  tx: Db,
  wanted: { orgId: string; id: string; version: number | undefined },
): Promise<number> {
  if (wanted.id === builtInPolicyId) {
    if ((wanted.version ?? 0) !== 0) throw noSuchPolicy();
    return 0;
  }
  const { head, version } = await loadPolicy(deps.records, tx, wanted);
  if (head.closed_at !== null) throw refusePolicy('archived');
  await assertReferences(deps, tx, wanted.orgId, readPolicy(version.document));
  return version.version;
}

async function assertReferences(
  { findSets }: PolicyWriterDeps,
  tx: Db,
  orgId: string,
  document: AppraisalPolicyDocument,
): Promise<void> {
  const references = listReferences(document);
  const sets = await findSets(tx, orgId, [...new Set(references.map(({ id }) => id))]);
  const errors = references.flatMap(({ pointer, kind, id }) => {
    const set = sets.find((candidate) => candidate.id === id);
    if (set === undefined) return [{ pointer, message: 'there are no such reference values' }];
    if (set.state === 'revoked') return [{ pointer, message: 'these reference values are revoked' }];
    return toKind(set.reference_values.kind) === kind
      ? []
      : [{ pointer, message: 'these reference values are of another kind' }];
  });
  if (errors.length > 0) throw refuseDocument(errors);
}

type Entry = Pick<ChangeRow, 'action' | 'workspace_id' | 'subject_id' | 'subject_version' | 'reason'>;

async function log({ changes, clock }: PolicyWriterDeps, tx: Db, author: Author, entry: Entry): Promise<Activation> {
  const change = { org_id: author.orgId, changed_at: clock.now(), changed_by: author.user, ...entry };
  await changes.record(tx, change);
  return toActivation(change);
}
