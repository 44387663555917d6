/** An agent with its own tokens in a running verifier, and what stops it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const issuer = 'http://127.0.0.1:8200';

describe.each(kinds)('tokens of agents on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    // Tokens are signed with this machine's time.
    verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: issuer }, kind);
    verifier.clock.set(Date.now());
  });
  afterAll(() => verifier?.close());

  interface Registered {
    readonly id: string;
    readonly basic: string;
  }
  const register = async (id: string): Promise<Registered> => {
    const { status, body } = await verifier.post('/v1/agents', { id });
    expect(status).toBe(201);
    return { id, basic: Buffer.from(`${body['client_id']}:${body['client_secret']}`).toString('base64') };
  };
  const ask = async ({ basic }: Registered, scope = 'agents:act agents:read') => {
    const payload = new URLSearchParams({
      grant_type: 'client_credentials',
      resource: `${issuer}/v1`,
      scope,
    }).toString();
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await verifier.verifier().app.inject({ method: 'POST', url: '/oauth/token', headers, payload });
    const body: Record<string, unknown> = answer.json();
    return { status: answer.statusCode, body, token: String(body['access_token']) };
  };
  const beat = (id: string, token: string) =>
    verifier.post(`/v1/agents/${id}/heartbeat`, {}, { authorization: `Bearer ${token}` });

  it('let the agent act as itself, only on itself', async () => {
    const agent = await register('worker');
    await register('other');
    const { status, body, token } = await ask(agent);
    expect([status, body['token_type']]).toEqual([200, 'Bearer']);
    expect(await beat('worker', token)).toMatchObject({ status: 200, body: { agent_id: 'worker' } });
    expect((await verifier.get('/v1/agents/worker')).body['last_token_at']).not.toBeNull();
    expect((await beat('other', token)).status).toBe(403);
    const own = { authorization: `Bearer ${token}` };
    const { body: document } = await verifier.post('/v1/agents/worker/identity-document', { audience: 'x' }, own);
    expect(document['spiffe_id']).toBe('spiffe://assay.local/agent/worker');
    for (const path of ['suspend', 'rotate-credentials', 'decommission', 'transfer']) {
      const refused = await verifier.post(`/v1/agents/worker/${path}`, { reason: 'x', owner_id: 'local' }, own);
      expect([path, refused.status === 403 || refused.status === 400]).toEqual([path, true]);
    }
    expect((await verifier.get('/v1/agents', own)).status).toBe(403);
  });

  it('are invalid at once after a suspension, and stay so after a reactivation', async () => {
    const agent = await register('stopped');
    const { token } = await ask(agent);
    await verifier.post('/v1/agents/stopped/suspend', { reason: 'x' });
    expect((await beat('stopped', token)).status).toBe(401);
    expect((await ask(agent)).status).toBeGreaterThanOrEqual(400);
    await verifier.post('/v1/agents/stopped/reactivate', { reason: 'x' });
    expect((await beat('stopped', token)).status).toBe(401);
    expect((await beat('stopped', (await ask(agent)).token)).status).toBe(200);
  });

  it('are refused or invalid when requested during a suspension', async () => {
    const agent = await register('raced');
    const asked = Array.from({ length: 24 }, () => ask(agent));
    const suspended = verifier.post('/v1/agents/raced/suspend', { reason: 'race' });
    const answers = await Promise.all(asked);
    expect((await suspended).status).toBe(200);
    for (const { status, token } of answers) {
      if (status === 200) expect((await beat('raced', token)).status).toBe(401);
    }
  });

  it('are invalid after a new secret with revocation, the end, and the departure of the last owner', async () => {
    for (const [id, stop] of [
      ['turned', () => verifier.post('/v1/agents/turned/rotate-credentials', { revoke_tokens: true })],
      ['ended', () => verifier.post('/v1/agents/ended/decommission')],
      ['removed', () => removeAgent('removed')],
      ['left', () => leave('left')],
    ] as const) {
      const agent = await register(id);
      const { token } = await ask(agent);
      expect([id, (await beat(id, token)).status]).toEqual([id, 200]);
      await stop();
      expect([id, (await beat(id, token)).status]).toEqual([id, 401]);
      expect([id, (await ask(agent)).status >= 400]).toEqual([id, true]);
    }
  });

  const removeAgent = async (id: string) => {
    await verifier.post(`/v1/agents/${id}/suspend`, { reason: 'x' });
    const etag = String((await verifier.get(`/v1/agents/${id}`)).headers['etag']);
    return verifier.admin('DELETE', `/v1/agents/${id}`, undefined, { 'if-match': etag });
  };
  /** Its owner has left, without a notice to the agent. */
  const leave = async (_id: string) => {
    replaceHooks(verifier.verifier().services.lifecycleHooks, { roleOf: async () => undefined });
  };
});
