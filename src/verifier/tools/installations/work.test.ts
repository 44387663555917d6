/** Tests the states of an installation: their order, and recovery when a process dies in the middle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationStatuses } from '../../../contract/api/installations/states.ts';
import { query } from '../../../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { AppError } from '../../../platform/errors.ts';
import { verifierMigrations } from '../../features.ts';
import { installationsAuthor } from './core.ts';
import type { InstallationRow } from './tables.ts';
import { isTransition, transitions } from './transitions.ts';
import { createWorkFixture, type FakeCall, insertInstallation, type WorkFixture } from './work.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const start = 1_790_000_000_000;

describe.each(kinds)('installations on %s', (kind) => {
  let testDb: TestDb;
  let now = start;
  const clock = { now: () => now };
  const open = (processId?: string): WorkFixture => createWorkFixture(testDb.database().db, clock, processId);
  beforeAll(async () => {
    testDb = await openTestDb(kind, verifierMigrations);
  });
  afterAll(() => testDb.close());

  const read = async ({ core }: WorkFixture, id: string) => {
    const row = await core.store.find(core.db, 'default', id);
    if (row === undefined) throw new Error('no row');
    return row;
  };
  const refusing = (at: FakeCall) => async (call: FakeCall) => {
    if (call === at) throw new AppError('upstream_unavailable', 'no', { detail: 'the target cannot be reached' });
  };

  type Setting = Partial<Pick<WorkFixture, 'auth' | 'approval' | 'isBlocked' | 'tools'>> & {
    readonly fails?: FakeCall;
  };
  type End = readonly [status: string, error: string | undefined, resumeAt?: string];
  const paths: readonly (readonly [from: (typeof installationStatuses)[number], Setting, End])[] = [
    ['requested', {}, ['installed', undefined]],
    ['requested', { auth: 'ready' }, ['installed', undefined]],
    ['requested', { auth: 'missing' }, ['awaiting_connect', undefined]],
    ['requested', { isBlocked: true }, ['failed', 'policy: tool_blocked', 'discovering']],
    ['requested', { tools: [{ name: 'x' }] }, ['failed', 'tools: tools_invalid', 'discovering']],
    ['awaiting_approval', { approval: 'pending' }, ['awaiting_approval', undefined]],
    ['awaiting_approval', { approval: 'approved' }, ['installed', undefined]],
    ['awaiting_approval', { approval: 'denied' }, ['failed', 'approval: approval_denied', 'awaiting_approval']],
    ['discovering', { fails: 'discover' }, ['failed', 'discovery: upstream_unavailable', 'discovering']],
    ['discovering', { fails: 'listTools' }, ['failed', 'tools: upstream_unavailable', 'discovering']],
    ['registering', { auth: 'missing' }, ['awaiting_connect', undefined]],
    ['awaiting_connect', { auth: 'missing' }, ['awaiting_connect', undefined]],
    ['awaiting_connect', { auth: 'ready' }, ['installed', undefined]],
    [
      'awaiting_connect',
      { auth: 'ready', fails: 'listTools' },
      ['failed', 'tools: upstream_unavailable', 'awaiting_connect'],
    ],
    ['updating', {}, ['installed', undefined]],
    ['updating', { auth: 'missing' }, ['installed', 'connect: connect_required']],
    ['updating', { isBlocked: true }, ['installed', 'policy: tool_blocked']],
    ['updating', { fails: 'listTools' }, ['installed', 'tools: upstream_unavailable']],
    ['installed', {}, ['installed', undefined]],
    ['installed', { fails: 'listTools' }, ['installed', 'tools: upstream_unavailable']],
    ['uninstalling', {}, ['removed', undefined]],
    ['uninstalling', { fails: 'dropClient' }, ['removed', undefined]],
    ['failed', {}, ['failed', undefined, 'discovering']],
    ['removed', {}, ['removed', undefined]],
  ];
  it.each(paths)('%s with %o ends as %o', async (from, { fails, ...setting }, [status, error, resumeAt]) => {
    const fixture = Object.assign(open(), setting);
    if (fails !== undefined) fixture.before = refusing(fails);
    const row = await insertInstallation(fixture, from, {
      ...(from === 'failed' ? { resume_at: 'discovering' } : {}),
      ...(from === 'removed' ? { removed_at: now } : {}),
      ...(from === 'uninstalling'
        ? { auth: { ...(await insertInstallation(fixture, 'requested')).auth, foreign_client_id: 'fcl_9' } }
        : {}),
    });
    await fixture.work.advance(row);
    const end = await read(fixture, row.id);
    const told = end.error === null ? undefined : `${end.error.step}: ${end.error.code}`;
    expect([end.status, told, end.resume_at]).toEqual([status, error, resumeAt ?? null]);
    expect([end.lease_by, end.version]).toEqual([null, from === 'updating' && error === undefined ? '1.1.0' : '1.0.0']);
  });

  it('go from no state to an unlisted one', async () => {
    const fixture = open();
    for (const from of installationStatuses) {
      for (const to of installationStatuses) {
        expect(isTransition(from, to)).toBe(transitions[from].includes(to));
        if (from === to || isTransition(from, to)) continue;
        const row = { ...(await insertInstallation(fixture, 'requested')), status: from };
        await expect(
          fixture.core.moveIn(fixture.core.db, installationsAuthor('default'), row, { status: to }),
        ).rejects.toThrow(`cannot change from ${from} to ${to}`);
      }
    }
  });

  it('are processed by one process at a time, and concurrent acts count', async () => {
    const [one, two] = [open('prc_1'), open('prc_2')];
    const row = await insertInstallation(one, 'discovering');
    let release = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      one.before = (call) => {
        if (call !== 'listTools') return Promise.resolve();
        resolve();
        return new Promise((go) => {
          release = go;
        });
      };
    });
    const working = one.work.advance(row);
    await reached;
    await two.work.advance(row);
    expect(two.made).toEqual([]);
    // It is uninstalled while the first process is at the server.
    const change = { status: 'uninstalling', lease_by: null, lease_until: null, next_at: now } as const;
    const { core } = two;
    await core.moveIn(core.db, installationsAuthor('default'), await read(one, row.id), change);
    release();
    await working;
    expect((await read(one, row.id)).status).toBe('uninstalling');
    await two.work.sweep();
    expect((await read(one, row.id)).status).toBe('removed');
  });

  it('that another process took over are not changed by the one whose lease is over', async () => {
    const hang = (fixture: WorkFixture) => {
      let goOn = (): void => undefined;
      const isReached = new Promise<void>((resolve) => {
        fixture.before = (call) => {
          if (call !== 'listTools') return Promise.resolve();
          resolve();
          return new Promise((go) => {
            goOn = go;
          });
        };
      });
      return { isReached, goOn: () => goOn() };
    };
    const [one, two] = [open('prc_1'), open('prc_2')];
    const [first, second] = [hang(one), hang(two)];
    const row = await insertInstallation(one, 'discovering');
    const slow = one.work.advance(row);
    await first.isReached;
    now += 60_000;
    const next = two.work.advance(row);
    await second.isReached;
    const held = await read(two, row.id);
    expect(held.lease_by).toBe('prc_2:1');
    first.goOn();
    await slow;
    expect(await read(two, row.id)).toEqual(held);
    second.goOn();
    await next;
    expect(await read(two, row.id)).toMatchObject({ status: 'installed', lease_by: null });
  });

  it('leave no credential and no client when uninstalled during their registration', async () => {
    const fixture = Object.assign(open(), { auth: 'missing' as const });
    await fixture.core.db.execute(sql`delete from installations where auth->>'foreign_client_id' = 'fcl_1'`);
    const row = await insertInstallation(fixture, 'registering');
    fixture.before = async (call) => {
      if (call !== 'ensureClient') return;
      const change = { status: 'uninstalling', lease_by: null, lease_until: null, next_at: now } as const;
      const { core } = fixture;
      await core.moveIn(core.db, installationsAuthor('default'), await read(fixture, row.id), change);
    };
    await fixture.work.advance(row);
    expect(fixture.made).toContain('dropClient');
    expect(fixture.made).not.toContain('ensureIn');
    expect((await read(fixture, row.id)).status).toBe('uninstalling');
  });

  it('with silent servers delay no others, in any organisation', async () => {
    const fixture = open();
    await fixture.core.db.execute(sql`update installations set next_at = null`);
    let answer = (): void => undefined;
    const silent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    fixture.before = async (call) => {
      if (call !== 'discover') return;
      asked += 1;
      // The first four are of one organisation, whose limit is four; the fourth answers.
      if (asked <= 3) await silent;
    };
    const own: InstallationRow[] = [];
    for (let index = 0; index < 9; index += 1) own.push(await insertInstallation(fixture, 'discovering'));
    const other = await insertInstallation(fixture, 'discovering', { org_id: 'other', next_at: now });
    const statuses = async () => {
      const rows = [];
      for (const { org_id, id } of [...own, other])
        rows.push(await fixture.core.store.find(fixture.core.db, org_id, id));
      return rows.map((row) => row?.status);
    };
    const sweep = fixture.work.sweep();
    while ((await statuses()).filter((status) => status === 'installed').length < 7);
    expect((await statuses()).at(-1)).toBe('installed');
    answer();
    await sweep;
    expect(new Set(await statuses())).toEqual(new Set(['installed']));
  });

  it('wait when too many calls were made, and do not fail by it', async () => {
    const fixture = open();
    fixture.before = async (call) => {
      if (call === 'listTools') throw new AppError('too_many_requests', 'too many', { retryAfterS: 20 });
    };
    const row = await insertInstallation(fixture, 'discovering');
    await fixture.work.advance(row);
    expect(await read(fixture, row.id)).toMatchObject({ status: 'discovering', error: null, next_at: now + 20_000 });
  });

  it('are given up when they end every process', async () => {
    const fixture = open();
    const row = await insertInstallation(fixture, 'discovering', { attempts: 5 });
    await fixture.work.advance(row);
    expect((await read(fixture, row.id)).error).toMatchObject({ code: 'gave_up', retryable: true });
  });

  it('are left to others when the process ends, without writes of unfinished work', async () => {
    const [ending, next] = [open('prc_1'), open('prc_2')];
    const row = await insertInstallation(ending, 'discovering');
    const reached = new Promise<void>((resolve) => {
      ending.before = async (call) => {
        if (call !== 'listTools') return;
        resolve();
        await ending.core.db.execute(sql`select pg_sleep(0.05)`);
        throw new AppError('unavailable', 'the process ends');
      };
    });
    ending.work.wake(row);
    await reached;
    await ending.work.close();
    expect(await read(ending, row.id)).toMatchObject({ status: 'discovering', error: null, lease_by: null });
    await next.work.sweep();
    expect((await read(next, row.id)).status).toBe('installed');
  });

  describe.skipIf(kind !== 'postgres')('of a killed process', () => {
    type Kill = readonly [Parameters<typeof insertInstallation>[1], FakeCall, 'none' | 'ready' | 'missing', string];
    const kills: readonly Kill[] = [
      ['requested', 'hold', 'none', 'installed'],
      ['awaiting_approval', 'hold', 'none', 'installed'],
      ['discovering', 'discover', 'none', 'installed'],
      ['discovering', 'listTools', 'ready', 'installed'],
      ['registering', 'ensureClient', 'missing', 'awaiting_connect'],
      ['registering', 'ensureIn', 'missing', 'awaiting_connect'],
      ['awaiting_connect', 'listTools', 'ready', 'installed'],
      ['updating', 'listTools', 'none', 'installed'],
      ['uninstalling', 'dropClient', 'none', 'removed'],
    ];
    it.each(kills)('in %s at %s (%s) are %s by another one', async (from, stopAt, auth, end) => {
      const fixture = Object.assign(open('prc_next'), { auth, approval: 'approved' as const });
      const used = await insertInstallation(fixture, from, {});
      if (from === 'uninstalling') {
        await fixture.core.db.execute(
          sql`update installations set auth = auth || '{"foreign_client_id": "fcl_killed"}' where id = ${used.id}`,
        );
      }
      const [row] = await query<{ schema: string }>(fixture.core.db, sql`select current_schema() as schema`);
      const entry = join(import.meta.dirname, 'killed-work.fixture.ts');
      const flags = [
        '--import',
        'tsx',
        '--conditions=assay-source',
        entry,
        row?.schema ?? '',
        used.id,
        stopAt,
        auth,
        String(now),
      ];
      const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [text] = await once(child.stdout, 'data');
      expect(String(text)).toBe('stopped\n');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const left = await read(fixture, used.id);
      expect([left.status, left.lease_by, left.version]).toEqual([from, 'prc_killed:1', '1.0.0']);
      // It holds its lease until that ends.
      await fixture.work.sweep();
      expect((await read(fixture, used.id)).lease_by).toBe('prc_killed:1');
      now += 61_000;
      await fixture.work.sweep();
      expect(await read(fixture, used.id)).toMatchObject({ status: end, lease_by: null, error: null });
    });
  });
});
