/** Members: their roles, the last admin of an organisation, and what ends with a membership. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UpdateMember } from '../../../contract/api/members/shapes.ts';
import { type Db, query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { auditLogTable } from '../../base/audit-log/tables.ts';
import type { Author } from '../../base/control/author.ts';
import { someHooks } from '../../base/hooks.fixture.ts';
import { createLateBound } from '../../base/late-bound.ts';
import { origin } from '../people/people.fixture.ts';
import { sessionsTable } from '../people/tables.ts';
import { createMemberServices } from './create.ts';
import { type MembersFixture, openMembers } from './members.fixture.ts';
import type { MemberHooks } from './service.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('members on %s', (kind) => {
  let fixture: MembersFixture;
  const db = () => fixture.testDb.database().db;
  const update = (author: Author, userId: string, change: UpdateMember, revision = 1) =>
    db().transaction((tx) => fixture.members.update(tx, author, userId, change, revision));
  const remove = (author: Author, userId: string) =>
    db().transaction((tx) => fixture.members.remove(tx, author, userId));
  const logOf = async (orgId: string, action: string) =>
    db()
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.org_id, orgId), eq(auditLogTable.action, action)));

  beforeAll(async () => {
    fixture = await openMembers(kind);
  }, 60_000);

  afterAll(() => fixture.testDb.close());

  it('a role changes with its revision, and the audit log names author and change', async () => {
    const ada = await fixture.join('roles', 'ada@roles.example', 'admin');
    const bob = await fixture.join('roles', 'bob@roles.example', 'viewer');
    const author = fixture.authorOf('roles', ada);
    expect(await update(author, bob.id, { role: 'operator' })).toMatchObject({ role: 'operator', revision: 2 });
    await expect(update(author, bob.id, { role: 'viewer' })).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await logOf('roles', 'member.updated')).toMatchObject([
      {
        actor_id: ada.id,
        resource_id: bob.id,
        ip_address: origin.ipAddress,
        details: { role: 'operator', before: { role: 'viewer', status: 'active' } },
      },
    ]);
    expect(await fixture.members.roleOf(db(), 'roles', bob.id)).toBe('operator');
  });

  it.each(['operator', 'reviewer', 'viewer'] as const)('%s changes nobody, not even themselves', async (role) => {
    const orgId = `no-${role}`;
    await fixture.join(orgId, `admin@${orgId}.example`, 'admin');
    const person = await fixture.join(orgId, `me@${orgId}.example`, role);
    const author = fixture.authorOf(orgId, person, role);
    await expect(update(author, person.id, { role: 'admin' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(author, person.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(fixture.invite(author, 'x@y.example')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('the last active admin is neither removed, nor demoted, nor disabled', async () => {
    const ada = await fixture.join('last', 'ada@last.example', 'admin');
    await fixture.join('last', 'op@last.example', 'operator');
    const idle = await fixture.join('last', 'idle@last.example', 'admin');
    await update(fixture.operatorOf('last'), idle.id, { status: 'disabled' });
    const lastAdmin = { code: 'conflict', extensions: { reason: 'last_admin' } };
    for (const author of [fixture.authorOf('last', ada), fixture.operatorOf('last')]) {
      await expect(remove(author, ada.id)).rejects.toMatchObject(lastAdmin);
      await expect(update(author, ada.id, { role: 'operator' })).rejects.toMatchObject(lastAdmin);
      await expect(update(author, ada.id, { status: 'disabled' })).rejects.toMatchObject(lastAdmin);
    }
    expect(await fixture.members.roleOf(db(), 'last', ada.id)).toBe('admin');
  });

  it('a disabled admin does not count', async () => {
    const ada = await fixture.join('count', 'ada@count.example', 'admin');
    const gone = await fixture.join('count', 'gone@count.example', 'admin');
    await db().transaction((tx) => fixture.people.setStatus(tx, gone.id, 'disabled'));
    await expect(remove(fixture.operatorOf('count'), ada.id)).rejects.toMatchObject({
      extensions: { reason: 'last_admin' },
    });
    expect(await fixture.members.roleOf(db(), 'count', gone.id)).toBeUndefined();
    expect(await fixture.members.get(db(), 'count', gone.id)).toMatchObject({ status: 'disabled' });
  });

  it('keep one of two admins who demote or remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orgId = `duel-${round}`;
      const ada = await fixture.join(orgId, `ada@${orgId}.example`, 'admin');
      const bob = await fixture.join(orgId, `bob@${orgId}.example`, 'admin');
      const results = await Promise.allSettled([
        update(fixture.authorOf(orgId, ada), bob.id, { role: 'viewer' }),
        remove(fixture.authorOf(orgId, bob), ada.id),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'forbidden' } });
      const roles = await Promise.all([ada, bob].map(({ id }) => fixture.members.roleOf(db(), orgId, id)));
      expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
    }
  });

  it('keep the last of all admins removed at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orgId = `purge-${round}`;
      const emails = ['a', 'b', 'c'].map((name) => `${name}@${orgId}.example`);
      const admins = await Promise.all(emails.map((email) => fixture.join(orgId, email, 'admin')));
      const results = await Promise.allSettled(admins.map(({ id }) => remove(fixture.operatorOf(orgId), id)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'conflict', extensions: { reason: 'last_admin' } },
      });
    }
  });

  it('a leaving person is signed out, loses the role, and dependent objects are updated in the same transaction', async () => {
    await fixture.join('leave', 'ada@leave.example', 'admin');
    const bob = await fixture.join('leave', 'bob@leave.example', 'operator');
    const eve = await fixture.join('leave', 'eve@leave.example', 'viewer');
    const heard: string[] = [];
    const hook = async (_tx: unknown, author: Author, userId: string) => {
      heard.push(`${author.orgId} ${userId}`);
    };
    fixture.hooks.personLeaves = someHooks({ api_key: hook });
    const session = await fixture.sessions.open(bob.id, origin);
    await remove(fixture.operatorOf('leave'), bob.id);
    await update(fixture.operatorOf('leave'), eve.id, { status: 'disabled' });
    expect(heard).toEqual([`leave ${bob.id}`, `leave ${eve.id}`]);
    expect(await fixture.sessions.find(session.cookie.reveal())).toBeUndefined();
    expect(await fixture.members.roleOf(db(), 'leave', bob.id)).toBeUndefined();
    expect(await fixture.members.roleOf(db(), 'leave', eve.id)).toBeUndefined();
    fixture.hooks.personLeaves = someHooks();
  });

  it('a removal with a failing consequence is rolled back', async () => {
    await fixture.join('fault', 'ada@fault.example', 'admin');
    const bob = await fixture.join('fault', 'bob@fault.example', 'operator');
    const session = await fixture.sessions.open(bob.id, origin);
    fixture.hooks.personLeaves = someHooks({
      async agent_ownership() {
        throw new Error('the agents cannot be orphaned');
      },
    });
    await expect(remove(fixture.operatorOf('fault'), bob.id)).rejects.toThrow('orphaned');
    fixture.hooks.personLeaves = someHooks();
    expect(await fixture.members.roleOf(db(), 'fault', bob.id)).toBe('operator');
    expect(await fixture.sessions.find(session.cookie.reveal())).toBeDefined();
    expect(await logOf('fault', 'member.removed')).toEqual([]);
  });

  it('nobody is removed before the services are wired: what would have to end could not', async () => {
    await fixture.join('early', 'ada@early.example', 'admin');
    const bob = await fixture.join('early', 'bob@early.example', 'operator');
    const { get } = createLateBound<MemberHooks>('the lifecycle hooks');
    const early = createMemberServices({ ...fixture, db: db(), randomBytes, hooks: get });
    const removal = db().transaction((tx) => early.members.remove(tx, fixture.operatorOf('early'), bob.id));
    await expect(removal).rejects.toThrow('used before the verifier was wired');
    expect(await fixture.members.roleOf(db(), 'early', bob.id)).toBe('operator');
  });

  describe.runIf(kind === 'postgres')('a sign-out that holds its session and waits for the log', () => {
    const elsewhere = AsyncLocalStorage.snapshot();
    /** Ends a membership or a person during that sign-out. */
    const meet = async (orgId: string, when: 'before' | 'between', end: (tx: Db, id: string) => Promise<unknown>) => {
      await fixture.join(orgId, `ada@${orgId}.example`, 'admin');
      const { id } = await fixture.join(orgId, `bob@${orgId}.example`, 'operator');
      let pid = 0;
      const ending = () =>
        db().transaction(async (tx) => {
          pid = (await query<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))[0]?.pid ?? 0;
          await end(tx, id);
        });
      const untilHeldUpOrDone = async () => {
        const state = () => sql`select 1 from pg_stat_activity
          where pid = ${pid} and (wait_event_type = 'Lock' or state = 'idle' or pid = pg_backend_pid())`;
        while ((await query(db(), state())).length === 0);
      };
      const signOut = async () => {
        await fixture.sessions.open(id, origin);
        return new Promise<{ done: Promise<void> }>((deleted) => {
          const done = db().transaction(async (tx) => {
            await tx.delete(sessionsTable).where(eq(sessionsTable.user_id, id));
            deleted({ done });
            await elsewhere(untilHeldUpOrDone);
            const entry = { action: 'session.closed', resourceType: 'session', resourceId: id };
            await fixture.audit.append(tx, fixture.operatorOf(orgId), entry);
          });
        });
      };
      if (when === 'before') {
        const { done } = await signOut();
        return Promise.all([ending(), done]);
      }
      let signingOut: { done: Promise<void> } | undefined;
      fixture.hooks.signInsEnd = someHooks({
        async oauth_grant() {
          signingOut ??= await elsewhere(signOut);
        },
      });
      await ending();
      fixture.hooks.signInsEnd = someHooks();
      return signingOut?.done;
    };

    it.each(['disabled', 'removed'])(
      'does not wait for a member who is %s meanwhile, which waits for the session',
      async (how) => {
        const author = fixture.operatorOf(`met-${how}`);
        await meet(author.orgId, 'before', (tx, id) =>
          how === 'removed'
            ? fixture.members.remove(tx, author, id)
            : fixture.members.update(tx, author, id, { status: 'disabled' }, 1),
        );
      },
    );

    it('does not wait for a person disabled meanwhile', async () => {
      const author = fixture.operatorOf('met-whole');
      await meet('met-whole', 'between', (tx, id) => fixture.personAdmin.setStatus(tx, author, id, 'disabled', 1));
    });
  });

  it("another organisation's member does not exist", async () => {
    await fixture.join('mine', 'ada@mine.example', 'admin');
    const theirs = await fixture.join('theirs', 'bob@theirs.example', 'admin');
    const author = fixture.operatorOf('mine');
    await expect(fixture.members.get(db(), 'mine', theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(update(author, theirs.id, { role: 'viewer' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(author, theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    const { items } = await fixture.members.list('mine', { limit: 100, before: undefined });
    expect(items.map(({ email }) => email)).toEqual(['ada@mine.example']);
  });

  it('a call of a member of several organisations uses the named one, otherwise the first joined', async () => {
    const ada = await fixture.join('first', 'ada@several.example', 'viewer');
    await fixture.join('second', 'ada@several.example', 'admin');
    await fixture.join('second', 'other@several.example', 'admin');
    const { members } = fixture;
    expect(await members.choose(db(), ada.id, undefined)).toMatchObject({ orgId: 'first', role: 'viewer' });
    expect(await members.choose(db(), ada.id, 'second')).toMatchObject({ orgId: 'second', role: 'admin' });
    expect(await members.choose(db(), ada.id, 'third')).toBeUndefined();
    await update(fixture.operatorOf('first'), ada.id, { status: 'disabled' });
    expect(await members.firstOf(db(), ada.id)).toMatchObject({ orgId: 'second' });
    expect(await members.choose(db(), ada.id, 'first')).toBeUndefined();
  });

  it('the built-in operators are principals of every organisation, or of the default one', async () => {
    const roleOf = (orgId: string, user: string) => fixture.members.roleOf(db(), orgId, user);
    expect(await roleOf('default', 'operator')).toBe('admin');
    expect(await roleOf('elsewhere', 'operator')).toBe('admin');
    expect(await roleOf('default', 'local')).toBe('operator');
    expect(await roleOf('default', 'token')).toBe('operator');
    expect(await roleOf('elsewhere', 'local')).toBeUndefined();
    expect(await roleOf('default', 'system')).toBeUndefined();
  });
});
