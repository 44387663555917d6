/** Stores records of policies: heads, immutable versions, and the log of both. */

import type { CreatePolicy, Policy, PolicyProblem, ReplacePolicy } from '../../../contract/api/policies/shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { checkAlone, hashOfText } from './check-alone.ts';
import type { PolicyCompiler } from './compile.ts';
import type { PolicyContexts } from './contexts.ts';
import type { NewPolicyVersion, PolicyChange, PolicyStore } from './store.ts';
import type { PolicyOriginWord, PolicyRow } from './tables.ts';
import { toPolicy } from './view.ts';

/** Every write takes the caller's transaction, which holds the organisation's lock. */
export interface PolicyRecords {
  /** @throws AppError `not_found`. */
  load(tx: Db, orgId: string, id: string): Promise<PolicyRow>;
  view(tx: Db, row: PolicyRow): Promise<Policy>;
  /** @throws AppError `unprocessable` for a version that does not exist. */
  textOf(tx: Db, row: PolicyRow, version: number): Promise<string>;
  /** Changes a head and records the change. @throws AppError `precondition_failed`. */
  change(tx: Db, author: Author, row: PolicyRow, by: PolicyChange, action: string, reason?: string): Promise<PolicyRow>;
  /** Creates a draft; a removed record continues with its next version. */
  insert(tx: Db, author: Author, scope: Scope, wanted: NewRecord): Promise<PolicyRow>;
  /** Gives the row unchanged if nothing differs. */
  addVersion(
    tx: Db,
    author: Author,
    row: PolicyRow,
    wanted: ReplacePolicy,
    origin?: PolicyOriginWord,
  ): Promise<PolicyRow>;
  remove(tx: Db, author: Author, row: PolicyRow): Promise<void>;
}

export type NewRecord = Omit<CreatePolicy, 'scope'> & { readonly origin: PolicyOriginWord };

export interface PolicyRecordsDeps {
  readonly store: PolicyStore;
  readonly changes: ControlChanges;
  readonly contexts: PolicyContexts;
  readonly compiler: PolicyCompiler;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createPolicyRecords(deps: PolicyRecordsDeps): PolicyRecords {
  const { store, changes, contexts, compiler, clock, randomBytes } = deps;

  const load: PolicyRecords['load'] = async (tx, orgId, id) => {
    const row = await store.find(tx, orgId, id);
    if (row === undefined) throw notFound();
    return row;
  };

  const view = async (tx: Db, row: PolicyRow): Promise<Policy> => {
    const version = await store.findVersion(tx, row.org_id, row.id, row.version);
    if (version === undefined) throw new Error('the newest version of a policy is missing');
    return toPolicy(row, version);
  };

  const problemsOf = async (
    tx: Db,
    orgId: string,
    scope: Scope,
    name: string,
    text: string,
  ): Promise<PolicyProblem[]> => checkAlone(compiler, await contexts.list(tx, orgId, scope), { scope, name, text });

  const versionOf = (
    row: Pick<PolicyRow, 'org_id' | 'id' | 'version'>,
    text: string,
    author: Author,
    more: Pick<NewPolicyVersion, 'problems' | 'reason'>,
  ): NewPolicyVersion => ({
    org_id: row.org_id,
    id: row.id,
    version: row.version,
    text,
    sha256: hashOfText(text),
    ...more,
    created_at: clock.now(),
    created_by: author.user,
  });

  const record = (tx: Db, author: Author, row: PolicyRow, action: string, sha256: string, reason?: string | null) => {
    const { name, description, origin, version, active_version, shadow_version } = row;
    const isGone = row.removed_at !== null;
    return changes.record(tx, author, {
      kind: 'policy',
      subjectId: row.id,
      action,
      scope: policyScopeOf(row),
      revision: isGone ? 0 : row.revision,
      document: isGone ? null : { name, description, origin, version, active_version, shadow_version, sha256 },
      ...(reason === undefined || reason === null ? {} : { reason }),
    });
  };

  const change = async (
    tx: Db,
    author: Author,
    row: PolicyRow,
    by: PolicyChange,
    action: string,
    reason?: string,
  ): Promise<PolicyRow> => {
    const changed = await store.update(tx, row, { ...by, updated_at: clock.now() });
    if (changed === undefined) throw staleRevision();
    const { sha256 } = (await store.findVersion(tx, row.org_id, row.id, changed.version)) ?? { sha256: '' };
    await record(tx, author, changed, action, sha256, reason);
    return changed;
  };

  const textOf = async (tx: Db, row: PolicyRow, version: number): Promise<string> => {
    const found = await store.findVersion(tx, row.org_id, row.id, version);
    if (found !== undefined) return found.text;
    const detail = `the policy has no version ${version}: it has 1 to ${row.version}`;
    throw new AppError('unprocessable', detail, {
      detail,
      errors: [{ pointer: '/version', message: detail }],
      extensions: { reason: 'policy_version_unknown' },
    });
  };

  const insert = async (tx: Db, author: Author, scope: Scope, wanted: NewRecord): Promise<PolicyRow> => {
    const id = createId('pol', clock, randomBytes);
    const name = wanted.name ?? id;
    const { text, description = '', origin, reason = null } = wanted;
    const problems = await problemsOf(tx, author.orgId, scope, name, text);
    const former = await store.findNamed(tx, author.orgId, scope, name);
    if (former !== undefined) {
      const version = versionOf({ ...former, version: former.version + 1 }, text, author, { problems, reason });
      await store.insertVersion(tx, version);
      const by = { description, origin, version: version.version, removed_at: null, previous_version: null };
      return change(tx, author, former, by, 'created', reason ?? undefined);
    }
    const row = {
      org_id: author.orgId,
      id,
      scope_level: scope.level,
      scope_id: scope.id,
      name,
      description,
      origin,
      version: 1,
      active_version: null,
      shadow_version: null,
      previous_version: null,
      revision: 1,
      created_at: clock.now(),
      created_by: author.user,
      updated_at: clock.now(),
      removed_at: null,
    };
    const first = versionOf(row, text, author, { problems, reason });
    await store.insert(tx, row, first);
    const inserted = await load(tx, author.orgId, id);
    await record(tx, author, inserted, 'created', first.sha256, reason);
    return inserted;
  };

  const addVersion = async (
    tx: Db,
    author: Author,
    row: PolicyRow,
    wanted: ReplacePolicy,
    origin = row.origin,
  ): Promise<PolicyRow> => {
    const { text, description = row.description, reason = null } = wanted;
    const newest = await store.findVersion(tx, row.org_id, row.id, row.version);
    const isSameText = newest?.text === text;
    if (isSameText && description === row.description && origin === row.origin) return row;
    if (isSameText) return change(tx, author, row, { description, origin }, 'updated', reason ?? undefined);
    const problems = await problemsOf(tx, row.org_id, policyScopeOf(row), row.name, text);
    const version = versionOf({ ...row, version: row.version + 1 }, text, author, { problems, reason });
    await store.insertVersion(tx, version);
    return change(tx, author, row, { description, origin, version: version.version }, 'updated', reason ?? undefined);
  };

  const remove = async (tx: Db, author: Author, row: PolicyRow): Promise<void> => {
    const by = { removed_at: clock.now(), active_version: null, shadow_version: null, previous_version: null };
    await change(tx, author, row, by, 'removed');
  };

  return { load, view, textOf, change, insert, addVersion, remove };
}

/** Gives the scope of a stored policy. */
export function policyScopeOf({ scope_level: level, scope_id: id }: PolicyRow): Scope {
  return { level, id };
}

function notFound(): AppError {
  const detail = 'there is no such policy';
  return new AppError('not_found', detail, { detail });
}
