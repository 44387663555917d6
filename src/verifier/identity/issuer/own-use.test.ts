import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, claimsOf, openTestIssuer, type TestIssuer } from './issuer.fixture.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await openTestIssuer();
});
beforeEach(() => issuer.verifier.clock.set(Date.now()));
afterAll(() => issuer?.close());

const own = (agentId: string) => issuer.verifier.verifier().services.ownUse.tokenOfAgent('default', agentId);

describe('a token that the verifier makes for an agent', () => {
  it('says what one by client_credentials says, and is accepted as that', async () => {
    const agent = await issuer.agent('clerk');
    const fields = { grant_type: 'client_credentials', resource: `${issuer.url}/gateway` };
    const asked = await issuer.form('/oauth/token', fields, basic(agent));
    const { token, until } = await own('clerk');
    const [theirs, ours] = [claimsOf(String(asked.body['access_token'])), claimsOf(token.reveal())];
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    for (const name of ['iss', 'sub', 'aud', 'client_id', 'scope', 'org_id', 'agent_id', 'agent_epoch']) {
      expect([name, ours[name]]).toEqual([name, theirs[name]]);
    }
    expect(Number(ours['exp']) - Number(ours['iat'])).toBe(300);
    expect(until).toBe(Number(ours['exp']) * 1000);
    const seen = await issuer.form('/oauth/introspect', { token: token.reveal() }, basic(agent));
    expect(seen.body).toMatchObject({ active: true, agent_id: 'clerk' });
  });

  it('is refused for one that must not run, that nobody registered, or whose client was disabled', async () => {
    const { clientId } = await issuer.agent('fickle');
    await issuer.verifier.admin('POST', '/v1/agents/fickle/suspend', { reason: 'for tests' });
    await expect(own('fickle')).rejects.toMatchObject({ code: 'agent_suspended' });
    await issuer.verifier.admin('POST', '/v1/agents/fickle/reactivate', { reason: 'over' });
    expect(claimsOf((await own('fickle')).token.reveal())).toMatchObject({ agent_epoch: 2 });
    const { clients } = issuer.verifier.verifier().services.issuer;
    await clients.disable(issuer.verifier.testDb.database().db, clientId);
    await expect(own('fickle')).rejects.toMatchObject({ code: 'agent_not_active' });
    await expect(own('nobody')).rejects.toMatchObject({ code: 'agent_not_active' });
  });
});
