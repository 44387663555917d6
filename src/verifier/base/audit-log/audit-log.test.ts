/** The audit log through the API: written, found, exported and checked, and who sees it. */
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { checkAuditExport } from '../../../proof/audit-export.ts';
import { parseVerifierKeys, type VerifierKey } from '../../../proof/verifier-key.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { refusalsPerMinute } from '../access/refusals.ts';
import { anEntry, author, collect, tamper } from './audit-log.fixture.ts';
import { createAuditLog } from './service.ts';
import { createAuditStore } from './store.ts';

let verifier: TestVerifier;
let keys: readonly VerifierKey[];

beforeAll(async () => {
  verifier = await openTestVerifier();
  const parsed = await parseVerifierKeys((await verifier.get('/.well-known/jwks.json')).body, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  keys = parsed.keys;
}, 60_000);
afterAll(() => verifier.close());

const path = '/v1/audit-logs';
const read = async (query = '', headers = {}) =>
  (await verifier.admin('GET', `${path}${query}`, undefined, headers)).body;
const items = async (query = '') => (await read(query))['items'] as AuditEntry[];
const exported = async (query = '') =>
  (await verifier.admin('GET', `${path}/export${query}`)).raw.toString('utf8').split('\n').slice(0, -1);
async function* toLines(lines: readonly string[]) {
  yield* lines;
}
const check = (lines: readonly string[], more = {}) => checkAuditExport(toLines(lines), { keys, crypto, ...more });

describe('an entry', () => {
  it('names actor, act, origin and call, and follows the one before it', async () => {
    const made = await verifier.admin('POST', '/v1/workspaces', { id: 'audited' }, { 'user-agent': 'curl/8' });
    const [entry, before] = await items('?limit=2');
    expect(entry).toMatchObject({
      org_id: 'default',
      action: 'workspace.created',
      actor: { type: 'operator', id: 'operator' },
      resource_type: 'workspace',
      resource_id: 'audited',
      success: true,
      error_message: null,
      ip_address: '127.0.0.1',
      user_agent: 'curl/8',
      request_id: made.headers['x-request-id'],
    });
    if (before !== undefined) expect(entry?.prev_hash).toBe(before.hash);
  });

  it('of a refused call is written at most ten times a minute per actor, then counted', async () => {
    const refused = () => verifier.post('/v1/organizations', { id: 'mine' });
    for (let call = 0; call < refusalsPerMinute + 5; call += 1) expect((await refused()).status).toBe(403);
    const written = await items('?action=access.refused&actor=local&limit=100');
    expect(written).toHaveLength(refusalsPerMinute);
    expect(written[0]).toMatchObject({
      resource_type: 'endpoint',
      resource_id: 'POST /v1/organizations',
      success: false,
      error_message: 'forbidden',
      details: { needed: 'organizations.create', role: 'operator', params: {} },
    });
    verifier.clock.set(verifier.clock.now() + 60_000);
    await refused();
    const [latest] = await items('?action=access.refused&limit=1');
    expect(latest?.details).toMatchObject({ left_out: 5 });
  });

  it('is written for a refused read of the log, and for no other refused read', async () => {
    expect((await verifier.get(path)).status).toBe(403);
    expect((await verifier.get(`${path}/export`)).status).toBe(403);
    expect((await verifier.get(`${path}/verify`)).status).toBe(403);
    const [latest] = await items('?action=access.refused&limit=1');
    expect(latest).toMatchObject({ resource_id: `GET ${path}/verify`, details: { needed: 'audit.read' } });
  });
});

describe('a list', () => {
  it('is filtered by action, actor, resource and time, and read page by page', async () => {
    for (const id of ['w-1', 'w-2', 'w-3']) await verifier.post('/v1/workspaces', { id });
    verifier.clock.set(verifier.clock.now() + 1_000);
    const from = new Date(verifier.clock.now()).toISOString();
    await verifier.admin('PATCH', '/v1/workspaces/w-1', { name: 'x' }, { 'if-match': '"1"' });
    const ids = async (query: string) =>
      (await items(query)).map(({ action, resource_id }) => `${action} ${resource_id}`);
    expect(await ids('?resource=workspace/w-1')).toEqual(['workspace.updated w-1', 'workspace.created w-1']);
    expect(await ids('?resource=w-1&action=workspace.created')).toEqual(['workspace.created w-1']);
    expect(await ids('?resource=workspace&actor=operator&action=workspace.*&limit=1')).toEqual([
      'workspace.updated w-1',
    ]);
    expect(await ids(`?from=${from}`)).toEqual(['workspace.updated w-1']);
    expect(await ids(`?from=${from}&to=${from}`)).toEqual([]);
    expect(await ids('?action=workspace.%25')).toEqual([]);
    const first = await read('?actor=local&action=workspace.created&limit=2');
    const second = await read(`?actor=local&action=workspace.created&limit=2&cursor=${first['next_cursor']}`);
    const seen = [first, second].flatMap((page) => (page['items'] as AuditEntry[]).map(({ resource_id: id }) => id));
    expect(seen).toEqual(['w-3', 'w-2', 'w-1']);
    expect(second['has_more']).toBe(false);
  });

  it.each(['?from=yesterday', '?cursor=x', '?seq=1', '?limit=0', '/verify?seq=1', '/verify?seq=-1', '/export?limit=1'])(
    'refuses %s',
    async (query) => {
      expect((await verifier.admin('GET', `${path}${query}`)).status).toBe(400);
    },
  );
});

describe('an export', () => {
  it('is complete: every entry, and a checkpoint signed by the verifier', async () => {
    const lines = await exported();
    const { body } = await verifier.admin('GET', `${path}/verify`);
    const report = await check(lines);
    expect(report).toMatchObject({
      ok: true,
      org_id: 'default',
      entries: lines.length - 1,
      first_seq: 1,
      head: body['head'],
    });
    expect(body).toMatchObject({ intact: true, entries: lines.length - 1, broken: null, contains_known: null });
    expect(
      lines
        .slice(0, -1)
        .reverse()
        .slice(0, 3)
        .map((line) => JSON.parse(line)),
    ).toEqual(await items('?limit=3'));
  });

  it('reveals a cut end, a removed and a changed entry offline', async () => {
    const lines = await exported();
    expect(await check(lines.slice(0, -1))).toMatchObject({
      ok: false,
      problem: expect.stringContaining('does not end with a checkpoint'),
    });
    const cut = [...lines.slice(0, -2), ...lines.slice(-1)];
    expect(await check(cut)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('the checkpoint covers entry'),
    });
    expect(await check(lines.toSpliced(3, 1))).toMatchObject({ ok: false, broken: { seq: 4, differs: 'number' } });
    const changed = lines.with(2, (lines[2] ?? '').replace('"timestamp":"20', '"timestamp":"21'));
    expect(await check(changed)).toMatchObject({ ok: false, broken: { seq: 3, differs: 'hash' } });
    expect(await check(lines, { keys: [] })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('not trusted'),
    });
  });

  it('by filters has no checkpoint, and each of its entries is still valid alone', async () => {
    const lines = await exported('?action=workspace.created');
    expect(await check(lines)).toMatchObject({ ok: false });
    expect(await check(lines, { isPartial: true })).toMatchObject({
      ok: true,
      entries: lines.length,
      checkpoint: null,
    });
  });

  it('of an empty log is a checkpoint of nothing', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'bare' });
    const { auditLog } = verifier.verifier().services;
    const lines = await collect(auditLog.export('nobody', {}));
    expect(await check(lines)).toMatchObject({ ok: true, org_id: 'nobody', entries: 0, checkpoint: { seq: 0 } });
  });

  it('keeps one page in memory, for any length of the log', async () => {
    const { db } = verifier.testDb.database();
    const { services } = verifier.verifier();
    const entries = Array.from({ length: 1_000 }, (_, index) => anEntry({ resourceId: `t-${index}` }));
    await db.transaction((tx) => services.audit.appendMany(tx, author('usr_1', 'long'), entries));
    const pages: number[] = [];
    const store = createAuditStore(db);
    const log = createAuditLog({
      db,
      clock: verifier.clock,
      key: services.keys.active,
      issuer: 'x',
      pageSize: 100,
      store: {
        ...store,
        async read(...asked) {
          const rows = await store.read(...asked);
          pages.push(rows.length);
          return rows;
        },
      },
    });
    const reading = log.export('long', {});
    for (let page = 0; page < 3; page += 1) await reading.next();
    // The export reads no further than its reader.
    expect(pages).toEqual([100, 100, 100]);
    expect((await check(await collect(log.export('long', {})))).entries).toBe(1_000);
  });
});

describe('the check of the chain', () => {
  it('names the first broken link, and a missing head', async () => {
    const { body } = await verifier.admin('GET', `${path}/verify`);
    const known = Object(body['head']);
    const query = `?seq=${known.seq}&hash=${known.hash}`;
    await verifier.post('/v1/workspaces', { id: 'later' });
    expect((await verifier.admin('GET', `${path}/verify${query}`)).body).toMatchObject({
      intact: true,
      contains_known: true,
    });
    const { db } = verifier.testDb.database();
    await tamper(db, (tx) =>
      tx.execute(sql`update audit_log set actor_id = 'nobody' where org_id = 'default' and seq = 2`),
    );
    expect((await verifier.admin('GET', `${path}/verify${query}`)).body).toMatchObject({
      intact: false,
      entries: 1,
      contains_known: false,
      broken: { seq: 2, differs: 'hash' },
    });
    expect((await check(await exported())).broken).toMatchObject({ seq: 2, differs: 'hash' });
  });

  it('covers one organisation: another one has its own chain', async () => {
    const other = { 'x-assay-organization': 'bare' };
    const { body } = await verifier.admin('GET', `${path}/verify`, undefined, other);
    expect(body).toMatchObject({ org_id: 'bare', intact: true });
    const list = (await read('?limit=100', other))['items'] as AuditEntry[];
    expect(list.map(({ action }) => action)).toEqual(['tool.created', 'workspace.created', 'organization.created']);
  });
});
