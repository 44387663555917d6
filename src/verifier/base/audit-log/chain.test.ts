/** The chain of the audit log in the database: without gaps under concurrency, bound to its act, and revealing any change. */
import { randomBytes } from 'node:crypto';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstPrevHash } from '../../../contract/audit-log.ts';
import { openDataDir } from '../../../platform/data-dir.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { verifierMigrations } from '../../features.ts';
import { createControlChanges } from '../control/changes.ts';
import { loadPassportKey } from '../keys/key-file.ts';
import { createAudit } from './append.ts';
import { anEntry, author, tamper } from './audit-log.fixture.ts';
import { sealRow } from './entry.ts';
import { type AuditLog, createAuditLog } from './service.ts';
import { type AuditRow, auditLogTable } from './tables.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];

describe.each(kinds)('the audit log on %s', (kind) => {
  let testDb: TestDb;
  let db: Db;
  let log: AuditLog;
  let time = 1_700_000_000_000;
  const clock = { now: () => time++ };
  const audit = createAudit({ clock });

  beforeAll(async () => {
    testDb = await openTestDb(kind, verifierMigrations);
    db = testDb.database().db;
    const key = await loadPassportKey(await openDataDir(testDb.dataDir));
    log = createAuditLog({ db, clock, key, issuer: 'https://assay.example', pageSize: 7 });
  }, 60_000);
  afterAll(() => testDb.close());
  beforeEach(() => tamper(db, (tx) => tx.delete(auditLogTable)));

  const append = (entry = anEntry(), by = author()) => db.transaction((tx) => audit.append(tx, by, entry));
  const fill = (count: number) =>
    db.transaction((tx) =>
      audit.appendMany(
        tx,
        author(),
        Array.from({ length: count }, (_, index) => anEntry({ resourceId: `t-${index}`, details: { index, x: 0.1 } })),
      ),
    );
  const rows = (): Promise<AuditRow[]> =>
    db.select().from(auditLogTable).where(eq(auditLogTable.org_id, 'default')).orderBy(auditLogTable.seq);
  const verify = () => log.verify('default', undefined);

  it('64 concurrent writers make one chain without a gap, in each organisation its own', async () => {
    const changes = createControlChanges({ db, clock, randomBytes, audit, checkConfiguration: async () => {} });
    const writers = Array.from({ length: 64 }, (_, index) => {
      const by = author(`usr_${index}`, index % 4 === 0 ? 'other' : 'default');
      if (index % 2 === 0) return append(anEntry({ resourceId: `t-${index}` }), by);
      const scope = { level: 'org', id: 'default' } as const;
      const change = { kind: 'workspace', subjectId: `w-${index}`, action: 'created', scope, revision: 1 } as const;
      return db.transaction((tx) => changes.record(tx, by, change));
    });
    await Promise.all(writers);
    expect((await rows()).map(({ seq }) => seq)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
    expect(await verify()).toMatchObject({ intact: true, entries: 48 });
    expect(await log.verify('other', undefined)).toMatchObject({ intact: true, entries: 16 });
  });

  it('an entry and its act exist together or not at all', async () => {
    const insert = (tx: Db) =>
      tx.execute(sql`insert into control_lineage (id) values ('the-act') on conflict do nothing`);
    const isDone = async () => (await db.execute(sql`select 1 from control_lineage where id = 'the-act'`)) as object;
    const count = async () => (Reflect.get(await isDone(), 'rows') as unknown[]).length;
    // The act fails after its entry.
    const failing = db.transaction(async (tx) => {
      await audit.append(tx, author(), anEntry());
      await insert(tx);
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(failing).rejects.toThrow();
    expect([await rows(), await count()]).toEqual([[], 0]);
    // The entry fails after its act: it has no canonical form.
    const unwritable = db.transaction(async (tx) => {
      await insert(tx);
      await audit.append(tx, author(), anEntry({ details: { count: Number.NaN } }));
    });
    await expect(unwritable).rejects.toThrow();
    expect([await rows(), await count()]).toEqual([[], 0]);
    await db.transaction(async (tx) => {
      await insert(tx);
      await audit.append(tx, author(), anEntry());
    });
    expect([(await rows()).length, await count()]).toEqual([1, 1]);
    await db.execute(sql`delete from control_lineage where id = 'the-act'`);
  });

  it('the database itself refuses a change, a removal and an emptying', async () => {
    await fill(2);
    await expect(db.update(auditLogTable).set({ action: 'x' })).rejects.toThrow();
    await expect(db.delete(auditLogTable)).rejects.toThrow();
    await expect(db.execute(sql`truncate audit_log`)).rejects.toThrow();
    expect(await verify()).toMatchObject({ intact: true, entries: 2 });
  });

  it('the hash is as in docs/audit-log.md: SHA-256 of the entry without it, as canonical JSON', async () => {
    await append(anEntry({ details: { ä: [1, 'x'], a: null }, failure: 'refused' }));
    const [entry] = (await log.list('default', {}, { limit: 1, before: undefined })).items;
    if (entry === undefined) throw new Error('the entry is there');
    const { hash, ...rest } = entry;
    expect(hash).toBe(`sha256:${sha256Hex(canonicalize(rest))}`);
    expect(rest).toMatchObject({ seq: 1, prev_hash: firstPrevHash, success: false, error_message: 'refused' });
  });

  it('names the agent that acted for somebody, covered by the hash, and in no other entry', async () => {
    const actor = { agentId: 'bot', spiffeId: 'spiffe://localhost/agent/bot', grantId: 'dgr_1' };
    await append();
    await append(anEntry(), { ...author(), actor });
    const [acted, own] = (await log.list('default', {}, { limit: 2, before: undefined })).items;
    expect(acted).toMatchObject({ actor: { id: 'usr_1' }, acting_agent: { id: 'bot', grant_id: 'dgr_1' } });
    expect(own).not.toHaveProperty('acting_agent');
    const ofAgent = await log.list('default', { actor: 'bot' }, { limit: 9, before: undefined });
    expect(ofAgent.items.map(({ seq }) => seq)).toEqual([2]);
    expect(await verify()).toMatchObject({ intact: true, entries: 2 });
    const changes = [
      [2, { acting_agent_id: null, acting_grant_id: null }],
      [2, { acting_agent_id: 'other' }],
      [1, { acting_agent_id: 'bot', acting_grant_id: 'dgr_1' }],
    ] as const;
    for (const [seq, change] of changes) {
      const before = await rows();
      await tamper(db, (tx) => tx.update(auditLogTable).set(change).where(eq(auditLogTable.seq, seq)));
      expect(await verify()).toMatchObject({ intact: false, broken: { seq, differs: 'hash' } });
      await tamper(db, async (tx) => {
        await tx.delete(auditLogTable);
        await tx.insert(auditLogTable).values(before);
      });
    }
    await expect(
      tamper(db, (tx) => tx.update(auditLogTable).set({ acting_agent_id: null }).where(eq(auditLogTable.seq, 2))),
    ).rejects.toThrow();
  });

  it('an entry from before agents acted for people keeps its hash', () => {
    const row = {
      org_id: 'default',
      seq: 7,
      timestamp: 1_700_000_000_000,
      action: 'workspace.created',
      actor_type: 'operator',
      actor_id: 'local',
      acting_agent_id: null,
      acting_grant_id: null,
      credential_id: null,
      resource_type: 'workspace',
      resource_id: 'desk',
      ip_address: '127.0.0.1',
      user_agent: null,
      request_id: '9eac',
      details: { revision: 1 },
      success: true,
      error_message: null,
      prev_hash: firstPrevHash,
    };
    expect(sealRow(row).hash).toBe('sha256:78aacf7c43af8ce6edfe994cd1e4d85614806e8a4166f6bda77184657f6a32a0');
  });

  const columns = {
    timestamp: 1,
    action: 'thing.unmade',
    actor_type: 'agent',
    actor_id: 'usr_2',
    credential_id: 'key_1',
    resource_type: 'other',
    resource_id: 'other',
    ip_address: '192.0.2.1',
    user_agent: 'x',
    request_id: 'x',
    details: { index: -1 },
    success: false,
    error_message: 'x',
    prev_hash: `sha256:${'1'.repeat(64)}`,
    hash: `sha256:${'2'.repeat(64)}`,
  };
  it.each(Object.entries(columns))('a change of %s is found at its entry', async (column, value) => {
    await fill(9);
    await tamper(db, (tx) =>
      tx
        .update(auditLogTable)
        .set({ [column]: value })
        .where(eq(auditLogTable.seq, 5)),
    );
    const differs = column === 'prev_hash' ? 'prev_hash' : 'hash';
    expect(await verify()).toMatchObject({ intact: false, entries: 4, broken: { seq: 5, differs } });
  });

  it('an impossible time stops no check', async () => {
    await fill(3);
    await tamper(db, (tx) => tx.update(auditLogTable).set({ timestamp: 9e15 }).where(eq(auditLogTable.seq, 2)));
    expect(await verify()).toMatchObject({ intact: false, broken: { seq: 2, differs: 'hash' } });
  });

  const remove = (seq: number) => tamper(db, (tx) => tx.delete(auditLogTable).where(eq(auditLogTable.seq, seq)));
  const renumber = (tx: Db, from: number, to: number) =>
    tx.update(auditLogTable).set({ seq: to }).where(eq(auditLogTable.seq, from));

  it('any removal, swap, insertion and re-sealed change is located', async () => {
    const count = 15;
    const place = fc.integer({ min: 1, max: count - 1 });
    const check = async (change: () => Promise<void>, seq: number) => {
      await tamper(db, (tx) => tx.delete(auditLogTable));
      await fill(count);
      await change();
      const { intact, broken } = await verify();
      expect({ intact, seq: broken?.seq }).toEqual({ intact: false, seq });
    };
    await fc.assert(
      fc.asyncProperty(place, place, async (left, right) => {
        const [low, high] = [Math.min(left, right), Math.max(left, right)];
        await check(() => remove(low), low);
        if (low !== high) {
          const swap = async (tx: Db) => {
            await renumber(tx, low, 1_000);
            await renumber(tx, high, low);
            await renumber(tx, 1_000, high);
          };
          await check(() => tamper(db, swap), low);
        }
        const shift = async (tx: Db) => {
          for (let seq = count; seq > low; seq -= 1) await renumber(tx, seq, seq + 1);
          const all = await tx.select().from(auditLogTable).where(eq(auditLogTable.seq, low));
          const { hash: _hash, ...row } = all[0] ?? expect.fail();
          // Sealed correctly, so only the next link reveals it.
          await tx.insert(auditLogTable).values(sealRow({ ...row, seq: low + 1, prev_hash: all[0]?.hash ?? '' }));
        };
        await check(() => tamper(db, shift), low + 2);
        const reseal = async (tx: Db) => {
          const all = await tx.select().from(auditLogTable).where(eq(auditLogTable.seq, low));
          const { hash: _hash, ...row } = all[0] ?? expect.fail();
          const { hash } = sealRow({ ...row, action: 'thing.forged' });
          await tx.update(auditLogTable).set({ action: 'thing.forged', hash }).where(eq(auditLogTable.seq, low));
        };
        await check(() => tamper(db, reseal), low + 1);
      }),
      { numRuns: kind === 'pglite' ? 6 : 3 },
    );
  }, 120_000);

  it('a removed end is detected by a known head, and a grown log still contains it', async () => {
    await fill(10);
    const { head: known } = await verify();
    await fill(3);
    expect(await log.verify('default', known)).toMatchObject({ intact: true, entries: 13, contains_known: true });
    await tamper(db, (tx) => tx.delete(auditLogTable).where(sql`seq > 8`));
    expect(await verify()).toMatchObject({ intact: true, entries: 8 });
    expect(await log.verify('default', known)).toMatchObject({ intact: false, contains_known: false, broken: null });
    const start = { seq: 0, hash: firstPrevHash };
    expect(await log.verify('default', start)).toMatchObject({ intact: true, contains_known: true });
  });
});
