/** Tests the standing: who may still call, given to gateways apart from everything else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStanding, type SoundStanding } from '../../../configuration/bundle/read-standing.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openBundle } from './test-bundle.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
  await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
});
afterAll(() => verifier?.close());

const poll = (headers: Record<string, string> = {}) =>
  verifier.admin('GET', '/v1/gateways/gw/standing', undefined, headers);
const waiting = () => verifier.verifier().services.gateways.countWaiting();

async function standing(orgId = 'default'): Promise<SoundStanding> {
  const { keys } = openBundle((await verifier.get('/v1/gateways/gw/bundle')).raw.toString('latin1'));
  const { raw } = await poll({ 'x-assay-organization': orgId });
  const reading = readStanding(raw.toString('latin1'), { keys, orgId });
  if (!reading.ok) throw new Error(reading.detail);
  return reading.sound;
}

it('says of each agent how it stands, at the revision of the bundle', async () => {
  await verifier.admin('POST', '/v1/agents', { id: 'clerk' });
  await verifier.admin('POST', '/v1/agents/clerk/suspend', { reason: 'incident' });
  const { standing: said, version } = await standing();
  expect(said.agents).toContainEqual({ id: 'clerk', status: 'suspended', agent_epoch: expect.any(Number) });
  expect(said).not.toHaveProperty('policies');
  const { headers } = await verifier.get('/v1/gateways/gw/bundle');
  expect(headers['etag']).toBe(`"${version}"`);
});

it('names an API key until it is revoked', async () => {
  const expires_at = new Date(verifier.clock.now() + 86_400_000).toISOString();
  const key = { alias: 'ci', purpose: 'ci', scopes: ['gateway:call'], expires_at };
  const { body } = await verifier.admin('POST', '/v1/api-keys', key);
  const ids = async () => (await standing()).standing.api_keys?.map(({ id }) => id) ?? [];
  expect(await ids()).toContain(body['id']);
  await verifier.admin('DELETE', `/v1/api-keys/${body['id']}`);
  expect(await ids()).not.toContain(body['id']);
});

it('of another organisation is its own', async () => {
  expect((await standing('acme')).standing).toMatchObject({ org_id: 'acme', agents: [] });
});

it('waits for a change, is woken by it, and makes no gateway known', async () => {
  const { headers } = await poll();
  const waits = poll({ 'if-none-match': String(headers['etag']), prefer: 'wait=60' });
  while (waiting() === 0) await new Promise(setImmediate);
  await verifier.admin('POST', '/v1/agents', { id: 'news' });
  expect((await waits).status).toBe(200);
  const known = await verifier.admin('GET', '/v1/gateways');
  expect(known.body['items']).toMatchObject([{ id: 'gw' }]);
  await verifier.admin('DELETE', '/v1/gateways/gw');
  await poll();
  expect((await verifier.admin('GET', '/v1/gateways')).body['items']).toEqual([]);
});
