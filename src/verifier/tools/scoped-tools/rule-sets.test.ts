/** Tests the cache of rules against a table that other processes write to as well. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ToolMode, toolModes } from '../../../contract/api/scoped-tools/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { indexRules } from './cascade.ts';
import { createRuleLevel, type ToolRule } from './rule-level.ts';
import { createRuleSets, type RuleSetsDeps } from './rule-sets.ts';

const scopes = { org: 'org', sales: 'workspace', support: 'workspace' } as const;
interface Write {
  readonly scopeId: keyof typeof scopes;
  readonly appId: string;
  readonly name: string;
  /** Null removes the rule. */
  readonly mode: ToolMode | null;
}
const aWrite: fc.Arbitrary<Write> = fc.record({
  scopeId: fc.constantFrom('org' as const, 'sales' as const, 'support' as const),
  appId: fc.constantFrom('a', 'b', '*'),
  name: fc.constantFrom('x', 'y', '*'),
  mode: fc.option(fc.constantFrom(...toolModes)),
});

/** A table with its log of changes; every read yields first, so that others may write. */
function openTable() {
  const rules = new Map<string, ToolRule>();
  const log: { readonly id: string; readonly scopeId: string }[] = [];
  const reads = { whole: 0, changed: 0 };
  let written = 0;
  const ofScope = (id: string) => [...rules.values()].filter(({ scopeId }) => scopeId === id);
  const store: RuleSetsDeps['store'] = {
    listForApp: async () => [...rules.values()],
    async readScope(_db, _orgId, { id }) {
      reads.whole += 1;
      await Promise.resolve();
      return ofScope(id);
    },
    listOfIds: async (_db, _orgId, { id }, ids) => ofScope(id).filter((rule) => ids.includes(rule.id)),
    async listChangedSince(_db, _orgId, { id }, revision, limit) {
      reads.changed += 1;
      const ids = log.slice(revision).flatMap((change) => (change.scopeId === id ? [change.id] : []));
      return ids.slice(0, limit);
    },
  };
  const write = ({ scopeId, appId, name, mode }: Write) => {
    const place = `${scopeId} ${appId} ${name}`;
    const before = [...rules.values()].find(({ reason }) => reason === place);
    if (mode === null && before === undefined) return;
    written += 1;
    // A rule that was removed and set again is another one at the same place.
    const id = before?.id ?? `stl_${written}`;
    const level = scopes[scopeId];
    if (mode === null) rules.delete(id);
    else
      rules.set(id, {
        id,
        level,
        scopeId,
        mode,
        allowOverride: true,
        reason: place,
        tool: { appId, server: '*', name },
      });
    log.push({ id, scopeId });
  };
  const db = {} as Db;
  const changes = { current: async () => ({ revision: log.length, changedAt: 0 }) };
  const inForce = (workspaceId: string) => indexRules([...ofScope('org'), ...ofScope(workspaceId)]);
  return { db, reads, write, inForce, log, sets: () => createRuleSets({ db, store, changes }) };
}

const everything = ['a', 'b', 'c'].flatMap((appId) => ['x', 'y', 'z'].map((name) => ({ appId, server: 's', name })));

describe('cached rules', () => {
  it('equal the table after any writes, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aWrite, { maxLength: 30 }), async (writes) => {
        const table = openTable();
        const sets = table.sets();
        for (const write of writes) {
          const early = sets.get(table.db, 'org', 'sales', '*');
          table.write(write);
          await early;
          for (const workspace of ['sales', 'support']) {
            const index = await sets.get(table.db, 'org', workspace, '*');
            const fresh = table.inForce(workspace);
            for (const tool of everything) expect(index.verdictOf(tool)).toEqual(fresh.verdictOf(tool));
            expect(index.appIds().map((id) => [id, index.countNamed(id), index.mayRequire(id)])).toEqual(
              fresh.appIds().map((id) => [id, fresh.countNamed(id), fresh.mayRequire(id)]),
            );
            for (const id of fresh.appIds()) expect(index.namedOf(id)).toEqual(fresh.namedOf(id));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are read completely once, for any number of callers; after a change, only the changed ones', async () => {
    const table = openTable();
    const sets = table.sets();
    const ask = () => Promise.all(Array.from({ length: 20 }, () => sets.get(table.db, 'org', 'sales', '*')));
    table.write({ scopeId: 'org', appId: 'a', name: 'x', mode: 'available' });
    await ask();
    expect(table.reads).toEqual({ whole: 2, changed: 0 });
    table.write({ scopeId: 'org', appId: 'a', name: 'x', mode: 'blocked' });
    const [index] = await ask();
    expect(index?.modeOf({ appId: 'a', server: 's', name: 'x' })).toBe('blocked');
    expect(table.reads).toEqual({ whole: 2, changed: 2 });
    // After too many writes all rules are read.
    for (let count = 0; count < 501; count += 1) {
      table.write({ scopeId: 'org', appId: 'a', name: 'y', mode: count % 2 === 0 ? 'required' : 'blocked' });
    }
    await ask();
    expect(table.reads).toEqual({ whole: 3, changed: 4 });
  });
});

describe('a level of rules', () => {
  it('drops an app with its last rule', () => {
    const level = createRuleLevel();
    const tool = { appId: 'a', server: '*', name: 'x' };
    level.put({ id: '1', level: 'org', scopeId: 'org', tool, mode: 'required', allowOverride: true, reason: null });
    expect([level.appIds(), level.appOf('a')?.hasRequired]).toEqual([['a'], true]);
    level.remove('1');
    expect([level.appIds(), level.appOf('a'), level.size]).toEqual([[], undefined, 0]);
  });
});
