/**
 * Caches the rules of an organisation and of its workspaces under the revision of the organisation's configuration. Every
 * write of a rule raises the revision, in whichever process, so the cache is never outdated. Rules written since are read and
 * inserted; a whole scope is read only if nothing is cached.
 */
import type { Db } from '../../../platform/db/db.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { indexLevels, indexRules, type RuleIndex } from './cascade.ts';
import { createRuleLevel, type RuleLevel } from './rule-level.ts';
import type { RuleScope, ScopedToolStore } from './store.ts';

export interface RuleSets {
  /**
   * Gives the rules for tools of this app in a workspace; for all tools with `*`. Rules that a transaction sees are not
   * cached, because it may roll back, and only those of the app are read.
   */
  get(db: Db, orgId: string, workspaceId: string, appId: string): Promise<RuleIndex>;
}

export interface RuleSetsDeps {
  /** Reads outside of transactions. */
  readonly db: Db;
  readonly store: Pick<ScopedToolStore, 'listForApp' | 'readScope' | 'listOfIds' | 'listChangedSince'>;
  readonly changes: Pick<ControlChanges, 'current'>;
}

/** Maximum of cached rules, of all scopes. */
const maxKept = 100_000;
/** Maximum of rules written since, and of all changes since: above it all rules are read. */
const maxChanged = 500;
const maxChanges = 5_000;

interface Kept {
  readonly level: RuleLevel;
  readonly revision: number;
}

export function createRuleSets({ db: root, store, changes }: RuleSetsDeps): RuleSets {
  const kept = new Map<string, Kept>();
  /** Concurrent callers wait for one read of a scope. */
  const reading = new Map<string, Promise<void>>();
  let size = 0;

  const keep = (key: string, entry: Kept | undefined): void => {
    size -= weightOf(kept.get(key));
    kept.delete(key);
    if (entry === undefined) return;
    kept.set(key, entry);
    size += weightOf(entry);
    // The least recently used one goes first.
    for (const oldest of kept.keys()) {
      if (size <= maxKept || oldest === key) break;
      keep(oldest, undefined);
    }
  };

  /** Gives false if too many rules were written since. */
  const readChanged = async (orgId: string, scope: RuleScope, { level, revision }: Kept): Promise<boolean> => {
    const changed = await store.listChangedSince(root, orgId, scope, revision, maxChanged + 1);
    if (changed.length > maxChanged) return false;
    const ids = [...new Set(changed)];
    const rules = ids.length === 0 ? [] : await store.listOfIds(root, orgId, scope, ids);
    for (const id of ids) level.remove(id);
    for (const rule of rules) level.put(rule);
    return true;
  };

  const read = async (key: string, orgId: string, scope: RuleScope, revision: number): Promise<void> => {
    const known = kept.get(key);
    // Its size changes: removed here, and added again afterwards.
    keep(key, undefined);
    const isNear = known !== undefined && revision - known.revision <= maxChanges;
    const level =
      isNear && (await readChanged(orgId, scope, known))
        ? known.level
        : createRuleLevel(await store.readScope(root, orgId, scope));
    keep(key, { level, revision });
  };

  const levelOf = async (orgId: string, scope: RuleScope, revision: number): Promise<RuleLevel> => {
    const key = `${orgId}\0${scope.level}\0${scope.id}`;
    for (;;) {
      const known = kept.get(key);
      if (known !== undefined && known.revision >= revision) {
        keep(key, known);
        return known.level;
      }
      const running = reading.get(key) ?? read(key, orgId, scope, revision).finally(() => reading.delete(key));
      reading.set(key, running);
      await running;
    }
  };

  return {
    async get(db, orgId, workspaceId, appId) {
      if (db !== root) return indexRules(await store.listForApp(db, orgId, workspaceId, appId));
      // Read before the rules, so that these are at least as new as the revision.
      const { revision } = await changes.current(db, orgId);
      const [org, workspace] = await Promise.all([
        levelOf(orgId, { level: 'org', id: orgId }, revision),
        levelOf(orgId, { level: 'workspace', id: workspaceId }, revision),
      ]);
      return indexLevels(org, workspace);
    },
  };
}

function weightOf(entry: Kept | undefined): number {
  return entry === undefined ? 0 : entry.level.size + 1;
}
