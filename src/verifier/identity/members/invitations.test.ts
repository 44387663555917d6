/** Invitations: the only way in, single use, for a limited time, and only while the inviter may still invite. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { auditLogTable } from '../../base/audit-log/tables.ts';
import { origin } from '../people/people.fixture.ts';
import { usersTable } from '../people/tables.ts';
import { type MembersFixture, openMembers, password } from './members.fixture.ts';
import { invitationsTable } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const day = 86_400_000;
const refusedFor = (reason: string) => ({ code: 'conflict', extensions: { reason } });

describe.each(kinds)('invitations on %s', (kind) => {
  let fixture: MembersFixture;
  let count = 0;
  const db = () => fixture.testDb.database().db;
  const anOrigin = () => {
    count += 1;
    return { ...origin, ipAddress: `198.51.100.${count}` };
  };
  const accept = (token: string, change: { password?: string; name?: string } = {}, id?: string) =>
    fixture.invitations.accept({ token, password, origin: anOrigin(), ...change }, id);
  const revoke = (orgId: string, id: string) =>
    db().transaction((tx) => fixture.invitations.revoke(tx, fixture.operatorOf(orgId), id));

  beforeAll(async () => {
    fixture = await openMembers(kind);
  }, 60_000);

  afterAll(() => fixture.testDb.close());

  it('a new person joins with their own password, as viewer by default, and can sign in', async () => {
    const author = fixture.operatorOf('acme');
    const { id, token } = await fixture.invite(author, 'New@Acme.example');
    expect(token).toMatch(/^assay_invite_[A-Za-z0-9_-]{43}$/);
    expect(await fixture.invitations.describe(token)).toMatchObject({ id, email: 'new@acme.example', role: 'viewer' });
    const member = await accept(token, { name: 'New Person' }, id);
    expect(member).toMatchObject({ email: 'new@acme.example', name: 'New Person', role: 'viewer', status: 'active' });
    const person = await fixture.people.verifyPassword('new@acme.example', password, anOrigin());
    expect(await fixture.members.roleOf(db(), 'acme', person.id)).toBe('viewer');
    const log = await db()
      .select()
      .from(auditLogTable)
      .where(eq(auditLogTable.org_id, 'acme'))
      .orderBy(auditLogTable.seq);
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['invitation.created', 'operator'],
      ['member.joined', person.id],
      ['invitation.accepted', person.id],
    ]);
  });

  it('a known person joins another organisation with their present password only', async () => {
    const known = await fixture.join('home', 'known@home.example', 'admin');
    const { token } = await fixture.invite(fixture.operatorOf('abroad'), 'known@home.example', 'operator');
    const wrong = accept(token, { password: 'ten violet engines' });
    await expect(wrong).rejects.toMatchObject({ code: 'unauthorized', extensions: { reason: 'wrong_credentials' } });
    expect(await accept(token)).toMatchObject({ user_id: known.id, org_id: 'abroad', role: 'operator' });
    const rows = await db().select().from(usersTable).where(eq(usersTable.email, 'known@home.example'));
    expect(rows).toHaveLength(1);
    expect(await fixture.members.roleOf(db(), 'home', known.id)).toBe('admin');
  });

  it('the inviter gets the same answer for a known and an unknown address', async () => {
    await fixture.join('elsewhere', 'secretly@known.example', 'viewer');
    const author = fixture.operatorOf('curious');
    const answers = [];
    for (const email of ['secretly@known.example', 'secretly@unknow.example']) {
      answers.push(await db().transaction((tx) => fixture.invitations.create(tx, author, { email })));
    }
    const shapes = answers.map(({ invitation: { id: _id, email: _email, ...rest } }) => rest);
    expect(shapes[0]).toEqual(shapes[1]);
  });

  it("guessing a known person's password with an invitation is bounded like any sign-in", async () => {
    await fixture.join('target', 'victim@target.example', 'admin');
    const { token } = await fixture.invite(fixture.operatorOf('attack'), 'victim@target.example');
    const from = anOrigin();
    const guess = () => fixture.invitations.accept({ token, password: 'ten violet engines', origin: from });
    for (let index = 0; index < 5; index += 1) await expect(guess()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests', extensions: { reason: 'rate_limited' } });
  });

  it('are single use, also concurrently', async () => {
    const { token } = await fixture.invite(fixture.operatorOf('once'), 'once@once.example');
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => accept(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { items } = await fixture.members.list('once', { limit: 100, before: undefined });
    expect(items).toHaveLength(1);
    await expect(accept(token)).rejects.toMatchObject(refusedFor('invitation_accepted'));
    await expect(fixture.invitations.describe(token)).rejects.toMatchObject(refusedFor('invitation_accepted'));
  });

  it('end after seven days', async () => {
    const { token } = await fixture.invite(fixture.operatorOf('late'), 'late@late.example');
    fixture.clock.pass(7 * day - 1);
    expect(await fixture.invitations.describe(token)).toMatchObject({ orgId: 'late' });
    fixture.clock.pass(1);
    await expect(accept(token)).rejects.toMatchObject(refusedFor('invitation_expired'));
  });

  it('are void when withdrawn, or after another one to the same address', async () => {
    const author = fixture.operatorOf('withdrawn');
    const first = await fixture.invite(author, 'twice@withdrawn.example');
    const second = await fixture.invite(author, 'twice@withdrawn.example');
    await expect(accept(first.token)).rejects.toMatchObject(refusedFor('invitation_revoked'));
    await revoke('withdrawn', second.id);
    await revoke('withdrawn', second.id);
    await expect(accept(second.token)).rejects.toMatchObject(refusedFor('invitation_revoked'));
    const { items } = await fixture.invitations.list('withdrawn', { limit: 10, before: undefined });
    expect(items.map(({ status }) => status)).toEqual(['revoked', 'revoked']);
  });

  it('are void once the inviter is no admin any more', async () => {
    const admin = await fixture.join('fallen', 'boss@fallen.example', 'admin');
    await fixture.join('fallen', 'other@fallen.example', 'admin');
    const { token } = await fixture.invite(fixture.authorOf('fallen', admin), 'friend@fallen.example', 'admin');
    await db().transaction((tx) =>
      fixture.members.update(tx, fixture.operatorOf('fallen'), admin.id, { role: 'operator' }, 1),
    );
    await expect(fixture.invitations.describe(token)).rejects.toMatchObject(refusedFor('invitation_void'));
    await expect(accept(token)).rejects.toMatchObject(refusedFor('invitation_void'));
    expect(await fixture.people.findByEmail(db(), 'friend@fallen.example')).toBeUndefined();
  });

  it('are refused for a member, and a disabled person does not return by an older one', async () => {
    await fixture.join('again', 'ada@again.example', 'admin');
    const invited = await fixture.invite(fixture.operatorOf('again'), 'bob@again.example');
    const bob = await fixture.join('again', 'bob@again.example', 'viewer');
    await db().transaction((tx) =>
      fixture.members.update(tx, fixture.operatorOf('again'), bob.id, { status: 'disabled' }, 1),
    );
    await expect(accept(invited.token)).rejects.toMatchObject(refusedFor('already_member'));
    expect(await fixture.members.roleOf(db(), 'again', bob.id)).toBeUndefined();
    const again = fixture.invite(fixture.operatorOf('again'), 'ada@again.example');
    await expect(again).rejects.toMatchObject(refusedFor('already_member'));
  });

  it('do not match an unknown token, one of another invitation, or another organisation', async () => {
    const mine = await fixture.invite(fixture.operatorOf('one'), 'a@one.example');
    const theirs = await fixture.invite(fixture.operatorOf('two'), 'b@two.example');
    const notFound = { code: 'not_found' };
    await expect(accept(`assay_invite_${'A'.repeat(43)}`)).rejects.toMatchObject(notFound);
    await expect(accept("' or 1=1 --")).rejects.toMatchObject(notFound);
    await expect(accept(mine.token, {}, theirs.id)).rejects.toMatchObject(notFound);
    await expect(revoke('one', theirs.id)).rejects.toMatchObject(notFound);
    const { items } = await fixture.invitations.list('one', { limit: 10, before: undefined });
    expect(items.map(({ id }) => id)).toEqual([mine.id]);
  });

  it('are not used up by a refused password', async () => {
    const { token } = await fixture.invite(fixture.operatorOf('weak'), 'weak@weak.example');
    await expect(accept(token, { password: 'password1234' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await accept(token)).toMatchObject({ org_id: 'weak' });
  });

  it('leave neither tokens nor passwords in the database', async () => {
    const { token } = await fixture.invite(fixture.operatorOf('canary'), 'canary@canary.example');
    await accept(token, { password: 'canary canary sings' });
    const dump = JSON.stringify([
      await db().select().from(invitationsTable),
      await db().select().from(usersTable),
      await db().select().from(auditLogTable),
    ]);
    expect(dump).toContain('canary@canary.example');
    expect(dump).not.toMatch(/assay_invite_|canary sings/);
  });
});
