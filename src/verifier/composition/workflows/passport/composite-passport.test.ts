/** The composite passport of workflows: members of every kind, and the resulting status. */
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { checkCompositePassport } from '../../../../proof/composite-passport.ts';
import { parseVerifierKeys } from '../../../../proof/verifier-key.ts';
import { aGateway, type TestGateway } from '../../../test-verifier.ts';
import { type DefinitionsFixture, openDefinitions, workflows } from '../definitions/definitions.fixture.ts';
import { anAgent, anInput, anOutput, aSimpleGraph, edgesOf } from '../graph/graph.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('composite passports on %s', (kind) => {
  let fixture: DefinitionsFixture;
  let gateway: TestGateway;
  beforeAll(async () => {
    fixture = await openDefinitions(kind, { VERIFIER_PASSPORT_RENEW_MS: '1000' });
    gateway = await aGateway(fixture.verifier);
  }, 60_000);
  afterAll(() => fixture.verifier.close());

  const run = async (graph: object, more: object = {}): Promise<unknown> => {
    const { id } = (await fixture.create(graph, more)).body;
    await fixture.deploy(id);
    await fixture.settle(id);
    return id;
  };
  const passportOf = async (id: unknown) => (await fixture.verifier.admin('GET', `${workflows}/${id}/passport`)).body;
  const vouch = (agent: string) =>
    fixture.verifier.post('/v1/evidence', { jws: gateway.evidence({ agent_id: agent }).jws });
  const check = async (jwt: unknown) => {
    const keys = await parseVerifierKeys((await fixture.verifier.get('/.well-known/jwks.json')).body, crypto);
    if (!keys.ok) throw new Error(keys.message);
    return checkCompositePassport(jwt, { keys: keys.keys, now: fixture.verifier.clock.now(), crypto });
  };
  const two = {
    nodes: [anInput, anAgent('second', 'helper'), anAgent('first'), anOutput],
    edges: edgesOf('in>first', 'first>second', 'second>out'),
  };

  it('is there from the first deployment on, and is never better than its members', async () => {
    const { id } = (await fixture.create()).body;
    expect((await fixture.verifier.admin('GET', `${workflows}/${id}/passport`)).status).toBe(404);
    const mixed = await run(two);
    const none = await passportOf(mixed);
    expect(none).toMatchObject({ status: 'incomplete', missing: ['first', 'second'], valid_until: null, revision: 1 });
    await vouch('bot');
    const half = await passportOf(mixed);
    expect(half).toMatchObject({ status: 'incomplete', missing: ['second'] });
    expect(half['members']).toMatchObject([
      { node_id: 'first', agent_id: 'bot', passport_id: expect.stringMatching(/^pp_/), status: 'warning' },
      { node_id: 'second', agent_id: 'helper', passport_id: null, digest: null, status: 'missing' },
    ]);
    await vouch('helper');
    const whole = await passportOf(mixed);
    const graphDigest = (await fixture.verifier.admin('GET', `${workflows}/${mixed}`)).body['graph_digest'];
    expect(whole).toMatchObject({ status: 'warning', missing: [], graph_digest: graphDigest });
    expect(Date.parse(String(whole['expires_at']))).toBeLessThanOrEqual(Date.parse(String(whole['valid_until'])));
    for (const passport of [none, half, whole]) expect(await check(passport['jwt'])).toMatchObject({ ok: true });
    // The same passport until something changes.
    expect(await passportOf(mixed)).toEqual(whole);
  });

  it('names the members of workflows that stand in it by their path, and one that does not run', async () => {
    const inner = await run(aSimpleGraph());
    const outer = await run({
      nodes: [anInput, { id: 'sub', type: 'workflow', ref: { id: String(inner), version: null } }, anOutput],
      edges: edgesOf('in>sub', 'sub>out'),
    });
    const nested = await passportOf(outer);
    expect(nested).toMatchObject({ status: 'warning', members: [{ node_id: 'sub/work', agent_id: 'bot' }] });
    await fixture.stop(inner);
    await fixture.settle(inner);
    const broken = await passportOf(outer);
    expect(broken).toMatchObject({
      status: 'incomplete',
      members: [{ node_id: 'sub', agent_id: null, status: 'missing' }],
    });
    expect(await check(broken['jwt'])).toMatchObject({ ok: true });
  });

  it('is of nobody where no node acts as an agent', async () => {
    const id = await run({ nodes: [anInput, anOutput], edges: edgesOf('in>out') });
    const empty = await passportOf(id);
    expect(empty).toMatchObject({ status: 'none', members: [], missing: [] });
    expect(await check(empty['jwt'])).toMatchObject({ ok: true });
  });

  it('is incomplete once the passport of a member was revoked, or is over', async () => {
    const id = await run(two);
    const before = (await passportOf(id))['members'] as { passport_id: string }[];
    await fixture.verifier.admin('POST', `/v1/passports/${before[0]?.passport_id}/revoke`, { reason: 'wrong data' });
    const revoked = await passportOf(id);
    expect(revoked).toMatchObject({
      status: 'incomplete',
      missing: ['first'],
      members: [{ status: 'revoked' }, { status: 'warning' }],
    });
    expect(await check(revoked['jwt'])).toMatchObject({ ok: true });
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 2 * 86_400_000);
    const over = await passportOf(id);
    expect(over).toMatchObject({
      status: 'incomplete',
      missing: ['first', 'second'],
      members: [{ status: 'revoked' }, { status: 'expired' }],
    });
    expect(over['valid_until']).toBeNull();
    expect(await check(over['jwt'])).toMatchObject({ ok: true });
  });
});
