/** People for tests: the real services over a real database, with cheap hashes and a manual clock. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/db/db.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { openTestDb, type TestDb } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { type Audit, createAudit } from '../../base/audit-log/append.ts';
import { auditLogMigrations } from '../../base/audit-log/tables.ts';
import { type ControlChanges, createControlChanges } from '../../base/control/changes.ts';
import { someHooks } from '../../base/hooks.fixture.ts';
import { createPeopleServices, type PeopleServices, type PeopleServicesDeps } from './create.ts';
import type { Person } from './service.ts';
import type { SessionHooks } from './sessions.ts';
import { peopleMigrations } from './tables.ts';

export interface PeopleFixture extends PeopleServices {
  /** Tests replace them. */
  readonly hooks: { -readonly [Name in keyof SessionHooks]: SessionHooks[Name] };
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly testDb: TestDb;
  readonly clock: { now(): number; pass(ms: number): void };
  /** The services of another process over the same database. */
  readonly otherProcess: (change?: Partial<PeopleServicesDeps>) => PeopleServices;
  addPerson(email: string, password: string): Promise<Person>;
}

export const origin = { ipAddress: '192.0.2.1', userAgent: 'a browser', requestId: 'r' };
const startedAt = Date.parse('2026-11-01T08:00:00Z');

export async function openPeople(kind: Database['kind'], more: readonly Migration[] = []): Promise<PeopleFixture> {
  const migrations = [...auditLogMigrations, ...peopleMigrations, ...more].sort((a, b) => a.id.localeCompare(b.id));
  const testDb = await openTestDb(kind, migrations);
  const { db } = testDb.database();
  let now = startedAt;
  const clock = {
    now: () => now,
    pass(ms: number) {
      now += ms;
    },
  };
  const audit = createAudit({ clock });
  const changes = createControlChanges({ db, clock, randomBytes, audit, checkConfiguration: async () => {} });
  const hooks: PeopleFixture['hooks'] = { signInsEnd: someHooks() };
  const create = (change: Partial<PeopleServicesDeps> = {}) =>
    createPeopleServices({
      db,
      clock,
      randomBytes,
      audit,
      changes,
      cost: { ln: 4, r: 8, p: 1 },
      hooks: () => hooks,
      log: createLogger({ service: 'test', level: 'silent' }),
      organisationsOf: async () => [{ orgId: 'default', role: 'viewer' }],
      ...change,
    });
  const services = create();
  return {
    ...services,
    testDb,
    clock,
    audit,
    changes,
    hooks,
    otherProcess: create,
    async addPerson(email, password) {
      const { people } = services;
      const prepared = await people.preparePassword(password, { email, name: 'Ada' });
      return db.transaction((tx) =>
        people.create(tx, { email, name: 'Ada', password: prepared, createdBy: 'operator' }),
      );
    },
  };
}
