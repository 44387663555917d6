import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettingEntry } from '../../../contract/control/setting.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createAuditorSettingsStore } from './store.ts';
import type { SettingsWrite } from './write.ts';
import { createWriteMany, type PlacedWrite } from './write-many.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(async () => {
  await verifier.close();
});

const workspaceIds = ['w1', 'w2'];
const entry: fc.Arbitrary<SettingEntry | null> = fc.oneof(
  fc.record({ value: fc.constantFrom(0.2, 0.4, 7) }),
  fc.record({ value: fc.constantFrom(0.2, 0.4), enforced: fc.boolean() }),
  fc.constant(null),
);
/** Writes to two workspaces with an agent each, some of which break a rule or conflict with one another. */
const someWrites = fc.array(
  fc.record({
    workspaceId: fc.constantFrom(...workspaceIds),
    isAgent: fc.boolean(),
    auditorId: fc.constantFrom('injection', 'pii', 'nobody'),
    name: fc.constantFrom('injection_risk.threshold', 'pii_found.threshold', 'threshold'),
    entry,
    how: fc.constantFrom('merge' as const, 'replace' as const, 'create' as const),
  }),
  { maxLength: 8 },
);

describe('createWriteMany', () => {
  let count = 0;

  /** Runs something in its own organisation and gives the resulting settings, without ids and times. */
  async function inOrganization(run: (tx: Db, author: Author) => Promise<unknown[]>) {
    count += 1;
    const author = createAuthor(`org-${count}`, 'test');
    const { db, workspaces, agents, auditorSettings } = verifier.verifier().services;
    return db.transaction(async (tx) => {
      await workspaces.createOrganization(tx, author, { id: author.orgId });
      for (const id of workspaceIds) await workspaces.create(tx, author, { id });
      for (const id of workspaceIds) await agents.put(tx, author, { id: `agent-${id}`, workspace_id: id });
      const outcomes = await run(tx, author);
      const records = await auditorSettings.listAll(tx, author.orgId);
      const standing = records.map(({ id: _id, ...rest }) => JSON.stringify(rest)).sort();
      return { outcomes, standing };
    });
  }

  it('equals one write after the other, including refusals', async () => {
    const { auditorSettings, auditorCatalog: catalog, changes } = verifier.verifier().services;
    const { clock } = verifier;
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const writeMany = createWriteMany({ catalog, changes, clock, randomBytes, store: createAuditorSettingsStore() });
    await fc.assert(
      fc.asyncProperty(someWrites, async (wanted) => {
        const toWrite = (one: (typeof wanted)[number]): SettingsWrite => ({
          scope: one.isAgent
            ? { level: 'agent', id: `agent-${one.workspaceId}` }
            : { level: 'workspace', id: one.workspaceId },
          auditorId: one.auditorId,
          settings: { [one.name]: one.entry },
          how: one.how,
        });
        const singly = await inOrganization(async (tx, author) => {
          const outcomes: unknown[] = [];
          for (const one of wanted) {
            const written = await auditorSettings.write(tx, author, toWrite(one)).catch((error: unknown) => error);
            outcomes.push(isAppError(written) ? written.code : Reflect.get(Object(written), 'changed'));
          }
          return outcomes;
        });
        const atOnce = await inOrganization(async (tx, author) => {
          const placed = wanted.map((one): PlacedWrite => {
            const { scope, ...write } = toWrite(one);
            const around = [
              { level: 'org', id: author.orgId },
              { level: 'workspace', id: one.workspaceId },
            ] as const;
            return { write: { scope, ...write }, path: one.isAgent ? [...around, scope] : [...around] };
          });
          const outcomes = await writeMany(tx, author, placed);
          return outcomes.map((outcome) => ('refused' in outcome ? outcome.refused.code : outcome.written.changed));
        });
        expect(atOnce).toEqual(singly);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
