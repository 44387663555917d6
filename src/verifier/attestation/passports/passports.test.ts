import { createEd25519Key, nodeProofCrypto } from '@assay/sdk/crypto';
import { decode } from 'cbor2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChain, aKeyAttestation, toReceiptProof } from '../../../../test/support/artefacts.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { checkBundle } from '../../../proof/bundle.ts';
import { parseVerifierKeys } from '../../../proof/verifier-key.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];

describe.each(kinds)('passports on %s (TEST_DATABASE_URL adds postgres)', (kind) => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  beforeAll(async () => {
    verifier = await openTestVerifier({ VERIFIER_PASSPORT_RENEW_MS: '1000' }, kind);
    gateway = await aGateway(verifier);
  });
  afterAll(() => verifier?.close());

  const tick = (ms: number) => verifier.clock.set(verifier.clock.now() + ms);
  const listOf = async (query: string): Promise<Record<string, unknown>[]> => {
    const { items } = (await verifier.get(`/v1/passports?${query}`)).body;
    if (!Array.isArray(items)) throw new Error('no items');
    return items;
  };
  const latest = async (agentId: string) => (await listOf(`agent_id=${agentId}&latest=true`))[0] ?? {};
  const trustedKeys = async () => {
    const parsed = await parseVerifierKeys((await verifier.get('/.well-known/jwks.json')).body, nodeProofCrypto);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.keys;
  };
  const judge = async (bundle: unknown) =>
    checkBundle(bundle, {
      trustedVerifierKeys: await trustedKeys(),
      now: verifier.clock.now(),
      crypto: nodeProofCrypto,
    });

  describe('renewal', () => {
    it('comes with the first evidence at once, and covers it', async () => {
      const { evidence, jws } = gateway.evidence({ agent_id: 'first' });
      await verifier.post('/v1/evidence', { jws });
      const passport = await latest('first');
      expect(passport).toMatchObject({
        status: 'warning',
        state: 'valid',
        evidence_count: 1,
        superseded_by: null,
        is_mock: true,
      });
      const view = await verifier.get(`/v1/evidence/${evidence.evidence_id}`);
      expect(view.body['passport_id']).toBe(passport['passport_id']);
    });

    it('waits for the interval, then covers everything that came meanwhile', async () => {
      const send = () => verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'busy' }).jws });
      await send();
      const before = await latest('busy');
      await send();
      await send();
      expect(await latest('busy')).toEqual(before);
      tick(1000);
      await send();
      const after = await latest('busy');
      expect(after).toMatchObject({ evidence_count: 3, superseded_by: null });
      const old = await verifier.get(`/v1/passports/${before['passport_id']}`);
      expect(old.body).toMatchObject({ superseded_by: after['passport_id'], state: 'valid' });
      expect(await listOf('agent_id=busy')).toHaveLength(2);
    });

    it('leaves nothing waiting when the timer comes', async () => {
      const send = () => verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'quiet' }).jws });
      await send();
      await send();
      await verifier.verifier().renewal.flush();
      expect(await latest('quiet')).toMatchObject({ evidence_count: 1 });
      expect(await listOf('agent_id=quiet')).toHaveLength(2);
    });

    it('gives each agent and each key a passport of its own', async () => {
      const other = await aGateway(verifier);
      const items = [gateway, other].map((from) => ({ jws: from.evidence({ agent_id: 'two-keys' }).jws }));
      await verifier.post('/v1/evidence', { items });
      const jkts = (await listOf('agent_id=two-keys')).map(async ({ passport_id: id }) => {
        const { jwt } = (await verifier.get(`/v1/passports/${id}`)).body;
        return JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString()).cnf.jkt;
      });
      expect((await Promise.all(jkts)).sort()).toEqual([gateway.key.kid, other.key.kid].sort());
    });

    it('is not held up by the rhythm when the status changes', async () => {
      const { status } = await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'turn' }).jws });
      expect(status).toBe(200);
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'turn', mode: 'observe' }).jws });
      const passport = await latest('turn');
      const { evaluations } = (await verifier.get(`/v1/passports/${passport['passport_id']}`)).body;
      expect(evaluations).toMatchObject([{ name: 'cpu-tee' }, { name: 'gateway-decision', status: 'warning' }]);
    });
  });

  describe('a passport', () => {
    it('shows the freshness of the key', async () => {
      const fresh = await aGateway();
      await verifier.post('/v1/attestations', { key_attestation: fresh.attestation });
      const { body } = await verifier.post('/v1/attestations/challenge');
      const answer = aKeyAttestation(fresh.key, { runtimeData: { nonce: String(body['nonce']) } });
      await verifier.post('/v1/attestations', { key_attestation: answer });
      await verifier.post('/v1/evidence', { jws: fresh.evidence({ agent_id: 'fresh' }).jws });
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'stale' }).jws });
      const freshnessOf = async (agentId: string) => {
        const { jwt } = (await verifier.get(`/v1/passports/${(await latest(agentId))['passport_id']}`)).body;
        const claims = JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
        return claims.submods['cpu-tee']['x.freshness'];
      };
      expect([await freshnessOf('fresh'), await freshnessOf('stale')]).toEqual(['verifier', 'none']);
    });

    it('expires, and stays readable', async () => {
      await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'old' }).jws });
      const { passport_id: id, expires_at: end } = await latest('old');
      const start = verifier.clock.now();
      expect(Date.parse(String(end))).toBe(Math.floor(start / 1000) * 1000 + 86_400_000);
      verifier.clock.set(Date.parse(String(end)));
      const { body } = await verifier.get(`/v1/passports/${id}`);
      verifier.clock.set(start);
      expect(body).toMatchObject({ state: 'expired', runtime_status: 'expired', deployment_authorized: false });
    });

    it('is 404 for an unknown id', async () => {
      expect((await verifier.get('/v1/passports/pp_nothing')).status).toBe(404);
      expect((await verifier.get('/v1/passports/pp_nothing/evidence')).status).toBe(404);
    });
  });

  describe('the bundle', () => {
    let passportId: unknown;
    let evidenceId: string;

    beforeAll(async () => {
      const list = Array.from({ length: 5 }, () => gateway.evidence({ agent_id: 'bundled' }));
      const records = aChain(
        gateway.key,
        gateway.hash,
        list.map(({ jws }) => jws),
      ).slice(1);
      const items = list.map(({ jws }, index) => {
        const record = records[index];
        if (record === undefined) throw new Error('no receipt');
        return { jws, receipt: toReceiptProof(gateway.key, record) };
      });
      await verifier.post('/v1/evidence', { items });
      passportId = (await latest('bundled'))['passport_id'];
      evidenceId = list[2]?.evidence.evidence_id ?? '';
    });

    it('is proven offline by the published keys alone', async () => {
      const { body } = await verifier.get(`/v1/passports/${passportId}/evidence`);
      const report = await judge(body);
      expect(report.findings.filter((finding) => finding.status !== 'proven')).toEqual([]);
      expect(report.ok).toBe(true);
      expect(body['evidence']).toHaveLength(5);
      expect(body['receipts']).toHaveLength(5);
    });

    it('is refused when one evidence is left out, swapped or added', async () => {
      const { body } = await verifier.get(`/v1/passports/${passportId}/evidence`);
      const { evidence } = body;
      if (!Array.isArray(evidence)) throw new Error('no evidence');
      const { jws, evidence: extra } = gateway.evidence({ agent_id: 'bundled' });
      const changes = [
        evidence.slice(1),
        [...evidence].reverse(),
        [...evidence, { evidence_id: extra.evidence_id, jws }],
      ];
      for (const change of changes) expect((await judge({ ...body, evidence: change })).ok).toBe(false);
    });

    it('in CBOR has the same members', async () => {
      const json = await verifier.get(`/v1/passports/${passportId}/evidence`);
      const cbor = await verifier.get(`/v1/passports/${passportId}/evidence`, { accept: 'application/cbor' });
      expect(cbor.headers['content-type']).toBe('application/cbor');
      expect(decode(cbor.raw, { rejectDuplicateKeys: true })).toEqual(json.body);
    });

    it('of one evidence is proven without the others', async () => {
      const { body } = await verifier.get(`/v1/evidence/${evidenceId}/bundle`);
      expect(body).toMatchObject({ passport: null, evidence: [{ evidence_id: evidenceId }] });
      expect((await judge(body)).ok).toBe(true);
      const alone = gateway.evidence({ agent_id: 'alone' });
      await verifier.post('/v1/evidence', { jws: alone.jws });
      const single = await verifier.get(`/v1/evidence/${alone.evidence.evidence_id}/bundle`);
      expect(single.body['passport']).toEqual(expect.any(String));
      expect((await judge(single.body)).ok).toBe(true);
    });

    it('is not proven by the keys of another verifier', async () => {
      const { body } = await verifier.get(`/v1/passports/${passportId}/evidence`);
      const report = await checkBundle(body, { now: verifier.clock.now(), crypto: nodeProofCrypto });
      expect(report.ok).toBe(false);
    });
  });

  it('covers after a restart what was stored before it', async () => {
    const send = () => verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: 'restarted' }).jws });
    await send();
    await send();
    const keysBefore = await trustedKeys();
    await verifier.restart();
    const passports = await listOf('agent_id=restarted');
    expect(passports).toHaveLength(2);
    expect(await trustedKeys()).toEqual(keysBefore);
    expect((await judge((await verifier.get(`/v1/passports/${passports[0]?.['passport_id']}/evidence`)).body)).ok).toBe(
      true,
    );
    expect(createEd25519Key().kid).not.toBe(gateway.key.kid);
  });
});
