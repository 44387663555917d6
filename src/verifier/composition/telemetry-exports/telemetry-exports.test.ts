import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { eventReadersTable, eventsTable } from '../../base/events/tables.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { type Collector, openCollector } from './collector.fixture.ts';
import { telemetryExportsTable } from './tables.ts';

const canary = `canary-${randomBytes(12).toString('hex')}`;
const hourMs = 3_600_000;

describe.each(testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const))(
  'telemetry exports on %s',
  (kind) => {
    let verifier: TestVerifier;
    let gateway: TestGateway;
    let collector: Collector;
    const logged: string[] = [];
    beforeAll(async () => {
      const log = createLogger({
        service: 'verifier',
        level: 'debug',
        destination: { write: (line) => logged.push(line) },
      });
      verifier = await openTestVerifier({}, kind, { log });
      gateway = await aGateway(verifier);
    });
    afterEach(async () => {
      await collector?.close();
      await verifier.testDb.database().db.delete(telemetryExportsTable);
    });
    afterAll(() => verifier?.close());

    const later = (ms: number) => verifier.clock.set(verifier.clock.now() + ms);
    const tick = () => verifier.verifier().services.telemetryWork.tick();
    const store = async (count = 1) => {
      const items = Array.from({ length: count }, () => ({ jws: gateway.evidence().jws }));
      const { status, body } = await verifier.post('/v1/evidence', { items });
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('refused')]);
    };
    const make = async (body: object = {}) => {
      collector = await openCollector();
      const answer = await verifier.admin('POST', '/v1/telemetry-exports', {
        name: 'otel',
        endpoint: collector.url,
        ...body,
      });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      return String(answer.body['id']);
    };
    const get = async (id: string) => (await verifier.admin('GET', `/v1/telemetry-exports/${id}`)).body;

    it('what a collector says is shown, but nothing of it where it says a header back', async () => {
      const id = await make({ headers: { 'X-Api-Key': canary } });
      const tried = async (errorMessage: string) => {
        collector.answerWith({ status: 200, body: { partialSuccess: { rejectedSpans: '0', errorMessage } } });
        return (await verifier.admin('POST', `/v1/telemetry-exports/${id}/test`, {})).body['error'];
      };
      expect(await tried('too many attributes')).toBe('too many attributes');
      for (const said of [canary, Buffer.from(canary).toString('base64'), `{"x-api-key":"${canary}"}`]) {
        expect(await tried(`not taken: ${said}`)).toMatch(/its words are left out/);
      }
      collector.answerWith({ status: 200, body: { partialSuccess: { rejectedSpans: '0', errorMessage: canary } } });
      await store();
      await tick();
      expect((await get(id))['last_error']).toMatch(/its words are left out/);
    });

    it('each Evidence from then on arrives once, as a request of OTLP with the headers that were named', async () => {
      await store();
      const id = await make({ headers: { 'X-Api-Key': canary } });
      await store(3);
      expect(await get(id)).toMatchObject({ header_names: ['x-api-key'], exported: 0 });
      await tick();
      later(2_000);
      await store(2);
      await tick();
      expect(collector.wrong).toEqual([]);
      expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(5);
      expect(collector.spans).toHaveLength(5);
      expect(collector.requests[0]?.headers['x-api-key']).toBe(canary);
      expect(await get(id)).toMatchObject({ exported: 5, dropped: 0, lag_s: 0, last_error: null });
    });

    it('headers that were given for one server never go to another', async () => {
      const id = await make({ headers: { 'X-Api-Key': canary } });
      const other = await openCollector();
      try {
        const patch = (body: object) =>
          verifier.admin('PATCH', `/v1/telemetry-exports/${id}`, body, { 'if-match': '"1"' });
        const refused = await patch({ endpoint: other.url });
        expect([refused.status, refused.body['reason']]).toEqual([422, 'headers_required']);
        const changed = await patch({ endpoint: other.url, headers: {} });
        expect([changed.status, changed.body['header_names']]).toEqual([200, []]);
        await verifier.admin('POST', `/v1/telemetry-exports/${id}/test`, {});
        expect(other.requests).toHaveLength(1);
        expect(JSON.stringify(other.requests)).not.toContain(canary);
      } finally {
        await other.close();
      }
    });

    it.each([
      ['a line break in a name', { 'x\r\nhost': 'a' }],
      ['a line break in a value', { x: 'a\r\nhost: b' }],
      ['a name that is none', { 'a b': 'c' }],
      ['a name of nothing', { '': 'c' }],
      ['what frames the request', { 'Content-Length': '0' }],
      ['a header twice', { a: '1', A: '2' }],
      ['letters beyond ASCII', { x: 'ä' }],
    ])('refuses headers with %s', async (_name, headers) => {
      const endpoint = 'https://otlp.example.com/v1/traces';
      const { status } = await verifier.admin('POST', '/v1/telemetry-exports', { name: 'otel', endpoint, headers });
      expect([400, 422]).toContain(status);
    });

    it('holds nothing back that events keep: its place is its own', async () => {
      await make();
      await tick();
      expect(await verifier.testDb.database().db.select().from(eventReadersTable)).toEqual([]);
    });

    it('a collector that is away or busy loses nothing, and is asked again after longer and longer pauses', async () => {
      const id = await make();
      await store(2);
      collector.answerWith({ status: 503, headers: { 'retry-after': '60' } });
      await tick();
      expect(await get(id)).toMatchObject({ exported: 0, dropped: 0, last_error: 'http_503' });
      later(59_000);
      await tick();
      expect(collector.requests).toHaveLength(1);
      collector.answerWith({ status: 429 });
      later(1_000);
      await tick();
      expect(collector.requests).toHaveLength(2);
      expect((await get(id))['lag_s']).toBeGreaterThanOrEqual(60);
      collector.answerWith({ status: 200, body: {} });
      later(300_000);
      await tick();
      expect(await get(id)).toMatchObject({ exported: 2, dropped: 0, lag_s: 0 });
    });

    it('what it does not take is dropped, counted and told of', async () => {
      const id = await make();
      await store(2);
      collector.answerWith({ status: 400 });
      await tick();
      expect(await get(id)).toMatchObject({ exported: 0, dropped: 2, last_error: 'http_400' });
      collector.answerWith({
        status: 200,
        body: { partialSuccess: { rejectedSpans: '1', errorMessage: 'too\u001b[31m old' } },
      });
      await store(3);
      later(300_000);
      await tick();
      expect(await get(id)).toMatchObject({ exported: 2, dropped: 3, last_error: 'too [31m old' });
      const { body } = await verifier.admin('GET', '/v1/events?code=telemetry.dropped');
      expect(body['items']).toMatchObject([{ data: { fields: { export_id: id, dropped: 2, reason: 'refused' } } }]);
    });

    it('what was removed before it came to it is counted as dropped, once', async () => {
      const id = await make();
      await store(2);
      await tick();
      collector.answerWith({ status: 503 });
      await store(3);
      later(10_000);
      await tick();
      const { db } = verifier.testDb.database();
      const gone = await query<{ seq: string }>(
        db,
        sql`select seq from events where type = 'auditor.decision' order by seq desc limit 2`,
      );
      for (const { seq } of gone) await db.delete(eventsTable).where(eq(eventsTable.seq, Number(seq)));
      collector.answerWith({ status: 200, body: {} });
      for (let turn = 0; turn < 3; turn += 1) {
        later(hourMs);
        await tick();
      }
      expect(await get(id)).toMatchObject({ exported: 3, dropped: 2, lag_s: 0 });
    });

    it('of many, each request keeps to 512 spans', async () => {
      const id = await make();
      for (const count of [250, 250, 200]) await store(count);
      await tick();
      expect(collector.requests.map(({ spans }) => spans)).toEqual([512, 188]);
      expect(collector.requests.every(({ bytes }) => bytes <= 1024 * 1024)).toBe(true);
      expect(await get(id)).toMatchObject({ exported: 700 });
    });

    it('a test sends one span; only what is asked for leaves, and a paused one sends nothing', async () => {
      await verifier.admin('POST', '/v1/workspaces', { id: 'sales' });
      const id = await make({ workspace_ids: ['sales'] });
      const tested = await verifier.admin('POST', `/v1/telemetry-exports/${id}/test`);
      expect(tested.body).toEqual({ accepted: true, status: 200, error: null });
      expect(collector.spans.map(({ name }) => name)).toEqual(['assay test']);
      await store();
      await tick();
      expect(collector.spans).toHaveLength(1);
      const change = (body: object, revision: number) =>
        verifier.admin('PATCH', `/v1/telemetry-exports/${id}`, body, { 'if-match': `"${revision}"` });
      expect((await change({ status: 'paused', workspace_ids: null }, 1)).status).toBe(200);
      await store();
      await tick();
      expect(collector.spans).toHaveLength(1);
      expect((await change({ status: 'active' }, 1)).status).toBe(412);
      expect((await change({ status: 'active', headers: { authorization: canary } }, 2)).status).toBe(200);
      await tick();
      expect(collector.spans).toHaveLength(2);
      expect(collector.requests.at(-1)?.headers['authorization']).toBe(canary);
    });

    it('the values of headers stand in no row, answer, event or line of the log', async () => {
      const { db } = verifier.testDb.database();
      const tables = ['telemetry_exports', 'events', 'audit_log', 'idempotency_keys', 'vault_secrets'];
      for (const table of tables) {
        const rows = await query(db, sql`select * from ${sql.identifier(table)}`);
        expect(JSON.stringify(rows)).not.toContain(canary);
      }
      expect(logged.join('')).not.toContain(canary);
    });

    it.each([
      [{ endpoint: 'https://user:pw@otlp.example.com/v1/traces' }, 422],
      [{ endpoint: 'ftp://otlp.example.com' }, 400],
      [{ headers: { 'Content-Type': 'text/plain' } }, 422],
      [{ headers: { 'x-a': 'b\r\nc: d' } }, 400],
      [{ workspace_ids: ['nowhere'] }, 422],
      [{ more: 1 }, 400],
    ])('refuses %j', async (body, expected) => {
      collector = await openCollector();
      const asked = { name: 'otel', endpoint: collector.url, ...body };
      expect((await verifier.admin('POST', '/v1/telemetry-exports', asked)).status).toBe(expected);
    });
  },
);
