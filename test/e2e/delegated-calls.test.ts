/** An agent calls the gateway for a person, with tokens of a verifier that the gateway does not contact. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpVerifierClient } from '../../src/clients/verifier/http.ts';
import { openScene, type Scene } from '../../src/verifier/delegation/token-exchange/exchange-token.fixture.ts';
import { basic, claimsOf, type TestAgent } from '../../src/verifier/identity/issuer/issuer.fixture.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let scene: Scene;
let gateway: TestGateway;
let ada: string;
const within = { interval: 20 };
const audience = () => `${scene.issuer.url}/gateway`;
const services = () => scene.issuer.verifier.verifier().services;

beforeAll(async () => {
  scene = await openScene();
  gateway = await startTestGateway({
    verifier: createHttpVerifierClient({ url: scene.issuer.url }),
    env: { ASSAY_AUTHENTICATION: 'required' },
  });
  ada = await scene.person('ada@acme.example');
});
afterAll(async () => {
  await gateway?.dispose();
  await scene?.issuer.close();
});

/** An agent that may act for people at gateways. */
const anAgent = (id: string) =>
  scene.agent(id, { resources: [audience(), `${scene.issuer.url}/v1`], scopes: ['gateway:call', 'agents:read'] });

const consent = (agent: TestAgent, change: object = {}) =>
  scene.consent(ada, agent.id, { resources: [audience()], scopes: ['gateway:call'], ...change });

async function tokenOf(agent: TestAgent, change: object = {}): Promise<string> {
  // The verifier's clock is set by hand; the gateway uses the machine's clock.
  scene.issuer.verifier.clock.set(Date.now());
  const fields = await scene.fields(ada, agent, { resource: audience(), scope: 'gateway:call', ...change });
  const { status, body } = await scene.exchange('/oauth/token', fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body['access_token']);
}

/** Status of a call with this token, with the refusal's code. */
async function call(token: string): Promise<string> {
  const response = await gateway.post(
    '/v1/chat/completions',
    { model: 'echo', messages: [{ role: 'user', content: 'hello' }] },
    { authorization: `Bearer ${token}` },
  );
  const { error } = JSON.parse(await response.text());
  return response.status === 200 ? 'answered' : `${response.status} ${error.code}: ${error.message}`;
}
const expectOver = (token: string, why: RegExp) => expect.poll(() => call(token), within).toMatch(why);

describe('an agent that calls the gateway for a person', () => {
  it('is answered under their consent, and the stored Evidence names the person and the grant', async () => {
    const clerk = await anAgent('clerk');
    const grant = await consent(clerk);
    const token = await tokenOf(clerk);
    await expect.poll(() => call(token), within).toBe('answered');
    scene.issuer.verifier.clock.set(Date.now());
    await gateway.flush(AbortSignal.timeout(45_000));
    const { items } = (await scene.issuer.verifier.admin('GET', '/v1/evidence?agent_id=clerk')).body as {
      items: { evidence_id: string }[];
    };
    const view = await scene.issuer.verifier.admin('GET', `/v1/evidence/${items[0]?.evidence_id}`);
    expect(view.body).toMatchObject({
      agent_id: 'clerk',
      authentication: 'oauth',
      schema_version: '2.4.0',
      on_behalf_of: { sub: ada, grant_id: grant.id },
    });
    const other = await gateway.post(
      '/v1/evaluate',
      { data: { input: 'x' }, phase: 'request' },
      { authorization: `Bearer ${token}`, 'x-assay-agent-id': 'somebody-else' },
    );
    expect(other.status).toBe(403);
  });

  it('is refused after the end of the consent, at the next bundle and without asking the verifier', async () => {
    const broker = await anAgent('broker');
    const { id } = await consent(broker);
    const token = await tokenOf(broker);
    await expect.poll(() => call(token), within).toBe('answered');
    await services().delegations.revoke(scene.asPerson(ada), broker.id, id);
    await expectOver(token, /^401 unauthorized: .*consent behind it has ended/);
  });

  it('is refused when the consent is narrowed, or its token is revoked, or its agent is suspended', async () => {
    const seller = await anAgent('seller');
    const grant = await consent(seller, { tools: ['mail', 'calendar'] });
    const first = await tokenOf(seller);
    await expect.poll(() => call(first), within).toBe('answered');
    await services().delegations.narrow(scene.asPerson(ada), seller.id, grant.id, grant.revision, {
      constraints: { tools: ['mail'] },
    });
    await expectOver(first, /^401 unauthorized: .*revoked/);
    const second = await tokenOf(seller);
    await expect.poll(() => call(second), within).toBe('answered');
    await scene.issuer.form('/oauth/revoke', { token: second }, basic(seller));
    await expectOver(second, /^401 unauthorized: .*revoked/);
    const third = await tokenOf(seller);
    await expect.poll(() => call(third), within).toBe('answered');
    await scene.issuer.verifier.admin('POST', '/v1/agents/seller/suspend', { reason: 'incident 9' });
    await expectOver(third, /^403 agent_suspended/);
    await scene.issuer.verifier.admin('POST', '/v1/agents/seller/reactivate', { reason: 'it was nothing' });
    await expectOver(third, /^401 unauthorized: .*ended/);
  });

  it('uses only the tools of the consent', async () => {
    const worker = await anAgent('worker');
    await consent(worker, { tools: ['mail'] });
    const token = await tokenOf(worker);
    const use = async (tool?: string) => {
      const data = { input: '{}', ...(tool === undefined ? {} : { metadata: { tool } }) };
      const headers = { authorization: `Bearer ${token}` };
      return (await gateway.post('/v1/evaluate', { phase: 'execution', data }, headers)).status;
    };
    await expect.poll(() => use('mail'), within).toBe(200);
    expect([await use('calendar'), await use()]).toEqual([403, 403]);
  });

  it('through another agent has only the tools of both consents', async () => {
    const [near, far] = [await anAgent('near'), await anAgent('far')];
    const api = `${scene.issuer.url}/v1`;
    await scene.consent(ada, near.id, { resources: [api], scopes: ['gateway:call'], tools: ['mail', 'files'] });
    await consent(far, { tools: ['mail', 'calendar'] });
    const given = await tokenOf(near, { resource: api });
    expect(claimsOf(await tokenOf(far, { subject_token: given }))['tools']).toEqual(['mail']);
    await consent(far);
    expect(claimsOf(await tokenOf(far, { subject_token: given }))['tools']).toEqual(['files', 'mail']);
  });

  it("through another agent is refused after the end of the first one's consent", async () => {
    const [front, back] = [await anAgent('front'), await anAgent('back')];
    const first = await scene.consent(ada, front.id, {
      resources: [`${scene.issuer.url}/v1`],
      scopes: ['gateway:call'],
    });
    await consent(back);
    const api = `${scene.issuer.url}/v1`;
    const given = await tokenOf(front, { resource: api });
    const chained = await tokenOf(back, { subject_token: given });
    expect(claimsOf(chained)).toMatchObject({
      act: { sub: back.spiffeId, act: { sub: front.spiffeId } },
      parent_grants: [first.id],
    });
    await expect.poll(() => call(chained), within).toBe('answered');
    await services().delegations.revoke(scene.asPerson(ada), front.id, first.id);
    await expectOver(chained, /^401 unauthorized: .*consent behind it has ended/);
  });
});
