/** Tests that the verifier only publishes what gateways can read, whatever is written, and withholds the rest. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle, type SoundBundle } from '../../../configuration/bundle/read-bundle.ts';
import { type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { policiesTable, policyVersionsTable } from '../policies/tables.ts';
import { configPublicationsTable } from './tables.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
}, 60_000);
afterAll(() => verifier?.close());

const bundleUrl = '/v1/gateways/gw/bundle';

async function publicKeys() {
  const { body } = await verifier.get('/.well-known/jwks.json');
  const keys = body['keys'];
  if (!Array.isArray(keys)) throw new Error('there are keys');
  return keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y }));
}

async function published(): Promise<SoundBundle> {
  const { raw } = await verifier.admin('GET', bundleUrl);
  const reading = readBundle(raw.toString('latin1'), { keys: await publicKeys(), orgId: 'default' });
  if (!reading.ok) throw new Error(`a gateway keeps it out: ${reading.detail}`);
  return reading.sound;
}

interface Write {
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
}

const workspace = fc.constantFrom('default', 'north', 'south');
const scope = fc.oneof(
  fc.constant({ level: 'org', id: 'default' }),
  workspace.map((id) => ({ level: 'workspace', id })),
  fc.constantFrom('clerk', 'north').map((id) => ({ level: 'agent', id })),
);
const policyText = fc.constantFrom(
  '@id("all") permit (principal, action, resource);',
  '@id("none") forbid (principal, action, resource);',
);
const write: fc.Arbitrary<Write> = fc.oneof(
  workspace.map((id): Write => ({ method: 'POST', url: '/v1/workspaces', body: { id, name: id } })),
  workspace.map((id): Write => ({ method: 'DELETE', url: `/v1/workspaces/${id}` })),
  fc
    .record({ id: workspace, bundle: fc.constantFrom('solo_builder', 'production_team') })
    .map(
      ({ id, bundle }): Write => ({ method: 'POST', url: `/api/v1/workspaces/${id}/apply-preset`, body: { bundle } }),
    ),
  fc
    .record({ scope, text: policyText, name: fc.constantFrom('default.base', 'door'), activate: fc.constant(true) })
    .map((body): Write => ({ method: 'POST', url: '/v1/policies', body })),
  fc.record({ scope, value: fc.constantFrom(0.2, 0.9) }).map(({ scope: at, value }): Write => {
    const settings = { 'injection_risk.threshold': { value } };
    return { method: 'POST', url: '/v1/auditors/settings', body: { scope: at, auditor_id: 'injection', settings } };
  }),
  fc
    .record({ id: fc.constantFrom('clerk', 'north'), workspace_id: workspace })
    .map((body): Write => ({ method: 'POST', url: '/v1/agents', body })),
  fc
    .constantFrom('suspend', 'reactivate')
    .map((act): Write => ({ method: 'POST', url: `/v1/agents/clerk/${act}`, body: { reason: 'x' } })),
);

it('after any accepted writes, gateways can read the published bundle, at the newest revision', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 3, maxLength: 10 }), async (writes) => {
      for (const { method, url, body } of writes) {
        const answer = await verifier.admin(method, url, body);
        expect(answer.status, JSON.stringify([url, body, answer.body])).toBeLessThan(500);
        expect(answer.body['reason']).not.toBe('configuration_unreadable');
        if (answer.status === 201 && url === '/v1/policies') {
          await verifier.admin('POST', `${url}/${answer.body['id']}/activate`, {}, { 'if-match': '"1"' });
        }
      }
      const { bundle } = await published();
      const { body } = await verifier.admin('GET', '/v1/gateways/rollout');
      expect(body).toMatchObject({ revision: bundle.revision, withheld: null });
    }),
    { numRuns: 12 },
  );
}, 120_000);

describe('a configuration unreadable for gateways, changed behind the API', () => {
  const by = { created_at: 1, created_by: 'nobody' };
  const damage = async () => {
    const { db } = verifier.verifier().services;
    await db.insert(policiesTable).values({
      org_id: 'default',
      id: 'pol_broken',
      scope_level: 'org',
      scope_id: 'somebody-else',
      name: 'broken',
      description: '',
      origin: 'person',
      version: 1,
      active_version: 1,
      revision: 1,
      updated_at: 1,
      ...by,
    });
    await db.insert(policyVersionsTable).values({
      org_id: 'default',
      id: 'pol_broken',
      version: 1,
      text: 'permit (principal, action, resource);',
      sha256: 'x',
      problems: [],
      ...by,
    });
  };
  const mend = async () => {
    const { db } = verifier.verifier().services;
    await db.delete(policiesTable).where(eq(policiesTable.id, 'pol_broken'));
    await db.delete(policyVersionsTable).where(eq(policyVersionsTable.id, 'pol_broken'));
  };
  const addWorkspace = (id: string) => verifier.admin('POST', '/v1/workspaces', { id, name: id });
  const withheld = async () => (await verifier.admin('GET', '/v1/gateways/rollout')).body['withheld'];

  it('refuses writes that leave it so, with the reason, still suspends, and is given to no gateway', async () => {
    await verifier.admin('POST', '/v1/agents', { id: 'victim' });
    const good = await published();
    await damage();
    const refused = await addWorkspace('refused');
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { reason: 'configuration_unreadable', detail: expect.stringContaining('somebody-else') },
    ]);
    expect((await verifier.admin('GET', '/v1/workspaces/refused')).status).toBe(404);
    expect((await verifier.admin('POST', '/v1/agents/victim/suspend', { reason: 'incident' })).status).toBe(200);
    expect((await published()).version).toBe(good.version);
    const known = await verifier.admin('GET', bundleUrl, undefined, { 'if-none-match': `"${good.version}"` });
    expect(known.status).toBe(304);
    expect(await withheld()).toContain('somebody-else');
    expect((await verifier.get('/health')).body['problems']).toEqual([expect.stringContaining('1 organisation')]);
    const { items } = (await verifier.admin('GET', '/v1/events?limit=500&code=gateway.configuration_withheld')).body;
    expect(items).toMatchObject([
      { data: { level: 'warn', fields: { reason: expect.stringContaining('somebody-else') } } },
    ]);
    expect((await verifier.admin('GET', '/metrics')).raw.toString()).toContain('assay_config_bundles_withheld_total 1');
  });

  it('can be repaired piece by piece once known, and is then published again', async () => {
    expect((await addWorkspace('repair')).status).toBe(201);
    expect(await withheld()).toContain('somebody-else');
    await mend();
    await addWorkspace('after');
    expect((await published()).bundle.revision).toBeGreaterThan(0);
    expect(await withheld()).toBeNull();
  });

  it('leaves the last good bundle to a restarted verifier, and the standing is the newest', async () => {
    const good = await published();
    await damage();
    await verifier.admin('POST', '/v1/agents', { id: 'another' });
    expect((await verifier.admin('POST', '/v1/agents/another/suspend', { reason: 'incident' })).status).toBe(200);
    await verifier.restart();
    const answer = await verifier.admin('GET', bundleUrl);
    expect([answer.status, answer.headers['etag']]).toEqual([200, `"${good.version}"`]);
    expect(answer.raw.toString('latin1')).toBe(good.jws);
    const standing = await verifier.admin('GET', '/v1/gateways/gw/standing');
    const [, payload = ''] = standing.raw.toString('latin1').split('.');
    const { agents } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(agents).toContainEqual(expect.objectContaining({ id: 'another', status: 'suspended' }));
    expect(await withheld()).toContain('somebody-else');
  });

  it('can be repaired by a verifier restarted before a gateway asked, and the end is reported once', async () => {
    await verifier.restart();
    expect((await addWorkspace('piece')).status).toBe(201);
    await mend();
    await addWorkspace('whole');
    expect((await published()).bundle.workspaces).toBeDefined();
    await verifier.restart();
    await published();
    const { items } = (await verifier.admin('GET', '/v1/events?limit=500&code=gateway.configuration_published')).body;
    // One for each of the two faults of this file.
    expect(items).toMatchObject([
      { data: { level: 'info', fields: { reason: expect.stringContaining('somebody-else') } } },
      { data: { level: 'info' } },
    ]);
    expect(await withheld()).toBeNull();
  });

  it('gives nothing when no gateway could ever read it', async () => {
    const { db } = verifier.verifier().services;
    await db.delete(configPublicationsTable);
    await damage();
    await verifier.admin('POST', '/v1/agents', { id: 'third' });
    await verifier.restart();
    const answer = await verifier.admin('GET', bundleUrl);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect((await verifier.admin('GET', '/v1/gateways/gw/standing')).status).toBe(200);
    await mend();
  });
});
