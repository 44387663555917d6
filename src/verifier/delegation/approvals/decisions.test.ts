/** Every request has one outcome: whoever decides, at any time, and any number at once. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type ApprovalsFixture, openApprovals } from './approvals.fixture.ts';
import type { NewApproval } from './ports.ts';
import { isReached } from './rules.ts';
import { createApprovals } from './service.ts';
import { createApprovalStore } from './store.ts';
import type { ApprovalRow } from './tables.ts';

const kinds: readonly Database['kind'][] = ['pglite', 'postgres'];

describe.each(kinds)('on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let fixture: ApprovalsFixture;
    let people: Record<'admin' | 'reviewer' | 'other' | 'owner' | 'subject' | 'asker' | 'named', Caller>;
    let agent: Caller;

    beforeAll(async () => {
      fixture = await openApprovals(kind);
      const person = fixture.person;
      people = {
        admin: await person('admin'),
        reviewer: await person('reviewer'),
        other: await person('reviewer'),
        owner: await person('viewer'),
        subject: await person('viewer'),
        asker: await person('operator'),
        named: await person('viewer'),
      };
      agent = await fixture.agent('bot', [people.owner]);
    });
    afterAll(() => fixture?.verifier.close());

    const services = () => fixture.verifier.verifier().services;
    const step = (caller: Caller, id: string, name: 'approve' | 'deny' | 'cancel') =>
      services().approvals.step(fixture.author(caller), id, name);
    const make = (change: Partial<NewApproval> = {}, caller = agent) =>
      fixture.db().transaction(async (tx) => {
        await services().changes.hold(tx, 'default');
        const request: NewApproval = {
          kind: 'tool_call',
          agentId: 'bot',
          requested: {},
          risk: 'medium',
          display: { title: 'test' },
          ...change,
        };
        return (await services().approvals.create(tx, fixture.author(caller), request)).id;
      });
    const read = async (id: string): Promise<ApprovalRow> => {
      const row = await createApprovalStore().find(fixture.db(), 'default', id);
      if (row === undefined) throw new Error('the request is there');
      return row;
    };
    const use = (id: string, by: string) =>
      fixture.db().transaction((tx) => services().approvals.use(tx, 'default', id, by));
    const told = async (id: string) => {
      const statement = sql`select code from events where data->'fields'->>'approval_id' = ${id} order by seq`;
      return (await query<{ code: string }>(fixture.db(), statement)).map(({ code }) => code.slice('approval.'.length));
    };
    const decisionsOf = (id: string) => createApprovalStore().listDecisions(fixture.db(), 'default', [id]);
    /** Gives the codes of refused calls, and the statuses of the others. */
    const race = async (...calls: readonly Promise<{ status: string }>[]) =>
      (await Promise.allSettled(calls))
        .map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.status : String(outcome.reason.code)))
        .sort();

    describe('a decision', () => {
      const rounds = [1, 2, 3, 4];

      it.each(rounds)('two approvers of a quorum of one approve it once (%i)', async () => {
        const id = await make();
        const outcomes = await race(step(people.reviewer, id, 'approve'), step(people.other, id, 'approve'));
        expect(outcomes).toEqual(['approved', 'invalid_task_state']);
        expect([(await decisionsOf(id)).length, await told(id)]).toEqual([1, ['requested', 'approved']]);
      });

      it.each(rounds)('two approvers of a quorum of two approve it together (%i)', async () => {
        const id = await make({ quorum: 2 });
        const outcomes = await race(step(people.reviewer, id, 'approve'), step(people.other, id, 'approve'));
        expect(outcomes).toEqual(['approved', 'pending']);
        expect([(await read(id)).status, await told(id)]).toEqual(['approved', ['requested', 'approved']]);
      });

      it.each(rounds)('one approver twice counts once, and fills no quorum of two (%i)', async () => {
        const id = await make();
        expect(await race(step(people.reviewer, id, 'approve'), step(people.reviewer, id, 'approve'))).toEqual([
          ...['approved', 'approved'],
        ]);
        expect([(await read(id)).revision, (await decisionsOf(id)).length]).toEqual([2, 1]);
        const two = await make({ quorum: 2 });
        expect(await race(step(people.reviewer, two, 'approve'), step(people.reviewer, two, 'approve'))).toEqual([
          ...['pending', 'pending'],
        ]);
        expect([(await read(two)).status, (await decisionsOf(two)).length]).toEqual(['pending', 1]);
      });

      it.each(rounds)('counts one of a yes and a no (%i)', async () => {
        const id = await make();
        const outcomes = await race(step(people.reviewer, id, 'approve'), step(people.other, id, 'deny'));
        const { status } = await read(id);
        expect(outcomes).toEqual([status, 'invalid_task_state'].sort());
        expect(await told(id)).toEqual(['requested', status]);
      });

      it.each(rounds)('counts one of a yes and a cancellation (%i)', async () => {
        const id = await make({}, people.asker);
        const outcomes = await race(step(people.reviewer, id, 'approve'), step(people.asker, id, 'cancel'));
        const { status } = await read(id);
        expect(outcomes).toEqual([status, 'invalid_task_state'].sort());
        expect(await told(id)).toEqual(['requested', status]);
      });

      it.each(rounds)('counts one of a yes and an expiry by another clock (%i)', async () => {
        const id = await make({ waitsForS: 60 });
        const late = { now: () => fixture.verifier.clock.now() + 60_000 };
        const elsewhere = createApprovals({
          ...services(),
          store: createApprovalStore(),
          clock: late,
          randomBytes: () => new Uint8Array(10),
          roleOf: services().members.roleOf,
          publicUrl: undefined,
          findAgent: async () => undefined,
          makerOfKey: async () => undefined,
        });
        const [yes, swept] = await Promise.allSettled([step(people.reviewer, id, 'approve'), elsewhere.sweep()]);
        const { status } = await read(id);
        expect(swept.status).toBe('fulfilled');
        expect(status).toBe(yes.status === 'fulfilled' ? 'approved' : 'expired');
        if (yes.status === 'rejected') expect(yes.reason).toMatchObject({ code: 'approval_expired' });
        expect(await told(id)).toEqual(['requested', status]);
      });

      it.each(rounds)('counts one of two uses, and repeating that one gives the same (%i)', async () => {
        const id = await make();
        await step(people.reviewer, id, 'approve');
        expect(await race(use(id, 'ev_1'), use(id, 'ev_2'))).toEqual(['approved', 'conflict']);
        const { used_by: by } = await read(id);
        expect(await race(use(id, String(by)), use(id, String(by)))).toEqual(['approved', 'approved']);
        expect(await told(id)).toEqual(['requested', 'approved', 'used']);
      });

      it('counts one of a yes and the end of the agent', async () => {
        const ending = await fixture.agent('ending', [people.owner]);
        const id = await make({ agentId: 'ending' }, ending);
        const end = fixture.verifier.admin('POST', '/v1/agents/ending/decommission', { reason: 'over' });
        const [yes, ended] = await Promise.allSettled([step(people.reviewer, id, 'approve'), end]);
        expect(ended).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
        const { status } = await read(id);
        expect(status).toBe(yes.status === 'fulfilled' ? 'approved' : 'cancelled');
        expect(await told(id)).toEqual(['requested', status]);
      });
    });

    describe('a yes', () => {
      it('of a person who left or lost their role meanwhile no longer counts', async () => {
        for (const end of [fixture.remove, (one: Caller) => fixture.setRole(one, 'viewer')]) {
          const passing = await fixture.person('reviewer');
          const id = await make({ quorum: 2 });
          expect((await step(passing, id, 'approve')).status).toBe('pending');
          await end(passing);
          expect((await step(people.reviewer, id, 'approve')).status).toBe('pending');
          expect((await step(people.other, id, 'approve')).status).toBe('approved');
          expect((await decisionsOf(id)).length).toBe(3);
        }
      });

      it('is refused to a former member with a credential still valid', async () => {
        const passing = await fixture.person('reviewer');
        const id = await make();
        await fixture.remove(passing);
        await expect(step(passing, id, 'approve')).rejects.toMatchObject({ extensions: { reason: 'not_a_member' } });
      });

      it("counts for its giver's later role, when repeated", async () => {
        const rising = await fixture.person('reviewer');
        const id = await make({ risk: 'high' });
        expect((await step(rising, id, 'approve')).status).toBe('pending');
        await fixture.setRole(rising, 'admin');
        expect((await step(rising, id, 'approve')).status).toBe('approved');
        expect((await decisionsOf(id)).length).toBe(1);
      });

      it('cannot be turned into a no, nor given after the expiry', async () => {
        const id = await make({ quorum: 2, waitsForS: 100 });
        await step(people.reviewer, id, 'approve');
        await expect(step(people.reviewer, id, 'deny')).rejects.toMatchObject({ code: 'invalid_task_state' });
        fixture.pass(99);
        expect((await step(people.reviewer, id, 'approve')).status).toBe('pending');
        fixture.pass(1);
        await expect(step(people.other, id, 'approve')).rejects.toMatchObject({ code: 'approval_expired' });
        expect(await read(id)).toMatchObject({ status: 'expired', result_id: null, decided_at: null });
      });
    });

    describe('the use of an approval', () => {
      it('needs an approval, in its time', async () => {
        const id = await make();
        await expect(use(id, 'ev_1')).rejects.toMatchObject({
          code: 'conflict',
          extensions: { reason: 'not_approved' },
        });
        await step(people.reviewer, id, 'approve');
        fixture.pass(300);
        await expect(use(id, 'ev_1')).rejects.toMatchObject({ code: 'approval_expired' });
        const other = await make();
        await step(people.reviewer, other, 'approve');
        fixture.pass(299);
        expect(await use(other, 'ev_1')).toMatchObject({ used_by: 'ev_1' });
        // A use in time gets the same answer again.
        fixture.pass(10);
        expect(await use(other, 'ev_1')).toMatchObject({ used_by: 'ev_1' });
        await expect(use(other, 'ev_2')).rejects.toMatchObject({ extensions: { reason: 'approval_used' } });
        const denied = await make();
        await step(people.reviewer, denied, 'deny');
        await expect(use(denied, 'ev_1')).rejects.toMatchObject({ extensions: { approval_status: 'denied' } });
      });

      it('is of one binding: the newest request of it is found, locked, in its present state', async () => {
        const bindingHash = 'ab'.repeat(32);
        await make({ bindingHash });
        const id = await make({ bindingHash, waitsForS: 60 });
        const find = () =>
          fixture.db().transaction((tx) => services().approvals.findByBinding(tx, 'default', bindingHash));
        expect(await find()).toMatchObject({ id, status: 'pending' });
        fixture.pass(60);
        expect(await find()).toMatchObject({ id, status: 'expired' });
        const other = await fixture
          .db()
          .transaction((tx) => services().approvals.findByBinding(tx, 'acme', bindingHash));
        expect(other).toBeUndefined();
      });
    });

    it('a former member gets no more requests', async () => {
      const leaving = await fixture.person('viewer');
      const id = await make({ kind: 'delegation', subjectId: leaving.user });
      await fixture.remove(leaving);
      expect([(await read(id)).status, await told(id)]).toEqual(['cancelled', ['requested', 'cancelled']]);
    });

    it('any decisions at any times end a request once, and approve it only by a quorum', async () => {
      const all = () => [...Object.values(people), agent, fixture.operator, fixture.delegated(agent, people.owner)];
      const count = 10;
      const request = fc.record({
        kind: fc.constantFrom('delegation' as const, 'tool_call' as const),
        risk: fc.constantFrom('medium' as const, 'high' as const),
        quorum: fc.integer({ min: 1, max: 3 }),
        separationOfDuties: fc.boolean(),
        isNamed: fc.boolean(),
        isByPerson: fc.boolean(),
      });
      const word = fc.record({
        who: fc.nat({ max: count - 1 }),
        what: fc.constantFrom('approve', 'approve', 'approve', 'deny', 'cancel', 'use', 'pass', 'sweep', 'role'),
        role: fc.constantFrom('viewer' as const, 'reviewer' as const, 'admin' as const),
      });
      await fc.assert(
        fc.asyncProperty(request, fc.array(word, { minLength: 3, maxLength: 9 }), async (asked, words) => {
          const { isNamed, isByPerson, ...rest } = asked;
          const id = await make(
            {
              ...rest,
              waitsForS: 100,
              ...(asked.kind === 'delegation' ? { subjectId: people.subject.user } : {}),
              ...(isNamed ? { approvers: [people.named.user, people.reviewer.user, people.asker.user] } : {}),
            },
            isByPerson ? people.asker : agent,
          );
          await assertListed(id, all());
          let before = await read(id);
          for (const { who, what, role } of words) {
            const caller = all()[who] ?? agent;
            if (what === 'pass') fixture.pass(40);
            else if (what === 'sweep') await services().approvals.sweep();
            else if (what === 'role' && caller.kind === 'person') await fixture.setRole(caller, role);
            else if (what === 'use') await use(id, `ev_${who}`).catch(expectRefusal);
            else if (what === 'approve' || what === 'deny' || what === 'cancel') {
              await step(caller, id, what).catch(expectRefusal);
            }
            const after = await read(id);
            await assertStep(before, after);
            before = after;
          }
          await assertListed(id, all());
          const ends = (await told(id)).filter((code) => code !== 'requested' && code !== 'used');
          expect(ends).toEqual(before.status === 'pending' ? [] : [before.status]);
        }),
        { numRuns: kind === 'pglite' ? 12 : 6 },
      );
      await Promise.all(
        (['named', 'subject', 'owner'] as const).map((name) => fixture.setRole(people[name], 'viewer')),
      );
    }, 60_000);

    function expectRefusal(error: unknown): void {
      expect(['forbidden', 'not_found', 'conflict', 'invalid_task_state', 'approval_expired']).toContain(
        error instanceof Error && 'code' in error ? error.code : error,
      );
    }

    /** Checks that one step changed a row in an allowed way. */
    async function assertStep(before: ApprovalRow, after: ApprovalRow): Promise<void> {
      const now = fixture.verifier.clock.now();
      if (before.status !== 'pending') {
        expect(after.status).toBe(before.status);
        if (before.used_by !== null) expect(after.used_by).toBe(before.used_by);
      }
      if (after.used_by !== null) expect(after.status).toBe('approved');
      if (before.status !== 'pending' || after.status !== 'approved') return;
      expect(before.expires_at).toBeGreaterThan(now);
      const yes = (await decisionsOf(after.id)).filter(({ verdict }) => verdict === 'approve');
      const present = [];
      for (const { approver: user } of yes) {
        const role = await services().members.roleOf(fixture.db(), 'default', user);
        present.push({ user, role, isOwner: user === people.owner.user });
      }
      expect(isReached(after, present)).toBe(true);
      expect(new Set(yes.map(({ approver }) => approver)).has(agent.user)).toBe(false);
    }

    /** Checks that the list of decidable requests agrees with the rule. */
    async function assertListed(id: string, callers: readonly Caller[]): Promise<void> {
      const row = await read(id);
      for (const caller of callers) {
        // The caller's present role, which is read at every call.
        const role = await services().members.roleOf(fixture.db(), 'default', caller.user);
        const author = { ...fixture.author(caller), role: role ?? caller.role };
        const page = { limit: 100, before: undefined };
        const { items } = await services().approvals.list(author, { decidableBy: author }, page);
        const isListed = items.some((item) => item.id === id);
        expect(isListed).toBe(await services().approvals.mayDecide(fixture.db(), author, row));
      }
    }
  });
});
