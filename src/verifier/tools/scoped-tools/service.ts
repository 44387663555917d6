/** Rules on tools, and checks of who may set them. */

import type { PatchScopedTool, WriteScopedTool } from '../../../contract/api/scoped-tools/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, assertAdmin, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { ScopeLookup } from '../../configuration/auditor-settings/scope-lookup.ts';
import { any, findConflict } from './cascade.ts';
import type { RecordRule } from './record-rule.ts';
import type { ToolRule } from './rule-level.ts';
import type { RuleScope, ScopedToolStore } from './store.ts';
import type { ScopedToolRow } from './tables.ts';

/** Writes take the caller's transaction. */
export interface ToolRules {
  /** @throws AppError `mode_conflict`, `conflict` (`rule_exists`, `too_many_rules`), `not_found` for the scope. */
  create(tx: Db, author: Author, request: WriteScopedTool): Promise<ScopedToolRow>;
  /** @throws AppError `mode_conflict`, `precondition_failed`. */
  change(tx: Db, author: Author, id: string, request: PatchScopedTool, revision: number): Promise<ScopedToolRow>;
  /** @throws AppError `precondition_failed`. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  removeScope(tx: Db, author: Author, scope: RuleScope): Promise<void>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<ScopedToolRow>;
}

export interface ToolRulesDeps {
  readonly store: ScopedToolStore;
  readonly scopes: ScopeLookup;
  readonly changes: ControlChanges;
  readonly record: RecordRule;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Maximum of rules per organisation. */
const maxRules = 20_000;

export function createToolRules(deps: ToolRulesDeps): ToolRules {
  const { store, scopes, changes, record, clock, randomBytes } = deps;
  const get = async (db: Db, orgId: string, id: string): Promise<ScopedToolRow> => {
    const row = await store.find(db, orgId, id);
    if (row !== undefined) return row;
    const detail = 'there is no such rule';
    throw new AppError('not_found', detail, { detail });
  };

  const assertFits = async (tx: Db, row: Omit<ScopedToolRow, 'seq'>): Promise<void> => {
    if (row.scope_level === 'org') return;
    const rules = await store.listForApp(tx, row.org_id, row.scope_id, row.app_id);
    const [org, own] = (['org', 'workspace'] as const).map((level) => rules.filter((rule) => rule.level === level));
    const conflict = findConflict(toRule(row), org ?? [], own ?? []);
    if (conflict === undefined) return;
    const { reason, rule } = conflict;
    const detail = `the organisation ${words[reason]}: rule ${rule.id}`;
    throw new AppError('mode_conflict', detail, { detail, extensions: { reason, rule_id: rule.id, mode: rule.mode } });
  };

  return {
    get,
    async create(tx, author, request) {
      const { scope, tool, mode, allow_override: allowOverride = true, reason = null } = request;
      assertMayRule(author, scope);
      assertOverride(scope, allowOverride);
      await changes.hold(tx, author.orgId);
      await scopes.pathTo(tx, author.orgId, scope);
      const name = { appId: tool.app_id, server: tool.server ?? any, name: tool.name };
      const before = await store.findPlace(tx, author.orgId, scope, name);
      if (before !== undefined)
        throw conflict('a rule for this tool already exists: change it', 'rule_exists', { id: before.id });
      if ((await store.count(tx, author.orgId)) >= maxRules) {
        throw conflict(`an organisation has at most ${maxRules} rules on tools`, 'too_many_rules');
      }
      const now = clock.now();
      const row = {
        org_id: author.orgId,
        id: createId('stl', clock, randomBytes),
        scope_level: scope.level,
        scope_id: scope.id,
        app_id: name.appId,
        server: name.server,
        name: name.name,
        mode,
        allow_override: allowOverride,
        reason: reason === '' ? null : reason,
        set_by: author.user,
        revision: 1,
        created_at: now,
        created_by: author.user,
        updated_at: now,
      };
      await assertFits(tx, row);
      const stored = await store.insert(tx, row);
      await record(tx, author, stored, 'created');
      return stored;
    },
    async change(tx, author, id, request, revision) {
      await changes.hold(tx, author.orgId);
      const before = await get(tx, author.orgId, id);
      const scope = { level: before.scope_level, id: before.scope_id };
      assertMayRule(author, scope);
      if (before.revision !== revision) throw staleRevision();
      const { mode = before.mode, allow_override = before.allow_override, reason = before.reason } = request;
      assertOverride(scope, allow_override);
      const change = {
        mode,
        allow_override,
        reason: reason === '' ? null : reason,
        set_by: author.user,
        updated_at: clock.now(),
      };
      if (mode !== before.mode) await assertFits(tx, { ...before, ...change });
      const changed = await store.update(tx, author.orgId, id, revision, change);
      if (changed === undefined) throw staleRevision();
      await record(tx, author, changed, 'updated');
      return changed;
    },
    async remove(tx, author, id, revision) {
      await changes.hold(tx, author.orgId);
      const before = await get(tx, author.orgId, id);
      assertMayRule(author, { level: before.scope_level, id: before.scope_id });
      if (!(await store.remove(tx, author.orgId, id, revision))) throw staleRevision();
      await record(tx, author, { ...before, revision: 0 }, 'removed');
    },
    async removeScope(tx, author, scope) {
      for (const row of await store.listOfScope(tx, author.orgId, scope)) {
        await store.remove(tx, author.orgId, row.id, row.revision);
        await record(tx, author, { ...row, revision: 0 }, 'removed');
      }
    },
  };
}

const words = {
  required_above: 'requires a tool that this rule would block',
  override_not_allowed: 'allows workspaces only to block here',
} as const;

/** A rule for all workspaces needs an admin. */
function assertMayRule(author: Author, { level }: RuleScope): void {
  assertMay(author, 'tools.write', 'changing which tools agents may use');
  if (level === 'org') assertAdmin(author, 'a rule of the whole organisation');
}

function assertOverride({ level }: RuleScope, allowOverride: boolean): void {
  if (allowOverride || level === 'org') return;
  const message = 'allow_override is for rules of the organisation only';
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: '/allow_override', message }],
    extensions: { reason: 'override_is_of_org' },
  });
}

function toRule(row: Omit<ScopedToolRow, 'seq'>): ToolRule {
  return {
    id: row.id,
    level: row.scope_level,
    scopeId: row.scope_id,
    mode: row.mode,
    reason: row.reason,
    tool: { appId: row.app_id, server: row.server, name: row.name },
    allowOverride: row.allow_override,
  };
}

function conflict(detail: string, reason: string, more: Record<string, unknown> = {}): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
