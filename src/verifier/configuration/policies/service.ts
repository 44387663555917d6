/**
 * Policies of organisations, workspaces and agents: drafts, versions, active and shadow ones. INVARIANT: what is active
 * compiles with everything it is decided with, at every place below its scope; a change that would break that is refused and
 * leaves what runs untouched.
 */

import type { CreatePolicy, Policy, ReplacePolicy } from '../../../contract/api/policies/shapes.ts';
import { policyNamePattern } from '../../../contract/api/policies/states.ts';
import type { BundlePolicy } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { conflict } from '../../../platform/refusals.ts';
import type { CedarHost } from '../../../policy/cedar-host.ts';
import { type Author, assertAdmin, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { ScopeLookup } from '../auditor-settings/scope-lookup.ts';
import type { ScopeGuard } from '../workspaces/service.ts';
import type { PolicyCompiler } from './compile.ts';
import { type PolicyContexts, type Replacement, toBundlePolicy } from './contexts.ts';
import { breaks } from './problems.ts';
import { assertReadable } from './read-text.ts';
import { createPolicyRecords, policyScopeOf } from './records.ts';
import type { PolicyChange, PolicyStore } from './store.ts';
import type { PolicyOriginWord, PolicyRow } from './tables.ts';

/** The wanted state of a record, from a preset, a file or the default policy. */
export interface PutPolicy {
  /** Name of the record, unique in its scope. */
  readonly id: string;
  readonly scope: Scope;
  readonly text: string;
  readonly description?: string | undefined;
  readonly origin: PolicyOriginWord;
  readonly activate: boolean;
  /**
   * Leaves the compile check to the caller, who calls `assertCompiles` after all writes: the state between two writes of one
   * transaction may be invalid.
   */
  readonly defer?: boolean | undefined;
}

/** Options of a change of state. */
export interface StateChange {
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
  /** Expected revision of the record; any if absent. */
  readonly revision?: number | undefined;
}

/** Writes take the caller's transaction, so that several records change together or not at all. */
export interface Policies {
  /** Creates a draft. @throws AppError `unprocessable` (`policy_syntax`), `conflict` (`policy_exists`). */
  create(tx: Db, author: Author, request: CreatePolicy): Promise<Policy>;
  /** Adds a new version as a draft. @throws AppError `precondition_failed` if the record is at another revision. */
  replace(tx: Db, author: Author, id: string, request: ReplacePolicy, revision: number): Promise<Policy>;
  /**
   * Makes a version active, the newest if none is named.
   * @throws AppError `unprocessable` with every place that would become invalid.
   */
  activate(tx: Db, author: Author, id: string, change: StateChange): Promise<Policy>;
  deactivate(tx: Db, author: Author, id: string, change: StateChange): Promise<Policy>;
  /** Makes an earlier version active again: the one before the active one if none is named. */
  revert(tx: Db, author: Author, id: string, change: StateChange): Promise<Policy>;
  /** Evaluates a version in shadow of the active one; `null` ends it. */
  shadow(
    tx: Db,
    author: Author,
    id: string,
    change: Omit<StateChange, 'version'> & { version?: number | null | undefined },
  ): Promise<Policy>;
  remove(tx: Db, author: Author, id: string, revision?: number): Promise<void>;
  /** Brings a record to the wanted state, by its name in its scope; `changed` is false if it was so already. */
  put(tx: Db, author: Author, wanted: PutPolicy): Promise<{ record: Policy; changed: boolean }>;
  /** Removes a record by its name in its scope; false if there is none. */
  removeNamed(tx: Db, author: Author, scope: Scope, name: string): Promise<boolean>;
  /** Removes the policies of a scope that is being removed. */
  removeScope(tx: Db, author: Author, scope: Scope): Promise<void>;
  /** Lists records of one scope, by name. */
  listScope(db: Db, orgId: string, scope: Scope): Promise<Policy[]>;
  /** Lists the active and shadow versions, for gateways. */
  listInForce(db: Db, orgId: string): Promise<BundlePolicy[]>;
  /** @throws AppError `conflict` (`chain_breaks_policies`) naming every invalid place at or below the scope. */
  assertCompiles(tx: Db, orgId: string, scope: Scope): Promise<void>;
  /** Called by writes that change a chain or remove a scope. */
  readonly guard: ScopeGuard;
  /** Called by writes that change the claims of an auditor. */
  readonly vocabularyGuard: (tx: Db, author: Author) => Promise<void>;
}

export interface PoliciesDeps {
  readonly store: PolicyStore;
  readonly changes: ControlChanges;
  readonly scopes: ScopeLookup;
  readonly contexts: PolicyContexts;
  readonly compiler: PolicyCompiler;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const nameForm = new RegExp(policyNamePattern);

export function createPolicies(deps: PoliciesDeps): Policies {
  const { store, changes, scopes, contexts, compiler, cedar } = deps;
  const records = createPolicyRecords(deps);
  const { view, change } = records;

  /** Checks that the author may write at the scope; the scope of an organisation needs an admin. */
  const assertMayWriteAt = (author: Author, scope: Scope): void => {
    assertMayWrite(author);
    if (scope.level === 'org') assertAdmin(author, 'a policy of a whole organisation');
  };

  const begin = async (tx: Db, author: Author, id: string, revision: number | undefined): Promise<PolicyRow> => {
    await changes.hold(tx, author.orgId);
    const row = await records.load(tx, author.orgId, id);
    assertMayWriteAt(author, policyScopeOf(row));
    if (revision !== undefined && row.revision !== revision) throw staleRevision();
    return row;
  };

  /** Checks all policies that a record with this text would be decided with. */
  const assertHolds = async (tx: Db, orgId: string, replacement: Replacement): Promise<void> => {
    const places = await contexts.list(tx, orgId, replacement.scope, replacement);
    const { broken, isSlow } = await compiler.findBroken(places);
    const reason = isSlow ? 'policy_too_slow' : 'policy_does_not_compile';
    if (broken.length > 0) throw breaks('unprocessable', reason, broken);
  };

  const makeActive = async (
    tx: Db,
    author: Author,
    row: PolicyRow,
    version: number,
    action: string,
    reason?: string,
  ): Promise<PolicyRow> => {
    const text = await records.textOf(tx, row, version);
    if (row.active_version === version) return row;
    await assertHolds(tx, row.org_id, { scope: policyScopeOf(row), name: row.name, text });
    return change(tx, author, row, activeAt(row, version), action, reason);
  };

  const assertCompiles = async (tx: Db, orgId: string, scope: Scope): Promise<void> => {
    const { broken } = await compiler.findBroken(await contexts.list(tx, orgId, scope));
    if (broken.length > 0) throw breaks('conflict', 'chain_breaks_policies', broken);
  };

  const removeScope = async (tx: Db, author: Author, scope: Scope): Promise<void> => {
    await changes.hold(tx, author.orgId);
    for (const row of await store.listScope(tx, author.orgId, scope)) await records.remove(tx, author, row);
  };

  const policies: Policies = {
    async create(tx, author, request) {
      const { scope, ...wanted } = request;
      assertMayWriteAt(author, scope);
      assertReadable(cedar, wanted.name ?? 'policy', wanted.text);
      await changes.hold(tx, author.orgId);
      await scopes.pathTo(tx, author.orgId, scope);
      if (wanted.name !== undefined) {
        const taken = await store.findNamed(tx, author.orgId, scope, wanted.name);
        if (taken !== undefined && taken.removed_at === null) throw nameTaken(taken);
      }
      return view(tx, await records.insert(tx, author, scope, { ...wanted, origin: 'person' }));
    },
    async replace(tx, author, id, request, revision) {
      const row = await begin(tx, author, id, revision);
      assertReadable(cedar, row.name, request.text);
      return view(tx, await records.addVersion(tx, author, row, request, 'person'));
    },
    async activate(tx, author, id, { version, reason, revision }) {
      const row = await begin(tx, author, id, revision);
      return view(tx, await makeActive(tx, author, row, version ?? row.version, 'activated', reason));
    },
    async deactivate(tx, author, id, { reason, revision }) {
      const row = await begin(tx, author, id, revision);
      if (row.active_version === null) return view(tx, row);
      const by = { active_version: null, previous_version: row.active_version };
      return view(tx, await change(tx, author, row, by, 'deactivated', reason));
    },
    async revert(tx, author, id, { version, reason, revision }) {
      const row = await begin(tx, author, id, revision);
      const wanted = version ?? row.previous_version;
      if (wanted === null) throw conflict('no version was active before: give a version', 'policy_no_earlier_version');
      return view(tx, await makeActive(tx, author, row, wanted, 'reverted', reason));
    },
    async shadow(tx, author, id, { version, reason, revision }) {
      const row = await begin(tx, author, id, revision);
      const wanted = version === undefined ? row.version : version;
      if (wanted === row.shadow_version) return view(tx, row);
      if (wanted !== null) {
        const text = await records.textOf(tx, row, wanted);
        if (wanted === row.active_version)
          throw conflict('this version is already active: there is nothing to try', 'policy_active');
        await assertHolds(tx, row.org_id, { scope: policyScopeOf(row), name: row.name, text });
      }
      const action = wanted === null ? 'shadow_ended' : 'shadowed';
      return view(tx, await change(tx, author, row, { shadow_version: wanted }, action, reason));
    },
    async remove(tx, author, id, revision) {
      await records.remove(tx, author, await begin(tx, author, id, revision));
    },
    async put(tx, author, wanted) {
      const { id: name, scope, text, description, origin, activate, defer = false } = wanted;
      if (!nameForm.test(name)) throw new Error('a policy is written under an invalid name');
      assertMayWriteAt(author, scope);
      assertReadable(cedar, name, text);
      await changes.hold(tx, author.orgId);
      await scopes.pathTo(tx, author.orgId, scope);
      const former = await store.findNamed(tx, author.orgId, scope, name);
      const about = description === undefined ? {} : { description };
      const row =
        former === undefined || former.removed_at !== null
          ? await records.insert(tx, author, scope, { name, text, origin, ...about })
          : await records.addVersion(tx, author, former, { text, ...about }, origin);
      const isActive = !activate || row.active_version === row.version;
      const held = isActive
        ? row
        : defer
          ? await change(tx, author, row, activeAt(row, row.version), 'activated')
          : await makeActive(tx, author, row, row.version, 'activated');
      return {
        record: await view(tx, held),
        changed: held.revision !== former?.revision || former.removed_at !== null,
      };
    },
    async removeNamed(tx, author, scope, name) {
      assertMayWriteAt(author, scope);
      await changes.hold(tx, author.orgId);
      const row = await store.findNamed(tx, author.orgId, scope, name);
      if (row === undefined || row.removed_at !== null) return false;
      await records.remove(tx, author, row);
      return true;
    },
    removeScope,
    async listScope(db, orgId, scope) {
      const rows = await store.listScope(db, orgId, scope);
      return Promise.all(rows.map((row) => view(db, row)));
    },
    async listInForce(db, orgId) {
      const stored = await store.listInForce(db, orgId);
      return stored.flatMap((row) => [
        ...(row.version.version === row.head.active_version ? [toBundlePolicy(row, 'active')] : []),
        ...(row.version.version === row.head.shadow_version ? [toBundlePolicy(row, 'shadow')] : []),
      ]);
    },
    assertCompiles,
    guard: {
      chainChanged: (tx, author, scope) => assertCompiles(tx, author.orgId, scope),
      removed: removeScope,
    },
    vocabularyGuard: (tx, { orgId }) => assertCompiles(tx, orgId, { level: 'org', id: orgId }),
  };
  return policies;
}

/** Makes a version active; ends the shadow of the same version. */
function activeAt(row: PolicyRow, version: number): PolicyChange {
  const ended = row.shadow_version === version ? { shadow_version: null } : {};
  return { active_version: version, previous_version: row.active_version, ...ended };
}

function nameTaken({ id, name }: PolicyRow): AppError {
  const detail = `this scope already has a policy ${name}`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'policy_exists', id } });
}
