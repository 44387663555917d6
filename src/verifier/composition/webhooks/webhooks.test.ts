import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { countSignatures, hang, ok, openReceiver, type Receiver, status } from './receiver.fixture.ts';
import { deliveriesTable, webhooksTable } from './tables.ts';
import { deliveriesOf, makeWebhook, run, tell } from './webhooks.fixture.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'webhooks on %s',
  (kind) => {
    let verifier: TestVerifier;
    let receivers: Receiver[] = [];
    const logged: string[] = [];
    beforeAll(async () => {
      const log = createLogger({
        service: 'verifier',
        level: 'debug',
        destination: { write: (line) => logged.push(line) },
      });
      verifier = await openTestVerifier({}, kind, { log });
      await verifier.admin('POST', '/v1/organizations', { id: 'other' });
      await verifier.admin('POST', '/v1/workspaces', { id: 'sales' });
    });
    afterEach(async () => {
      await Promise.all(receivers.map((one) => one.close()));
      receivers = [];
      const { db } = verifier.testDb.database();
      await db.delete(deliveriesTable);
      await db.delete(webhooksTable);
      later(minuteMs);
    });
    afterAll(() => verifier?.close());

    const open = async (answer = ok) => {
      const one = await openReceiver(answer);
      receivers.push(one);
      return one;
    };
    const later = (ms: number) => verifier.clock.set(verifier.clock.now() + ms);
    const get = async (id: string) => (await verifier.admin('GET', `/v1/webhooks/${id}`)).body;

    it('an event reaches who asked for it, signed as the standard says, and as GET /v1/events shows it', async () => {
      const receiver = await open();
      const { id, secret } = await makeWebhook(verifier, { url: receiver.url, events: ['approval.*'] });
      await tell(verifier, 'approval.requested', { agentId: 'clerk', workspaceId: 'default', data: { n: 1 } });
      await tell(verifier, 'delegation.granted');
      await run(verifier);
      expect(receiver.received).toHaveLength(1);
      const [got] = receiver.received;
      if (got === undefined) throw new Error('nothing was received');
      expect(await countSignatures(secret, got)).toBe(1);
      expect(await countSignatures(secret, { ...got, body: `${got.body} ` })).toBe(0);
      const events = await verifier.admin('GET', '/v1/events?code=approval.requested');
      const shown = Array.isArray(events.body['items']) ? events.body['items'].at(-1) : undefined;
      expect(JSON.parse(got.body)).toEqual({ type: 'approval.requested', timestamp: shown.time, data: shown });
      expect(got.headers['webhook-timestamp']).toBe(String(Math.floor(verifier.clock.now() / 1000)));
      const [delivery] = await deliveriesOf(verifier, id);
      expect(delivery).toMatchObject({ id: got.headers['webhook-id'], status: 'delivered', attempt_count: 1 });
      expect(await get(id)).toMatchObject({ failing_since: null, last_success_at: expect.any(String) });
    });

    it('nothing goes to other organisations, other workspaces and agents, or of what came before', async () => {
      const [all, sales, abroad] = [await open(), await open(), await open()];
      await tell(verifier, 'before.it');
      await makeWebhook(verifier, { url: all.url });
      await makeWebhook(verifier, { url: sales.url, workspace_ids: ['sales'] });
      await makeWebhook(verifier, { url: abroad.url }, { 'x-assay-organization': 'other' });
      await tell(verifier, 'in.sales', { workspaceId: 'sales' });
      await tell(verifier, 'in.default', { workspaceId: 'default' });
      await tell(verifier, 'in.none');
      await tell(verifier, 'in.other', { orgId: 'other', workspaceId: 'sales' });
      await run(verifier);
      const codes = (one: Receiver) => one.received.map(({ body }) => JSON.parse(body).type).sort();
      expect(codes(all)).toEqual(['in.default', 'in.none', 'in.sales']);
      expect(codes(sales)).toEqual(['in.sales']);
      expect(codes(abroad)).toEqual(['in.other']);
    });

    it('what fails is tried again after longer and longer pauses with one id, eight times, then it is dead', async () => {
      const receiver = await open(status(500));
      const { id } = await makeWebhook(verifier, { url: receiver.url });
      await tell(verifier, 'a.thing');
      const pauses = [0, 5, 60, 300, 1_800, 7_200, 18_000, 36_000];
      for (const [index, pauseS] of pauses.entries()) {
        later(pauseS * 1000 * 0.85);
        await run(verifier);
        expect(receiver.received).toHaveLength(pauseS === 0 ? 1 : index);
        later(pauseS * 1000 * 0.3);
        await run(verifier);
        expect(receiver.received).toHaveLength(index + 1);
      }
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      const [dead] = await deliveriesOf(verifier, id, '?status=dead');
      expect(dead).toMatchObject({ reason: 'attempts', attempt_count: 8, next_attempt_at: null });
      expect(dead).toMatchObject({ last_attempt: { status: 500, error: 'http_500' } });
      later(dayMs);
      await run(verifier);
      expect(receiver.received).toHaveLength(8);
      receiver.answerWith(ok);
      const path = `/v1/webhooks/${id}/deliveries/${dead?.['id']}`;
      expect((await verifier.admin('POST', `${path}/replay`)).status).toBe(202);
      await run(verifier);
      expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(dead?.['id']);
      const { body } = await verifier.admin('GET', path);
      expect(body).toMatchObject({ status: 'delivered', reason: null, payload: { type: 'a.thing' } });
      expect(body['attempts']).toHaveLength(9);
    });

    it('a receiver that asks to be left alone is, for an hour at most', async () => {
      const receiver = await open(status(503, { 'retry-after': '600' }));
      await makeWebhook(verifier, { url: receiver.url });
      await tell(verifier, 'a.thing');
      await run(verifier);
      later(599_000);
      await run(verifier);
      expect(receiver.received).toHaveLength(1);
      receiver.answerWith(status(429, { 'retry-after': '999999' }));
      later(1_000);
      await run(verifier);
      expect(receiver.received).toHaveLength(2);
      later(61 * minuteMs);
      await run(verifier);
      expect(receiver.received).toHaveLength(3);
    });

    it('one that answers 410 is disabled at once, and told of', async () => {
      const [gone, other] = [await open(status(410)), await open()];
      const { id } = await makeWebhook(verifier, { url: gone.url, events: ['a.*'] });
      await makeWebhook(verifier, { url: other.url, events: ['webhook.*'] });
      await tell(verifier, 'a.thing');
      await run(verifier);
      const row = await get(id);
      expect(row).toMatchObject({ status: 'disabled', status_reason: 'gone' });
      expect(await deliveriesOf(verifier, id)).toMatchObject([{ status: 'dead', reason: 'gone' }]);
      await run(verifier);
      expect(JSON.parse(other.received[0]?.body ?? '{}')).toMatchObject({ type: 'webhook.disabled' });
      await tell(verifier, 'a.second');
      gone.answerWith(ok);
      const change = { status: 'active' };
      const headers = { 'if-match': `"${row['revision']}"` };
      expect((await verifier.admin('PATCH', `/v1/webhooks/${id}`, change, headers)).status).toBe(200);
      await tell(verifier, 'a.third');
      await run(verifier);
      // Events from the time when it was disabled are not kept.
      expect(gone.received.slice(1).map(({ body }) => JSON.parse(body).type)).toEqual(['a.third']);
    });

    it('one that fails for three days is disabled, and what waited for it is dead', async () => {
      const receiver = await open(status(500));
      const { id } = await makeWebhook(verifier, { url: receiver.url });
      await tell(verifier, 'a.first');
      await run(verifier);
      later(3 * dayMs);
      await tell(verifier, 'a.second');
      await run(verifier);
      expect(await get(id)).toMatchObject({ status: 'disabled', status_reason: 'failing' });
      const reasons = (await deliveriesOf(verifier, id)).map(({ reason, status: at }) => [at, reason]);
      expect(reasons).toEqual([
        ['dead', 'disabled'],
        ['dead', 'disabled'],
      ]);
      expect(
        (await verifier.admin('POST', `/v1/webhooks/${id}/replay`, { since: '2020-01-01T00:00:00Z' })).status,
      ).toBe(409);
    });

    it('both secrets sign while they overlap, and the old one no longer', async () => {
      const receiver = await open();
      const { id, secret } = await makeWebhook(verifier, { url: receiver.url });
      const rotated = await verifier.admin('POST', `/v1/webhooks/${id}/rotate-secret`, { overlap_s: 60 });
      const next = String(rotated.body['secret']);
      expect(next).toMatch(/^whsec_/);
      const signedBy = async () => {
        await run(verifier);
        const got = receiver.received.at(-1);
        if (got === undefined) throw new Error('nothing was received');
        return [await countSignatures(secret, got), await countSignatures(next, got)];
      };
      await tell(verifier, 'a.first');
      expect(await signedBy()).toEqual([1, 1]);
      later(60_000);
      await tell(verifier, 'a.second');
      expect(await signedBy()).toEqual([0, 1]);
      await verifier.verifier().services.hourly.tick();
      expect(await verifier.verifier().services.webhooks.endOverlaps()).toBe(0);
      const third = await verifier.admin('POST', `/v1/webhooks/${id}/rotate-secret`, { overlap_s: 0 });
      await tell(verifier, 'a.third');
      expect(await signedBy()).toEqual([0, 0]);
      expect(third.body['secret_overlap_until']).toBeNull();
    });

    it('a paused one loses nothing, and many are replayed by their time', async () => {
      const receiver = await open();
      const { id, revision } = await makeWebhook(verifier, { url: receiver.url });
      const change = (to: string, at: unknown) =>
        verifier.admin('PATCH', `/v1/webhooks/${id}`, { status: to }, { 'if-match': `"${at}"` });
      const paused = await change('paused', revision);
      const since = new Date(verifier.clock.now()).toISOString();
      for (const name of ['a.1', 'a.2', 'a.3']) await tell(verifier, name);
      await run(verifier);
      expect(receiver.received).toHaveLength(0);
      await change('active', paused.body['revision']);
      await run(verifier);
      expect(receiver.received).toHaveLength(3);
      const replay = (body: object) => verifier.admin('POST', `/v1/webhooks/${id}/replay`, body);
      expect((await replay({ since })).body).toEqual({ replayed: 0, next_since: null });
      expect((await replay({ since, status: 'delivered' })).body).toEqual({ replayed: 3, next_since: null });
      await run(verifier);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
      expect(receiver.received).toHaveLength(6);
      expect((await replay({ since, until: '2020-01-01T00:00:00Z' })).status).toBe(422);
    });

    it('a test says at once what came of it, and counts for nothing', async () => {
      const receiver = await open();
      const { id, secret } = await makeWebhook(verifier, { url: receiver.url, events: ['x.y'] });
      const good = await verifier.admin('POST', `/v1/webhooks/${id}/test`);
      expect(good.body).toMatchObject({ delivered: true, delivery: { code: 'webhook.test', event_id: null } });
      const [got] = receiver.received;
      expect(got === undefined ? 0 : await countSignatures(secret, got)).toBe(1);
      receiver.answerWith(status(302, { location: '/elsewhere' }));
      const bad = await verifier.admin('POST', `/v1/webhooks/${id}/test`);
      expect(bad.body).toMatchObject({ delivered: false, delivery: { last_attempt: { error: 'outbound_redirect' } } });
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
      expect(await get(id)).toMatchObject({ failing_since: null, last_failure_at: null });
      expect(await deliveriesOf(verifier, id, '?status=dead')).toHaveLength(1);
    });

    it('a secret is in its first answer alone: in no row, event, audit entry, repeated answer or line of the log', async () => {
      const receiver = await open(status(500));
      const body = { name: 'hook', events: ['*'], url: receiver.url };
      const once = { 'idempotency-key': 'once' };
      const made = await verifier.admin('POST', '/v1/webhooks', body, once);
      const again = await verifier.admin('POST', '/v1/webhooks', body, once);
      expect([made.body['secret'], again.body['id']]).toEqual([expect.stringMatching(/^whsec_/), made.body['id']]);
      expect(again.body['secret']).toBeUndefined();
      const id = String(made.body['id']);
      const rotated = await verifier.admin('POST', `/v1/webhooks/${id}/rotate-secret`, {});
      await tell(verifier, 'a.thing');
      await run(verifier);
      const texts = [made, rotated].map((answer) => String(answer.body['secret']).slice('whsec_'.length));
      const { db } = verifier.testDb.database();
      const tables = await query<{ name: string }>(
        db,
        sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
      );
      expect(tables.length).toBeGreaterThan(50);
      for (const { name } of tables) {
        const rows = JSON.stringify(await query(db, sql`select * from ${sql.identifier(name)}`));
        for (const text of texts) expect(rows).not.toContain(text);
      }
      const answers = [again.raw, (await verifier.admin('GET', `/v1/webhooks/${id}`)).raw, logged.join('')];
      for (const text of texts) expect(answers.join('')).not.toContain(text);
      const etag = `"${rotated.body['revision']}"`;
      expect((await verifier.admin('DELETE', `/v1/webhooks/${id}`, undefined, { 'if-match': etag })).status).toBe(204);
      const left = await query(db, sql`select 1 from vault_secrets where record_id = ${id}`);
      expect([left.length, (await verifier.admin('GET', `/v1/webhooks/${id}/deliveries`)).status]).toEqual([0, 404]);
    });

    it.each([
      [{ url: 'https://user:pw@hooks.example.com/' }, 422],
      [{ url: 'ftp://hooks.example.com/' }, 400],
      [{ events: [] }, 400],
      [{ events: ['UPPER'] }, 400],
      [{ events: ['a.*.b'] }, 400],
      [{ workspace_ids: ['nowhere'] }, 422],
      [{ agent_ids: ['nobody'] }, 422],
      [{ secret: 'whsec_mine' }, 400],
    ])('refuses %j', async (body, expected) => {
      const asked = { name: 'hook', events: ['*'], url: 'https://hooks.example.com/', ...body };
      expect((await verifier.admin('POST', '/v1/webhooks', asked)).status).toBe(expected);
    });

    it('a receiver that hangs holds up nobody else, and never has more than four calls', async () => {
      const [slow, quick] = [await open(hang), await open()];
      await makeWebhook(verifier, { url: slow.url, events: ['slow.*'] });
      await makeWebhook(verifier, { url: quick.url, events: ['quick.*'] });
      for (let n = 0; n < 10; n += 1) await tell(verifier, `slow.n${n}`);
      for (let n = 0; n < 30; n += 1) await tell(verifier, `quick.n${n}`);
      await verifier.verifier().services.webhookWork.tick();
      const all = new Set(Array.from({ length: 30 }, (_one, n) => `quick.n${n}`));
      while (quick.received.length < 30) await new Promise(setImmediate);
      expect(new Set(quick.received.map(({ body }) => JSON.parse(body).type))).toEqual(all);
      expect(slow.load.most).toBeLessThanOrEqual(4);
      expect(quick.load.most).toBeLessThanOrEqual(4);
      await Promise.all(receivers.map((one) => one.close()));
      await verifier.verifier().services.webhookWork.idle();
      // Four were aborted; one at a time is then retried.
      expect(slow.load.most).toBeLessThanOrEqual(4);
    });
  },
);
