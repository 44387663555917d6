/** Tests the exchange of a call's token at a real authorization server: only tokens of our own issuer are exchanged. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenTypes } from '../../../../contract/api/token-exchange/states.ts';
import { createAuthor } from '../../../base/control/author.ts';
import { crm, openScene, type Scene } from '../../../delegation/token-exchange/exchange-token.fixture.ts';
import { type ForeignServer, openForeignServer } from '../../foreign-oauth/foreign-server.fixture.ts';

const secret = 'secret-of-the-known-client-0123456789';
let scene: Scene;
let foreign: ForeignServer;

beforeAll(async () => {
  scene = await openScene();
  const known = { client_id: 'known', client_secret: secret, redirect_uris: [], response_types: [] };
  foreign = await openForeignServer({
    accountOf: () => 'anna@foreign.example',
    clients: [{ ...known, grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }],
  });
}, 60_000);
afterAll(async () => {
  await foreign.close();
  await scene.issuer.close();
});

it('exchanges a delegated token once, for its person and under its consent', async () => {
  const { verifier } = scene.issuer;
  const [anna, bob] = [await scene.person('anna@acme.example'), await scene.person('bob@acme.example')];
  const agent = await scene.agent('bot');
  const [hers, his] = [await scene.consent(anna, 'bot'), await scene.consent(bob, 'bot')];
  const { body } = await scene.exchange(
    '/v1/token-exchange',
    await scene.fields(anna, agent, { resource: crm, requested_token_type: tokenTypes.accessToken }),
  );
  const token = String(body['access_token']);
  const made = await verifier.admin('POST', '/v1/scoped-credentials', {
    scope: { level: 'org', id: 'default' },
    service: 'crm',
    auth_type: 'token_exchange',
    secret,
    issuer: foreign.issuer,
    resource: foreign.resource,
    allow_in_delegation: true,
    config: { client_id: 'known', client_auth: 'client_secret_basic' },
    requested_scopes: ['tools.read'],
  });
  expect(made.status).toBe(201);
  const give = (subject_id: string, grant_id: string) => {
    const gateway = { ...createAuthor('default', 'edge', 'gateway'), kind: 'gateway' as const };
    const person = { on_behalf_of: { subject_id, grant_id, token } };
    const question = { agent_id: 'bot', service: 'crm', resource: foreign.resource, ...person };
    return verifier.verifier().services.injections.give(gateway, question);
  };
  const answer = await give(anna, hers.id);
  expect(answer).toMatchObject({ status: 'ready', method: 'token_exchange', version: 1 });
  const headers = answer.headers.map(({ name, value }): [string, string] => [name, value]);
  expect((await fetch(foreign.resource, { method: 'POST', headers })).status).toBe(200);
  expect(foreign.tokenRequests.at(-1)?.form.get('subject_token')).toBe(token);
  expect((await give(anna, hers.id)).headers).toEqual(answer.headers);
  expect(foreign.counts.exchanges).toBe(1);
  const mismatch = { code: 'forbidden', extensions: { reason: 'token_mismatch' } };
  await expect(give(bob, his.id)).rejects.toMatchObject(mismatch);
  // Her consent for the agent ends, and everything under it.
  await scene.issuer.verifier.verifier().services.delegations.revoke(scene.asPerson(anna), 'bot', hers.id, 'enough');
  const ended = { code: 'forbidden', extensions: { reason: 'no_active_delegation' } };
  await expect(give(anna, hers.id)).rejects.toMatchObject(ended);
  expect(foreign.counts.exchanges).toBe(1);
});
