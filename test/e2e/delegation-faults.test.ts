/** Consent, approvals and exchange in several processes over one PostgreSQL, racing each other and killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import type { MemberRole } from '../../src/contract/api/members/states.ts';
import { query } from '../../src/platform/db/db.ts';
import { testDatabaseUrl } from '../../src/platform/db/test-db.ts';
import type { Caller } from '../../src/platform/http/access.ts';
import { createId } from '../../src/platform/ids.ts';
import { createAuthor } from '../../src/verifier/base/control/author.ts';
import { anEscalation, evidenceId } from '../../src/verifier/delegation/escalations/escalations.fixture.ts';
import { crm, openScene, type Scene } from '../../src/verifier/delegation/token-exchange/exchange-token.fixture.ts';
import { usersTable } from '../../src/verifier/identity/people/tables.ts';
import { asCaller, byTestCredential } from '../support/handed-callers.ts';

const hour = 3_600_000;
const mail = 'https://mail.example.com';

interface Answer {
  readonly status: number;
  readonly statements: number;
  readonly body: Record<string, unknown>;
}

describe.skipIf(testDatabaseUrl === undefined)('two verifier processes (TEST_DATABASE_URL for postgres)', () => {
  let scene: Scene;
  let folder: string;
  const children: Child[] = [];
  /** The clock of `late` is two hours ahead: a request that waits for an hour has expired there. */
  const urls = { first: '', second: '', late: '' };

  beforeAll(async () => {
    scene = await openScene(
      'postgres',
      {},
      {
        identify: {
          byCredential: (shown, call) =>
            byTestCredential(shown) ??
            scene.issuer.verifier.verifier().services.authentication.identify.byCredential(shown, call),
        },
      },
    );
    folder = await mkdtemp(join(tmpdir(), 'assay-killed-'));
    const [row] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
    const start = async (name: keyof typeof urls, aheadMs: number) => {
      const args = [String(row?.schema), join(folder, name), scene.issuer.url, String(aheadMs), '80'];
      const child = await startChild('test/support/killable-verifier.ts', args);
      children.push(child);
      urls[name] = textOf(child.line, 'url');
    };
    await Promise.all([start('first', 0), start('second', 0), start('late', 2 * hour)]);
  }, 120_000);
  afterAll(async () => {
    for (const child of children) await child.stop();
    await scene?.issuer.close();
    await rm(folder, { recursive: true, force: true });
  });

  const db = () => scene.issuer.verifier.testDb.database().db;
  const services = () => scene.issuer.verifier.verifier().services;
  const call = async (url: string, caller: Caller, path: string, body: unknown, headers = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asCaller(caller), ...headers },
      body: JSON.stringify(body),
    });
    const statements = Number(answer.headers.get('x-test-statements'));
    return { status: answer.status, statements, body: Object(await answer.json()) };
  };
  let count = 0;
  const person = async (role: MemberRole, orgId = 'default'): Promise<Caller> => {
    const now = Date.now();
    const id = createId('usr', { now: () => now });
    count += 1;
    const email = `person-${count}@acme.example`;
    await db().insert(usersTable).values({
      id,
      email,
      name: email,
      password: 'none',
      status: 'active',
      revision: 1,
      password_changed_at: now,
      created_at: now,
      created_by: 'test',
      updated_at: now,
    });
    const author = createAuthor(orgId, 'operator');
    await db().transaction((tx) => services().members.add(tx, author, { userId: id, role }));
    return {
      user: id,
      kind: 'person',
      role,
      organisation: orgId,
      authentication: 'oauth',
      scopes: 'all',
      isDeployment: false,
    };
  };
  /** Recorded steps of an approval. */
  const stepsOf = async (id: unknown) => {
    const [row] = await query<{ status: string; used_by: string | null; entries: string[]; events: string[] }>(
      db(),
      sql`select status, used_by,
        array(select action from audit_log where resource_id = ${id} order by seq) as entries,
        array(select code from events where data -> 'fields' ->> 'approval_id' = ${id} order by seq) as events
        from approvals where id = ${id}`,
    );
    return row;
  };

  const countOf = (values: readonly unknown[]) => {
    const counts = new Map<unknown, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Object.fromEntries(counts);
  };

  describe('at once', () => {
    it('end a request once, for any concurrent approvals, denials and cancellations', async () => {
      const [asker, ...reviewers] = [await person('operator'), await person('reviewer'), await person('reviewer')];
      const [one = asker, other = asker] = reviewers;
      for (let round = 0; round < 8; round += 1) {
        const made = await call(urls.first, asker, '/v1/approvals', { kind: 'tool_call', action: `export-${round}` });
        const id = String(made.body['id']);
        const step = (url: string, who: Caller, what: string) => call(url, who, `/v1/approvals/${id}/${what}`, {});
        const answers = await Promise.all([
          ...[step(urls.first, one, 'approve'), step(urls.second, other, 'deny')],
          ...[step(urls.second, asker, 'cancel'), step(urls.second, one, 'approve')],
        ]);
        const record = await stepsOf(id);
        const ended = [`approval.${record?.status}`];
        // Repeating the same answer gives the recorded state.
        const agreeing = record?.status === 'approved' ? 2 : 1;
        expect(countOf(answers.map(({ status }) => status))).toEqual({ 200: agreeing, 409: 4 - agreeing });
        expect(record).toMatchObject({
          entries: ['approval.requested', ...ended],
          events: ['approval.requested', ...ended],
        });
      }
    });

    it('end a request once when for one of them its time is over', async () => {
      const [asker, reviewer] = [await person('operator'), await person('reviewer')];
      for (let round = 0; round < 6; round += 1) {
        const made = await call(urls.first, asker, '/v1/approvals', { kind: 'tool_call', action: `late-${round}` });
        const path = `/v1/approvals/${String(made.body['id'])}`;
        const [said, late] = await Promise.all([
          call(urls.first, reviewer, `${path}/approve`, {}),
          call(urls.late, asker, `${path}/cancel`, {}),
        ]);
        const record = await stepsOf(made.body['id']);
        const outcome = [said.status, late.status, record?.status];
        expect([
          [200, 409, 'approved'],
          [410, 410, 'expired'],
        ]).toContainEqual(outcome);
        expect(record?.entries).toEqual(['approval.requested', `approval.${record?.status}`]);
        expect(record?.events).toEqual(record?.entries);
      }
    });

    it('allow one exchange per approval, for any gateway and any verifier', async () => {
      await scene.agent('clerk');
      const reviewer = await person('reviewer');
      const gateway = (user: string): Caller => ({
        ...reviewer,
        user,
        kind: 'gateway',
        role: 'gateway',
        gatewayId: user,
      });
      const ask = (index: number, request: ReturnType<typeof anEscalation>) => {
        const name = index % 2 === 0 ? 'gw-1' : 'gw-2';
        const url = index % 4 < 2 ? urls.first : urls.second;
        const own = { ...request, evidence_id: evidenceId() };
        return call(url, gateway(name), `/v1/gateways/${name}/escalations`, own);
      };
      for (let round = 0; round < 3; round += 1) {
        const request = anEscalation();
        const { body } = await ask(0, request);
        const id = String(body['approval_id']);
        expect((await call(urls.second, reviewer, `/v1/approvals/${id}/approve`, {})).status).toBe(200);
        const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index, request)));
        expect(countOf(answers.map((answer) => answer.body['status']))).toEqual({ approved: 1, pending: 7 });
        const used = answers.filter((answer) => answer.body['grant'] !== null);
        expect(used.map((answer) => answer.body['approval_id'])).toEqual([id]);
        expect((await stepsOf(id))?.entries.filter((action) => action === 'approval.used')).toHaveLength(1);
      }
    });

    it('give one token per actor token, of 32 concurrent uses', async () => {
      scene.issuer.verifier.clock.set(Date.now());
      const [{ user }, agent] = [await person('viewer'), await scene.agent('exchanger')];
      const grant = await scene.consent(user, agent.id);
      const fields = Object.entries(await scene.fields(user, agent, { resource: crm }));
      const body = () => new URLSearchParams(fields.map(([name, value]) => [name, String(value)] as [string, string]));
      const answers = await Promise.all(
        Array.from({ length: 32 }, async (_, index) => {
          const url = index % 2 === 0 ? urls.first : urls.second;
          const answer = await fetch(`${url}/v1/token-exchange`, { method: 'POST', body: body() });
          return Object(await answer.json());
        }),
      );
      expect(countOf(answers.map((answer) => answer.error_code))).toEqual({ undefined: 1, actor_token_replayed: 31 });
      const rows = await query(
        db(),
        sql`select use_count::int as uses, (select count(*)::int from delegated_tokens where grant_id = ${grant.id}) as tokens
          from delegation_grants where id = ${grant.id}`,
      );
      expect(rows).toEqual([{ uses: 1, tokens: 1 }]);
    });
  });

  describe('when one is killed', () => {
    /** A request in its own organisation. */
    interface Asked {
      readonly subject: Caller;
      readonly id: string;
    }
    const subjects = new Map<string, Caller>();
    /** A person with a requesting agent, alone in an organisation. */
    const subjectOf = async (orgId: string): Promise<Caller> => {
      const known = subjects.get(orgId);
      if (known !== undefined) return known;
      const { admin } = scene.issuer.verifier;
      await admin('POST', '/v1/organizations', { id: orgId, name: orgId });
      const access_manifest = { account_domains: ['acme.example'], resources: [crm, mail], scopes: ['crm:read'] };
      const made = await admin('POST', '/v1/agents', { id: 'bot', access_manifest }, { 'x-assay-organization': orgId });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const subject = await person('viewer', orgId);
      subjects.set(orgId, subject);
      return subject;
    };
    const ask = async (orgId: string, resource: string): Promise<Asked> => {
      const subject = await subjectOf(orgId);
      const request = { resources: [resource], scopes: ['crm:read'], purpose: 'tests' };
      const asked = { ...request, agentId: 'bot', subjectId: subject.user };
      const { id } = await services().delegations.requestConsent(createAuthor(orgId, 'operator'), asked);
      return { subject, id };
    };
    const approved = async (orgId: string, resource: string): Promise<Asked> => {
      const asked = await ask(orgId, resource);
      expect((await step('approve')(scene.issuer.url, asked)).status).toBe(200);
      return asked;
    };

    type Act = (url: string, asked: Asked, headers?: Record<string, string>) => Promise<Answer>;
    const step =
      (name: 'approve' | 'deny'): Act =>
      (url, { subject, id }, headers) =>
        call(url, subject, `/v1/approvals/${id}/${name}`, {}, headers);
    const grant: Act = (url, { subject, id }, headers) =>
      call(url, subject, '/v1/agents/bot/delegations', { consent_request_id: id }, headers);
    const grantOnce: Act = (url, asked, headers) => grant(url, asked, { ...headers, 'idempotency-key': asked.id });

    /** All records of a request. */
    const recordOf = async ({ id }: Asked) => {
      const rows = await query<{ id: string; status: string; entries: string[]; events: string[] }>(
        db(),
        sql`select id, status,
          array(select action from audit_log where resource_id = delegation_grants.id order by seq) as entries,
          array(select code from events where data -> 'fields' ->> 'grant_id' = delegation_grants.id order by seq) as events
          from delegation_grants where consent_request_id = ${id}`,
      );
      const said = await query(db(), sql`select verdict from approval_decisions where approval_id = ${id}`);
      return { ...(await stepsOf(id)), said: said.length, grants: rows };
    };

    interface Plan {
      readonly name: string;
      readonly prepare: () => Promise<Asked>;
      readonly act: Act;
      /** Allowed statuses of a retry. */
      readonly again: readonly number[];
    }
    interface Doomed extends Plan {
      readonly at: number;
      readonly isLast: boolean;
      readonly asked: Asked;
      readonly before: Awaited<ReturnType<typeof recordOf>>;
    }

    /** Requests of a plan, each stopped at another of its statements, and one for the completed plan. */
    const doom = async (plan: Plan): Promise<Doomed[]> => {
      const { statements } = await plan.act(urls.first, await plan.prepare(), { 'x-test-stop': '0' });
      expect(statements).toBeGreaterThan(8);
      const numbers = Array.from({ length: statements + 1 }, (_, index) => index + 1);
      return Promise.all(
        numbers.map(async (at) => {
          const asked = await plan.prepare();
          return { ...plan, at, asked, isLast: at > statements, before: await recordOf(asked) };
        }),
      );
    };

    const killAmid = async (url: string, doomed: readonly Doomed[]): Promise<void> => {
      const child = children.find(({ line }) => textOf(line, 'url') === url);
      const endOf = async ({ act, asked, at, name }: Doomed): Promise<void> => {
        const headers = { 'x-test-stop': String(at), 'x-test-kill': String(doomed.length) };
        const answer = await act(url, asked, headers).catch(() => undefined);
        if (answer !== undefined) throw new Error(`${name} ${at} was not stopped: ${JSON.stringify(answer)}`);
      };
      await Promise.all(doomed.map(endOf));
      // Only waits: the process has killed itself.
      await child?.stop();
      await expect(fetch(url)).rejects.toThrow();
    };

    /** Either all or nothing happened, and a retry ends with all of it, once. */
    const expectWhole = async ({ name, at, isLast, asked, before, act, again }: Doomed): Promise<void> => {
      const place = `${name}, statement ${at}`;
      const after = await recordOf(asked);
      if (!isLast) expect(after, place).toEqual(before);
      const { status, body } = await act(scene.issuer.url, asked);
      expect(again, place).toContain(status);
      const end = await recordOf(asked);
      if (isLast) expect(end, place).toEqual(after);
      expect(end.events, place).toEqual(end.entries);
      if (name !== 'grant') {
        expect([end.grants, end.said], place).toEqual([[], 1]);
        return;
      }
      const id = status === 201 ? body['id'] : body['grant_id'];
      const told = ['delegation.granted'];
      expect(end, place).toMatchObject({
        status: 'approved',
        used_by: id,
        said: 1,
        grants: [{ id, status: 'active', entries: told, events: told }],
        entries: ['approval.requested', 'approval.approved', 'approval.used'],
      });
    };

    let place = 0;
    /** Each in its own organisation: those of one wait for each other. */
    const inNext = (make: (orgId: string, resource: string) => Promise<Asked>, resource: string) => () => {
      place += 1;
      return make(`org-${place}`, resource);
    };

    it('have made the grant of a waiting request, with its approval and all records of it, or nothing', async () => {
      const doomed = await doom({ name: 'grant', prepare: inNext(ask, crm), act: grantOnce, again: [201] });
      await killAmid(urls.second, doomed);
      await Promise.all(doomed.map(expectWhole));
    }, 120_000);

    it('have used an approval for a grant, approved and denied, or nothing of it', async () => {
      place = 0;
      const doomed = [
        ...(await doom({ name: 'grant', prepare: inNext(approved, mail), act: grant, again: [201, 409] })),
        ...(await doom({ name: 'approve', prepare: inNext(ask, mail), act: step('approve'), again: [200] })),
        ...(await doom({ name: 'deny', prepare: inNext(ask, mail), act: step('deny'), again: [200] })),
      ];
      await killAmid(urls.first, doomed);
      await Promise.all(doomed.map(expectWhole));
    }, 120_000);
  });
});
