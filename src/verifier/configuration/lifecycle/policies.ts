/**
 * Lifecycle policies: written by operators, at most ten in an organisation, each with its own priority. One that decommissions
 * agents needs an admin.
 */

import type { LifecyclePolicy, WritePolicy } from '../../../contract/api/lifecycle/shapes.ts';
import { maxPolicies } from '../../../contract/api/lifecycle/states.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, assertAdmin, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { ScopeLookup } from '../auditor-settings/scope-lookup.ts';
import { completeRule, defaultDays } from './rules.ts';
import type { LifecycleStore, PolicyChange } from './store.ts';
import type { LifecyclePolicyRow } from './tables.ts';

/** Writes run in the caller's transaction. */
export interface LifecyclePolicies {
  /** @throws AppError `conflict` for a used priority, or an eleventh policy. */
  create(tx: Db, author: Author, policy: WritePolicy): Promise<LifecyclePolicy>;
  /** @throws AppError `precondition_failed` at another revision. */
  replace(tx: Db, author: Author, id: string, policy: WritePolicy, revision: number): Promise<LifecyclePolicy>;
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /** Removes the policies of a scope that is being removed. */
  removeScope(tx: Db, author: Author, scope: Scope): Promise<void>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<LifecyclePolicy>;
  list(orgId: string, page: PageStart): Promise<Page<LifecyclePolicy>>;
}

export interface LifecyclePoliciesDeps {
  readonly db: Db;
  readonly store: LifecycleStore;
  readonly scopes: ScopeLookup;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createLifecyclePolicies(deps: LifecyclePoliciesDeps): LifecyclePolicies {
  const { db, store, scopes, changes, audit, clock, randomBytes } = deps;

  const load = async (from: Db, orgId: string, id: string): Promise<LifecyclePolicyRow> => {
    const row = await store.findPolicy(from, orgId, id);
    if (row !== undefined) return row;
    const detail = 'there is no such lifecycle policy';
    throw new AppError('not_found', detail, { detail });
  };

  const toChange = (orgId: string, { name, priority, scope, rules, enforcement }: WritePolicy): PolicyChange => {
    assertRules(rules);
    const { level, id, labels = {} } = scope ?? { level: 'org', id: orgId };
    const { action, grace_days = defaultDays.grace } = enforcement ?? { action: 'notify' };
    return {
      name,
      priority,
      scope_level: level,
      scope_id: id,
      labels,
      rules: rules.map(completeRule),
      enforcement: action === 'suspend_then_decommission' ? { action, grace_days } : { action },
      updated_at: clock.now(),
    };
  };

  const assertPlace = async (tx: Db, orgId: string, change: PolicyChange, ownId?: string): Promise<void> => {
    await scopes.pathTo(tx, orgId, { level: change.scope_level, id: change.scope_id });
    const all = await store.listAllPolicies(tx, orgId);
    const taken = all.find(({ id, priority }) => id !== ownId && priority === change.priority);
    if (taken === undefined) return;
    const message = `policy ${taken.id} already has priority ${change.priority}`;
    const extensions = { reason: 'priority_taken', policy_id: taken.id };
    throw new AppError('conflict', message, {
      detail: message,
      extensions,
      errors: [{ pointer: '/priority', message }],
    });
  };

  const record = (tx: Db, author: Author, action: string, row: LifecyclePolicyRow): Promise<void> => {
    const { seq: _seq, org_id: _org, created_at: _at, created_by: _by, updated_at: _updated, ...document } = row;
    return audit.append(tx, author, {
      action: `lifecycle_policy.${action}`,
      resourceType: 'lifecycle_policy',
      resourceId: row.id,
      details: document,
    });
  };

  const removeRow = async (tx: Db, author: Author, row: LifecyclePolicyRow, revision: number): Promise<void> => {
    if (!(await store.removePolicy(tx, author.orgId, row.id, revision))) throw staleRevision();
    await record(tx, author, 'removed', row);
  };

  const begin = async (tx: Db, author: Author, policy?: WritePolicy): Promise<void> => {
    assertMay(author, 'lifecycle.write', 'writing lifecycle policies');
    // Only owners and admins may decommission an agent, which cannot be undone: a policy must not be a way around that.
    if (policy?.enforcement?.action === 'suspend_then_decommission') {
      assertAdmin(author, 'a lifecycle policy that decommissions agents');
    }
    await changes.hold(tx, author.orgId);
  };

  return {
    async create(tx, author, policy) {
      await begin(tx, author, policy);
      const change = toChange(author.orgId, policy);
      if ((await store.countPolicies(tx, author.orgId)) >= maxPolicies) {
        const detail = `an organisation has at most ${maxPolicies} lifecycle policies`;
        throw new AppError('conflict', detail, { detail, extensions: { reason: 'too_many_policies' } });
      }
      await assertPlace(tx, author.orgId, change);
      const made = { created_at: clock.now(), created_by: author.user, revision: 1 };
      const id = createId('lcp', clock, randomBytes);
      const row = await store.insertPolicy(tx, { org_id: author.orgId, id, ...made, ...change });
      await record(tx, author, 'created', row);
      return toPolicy(row);
    },
    async replace(tx, author, id, policy, revision) {
      await begin(tx, author, policy);
      await load(tx, author.orgId, id);
      const change = toChange(author.orgId, policy);
      await assertPlace(tx, author.orgId, change, id);
      const row = await store.updatePolicy(tx, author.orgId, id, revision, change);
      if (row === undefined) throw staleRevision();
      await record(tx, author, 'updated', row);
      return toPolicy(row);
    },
    async remove(tx, author, id, revision) {
      await begin(tx, author);
      await removeRow(tx, author, await load(tx, author.orgId, id), revision);
    },
    async removeScope(tx, author, { level, id }) {
      await changes.hold(tx, author.orgId);
      const all = await store.listAllPolicies(tx, author.orgId);
      const inScope = all.filter(({ scope_level, scope_id }) => scope_level === level && scope_id === id);
      for (const row of inScope) await removeRow(tx, author, row, row.revision);
    },
    get: async (from, orgId, id) => toPolicy(await load(from, orgId, id)),
    list: async (orgId, page) => toPage(await store.listPolicies(db, orgId, page), page.limit, toPolicy),
  };
}

/** @throws AppError `unprocessable`. */
function assertRules(rules: WritePolicy['rules']): void {
  const types = rules.map(({ type }) => type);
  const twice = types.findIndex((type, index) => types.indexOf(type) !== index);
  if (twice >= 0) throw refuseRule(`/rules/${twice}/type`, `two rules have the type ${types[twice]}`);
  for (const [index, { type, threshold_days, warn_days }] of rules.entries()) {
    if (type === 'inactivity' && threshold_days === 0) {
      throw refuseRule(`/rules/${index}/threshold_days`, 'inactivity needs at least one day');
    }
    if (type !== 'inactivity' && warn_days !== undefined) {
      throw refuseRule(`/rules/${index}/warn_days`, 'only inactivity has warn_days: other rules warn at once');
    }
  }
}

function refuseRule(pointer: string, message: string): AppError {
  const extensions = { reason: 'lifecycle_rule' };
  return new AppError('unprocessable', message, { detail: message, errors: [{ pointer, message }], extensions });
}

function toPolicy(row: LifecyclePolicyRow): LifecyclePolicy {
  const { seq: _seq, scope_level, scope_id, labels, rules, created_at, updated_at, ...rest } = row;
  const scope = { level: scope_level, id: scope_id };
  return {
    ...rest,
    scope: Object.keys(labels).length === 0 ? scope : { ...scope, labels: { ...labels } },
    rules: [...rules],
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}
