import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDb, query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl, testServerDatabase } from '../../../platform/db/test-db.ts';
import { eventReadersTable, eventsTable } from '../../base/events/tables.ts';
import { type Answer, hang, ok, openReceiver, type Receiver, status } from './receiver.fixture.ts';
import { type DeliveryRow, deliveriesTable, webhooksTable } from './tables.ts';
import { createWorkFixture, workMigrations } from './work.fixture.ts';

const start = Date.parse('2026-11-01T00:00:00Z');
let now = start;
const clock = { now: () => now };

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'sending webhooks on %s',
  (kind) => {
    let testDb: TestDb;
    let receivers: Receiver[] = [];
    beforeAll(async () => {
      testDb = await openTestDb(kind, workMigrations);
    });
    afterEach(async () => {
      await Promise.all(receivers.map((one) => one.close()));
      receivers = [];
      const { db } = testDb.database();
      for (const table of [deliveriesTable, webhooksTable, eventsTable, eventReadersTable]) await db.delete(table);
      now = start;
    });
    afterAll(() => testDb?.close());

    const receive = async (answer: Answer = ok) => {
      const one = await openReceiver(answer);
      receivers.push(one);
      return one;
    };
    const open = (processId = 'prc_one', options = {}) =>
      createWorkFixture(testDb.database().db, clock, processId, options);
    const run = async ({ work }: ReturnType<typeof open>) => {
      await work.tick();
      await work.idle();
    };
    const rows = (): Promise<DeliveryRow[]> =>
      testDb.database().db.select().from(deliveriesTable).orderBy(deliveriesTable.seq);
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const idsOf = (one: Receiver) => one.received.map(({ headers }) => headers['webhook-id']);

    const plain = async (one: Receiver) => one.url;
    const faults: readonly [string, Answer, (one: Receiver) => Promise<string>, string][] = [
      ['closes the connection', (request) => request.socket.destroy(), plain, 'upstream_unavailable'],
      ['does not follow MCP', hang, plain, 'upstream_timeout'],
      ['redirects', status(307, { location: 'http://127.0.0.1:1/' }), plain, 'outbound_redirect'],
      ['has headers beyond any use', status(200, { x: 'x'.repeat(20_000) }), plain, 'outbound_size'],
      ['speaks no TLS', ok, async ({ url }) => url.replace('http:', 'https:'), 'upstream_unavailable'],
      ['is where nothing may be called', ok, async () => 'http://10.1.2.3/hook', 'outbound_address'],
    ];
    it.each(faults)('a receiver that %s is a failure, and is asked again', async (_name, answer, urlOf, error) => {
      // Long enough on a busy machine, except where the timeout is the subject.
      const fixture = open('prc_one', { attemptMs: error === 'upstream_timeout' ? 300 : 20_000 });
      const receiver = await receive(answer);
      await fixture.insert(await urlOf(receiver));
      await fixture.tell(1);
      await run(fixture);
      const [row] = await rows();
      expect(row).toMatchObject({ status: 'pending', round: 1, lease_by: null, attempts: [{ status: null, error }] });
      expect(row?.next_at).toBeGreaterThan(now);
    });

    it('a huge answer is not read', async () => {
      const fixture = open();
      let sent = 0;
      const receiver = await receive((_request, response) => {
        response.writeHead(200);
        const more = () => {
          while (response.writable && sent < 1e9 && response.write(Buffer.alloc(65_536))) sent += 65_536;
        };
        response.on('drain', more);
        more();
      });
      await fixture.insert(receiver.url);
      await fixture.tell(1);
      await run(fixture);
      expect((await rows())[0]).toMatchObject({ status: 'delivered' });
      expect(sent).toBeLessThan(1e8);
    });

    it('a call limit is waited for, and another organisation does not wait for it', async () => {
      const fixture = open();
      const [own, other] = [await receive(), await receive()];
      await fixture.insert(own.url);
      await fixture.insert(other.url, { org_id: 'other' });
      await fixture.tell(2);
      await fixture.tell(2, 'other');
      fixture.heldOrgs.add('default');
      await run(fixture);
      expect([own.received.length, other.received.length]).toEqual([0, 2]);
      fixture.heldOrgs.clear();
      await run(fixture);
      expect(own.received).toHaveLength(0);
      now += 30_000;
      await run(fixture);
      expect(own.received).toHaveLength(2);
      expect((await rows()).every(({ round, attempts }) => round === 1 && attempts.length === 1)).toBe(true);
    });

    it('an unavailable vault is nobody else’s failure', async () => {
      const fixture = open();
      const receiver = await receive();
      await fixture.insert(receiver.url);
      await fixture.tell(1);
      fixture.vaultIsShut = true;
      await run(fixture);
      expect((await rows())[0]).toMatchObject({ status: 'pending', round: 0, attempts: [] });
      fixture.vaultIsShut = false;
      now += 30_000;
      await run(fixture);
      expect(receiver.received).toHaveLength(1);
    });

    it("two processes send each one once, and share an endpoint's limit", async () => {
      const [one, two] = [open('prc_one'), open('prc_two')];
      const receiver = await receive((_request, response) => {
        setImmediate(() => response.writeHead(204).end());
      });
      await one.insert(receiver.url);
      await one.tell(40);
      await Promise.all([one.work.tick(), two.work.tick()]);
      await Promise.all([one.work.idle(), two.work.idle()]);
      await run(one);
      expect(new Set(idsOf(receiver)).size).toBe(40);
      expect(receiver.received).toHaveLength(40);
      expect(receiver.load.most).toBeLessThanOrEqual(4);
    });

    it("a process's result after its lease does not count", async () => {
      const [one, two] = [open('prc_one'), open('prc_two')];
      const waiting: (() => void)[] = [];
      const receiver = await receive((_request, response) => {
        waiting.push(() => response.writeHead(500).end());
      });
      await one.insert(receiver.url);
      await one.tell(1);
      await one.work.tick();
      await until(() => waiting.length === 1);
      await run(two);
      expect(receiver.received).toHaveLength(1);
      receiver.answerWith(ok);
      now += 30_001;
      await run(two);
      for (const answer of waiting) answer();
      await one.work.idle();
      const [row] = await rows();
      expect(row).toMatchObject({ status: 'delivered', round: 1, attempts: [{ status: 204 }] });
      expect(new Set(idsOf(receiver)).size).toBe(1);
    });

    it('a stopping process returns its running work at once', async () => {
      const [one, two] = [open('prc_one'), open('prc_two')];
      const receiver = await receive(hang);
      await one.insert(receiver.url);
      await one.tell(3);
      await one.work.tick();
      await until(() => receiver.received.length === 3);
      await one.work.close();
      receiver.answerWith(ok);
      await run(two);
      expect(receiver.received).toHaveLength(6);
      expect(new Set(idsOf(receiver)).size).toBe(3);
    });

    it('a long backlog is read page by page, and its excess dropped from the oldest end', async () => {
      const fixture = open('prc_one', { maxPending: 1_000 });
      await fixture.insert('http://127.0.0.1:9/hook', { status: 'paused' });
      for (let n = 0; n < 4; n += 1) await fixture.tell(1_000);
      let pages = 0;
      const read = await fixture.fanOut.read(new AbortController().signal, () => {
        pages += 1;
      });
      expect([read, pages]).toEqual([4_000, 8]);
      const all = await rows();
      const dead = all.filter(({ reason }) => reason === 'overflow');
      expect([all.length, dead.length]).toEqual([4_000, 3_000]);
      expect(Math.max(...dead.map(({ seq }) => seq))).toBe(all[2_999]?.seq);
    });

    it('without a webhook, events are skipped unread', async () => {
      const fixture = open();
      await fixture.tell(3);
      expect(await fixture.fanOut.read(new AbortController().signal, () => {})).toBe(0);
      const { db } = testDb.database();
      const [newest] = await db.select().from(eventsTable).orderBy(sql`seq desc`).limit(1);
      expect(await db.select().from(eventReadersTable)).toMatchObject([{ name: 'webhooks', last_seq: newest?.seq }]);
    });

    it('a delivery sent but not recorded by a killed process is sent again, with the same id', async () => {
      const receiver = await receive(hang);
      const embedded = kind === 'pglite' ? await openTestDb('pglite', workMigrations) : undefined;
      const dataDir = embedded?.dataDir ?? '';
      const [own] = await query<{ schema: string }>(testDb.database().db, sql`select current_schema() as schema`);
      // The embedded database allows one process at a time: it is closed while the other one runs.
      const openDb = () =>
        createDb(
          kind === 'pglite' ? { dataDir } : { dataDir, ...testServerDatabase(own?.schema ?? ''), maxConnections: 2 },
        );
      await embedded?.database().close();
      const fill = await openDb();
      const before = createWorkFixture(fill.db, clock, 'prc_before');
      await before.insert(receiver.url);
      await before.tell(1);
      await fill.close();
      const entry = join(import.meta.dirname, 'killed-work.fixture.ts');
      const where = kind === 'pglite' ? dataDir : (own?.schema ?? '');
      const flags = ['--import', 'tsx', '--conditions=assay-source', entry, kind, where, String(now)];
      const child = spawn(process.execPath, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
      await until(() => receiver.received.length === 1 || child.exitCode !== null);
      child.kill('SIGKILL');
      await once(child, 'exit');
      receiver.answerWith(ok);
      const next = await openDb();
      const after = createWorkFixture(next.db, clock, 'prc_after');
      await run(after);
      expect(receiver.received).toHaveLength(1);
      now += 30_001;
      await run(after);
      const kept = await next.db.select().from(deliveriesTable);
      await next.close();
      if (embedded !== undefined) await rm(dataDir, { recursive: true });
      expect(receiver.received).toHaveLength(2);
      expect(new Set(idsOf(receiver)).size).toBe(1);
      expect(kept).toMatchObject([{ status: 'delivered', attempts: [{ status: 204 }] }]);
      // Starts processes and creates an embedded database.
    }, 120_000);
  },
);
