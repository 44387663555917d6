import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPassport } from '../../../proof/passport.ts';
import { checkPassportStatus, checkRevocationList, findRevocation } from '../../../proof/passport-status.ts';
import { parseVerifierKeys, type VerifierKey } from '../../../proof/verifier-key.ts';
import { createAuthor } from '../../base/control/author.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

describe('the status of a passport', () => {
  let verifier: TestVerifier;
  let gateway: TestGateway;
  let keys: VerifierKey[];
  beforeAll(async () => {
    verifier = await openTestVerifier();
    gateway = await aGateway(verifier);
    const parsed = await parseVerifierKeys((await verifier.get('/.well-known/jwks.json')).body, crypto);
    if (!parsed.ok) throw new Error(parsed.message);
    keys = parsed.keys;
  });
  afterAll(() => verifier?.close());

  let agents = 0;
  const issue = async (known?: string) => {
    agents += 1;
    const agentId = known ?? `agent-${agents}`;
    await verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: agentId }).jws });
    const { items } = (await verifier.get(`/v1/passports?agent_id=${agentId}&latest=true`)).body;
    const [first] = Array.isArray(items) ? items : [];
    const id = String(first?.passport_id);
    const { jwt } = (await verifier.get(`/v1/passports/${id}`)).body;
    return { id, agentId, jwt: String(jwt) };
  };
  const revoke = (id: string, reason: string, headers = {}) =>
    verifier.admin('POST', `/v1/passports/${id}/revoke`, { reason }, headers);
  const check = () => ({ keys, now: verifier.clock.now(), crypto });
  const tokenState = async (token: unknown, jwt: string) => {
    const verdict = await checkPassportStatus(token, jwt, check());
    return verdict.ok ? verdict.status : verdict;
  };

  it('shows the exchanges in its record, and its JWS has the same', async () => {
    const { id, jwt } = await issue();
    const { body } = await verifier.get(`/v1/passports/${id}`);
    expect(body).toMatchObject({
      statistics: { exchanges: 1, allowed: 1, denied: 0, by_phase: { request: { allowed: 1, denied: 0 } } },
      auditors: [{ name: 'injection', ok: 1, attested: 1, remote: 0 }, { name: 'pii' }],
      appraisal_record: { claims_affirming: 2, claims_warning: 0, claims_contraindicated: 0 },
      deployment_authorized: false,
      risk_score: 0.5,
      is_mock: true,
      model_id: 'echo',
      session_id: 'demo-session',
      verifier_signature: jwt.slice(jwt.lastIndexOf('.') + 1),
    });
    const verdict = await checkPassport(jwt, check());
    if (!verdict.ok) throw new Error(verdict.message);
    expect(verdict.passport).toMatchObject({ jti: id, schema_version: '1.1.0' });
    expect(verdict.passport.submods['gateway-decision']?.['x.statistics']).toEqual(body['statistics']);
    expect(verdict.passport.submods['gateway-decision']?.['x.appraisal_record']).toEqual(body['appraisal_record']);
  });

  it('is signed, for five minutes, and follows supersession', async () => {
    const first = await issue();
    const { status, body, headers } = await verifier.get(`/v1/passports/${first.id}/status`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      passport_id: first.id,
      state: 'valid',
      status: 'warning',
      revoked_at: null,
      superseded_by: null,
    });
    expect(await tokenState(body['token'], first.jwt)).toMatchObject({ state: 'valid', sub: first.id });
    const second = await issue(first.agentId);
    const later = (await verifier.get(`/v1/passports/${first.id}/status`)).body;
    expect(later).toMatchObject({ state: 'valid', superseded_by: second.id });
    expect(await tokenState(later['token'], first.jwt)).toMatchObject({ superseded_by: second.id });
    expect(await tokenState(later['token'], second.jwt)).toMatchObject({ ok: false, reason: 'inconsistent' });
    const now = verifier.clock.now();
    verifier.clock.set(now + 361_000);
    expect(await tokenState(later['token'], first.jwt)).toMatchObject({ ok: false, reason: 'expired' });
    verifier.clock.set(now);
    expect((await verifier.get('/v1/passports/pp_nothing/status')).status).toBe(404);
  });

  it('shows a revocation at once everywhere, keeps the first reason, and needs the operator token', async () => {
    const { id, jwt } = await issue();
    expect((await verifier.post(`/v1/passports/${id}/revoke`, { reason: 'r' })).status).toBe(403);
    expect(await revoke(id, 'wrong data')).toMatchObject({
      status: 200,
      body: { state: 'revoked', reason: 'wrong data' },
    });
    expect((await revoke(id, 'another')).body).toMatchObject({ reason: 'wrong data' });
    const view = (await verifier.get(`/v1/passports/${id}`)).body;
    expect(view).toMatchObject({ state: 'revoked', runtime_status: 'revoked', revoked_reason: 'wrong data' });
    const { token } = (await verifier.get(`/v1/passports/${id}/status`)).body;
    expect(await tokenState(token, jwt)).toMatchObject({ state: 'revoked', reason: 'wrong data' });
    expect((await revoke('pp_nothing', 'r')).status).toBe(404);
    expect((await verifier.admin('POST', `/v1/passports/${id}/revoke`, {})).status).toBe(400);
    expect((await verifier.admin('POST', `/v1/passports/${id}/revoke`, { reason: 'a\u0000' })).status).toBe(400);
  });

  it('repeats the first answer under one key, and refuses another request', async () => {
    const { id } = await issue();
    const headers = { 'idempotency-key': 'revoke-1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => revoke(id, 'r', headers)));
    expect(new Set(answers.map(({ body }) => body['token'])).size).toBe(1);
    expect((await revoke(id, 'other', headers)).body).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('includes a signed revocation list, complete since a time, that finds the passport offline', async () => {
    const start = verifier.clock.now() + 100_000;
    verifier.clock.set(start);
    const [revoked, other] = [await issue(), await issue()];
    await revoke(revoked.id, 'r');
    const since = new Date(start).toISOString();
    const { body } = await verifier.get(`/v1/passports/revocations?since=${encodeURIComponent(since)}`);
    expect(body).toMatchObject({ since, revoked: [{ passport_id: revoked.id }], revoked_key_attestations: [] });
    const verdict = await checkRevocationList(body['token'], check());
    if (!verdict.ok) throw new Error(verdict.message);
    const find = async (jwt: string) => {
      const passport = await checkPassport(jwt, check());
      if (!passport.ok) throw new Error(passport.message);
      return findRevocation(verdict.list, { jwt, passport: passport.passport, crypto });
    };
    expect(await find(revoked.jwt)).toMatchObject({ what: 'the passport' });
    expect(await find(other.jwt)).toBeUndefined();
    const all = (await verifier.get('/v1/passports/revocations')).body['revoked'];
    expect(Array.isArray(all) && all.length).toBeGreaterThan(1);
    expect((await verifier.get('/v1/passports/revocations?since=yesterday')).status).toBe(400);
  });

  it('is neither visible nor revocable for another organisation', async () => {
    const { id } = await issue();
    const { passportStatuses, idempotency } = verifier.verifier().services;
    await expect(passportStatuses.get('other', id)).rejects.toMatchObject({ code: 'not_found' });
    const write = { orgId: 'other', operation: 'x', key: undefined, request: null };
    const attempt = idempotency.once(write, async (tx) => ({
      status: 200,
      body: await passportStatuses.revoke(tx, createAuthor('other', 'somebody'), id, 'r'),
    }));
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect((await passportStatuses.listRevocations('other', 0)).revoked).toEqual([]);
    expect((await verifier.get(`/v1/passports/${id}`)).body['state']).toBe('valid');
  });

  describe('for strangers', () => {
    const open = async (agentId: string, isPublic = true) => {
      const { revision } = (await verifier.get(`/v1/agents/${agentId}`)).body;
      const headers = { 'if-match': `"${revision}"` };
      return verifier.admin('PATCH', `/v1/agents/${agentId}`, { public_passports: isPublic }, headers);
    };

    it('does not exist until the owner of the agent allows it, and after the permission ends', async () => {
      const { id, agentId } = await issue();
      const path = `/v1/public/passports/${id}`;
      const closed = await verifier.get(path);
      expect(closed.status).toBe(404);
      const { request_id: _one, ...unknown } = (await verifier.get('/v1/public/passports/pp_nothing')).body;
      expect(closed.body).toMatchObject(unknown);
      expect((await verifier.post(`/v1/agents/${agentId}`, { public_passports: true })).status).toBe(405);
      expect((await open(agentId)).body).toMatchObject({ public_passports: true, revision: 2 });
      expect((await verifier.get(path)).status).toBe(200);
      await open(agentId, false);
      expect([(await verifier.get(path)).status, (await verifier.get(`${path}/status`)).status]).toEqual([404, 404]);
    });

    it('is the passport and its state, and nothing else of its tenant; as the bare JWS on request', async () => {
      const { id, agentId, jwt } = await issue();
      await open(agentId);
      const { body, headers } = await verifier.get(`/v1/public/passports/${id}`);
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=30', 'access-control-allow-origin': '*' });
      expect(body).toMatchObject({ passport_id: id, agent_id: agentId, state: 'valid', is_mock: true, jwt });
      expect(Object.keys(body).filter((name) => /session|model|quote|org_id|reason|user/.test(name))).toEqual([]);
      expect((await checkPassport(body['jwt'], check())).ok).toBe(true);
      for (const path of [`/v1/public/passports/${id}`, `/v1/passports/${id}`]) {
        const bare = await verifier.get(path, { accept: 'application/ear+jwt' });
        expect([bare.headers['content-type'], bare.raw.toString()]).toEqual(['application/ear+jwt', jwt]);
      }
      await revoke(id, 'a reason of our own');
      const status = await verifier.get(`/v1/public/passports/${id}/status`);
      expect(status.headers['cache-control']).toBe('no-store');
      expect(status.body).toMatchObject({ state: 'revoked' });
      expect(status.raw.toString()).not.toContain('reason');
      const claims = await tokenState(status.body['token'], jwt);
      expect(claims).toMatchObject({ state: 'revoked' });
      expect(claims).not.toHaveProperty('reason');
    });

    it('needs no token, unlike every other call, and is bounded', async () => {
      const token = 'a-token-of-more-than-32-characters!!';
      const other = await openTestVerifier({ ASSAY_ACCESS_TOKEN: token });
      try {
        expect((await other.get('/v1/passports')).status).toBe(401);
        const answers = await Promise.all(
          Array.from({ length: 301 }, () => other.get('/v1/public/passports/pp_nothing')),
        );
        expect(answers.filter(({ status }) => status === 404)).toHaveLength(300);
        const refused = answers.find(({ status }) => status === 429);
        expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
        other.clock.set(other.clock.now() + 60_000);
        expect((await other.get('/v1/public/passports/pp_nothing')).status).toBe(404);
      } finally {
        await other.close();
      }
    });

    it('is opened only from the read revision, and only with the operator token', async () => {
      const { agentId } = await issue();
      const patch = (headers: Record<string, string>) =>
        verifier.admin('PATCH', `/v1/agents/${agentId}`, { public_passports: true }, headers);
      expect((await patch({})).status).toBe(428);
      expect((await patch({ 'if-match': '"7"' })).status).toBe(412);
      expect((await verifier.get(`/v1/agents/${agentId}`)).headers['etag']).toBe('"1"');
      const answer = await verifier.verifier().app.inject({
        method: 'PATCH',
        url: `/v1/agents/${agentId}`,
        payload: { public_passports: true },
        headers: { 'if-match': '"1"' },
      });
      expect(answer.statusCode).toBe(403);
    });
  });
});
