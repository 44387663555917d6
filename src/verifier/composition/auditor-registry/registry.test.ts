/** The auditor registry as callers see it: immutable releases, effects of a revocation, and ownership. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { aCaller } from '../../tools/scoped-tools/callers.fixture.ts';
import { soundLabels } from './image-registry.fixture.ts';
import { openRegistry, operator, type RegistryFixture, root } from './registry.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['reason']];

describe.each(kinds)('the registry on %s', { timeout: 60_000 }, (kind) => {
  let fixture: RegistryFixture;
  beforeAll(async () => {
    fixture = await openRegistry(kind);
  });
  afterAll(() => fixture.closeAll());
  beforeEach(() => {
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61_000);
  });
  const post = (path: string, body: unknown, headers = {}) => fixture.as(operator, 'POST', path, body, headers);

  it('registers a draft, and answers the same to the same Idempotency-Key', async () => {
    const body = fixture.aRelease({ description: 'Loud or not' });
    const first = await post(root, body, { 'idempotency-key': 'k1' });
    const again = await post(root, body, { 'idempotency-key': 'k1' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ status: 'draft', revision: 1, auditor_id: null, signature: null });
    expect(first.headers['location']).toBe(`${root}/${String(first.body['id'])}`);
    expect(first.headers['etag']).toBe('"1"');
  });

  it('never changes a version: neither number nor image can be reused, and there is no operation to change it', async () => {
    const body = fixture.aRelease();
    const id = String((await post(root, body)).body['id']);
    expect(reasonOf(await post(root, { ...body, image: fixture.images.push(soundLabels) }))).toEqual([
      409,
      'version_exists',
    ]);
    expect(reasonOf(await post(root, { ...body, version: '9.9.9' }))).toEqual([409, 'image_exists']);
    for (const method of ['PUT', 'PATCH'] as const) {
      expect((await fixture.as(operator, method, `${root}/${id}`, { description: 'x' })).status).toBe(405);
    }
    const { body: after } = await fixture.see(id);
    expect(after).toMatchObject({ ...body, labels: { ...(body['labels'] as object), auditor: 'true' } });
  });

  it.each([
    ['a tag', { image: 'registry.example/tone:1.0' }, 422],
    ['a tag beside a digest', { image: `registry.example/tone:1.0@sha256:${'a'.repeat(64)}` }, 422],
    ['a version that is no SemVer', { version: '1.0' }, 400],
    [
      'a phase that the contract does not know',
      { labels: { schema_version: '2.0', phase: 'later', interfaces: 'health,claims,vocabulary' } },
      422,
    ],
    ['interfaces that are missing', { labels: { schema_version: '2.0', phase: 'request', interfaces: 'health' } }, 422],
    ['a publisher without a signature', { publisher_id: 'pub_1' }, 422],
    ['members that nobody knows', { status: 'verified' }, 400],
  ])('refuses %s', async (_case, change, status) => {
    expect((await post(root, fixture.aRelease(change))).status).toBe(status);
  });

  it('removes only drafts, at the read revision', async () => {
    const id = await fixture.registered();
    const remove = (revision: number) =>
      fixture.as(operator, 'DELETE', `${root}/${id}`, undefined, { 'if-match': `"${revision}"` });
    expect((await fixture.as(operator, 'DELETE', `${root}/${id}`)).status).toBe(428);
    expect((await remove(7)).status).toBe(412);
    expect((await remove(1)).status).toBe(204);
    expect((await fixture.see(id)).status).toBe(404);
    const other = await fixture.registered();
    await fixture.verified(other);
    const kept = await fixture.as(operator, 'DELETE', `${root}/${other}`, undefined, { 'if-match': '"3"' });
    expect(reasonOf(kept)).toEqual([409, 'release_status']);
    expect(kept.body['allowed']).toEqual(['deprecate', 'revoke']);
  });

  it('refuses an invalid act of a state, naming the valid ones', async () => {
    const id = await fixture.registered();
    const refused = await post(`${root}/${id}/deprecate`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: 'release_status', allowed: ['verify', 'revoke', 'remove'] },
    });
    await fixture.verified(id);
    expect(reasonOf(await post(`${root}/${id}/verify`, { url: fixture.auditor.url }))).toEqual([409, 'release_status']);
    expect((await post(`${root}/${id}/deprecate`, { reason: '1.1 is better' })).body['status']).toBe('deprecated');
    expect((await post(`${root}/${id}/revoke`, {})).status).toBe(400);
    expect((await post(`${root}/${id}/revoke`, { reason: 'leaks' })).body).toMatchObject({
      status: 'revoked',
      status_reason: 'leaks',
    });
    expect(reasonOf(await post(`${root}/${id}/revoke`, { reason: 'again' }))).toEqual([409, 'release_status']);
    const { body } = await fixture.as(operator, 'GET', `${root}/${id}/history`);
    const actions = (body['items'] as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(['revoked', 'deprecated', 'verified', 'verifying', 'created']);
  });

  describe('a revoked release', () => {
    const workspace = async (id: string, chain: unknown) => post('/v1/workspaces', { id, chain });
    const item = (image: string, name = 'loud') => ({ name, image, port: 8099 });

    it('blocks chains that name its image in any repository, and flags existing ones', async () => {
      const body = fixture.aRelease();
      const image = String(body['image']);
      const id = String((await post(root, body)).body['id']);
      const elsewhere = `mirror.example/other@${image.split('@')[1] ?? ''}`;
      expect((await workspace('wsp-runs', { items: [item(elsewhere)] })).status).toBe(201);
      const revoked = await post(`${root}/${id}/revoke`, { reason: 'leaks' });
      expect(revoked.body['used_in']).toEqual([{ level: 'workspace', id: 'wsp-runs' }]);
      expect(reasonOf(await workspace('wsp-new', { items: [item(elsewhere)] }))).toEqual([409, 'auditor_revoked']);
      const change = await fixture.as(
        operator,
        'PATCH',
        '/v1/workspaces/wsp-runs',
        { chain: { items: [item(image)] } },
        { 'if-match': '"1"' },
      );
      expect(reasonOf(change)).toEqual([409, 'auditor_revoked']);
      const repaired = await fixture.as(
        operator,
        'PATCH',
        '/v1/workspaces/wsp-runs',
        { chain: { items: [item('registry.example/tone:2')] } },
        { 'if-match': '"1"' },
      );
      expect(repaired.status).toBe(200);
      const { registeredAuditors } = fixture.verifier.verifier().services;
      expect(await registeredAuditors.listForGateways(fixture.db(), 'default')).toContainEqual({
        image,
        auditor_id: null,
        status: 'revoked',
        reason: 'leaks',
      });
    });

    it("blocks its place in the catalog, and chains that name the catalog's auditor", async () => {
      const { registeredAuditors } = fixture.verifier.verifier().services;
      const stateOf = () => registeredAuditors.stateOf(fixture.db(), 'default', 'tone');
      const body = fixture.aRelease();
      const id = String((await post(root, body)).body['id']);
      const place = { url: fixture.auditor.url, image: body['image'] };
      expect((await post('/v1/auditors', place)).status).toBe(201);
      expect(await stateOf()).toBe('unverified');
      await fixture.verified(id);
      expect(await stateOf()).toBe('verified');
      const chain = { auditorChain: { preRequest: [{ auditorId: 'tone' }] } };
      expect((await workspace('wsp-tone', chain)).status).toBe(201);
      const revoked = await post(`${root}/${id}/revoke`, { reason: 'leaks' });
      expect(revoked.body['used_in']).toEqual([{ level: 'workspace', id: 'wsp-tone' }]);
      expect(await stateOf()).toBe('revoked');
      expect(reasonOf(await workspace('wsp-tone-2', chain))).toEqual([409, 'auditor_revoked']);
      const put = (image: unknown) =>
        fixture.as(operator, 'PATCH', '/v1/auditors/tone', { image }, { 'if-match': '"1"' });
      expect(reasonOf(await put(body['image']))).toEqual([409, 'auditor_revoked']);
      // An item that names a valid image by digest is independent of the catalog's image.
      const pinned = { items: [item(`registry.example/tone@sha256:${'d'.repeat(64)}`, 'tone')] };
      expect((await workspace('wsp-pinned', pinned)).status).toBe(201);
      expect(reasonOf(await workspace('wsp-tagged', { items: [item('registry.example/tone:1', 'tone')] }))).toEqual([
        409,
        'auditor_revoked',
      ]);
      // Another image is another release, which is not registered yet.
      expect((await put(`registry.example/tone@sha256:${'e'.repeat(64)}`)).status).toBe(200);
      expect(await stateOf()).toBe('unregistered');
      expect((await workspace('wsp-tone-2', chain)).status).toBe(201);
      expect(await registeredAuditors.stateOf(fixture.db(), 'default', 'pii')).toBe('built_in');
    });
  });

  it('does not exist for other organisations', async () => {
    const body = fixture.aRelease();
    const id = String((await post(root, body)).body['id']);
    expect((await fixture.verifier.admin('POST', '/v1/organizations', { id: 'org-other' })).status).toBe(201);
    const stranger = aCaller('admin', { organisation: 'org-other' });
    const url = `${root}/${id}`;
    const answers = [
      await fixture.as(stranger, 'GET', url),
      await fixture.as(stranger, 'GET', `${url}/verifications`),
      await fixture.as(stranger, 'POST', `${url}/verify`, { url: fixture.auditor.url }),
      await fixture.as(stranger, 'POST', `${url}/revoke`, { reason: 'not mine' }),
      await fixture.as(stranger, 'DELETE', url, undefined, { 'if-match': '"1"' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await fixture.as(stranger, 'GET', root)).body['items']).toEqual([]);
    expect((await fixture.as(stranger, 'GET', `${url}/history`)).body['items']).toEqual([]);
    await post(`${url}/revoke`, { reason: 'leaks' });
    const chain = { items: [{ name: 'tone', image: body['image'], port: 8099 }] };
    expect((await fixture.as(stranger, 'POST', '/v1/workspaces', { id: 'wsp-other', chain })).status).toBe(201);
    expect((await fixture.as(stranger, 'POST', root, body)).status).toBe(201);
  });

  it('is read by viewers and written by operators', async () => {
    const viewer = aCaller('viewer');
    expect((await fixture.as(viewer, 'GET', root)).status).toBe(200);
    expect((await fixture.as(viewer, 'POST', root, fixture.aRelease())).status).toBe(403);
  });
});
