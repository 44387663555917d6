/** Tests that a workspace is never between two presets, even if a process dies or two operators write at any moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tiersOf } from '../../../configuration/presets/catalog.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { controlChangesTable } from '../../base/control/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { auditorSettingsTable } from '../auditor-settings/tables.ts';
import { policiesTable, policyVersionsTable } from '../policies/tables.ts';
import { workspacesTable } from '../workspaces/tables.ts';
import { createPresets } from './service.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const author = createAuthor('default', 'tester', 'operator');

describe.each(kinds)('presets on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  }, 60_000);
  afterAll(() => verifier?.close());

  const services = () => verifier.verifier().services;
  const post = async (url: string, body: unknown) => expect((await verifier.post(url, body)).status).toBeLessThan(300);

  /** Gives every row of the configuration. */
  async function dump(): Promise<string> {
    const { db } = services();
    const tables = [workspacesTable, auditorSettingsTable, policiesTable, policyVersionsTable, controlChangesTable];
    const rows: unknown[] = [];
    for (const table of tables) rows.push(await db.select().from(table).orderBy(table.seq));
    return JSON.stringify(rows);
  }

  it('a failure after any step changes nothing', async () => {
    const items = [{ name: 'injection', image: 'assay/injection', port: 8090 }];
    await post('/v1/workspaces', { id: 'faulty', chain: { items } });
    await post('/api/v1/workspaces/faulty/apply-preset', { auditor: 'injection', tier: 'starter' });
    const applied = tiersOf('regulated_enterprise');
    const before = await dump();
    const names: string[] = [];

    for (let steps = 1; ; steps += 1) {
      let left = steps;
      /** Runs the real method, and then ends the process. */
      const dying = <T extends object>(service: T): T =>
        new Proxy(service, {
          get(target, name) {
            const member: unknown = Reflect.get(target, name);
            if (typeof member !== 'function') return member;
            return async (...args: unknown[]) => {
              const answer: unknown = await Reflect.apply(member, target, args);
              left -= 1;
              if (left > 0) return answer;
              names.push(String(name));
              throw new Error('the process dies');
            };
          },
        });
      const { db, changes, workspaces, auditorCatalog, auditorSettings, policies, gateways } = services();
      const presets = createPresets({
        db,
        auditorCatalog,
        gateways,
        changes: dying(changes),
        workspaces: dying(workspaces),
        auditorSettings: dying(auditorSettings),
        policies: dying(policies),
      });
      const run = db.transaction((tx) =>
        presets.apply(tx, author, { workspaceId: 'faulty', applied, overwrite: false }),
      );
      const died = await run.then(
        () => false,
        (error: unknown) => error instanceof Error && error.message === 'the process dies',
      );
      if (!died) break;
      expect(await dump()).toBe(before);
    }
    // Chain, settings, added and removed policies, and the log: each of them was interrupted once.
    expect(names).toEqual(
      expect.arrayContaining(['update', 'write', 'put', 'removeNamed', 'assertCompiles', 'record']),
    );
    expect(await dump()).not.toBe(before);
  }, 60_000);

  it('two concurrent tiers end in one of them, completely', async () => {
    await post('/v1/workspaces', { id: 'busy' });
    const path = '/api/v1/workspaces/busy/apply-preset';
    const bodies = Array.from({ length: 12 }, (_, index) => ({
      auditor: 'injection',
      tier: ['starter', 'balanced', 'strict'][index % 3],
    }));
    const answers = await Promise.all(bodies.map((body) => verifier.post(path, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const scope = { level: 'workspace', id: 'busy' } as const;
    const { policies, auditorSettings, db } = services();
    const held = (await policies.listScope(db, 'default', scope)).map(({ name }) => name);
    const presets = held.filter((name) => name.startsWith('preset.injection.'));
    expect(presets).toHaveLength(1);
    const values = { starter: 0.9, balanced: 0.8, strict: 0.6 };
    const { entries } = await auditorSettings.inspect(db, 'default', scope, 'injection');
    const [, , tier] = presets[0]?.split('.') ?? [];
    expect(values).toHaveProperty(tier ?? '', entries['injection_risk.threshold']?.value);
  }, 60_000);

  it('a preview beside other writes gives its answer and leaves no trace', async () => {
    const before = await dump();
    const { body } = await verifier.post('/api/v1/workspaces/busy/apply-preset?preview=true', {
      bundle: 'solo_builder',
    });
    expect(body['changed']).not.toEqual([]);
    expect(await dump()).toBe(before);
  });
});
