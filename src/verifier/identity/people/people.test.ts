/** Signing in: who gets in, how often a person may try, and what ends a session. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { AppError } from '../../../platform/errors.ts';
import { auditLogTable } from '../../base/audit-log/tables.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
import { openPeople, origin, type PeopleFixture } from './people.fixture.ts';
import { createPeople } from './service.ts';
import { createPeopleStore } from './store.ts';
import { sessionsTable, signInAttemptsTable, usersTable } from './tables.ts';
import { createThrottle } from './throttle.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const right = 'nine violet engines';
const wrong = 'ten violet engines';
const minute = 60_000;

describe.each(kinds)('people on %s', (kind) => {
  let fixture: PeopleFixture;
  let count = 0;
  const db = () => fixture.testDb.database().db;
  const from = (ipAddress: string) => ({ ...origin, ipAddress });
  /** Each test has its own address, so that failures do not add up. */
  const anAddress = () => {
    count += 1;
    return `198.51.${Math.floor(count / 250)}.${count % 250}`;
  };
  const signIn = async (email: string, password: string, ipAddress: string) =>
    fixture.people.verifyPassword(email, password, from(ipAddress)).then(
      () => 'in',
      (error: { code: string; extensions: { reason: string } }) => error.extensions.reason,
    );
  const fail = async (email: string, times: number, ipAddress: string) => {
    for (let index = 0; index < times; index += 1) await signIn(email, wrong, ipAddress);
  };

  beforeAll(async () => {
    fixture = await openPeople(kind);
  }, 60_000);

  afterAll(() => fixture.testDb.close());

  it('the right password signs in, with any spelling of the address', async () => {
    const ada = await fixture.addPerson('ada@example.com', right);
    const found = await fixture.people.verifyPassword(' Ada@EXAMPLE.com', right, from(anAddress()));
    expect(found).toEqual(ada);
    expect(found).not.toHaveProperty('password');
  });

  it('a wrong password, an unknown address, no address and a disabled person give the same error', async () => {
    const gone = await fixture.addPerson('gone@example.com', right);
    await db().transaction((tx) => fixture.people.setStatus(tx, gone.id, 'disabled'));
    const address = anAddress();
    const attempts = [
      ['ada@example.com', wrong],
      ['nobody@example.com', right],
      ['hunter2', right],
      ['gone@example.com', right],
      ['ada@example.com', 'x'.repeat(900)],
    ] as const;
    const errors = [];
    for (const [email, password] of attempts) {
      errors.push(await fixture.people.verifyPassword(email, password, from(address)).catch((error) => error));
    }
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'unauthorized', extensions: { reason: 'wrong_credentials' } });
      expect(error.message).toBe(errors[0].message);
    }
  });

  it('each of them costs one hash, so that the time reveals nothing', async () => {
    const hasher = createPasswordHasher({ randomBytes, cost: { ln: 4, r: 8, p: 1 } });
    const work: string[] = [];
    const counted: PasswordHasher = {
      hash: hasher.hash,
      pretend: (password) => hasher.pretend(password).then(() => void work.push('hash')),
      verify: (password, stored) => hasher.verify(password, stored).finally(() => work.push('hash')),
    };
    const deps = { ...fixture, db: db(), randomBytes, store: createPeopleStore(), hasher: counted };
    const throttle = createThrottle({ db: db(), clock: fixture.clock });
    const people = createPeople({ ...deps, throttle, organisationsOf: async () => [] });
    for (const email of ['ada@example.com', 'nobody@example.com', 'no address', 'gone@example.com']) {
      work.length = 0;
      await expect(people.verifyPassword(email, wrong, from(anAddress()))).rejects.toThrow('wrong');
      expect(work).toEqual(['hash']);
    }
  });

  it('two people never share an address', async () => {
    await fixture.addPerson('twin@example.com', right);
    const again = fixture.addPerson('TWIN@example.com', right);
    await expect(again).rejects.toMatchObject({ code: 'conflict', extensions: { reason: 'email_taken' } });
  });

  it('a password with a weaker hash is hashed again at its next use', async () => {
    await fixture.addPerson('old@example.com', right);
    const raised = fixture.otherProcess({ cost: { ln: 5, r: 8, p: 1 } });
    const stored = async () =>
      (await db().select().from(usersTable).where(eq(usersTable.email, 'old@example.com')))[0]?.password;
    expect(await stored()).toContain('ln=4');
    await raised.people.verifyPassword('old@example.com', right, from(anAddress()));
    expect(await stored()).toContain('ln=5');
    expect(await signIn('old@example.com', right, anAddress())).toBe('in');
  });

  it('after five failures the right password waits too, in every process, with the waiting time', async () => {
    await fixture.addPerson('brute@example.com', right);
    const address = anAddress();
    await fail('brute@example.com', 5, address);
    const { people } = fixture.otherProcess();
    const refused = people.verifyPassword('brute@example.com', right, from(address));
    await expect(refused).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterS: 2,
      extensions: { reason: 'rate_limited' },
    });
    fixture.clock.pass(2_000);
    expect(await signIn('brute@example.com', right, address)).toBe('in');
    expect(await signIn('brute@example.com', wrong, address)).toBe('wrong_credentials');
  });

  it('an unknown account is locked like a known one', async () => {
    const address = anAddress();
    await fail('unknown@example.com', 5, address);
    expect(await signIn('unknown@example.com', right, address)).toBe('rate_limited');
  });

  it('many concurrent guesses get no more attempts than sequential ones', async () => {
    await fixture.addPerson('rush@example.com', right);
    const address = anAddress();
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn('rush@example.com', wrong, address)));
    expect(answers.filter((answer) => answer === 'wrong_credentials')).toHaveLength(5);
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(35);
  });

  it('refused attempts do not make the wait longer', async () => {
    await fixture.addPerson('wait@example.com', right);
    const address = anAddress();
    await fail('wait@example.com', 30, address);
    fixture.clock.pass(2_000);
    expect(await signIn('wait@example.com', right, address)).toBe('in');
  });

  it('one address that tries many accounts is bounded over all of them', async () => {
    const address = anAddress();
    for (let index = 0; index < 30; index += 1) await signIn(`spray${index}@example.com`, wrong, address);
    expect(await signIn('ada@example.com', right, address)).toBe('rate_limited');
    expect(await signIn('ada@example.com', right, anAddress())).toBe('in');
  });

  it('signing in to an own account does not clear the address', async () => {
    await fixture.addPerson('mallory@example.com', right);
    const address = anAddress();
    for (let index = 0; index < 29; index += 1) await signIn(`other${index}@example.com`, wrong, address);
    expect(await signIn('mallory@example.com', right, address)).toBe('in');
    expect(await signIn('other29@example.com', wrong, address)).toBe('wrong_credentials');
    expect(await signIn('other30@example.com', wrong, address)).toBe('rate_limited');
  });

  it('guesses behind an unnamed local proxy lock nobody else out', async () => {
    for (let index = 0; index < 40; index += 1) await signIn(`proxied${index}@example.com`, wrong, '127.0.0.1');
    expect(await signIn('ada@example.com', right, '127.0.0.1')).toBe('in');
    await fail('proxied@example.com', 5, '127.0.0.1');
    expect(await signIn('proxied@example.com', right, '127.0.0.1')).toBe('rate_limited');
  });

  it('are answered the same with this machine in IPv6 notation', async () => {
    for (let index = 0; index < 40; index += 1) await signIn(`mapped${index}@example.com`, wrong, '::ffff:127.0.0.1');
    expect(await signIn('ada@example.com', right, '::ffff:127.0.0.1')).toBe('in');
  });

  it('an attempt that was not checked does not count', async () => {
    const busy = new AppError('unavailable', 'too many passwords wait to be checked');
    const refuse = () => Promise.reject(busy);
    const { clock, audit, changes, sessions } = fixture;
    const crowded = createPeople({
      db: db(),
      clock,
      randomBytes,
      audit,
      changes,
      sessions,
      organisationsOf: async () => [],
      failedSignIns: fixture.failedSignIns,
      store: createPeopleStore(),
      throttle: createThrottle({ db: db(), clock }),
      hasher: { hash: refuse, verify: refuse, pretend: refuse },
    });
    const address = anAddress();
    for (let index = 0; index < 6; index += 1) {
      await expect(crowded.verifyPassword('ada@example.com', right, from(address))).rejects.toBe(busy);
    }
    expect(await signIn('ada@example.com', right, address)).toBe('in');
  });

  it('guesses from many addresses lock out strangers for at most a minute, and never the owner at the usual place', async () => {
    await fixture.addPerson('famous@example.com', right);
    const home = anAddress();
    expect(await signIn('famous@example.com', right, home)).toBe('in');
    for (let index = 0; index < 60; index += 1) {
      await signIn('famous@example.com', wrong, anAddress());
      fixture.clock.pass(1_000);
    }
    const stranger = anAddress();
    await fail('famous@example.com', 1, stranger);
    expect(await signIn('famous@example.com', right, stranger)).toBe('rate_limited');
    expect(await signIn('famous@example.com', right, home)).toBe('in');
    fixture.clock.pass(minute);
    expect(await signIn('famous@example.com', right, anAddress())).toBe('in');
  });

  it('attempts are removed, and no row of them names an address or an account', async () => {
    const address = anAddress();
    await fail('trace@example.com', 3, address);
    const before = await db().select().from(signInAttemptsTable);
    expect(JSON.stringify(before)).not.toMatch(/example|198\.51/);
    fixture.clock.pass(31 * 24 * 60 * minute);
    for (let index = 0; index < 4; index += 1) await signIn('nobody@example.com', wrong, address);
    expect(await db().select().from(signInAttemptsTable)).toHaveLength(3);
  });

  describe('a password change', () => {
    it('ends every other session, keeps the requesting one, and is in the audit log without the password', async () => {
      const eve = await fixture.addPerson('change@example.com', right);
      const [mine, other] = [await fixture.sessions.open(eve.id, origin), await fixture.sessions.open(eve.id, origin)];
      const next = 'eleven violet engines';
      const change = { current: right, next, origin: from(anAddress()), sessionId: mine.id };
      await fixture.people.changePassword(eve.id, change);
      expect(await fixture.sessions.find(mine.cookie.reveal())).toMatchObject({ userId: eve.id });
      expect(await fixture.sessions.find(other.cookie.reveal())).toBeUndefined();
      expect(await signIn('change@example.com', right, anAddress())).toBe('wrong_credentials');
      expect(await signIn('change@example.com', next, anAddress())).toBe('in');
      const log = await db().select().from(auditLogTable).where(eq(auditLogTable.resource_id, eve.id));
      expect(log).toMatchObject([{ action: 'person.password_changed', actor_id: eve.id, actor_type: 'person' }]);
      expect(JSON.stringify(log)).not.toContain('engines');
    });

    it('needs the present password, and a different new one', async () => {
      const person = await fixture.addPerson('keep@example.com', right);
      const change = (current: string, next: string) =>
        fixture.people.changePassword(person.id, { current, next, origin: from(anAddress()) });
      await expect(change(wrong, 'eleven violet engines')).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(change(right, right)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(change(right, 'short')).rejects.toMatchObject({ errors: [{ pointer: '/next' }] });
      expect(await signIn('keep@example.com', right, anAddress())).toBe('in');
    });

    it('succeeds once when done twice at once', async () => {
      const person = await fixture.addPerson('race@example.com', right);
      const nexts = ['eleven violet engines', 'twelve violet engines'];
      const results = await Promise.allSettled(
        nexts.map((next) =>
          fixture.people.changePassword(person.id, { current: right, next, origin: from(anAddress()) }),
        ),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });

  describe('sessions', () => {
    const hour = 60 * minute;
    const open = async (email: string, obtained?: string) => {
      const { id } = await fixture.addPerson(email, right);
      const session = await fixture.sessions.open(id, origin, obtained);
      return { ...session, userId: id, cookie: session.cookie.reveal() };
    };

    it('have 256 random bits, stored only as their hash', async () => {
      const { cookie, userId } = await open('s1@example.com');
      expect(Buffer.from(cookie, 'base64url')).toHaveLength(32);
      const rows = await db().select().from(sessionsTable).where(eq(sessionsTable.user_id, userId));
      expect(JSON.stringify(rows)).not.toContain(cookie);
      expect(await fixture.sessions.find(rows[0]?.cookie_sha256 ?? '')).toBeUndefined();
    });

    it('end after an hour without a call, and are kept open by calls', async () => {
      const { cookie } = await open('s2@example.com');
      fixture.clock.pass(hour - 1);
      expect(await fixture.sessions.find(cookie)).toBeDefined();
      fixture.clock.pass(hour - 1);
      expect(await fixture.sessions.find(cookie)).toBeDefined();
      fixture.clock.pass(hour);
      expect(await fixture.sessions.find(cookie)).toBeUndefined();
    });

    it('end twelve hours after the sign-in, with any calls', async () => {
      const { cookie } = await open('s3@example.com');
      for (let half = 0; half < 23; half += 1) {
        fixture.clock.pass(hour / 2);
        expect(await fixture.sessions.find(cookie)).toBeDefined();
      }
      fixture.clock.pass(hour / 2);
      expect(await fixture.sessions.find(cookie)).toBeUndefined();
    });

    it("change at every sign-in, and the browser's former one is closed", async () => {
      const first = await open('s4@example.com');
      const second = await fixture.sessions.open(first.userId, origin, first.cookie);
      expect(second.cookie.reveal()).not.toBe(first.cookie);
      expect(await fixture.sessions.find(first.cookie)).toBeUndefined();
      expect(await fixture.sessions.find(second.cookie.reveal())).toMatchObject({ id: second.id });
    });

    it('never come from a cookie chosen by somebody else', async () => {
      const chosen = Buffer.alloc(32, 7).toString('base64url');
      const { cookie } = await open('s5@example.com', chosen);
      expect(cookie).not.toBe(chosen);
      expect(await fixture.sessions.find(chosen)).toBeUndefined();
    });

    it('record the last call at most once a minute', async () => {
      const { cookie, userId } = await open('s6@example.com');
      const seen = async () =>
        (await db().select().from(sessionsTable).where(eq(sessionsTable.user_id, userId)))[0]?.last_seen_at;
      const before = await seen();
      fixture.clock.pass(minute - 1);
      await fixture.sessions.find(cookie);
      expect(await seen()).toBe(before);
      fixture.clock.pass(1);
      await fixture.sessions.find(cookie);
      expect(await seen()).toBe(fixture.clock.now());
    });

    it('leave the database when ended', async () => {
      const over = await open('s10@example.com');
      fixture.clock.pass(13 * hour);
      await open('s11@example.com');
      const rows = await db().select().from(sessionsTable).where(eq(sessionsTable.id, over.id));
      expect(rows).toEqual([]);
    });

    it('are listed and closed only by their own person', async () => {
      const mine = await open('s7@example.com');
      const theirs = await open('s8@example.com');
      expect(await fixture.sessions.list(mine.userId)).toMatchObject([{ id: mine.id, ip_address: origin.ipAddress }]);
      expect(await fixture.sessions.close(theirs.id, { userId: mine.userId, origin })).toBe(false);
      expect(await fixture.sessions.find(theirs.cookie)).toBeDefined();
      expect(await fixture.sessions.close(mine.id, { userId: mine.userId, origin })).toBe(true);
      expect(await fixture.sessions.find(mine.cookie)).toBeUndefined();
    });

    it('have one entry per minute when they failed, in each organisation of the person, and nowhere else', async () => {
      const places = ['fail-b', 'fail-a'].map((orgId) => ({ orgId, role: 'viewer' as const }));
      const { people, failedSignIns } = fixture.otherProcess({ organisationsOf: async () => places });
      const { id, email } = await fixture.addPerson('s-failed@example.com', right);
      const ipAddress = anAddress();
      const attempt = (address: string, password: string) => people.verifyPassword(address, password, from(ipAddress));
      const read = () =>
        db()
          .select()
          .from(auditLogTable)
          .where(and(eq(auditLogTable.action, 'sign_in.failed'), eq(auditLogTable.resource_id, id)))
          .orderBy(auditLogTable.org_id);
      for (const address of [email, 'unknown@example.com', 'no address', email]) {
        await expect(attempt(address, wrong)).rejects.toThrow('wrong');
      }
      // Nothing is written before the answers, and nothing for a right password.
      await attempt(email, right);
      expect(await read()).toEqual([]);
      await Promise.all([failedSignIns.flush(), failedSignIns.flush()]);
      const entry = {
        actor_type: 'anonymous',
        actor_id: 'anonymous',
        resource_id: id,
        success: false,
        ip_address: ipAddress,
      };
      const rows = await read();
      expect(rows).toMatchObject(
        ['fail-a', 'fail-b'].map((org_id) => ({ ...entry, org_id, details: { email, attempts: 2 } })),
      );
      expect(JSON.stringify(rows)).not.toContain(wrong);
    });

    it('report their place and end to each organisation of the person, and to no other', async () => {
      const places = ['org-b', 'org-a'].map((orgId) => ({ orgId, role: 'operator' as const }));
      const { sessions } = fixture.otherProcess({ organisationsOf: async () => places });
      const { id: userId } = await fixture.addPerson('s-log@example.com', right);
      const here = await sessions.open(userId, origin);
      const there = await sessions.open(userId, from('192.0.2.77'));
      const self = { userId, origin, sessionId: here.id };
      expect(await sessions.close(there.id, self)).toBe(true);
      expect(await sessions.close(there.id, self)).toBe(false);
      await sessions.open(userId, origin);
      await sessions.closeOthers(self);
      await sessions.closeOthers(self);
      expect(await sessions.close(here.id, self)).toBe(true);
      const rows = await db().select().from(auditLogTable).where(eq(auditLogTable.actor_id, userId));
      const of = (orgId: string) =>
        rows
          .filter((row) => row.org_id === orgId)
          .sort((left, right) => left.seq - right.seq)
          .map((row) => [row.action, row.resource_id, row.credential_id, row.ip_address]);
      const expected = [
        ['session.opened', here.id, here.id, origin.ipAddress],
        ['session.opened', there.id, there.id, '192.0.2.77'],
        ['session.ended', there.id, here.id, origin.ipAddress],
        ['session.opened', expect.any(String), expect.any(String), origin.ipAddress],
        ['session.ended', userId, here.id, origin.ipAddress],
        ['session.closed', here.id, here.id, origin.ipAddress],
      ];
      expect(of('org-a')).toEqual(expected);
      expect(of('org-b')).toEqual(expected);
      expect(rows).toHaveLength(12);
      expect(JSON.stringify(rows)).not.toContain(here.cookie.reveal());
    });

    it('end when their person is disabled, and stay ended', async () => {
      const { cookie, userId } = await open('s9@example.com');
      await db().transaction((tx) => fixture.people.setStatus(tx, userId, 'disabled'));
      expect(await fixture.sessions.find(cookie)).toBeUndefined();
      await db().transaction((tx) => fixture.people.setStatus(tx, userId, 'active'));
      expect(await fixture.sessions.find(cookie)).toBeUndefined();
    });
  });
});
