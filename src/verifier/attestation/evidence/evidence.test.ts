import { createEd25519Key } from '@assay/sdk/crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aChain,
  aKeyAttestation,
  anEvidence,
  attestationHash,
  signEvidence,
  toReceiptProof,
} from '../../../../test/support/artefacts.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';
import { evidenceTable, refusalsTable } from './tables.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];

describe.each(kinds)('evidence on %s (TEST_DATABASE_URL adds postgres)', (kind) => {
  let verifier: TestVerifier;
  let gateway: TestGateway;

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    gateway = await aGateway(verifier);
  });
  afterAll(() => verifier?.close());

  const send = (item: unknown) => verifier.post('/v1/evidence', item);
  const sendAll = async (items: unknown[]) => (await verifier.post('/v1/evidence', { items })).body['results'];
  const db = () => verifier.testDb.database().db;

  describe('what is accepted', () => {
    it('is shown decoded, appraised and as the exact bytes', async () => {
      const { evidence, jws } = gateway.evidence();
      expect(await send({ jws })).toMatchObject({
        status: 200,
        body: { results: [{ evidence_id: evidence.evidence_id, status: 'stored' }] },
      });
      const { body } = await verifier.get(`/v1/evidence/${evidence.evidence_id}`);
      expect(body).toMatchObject({ ...evidence, jws, attester_id: evidence.iss, trust_tier: 'warning' });
      expect(body['signature']).toBe(jws.split('.')[2]);
      expect(body['generated_at']).toBe(new Date(evidence.iat * 1000).toISOString());
      expect(body['appraisal_record']).toMatchObject({ overall_status: 'warning', claims_affirming: 2 });
      expect(body['notes']).toContain('software attestation: no hardware was verified');
    });

    it('is known the second time, and stored once', async () => {
      const { evidence, jws } = gateway.evidence();
      await send({ jws });
      const again = await send({ jws });
      expect(again).toMatchObject({ status: 200, body: { results: [{ status: 'known' }] } });
      expect(await sendAll([{ jws }, { jws }])).toMatchObject([{ status: 'known' }, { status: 'known' }]);
      const rows = await db().select().from(evidenceTable).where(eq(evidenceTable.evidence_id, evidence.evidence_id));
      expect(rows).toHaveLength(1);
    });

    it('keeps its receipt, also one that arrives later', async () => {
      const { evidence, jws } = gateway.evidence();
      const [, record] = aChain(gateway.key, gateway.hash, [jws]);
      if (record === undefined) throw new Error('no receipt');
      const receipt = toReceiptProof(gateway.key, record);
      await send({ jws });
      expect((await verifier.get(`/v1/evidence/${evidence.evidence_id}`)).body['receipt']).toBeNull();
      await send({ jws, receipt });
      expect((await verifier.get(`/v1/evidence/${evidence.evidence_id}`)).body['receipt']).toEqual(receipt);
    });

    it('makes an agent known that nobody registered, and says so', async () => {
      const { jws } = gateway.evidence({ agent_id: 'new-agent' });
      await send({ jws });
      const { body } = await verifier.get('/v1/agents/new-agent');
      expect(body).toMatchObject({ id: 'new-agent', workspace_id: 'default', implicit: true });
    });
  });

  describe('what is refused', () => {
    it('tampered evidence, and nothing of it is stored', async () => {
      const { evidence, jws } = gateway.evidence();
      const [header, payload = '', signature] = jws.split('.');
      const changed = Buffer.from(payload, 'base64url').toString().replace('"allow"', '"deny"');
      const tampered = [header, Buffer.from(changed).toString('base64url'), signature].join('.');
      const answer = await send({ jws: tampered });
      expect(answer).toMatchObject({ status: 400, body: { code: 'evidence_refused', reason: 'signature_invalid' } });
      expect((await verifier.get(`/v1/evidence/${evidence.evidence_id}`)).status).toBe(404);
    });

    it('evidence of an unknown key', async () => {
      const stranger = await aGateway();
      expect(await send({ jws: stranger.evidence().jws })).toMatchObject({
        status: 400,
        body: { reason: 'key_unknown' },
      });
    });

    it('evidence that names an attestation of another key', async () => {
      const other = await aGateway(verifier);
      const jws = signEvidence(gateway.key, anEvidence(other.hash));
      expect(await send({ jws })).toMatchObject({ status: 400, body: { reason: 'key_attestation_mismatch' } });
    });

    it('evidence from the future', async () => {
      const iat = Math.floor(verifier.clock.now() / 1000);
      expect(await send({ jws: gateway.evidence({ iat: iat + 120 }).jws })).toMatchObject({
        body: { reason: 'not_yet_valid' },
      });
      expect((await send({ jws: gateway.evidence({ iat: iat + 30 }).jws })).status).toBe(200);
    });

    it('a nonce under a second id, one after the other and in one batch', async () => {
      const first = gateway.evidence();
      await send({ jws: first.jws });
      const second = gateway.evidence({ nonce: first.evidence.nonce });
      expect(await send({ jws: second.jws })).toMatchObject({ status: 409, body: { reason: 'nonce_reused' } });
      const third = gateway.evidence();
      const fourth = gateway.evidence({ nonce: third.evidence.nonce });
      expect(await sendAll([{ jws: third.jws }, { jws: fourth.jws }])).toMatchObject([
        { status: 'stored' },
        { status: 'refused', reason: 'nonce_reused' },
      ]);
    });

    it('other bytes under a known id', async () => {
      const first = gateway.evidence();
      await send({ jws: first.jws });
      const twin = gateway.evidence({ evidence_id: first.evidence.evidence_id });
      expect(await send({ jws: twin.jws })).toMatchObject({
        status: 409,
        body: { code: 'conflict', reason: 'conflict' },
      });
      expect((await verifier.get(`/v1/evidence/${first.evidence.evidence_id}`)).body['jws']).toBe(first.jws);
    });

    it('a receipt about other evidence, or by another key', async () => {
      const [one, two] = [gateway.evidence(), gateway.evidence()];
      const [, record] = aChain(gateway.key, gateway.hash, [two.jws]);
      if (record === undefined) throw new Error('no receipt');
      const foreign = toReceiptProof(gateway.key, record);
      expect(await send({ jws: one.jws, receipt: foreign })).toMatchObject({ body: { reason: 'receipt_mismatch' } });
      const forged = toReceiptProof(createEd25519Key(), record);
      expect(await send({ jws: two.jws, receipt: forged })).toMatchObject({ body: { reason: 'signature_invalid' } });
      expect((await send({ jws: two.jws })).body['results']).toMatchObject([{ status: 'stored' }]);
    });

    it('evidence of an agent that belongs to another workspace', async () => {
      await verifier.post('/v1/workspaces', { id: 'team-a' });
      await verifier.post('/v1/agents', { id: 'mover', workspace_id: 'team-a' });
      const { jws } = gateway.evidence({ agent_id: 'mover' });
      expect(await send({ jws })).toMatchObject({ status: 409, body: { reason: 'workspace_mismatch' } });
    });

    it('is logged with reason and hash only', async () => {
      const { jws } = gateway.evidence();
      await send({ jws: `${jws}A` });
      const rows = await db().select().from(refusalsTable);
      expect(rows.length).toBeGreaterThan(0);
      expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['org_id', 'reason', 'refused_at', 'seq', 'sha256']);
    });
  });

  describe('a batch', () => {
    it('with bad items stores the others, and answers in order', async () => {
      const good = [gateway.evidence(), gateway.evidence(), gateway.evidence()];
      const [a, b, c] = good.map(({ jws }) => ({ jws }));
      const results = await sendAll([a, { jws: 'x.y.z' }, b, 7, { jws: null }, c]);
      expect(results).toMatchObject([
        { status: 'stored', evidence_id: good[0]?.evidence.evidence_id },
        { status: 'refused', evidence_id: null, reason: 'jws' },
        { status: 'stored', evidence_id: good[1]?.evidence.evidence_id },
        { status: 'refused', reason: 'schema' },
        { status: 'refused', reason: 'schema' },
        { status: 'stored', evidence_id: good[2]?.evidence.evidence_id },
      ]);
    });

    it('takes 256 items and no more', async () => {
      const items = Array.from({ length: 256 }, () => ({ jws: gateway.evidence({ agent_id: 'bulk' }).jws }));
      const results = await sendAll(items);
      expect(results).toHaveLength(256);
      expect((await verifier.post('/v1/evidence', { items: [...items, ...items.slice(0, 1)] })).status).toBe(400);
      expect((await verifier.post('/v1/evidence', { items: [] })).status).toBe(400);
    });

    it('whose transaction fails leaves nothing behind, and can be sent again', async () => {
      const items = [{ jws: gateway.evidence({ agent_id: 'rolled-back' }).jws }, { jws: 'x.y.z' }];
      // The refusal log is written last in the transaction: without its table the whole batch must be rolled back.
      await db().execute(sql`alter table evidence_refusals rename to evidence_refusals_away`);
      const failed = await verifier.post('/v1/evidence', { items });
      await db().execute(sql`alter table evidence_refusals_away rename to evidence_refusals`);
      expect(failed).toMatchObject({ status: 500, body: { code: 'internal' } });
      expect((await verifier.get('/v1/evidence?agent_id=rolled-back')).body['items']).toEqual([]);
      expect(await sendAll(items)).toMatchObject([{ status: 'stored' }, { status: 'refused' }]);
    });

    it('offered several times at once is stored once', async () => {
      const items = Array.from({ length: 20 }, () => ({ jws: gateway.evidence({ agent_id: 'race' }).jws }));
      const answers = await Promise.all([1, 2, 3, 4].map(() => sendAll(items)));
      const statuses = answers.flat().map((result) => Reflect.get(Object(result), 'status'));
      expect(statuses.filter((status) => status === 'stored')).toHaveLength(20);
      expect(statuses.filter((status) => status === 'known')).toHaveLength(60);
    });
  });

  describe('the list', () => {
    it('pages through everything once, newest first', async () => {
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 20; pages++) {
        const { body } = await verifier.get(`/v1/evidence?agent_id=bulk&limit=50${cursor}`);
        const items = body['items'];
        if (!Array.isArray(items)) throw new Error('no items');
        seen.push(...items.map((item) => String(item.evidence_id)));
        if (body['has_more'] !== true) break;
        cursor = `&cursor=${body['next_cursor']}`;
      }
      expect(new Set(seen).size).toBe(256);
      expect(seen).toHaveLength(256);
      expect([...seen].sort().reverse()).toEqual(seen);
    });

    it('filters by agent, decision, session, trace and time', async () => {
      const mark = { session_id: 'session-7', trace_id: 'a'.repeat(32), agent_id: 'filtered' };
      const { evidence, jws } = gateway.evidence(mark);
      await send({ jws });
      const ids = async (query: string) => {
        const { body } = await verifier.get(`/v1/evidence?${query}`);
        return Array.isArray(body['items']) ? body['items'].map((item) => item.evidence_id) : body;
      };
      const id = evidence.evidence_id;
      expect(await ids('session_id=session-7')).toEqual([id]);
      expect(await ids(`trace_id=${'a'.repeat(32)}`)).toEqual([id]);
      expect(await ids('agent_id=filtered&decision=allow')).toEqual([id]);
      expect(await ids('agent_id=filtered&decision=deny')).toEqual([]);
      expect(await ids('agent_id=filtered&since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z')).toEqual([id]);
      expect(await ids('agent_id=filtered&since=2026-01-01T00:00:01Z')).toEqual([]);
    });

    it.each(['cursor=abc', 'limit=0', 'limit=101', 'decision=maybe', 'since=yesterday', 'unknown=1', 'agent_id=%00'])(
      'refuses %s',
      async (query) => {
        expect((await verifier.get(`/v1/evidence?${query}`)).status).toBe(400);
      },
    );
  });

  it('refuses neither a key attested anew nor evidence under its new attestation', async () => {
    const { body } = await verifier.post('/v1/attestations/challenge');
    const fresh = aKeyAttestation(gateway.key, { runtimeData: { nonce: String(body['nonce']) } });
    expect((await verifier.post('/v1/attestations', { key_attestation: fresh })).status).toBe(201);
    const jws = signEvidence(gateway.key, anEvidence(attestationHash(fresh)));
    expect((await send({ jws })).status).toBe(200);
  });
});
