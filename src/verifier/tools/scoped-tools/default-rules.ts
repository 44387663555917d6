/**
 * Makes the rule that every organisation begins with: the tools of our own services are available. It is a rule like others,
 * which an admin changes or removes. Each organisation gets it once.
 */
import { ownServicesApp } from '../../../contract/own-tools.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { any } from './cascade.ts';
import type { DefaultRuleStore } from './default-store.ts';
import type { ToolName } from './ports.ts';
import type { RecordRule } from './record-rule.ts';
import type { RuleScope, ScopedToolStore } from './store.ts';

export interface DefaultRules {
  /** Makes the rule of a new organisation, in the transaction that makes the organisation. */
  makeFor(tx: Db, orgId: string): Promise<void>;
  /** Makes it for organisations without one, at a start and every hour; gives their number. */
  makeMissing(): Promise<number>;
}

export interface DefaultRulesDeps {
  readonly db: Db;
  readonly store: Pick<ScopedToolStore, 'insert' | 'findPlace'>;
  readonly defaults: DefaultRuleStore;
  readonly changes: Pick<ControlChanges, 'hold' | 'current'>;
  readonly record: RecordRule;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const ofOwnServices: ToolName = { appId: ownServicesApp, server: any, name: any };
const reason = 'Made with the organisation: tools of our own services';
const exceptionReason = 'Made by an update: the rule about every app did not concern our own services before';

export function createDefaultRules(deps: DefaultRulesDeps): DefaultRules {
  const { db, store, defaults, changes, record, clock, randomBytes } = deps;

  const insert = async (tx: Db, author: Author, scope: RuleScope, tool: ToolName, why: string): Promise<void> => {
    if ((await store.findPlace(tx, author.orgId, scope, tool)) !== undefined) return;
    const now = clock.now();
    // An organisation that nobody has configured yet has no history: neither has its first rule.
    const isConfigured = (await changes.current(tx, author.orgId)).revision > 0;
    const row = await store.insert(tx, {
      org_id: author.orgId,
      id: createId('stl', clock, randomBytes),
      scope_level: scope.level,
      scope_id: scope.id,
      app_id: tool.appId,
      server: tool.server,
      name: tool.name,
      mode: 'available',
      allow_override: true,
      reason: why,
      set_by: author.user,
      revision: 1,
      created_at: now,
      created_by: author.user,
      updated_at: now,
    });
    if (isConfigured) await record(tx, author, row, 'created');
  };

  const makeFor: DefaultRules['makeFor'] = async (tx, orgId) => {
    await changes.hold(tx, orgId);
    if (!(await defaults.claim(tx, orgId, clock.now()))) return;
    const author = createAuthor(orgId, 'system');
    await insert(tx, author, { level: 'org', id: orgId }, ofOwnServices, reason);
    // Rules about every app did not concern our own services before. Their blocks must not begin to with an update.
    for (const { level, scopeId, tool } of await defaults.listBlocksOfEveryApp(tx, orgId)) {
      await insert(tx, author, { level, id: scopeId }, { ...tool, appId: ownServicesApp }, exceptionReason);
    }
  };

  return {
    makeFor,
    async makeMissing() {
      const orgIds = await defaults.listWithout(db);
      for (const orgId of orgIds) await db.transaction((tx) => makeFor(tx, orgId));
      return orgIds.length;
    },
  };
}
