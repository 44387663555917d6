/** Models and their versions through the API: immutable content, rights to decide, and the meaning of names. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelState } from '../../../contract/api/models/states.ts';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { admin, aPerson, type ModelWorld, openModelWorld, registrant, reviewer, sha256 } from './models.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('the model registry on %s', (kind) => {
  let world: ModelWorld;
  beforeAll(async () => {
    world = await openModelWorld(kind);
    await world.verifier.admin('POST', '/v1/organizations', { id: 'other' });
  });
  afterAll(() => world.verifier.close());

  const stateOf = (name: string, orgId = 'default'): Promise<ModelState> =>
    world.verifier.verifier().services.modelRegistry.stateOf(world.db(), orgId, name);
  const approve = (id: string, version: number, by = reviewer, body: unknown = {}) =>
    world.as(by, 'POST', `/${id}/versions/${version}/approve`, body);
  const say = (verb: string, id: string, version: number) =>
    world.as(registrant, 'POST', `/${id}/versions/${version}/${verb}`, { reason: 'a reason' });

  it('registers a model once for each name, and shows, lists, changes and removes it', async () => {
    const made = await world.as(registrant, 'POST', '', {
      name: 'chat',
      served_as: ['chat-wire'],
      tags: { team: 'cx' },
    });
    expect([made.status, made.headers['etag']]).toEqual([201, '"1"']);
    expect(made.body).toMatchObject({ name: 'chat', served_as: ['chat-wire'], versions: 0, aliases: {} });
    const id = String(made.body['id']);
    expect((await world.as(registrant, 'POST', '', { name: 'CHAT' })).body).toMatchObject({ reason: 'model_exists' });
    const taken = await world.as(registrant, 'POST', '', { name: 'chat-2', served_as: ['chat-wire'] });
    expect([taken.status, taken.body['reason']]).toEqual([409, 'served_name_taken']);
    // Members without a schema are not stored unchecked.
    const formless = await world.as(registrant, 'POST', '', { name: 'chat-3', tags: { 'a b\n': { deep: [1] } } });
    expect(formless.status).toBe(400);
    // Refused as a whole.
    expect((await world.as(registrant, 'GET', '?name=chat-2')).body['items']).toEqual([]);
    const found = await world.as(registrant, 'GET', '?served_as=chat-wire');
    expect(found.body['items']).toEqual([made.body]);
    expect((await world.as(registrant, 'PATCH', `/${id}`, { description: 'x' })).status).toBe(428);
    const changed = await world.as(registrant, 'PATCH', `/${id}`, { served_as: ['other-wire'] }, { 'if-match': '"1"' });
    expect(changed.body).toMatchObject({ revision: 2, served_as: ['other-wire'] });
    const stale = await world.as(registrant, 'DELETE', `/${id}`, undefined, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    const history = await world.as(registrant, 'GET', `/${id}/history`);
    expect(history.body['items']).toMatchObject([{ action: 'updated' }, { action: 'created' }]);
    expect((await world.as(registrant, 'DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
    expect((await world.as(registrant, 'GET', `/${id}`)).status).toBe(404);
    // The name is free again.
    expect((await world.as(registrant, 'POST', '', { name: 'chat', served_as: ['other-wire'] })).status).toBe(201);
  });

  it('keeps models of one organisation out of the sight and the hands of another', async () => {
    const id = await world.aModel({ served_as: ['ours'] });
    await world.aReady(id);
    const stranger = aPerson('admin', 'a-stranger', { organisation: 'other' });
    for (const path of [
      `/${id}`,
      `/${id}/versions`,
      `/${id}/versions/1`,
      `/${id}/aliases`,
      `/${id}/versions/1/verifications`,
    ]) {
      expect([path, (await world.as(stranger, 'GET', path)).status]).toEqual([path, 404]);
    }
    expect((await world.as(stranger, 'GET', `/${id}/history`)).body['items']).toEqual([]);
    expect((await world.as(stranger, 'GET', '')).body['items']).toEqual([]);
    const writes: [string, unknown][] = [
      [`/${id}/versions`, { hosted: { provider: 'p', model_id: 'm' } }],
      ...[`/${id}/versions/1/approve`, `/${id}/versions/1/evaluations`].map((path): [string, unknown] => [
        path,
        path.endsWith('approve') ? {} : { name: 'n', metric: 'm', value: 1 },
      ]),
      [`/${id}/versions/1/revoke`, { reason: 'x' }],
      [`/${id}/versions/1/verify`, { urls: { 'model.safetensors': 'https://models.example.com/m' } }],
    ];
    for (const [path, body] of writes) {
      expect([path, (await world.as(stranger, 'POST', path, body)).status]).toEqual([path, 404]);
    }
    expect((await world.as(stranger, 'PUT', `/${id}/aliases/prod`, { version: 1 })).status).toBe(404);
    expect(await stateOf('ours', 'other')).toBe('unregistered');
    // Names belong to one organisation.
    const own = await world.as(stranger, 'POST', '', { name: 'theirs', served_as: ['ours'] });
    expect(own.status).toBe(201);
  });

  it('numbers versions one after the other, by one hash over all of their files', async () => {
    const id = await world.aModel();
    const files = [
      { path: 'b/weights.bin', size: 1, sha256: sha256('b') },
      { path: 'a.json', size: 1, sha256: sha256('a') },
    ];
    const several = await world.as(registrant, 'POST', `/${id}/versions`, { files });
    expect(several.body).toMatchObject({ version: 1, status: 'pending_registration', review: 'unreviewed' });
    const list = JSON.stringify([
      { path: 'a.json', sha256: sha256('a') },
      { path: 'b/weights.bin', sha256: sha256('b') },
    ]);
    expect(several.body['model_hash']).toBe(`sha256:${sha256(list)}`);
    const one = await world.as(registrant, 'POST', `/${id}/versions`, { version: 2, files: files.slice(0, 1) });
    expect(one.body['model_hash']).toBe(`sha256:${sha256('b')}`);
    const skipped = await world.as(registrant, 'POST', `/${id}/versions`, { version: 7, files });
    expect([skipped.status, skipped.body]).toMatchObject([409, { reason: 'version_not_next', next_version: 3 }]);
    const twice = await world.as(registrant, 'POST', `/${id}/versions`, { files: [files[0], files[0]] });
    expect(twice.status).toBe(422);
    for (const path of ['../up', '/etc/passwd', 'a//b', 'a/./b', 'a/..', '']) {
      const bad = await world.as(registrant, 'POST', `/${id}/versions`, {
        files: [{ path, size: 1, sha256: sha256('') }],
      });
      expect([path, bad.status]).toEqual([path, 400]);
    }
    const both = { files, hosted: { provider: 'openai', model_id: 'gpt' } };
    expect((await world.as(registrant, 'POST', `/${id}/versions`, both)).status).toBe(422);
    const large = { files: [{ path: 'x', size: 2 ** 40, sha256: sha256('') }] };
    expect((await world.as(registrant, 'POST', `/${id}/versions`, large)).status).toBe(422);
  });

  it('takes a hosted model as it is, and says that nothing of it was looked through', async () => {
    const id = await world.aModel({ served_as: ['hosted-wire'] });
    const made = await world.as(registrant, 'POST', `/${id}/versions`, {
      hosted: { provider: 'openai', model_id: 'gpt-4o-mini' },
    });
    expect(made.body).toMatchObject({ kind: 'hosted', status: 'ready', files: [] });
    expect(made.body['verification']).toMatchObject({ verdict: 'not_applicable' });
    expect(await stateOf('hosted-wire')).toBe('unreviewed');
  });

  it('never changes a version that is ready, but for what people say of it', async () => {
    const id = await world.aModel();
    const version = await world.aReady(id);
    const path = `/${id}/versions/${version}`;
    const { revision } = await world.read(id, version);
    const etag = { 'if-match': `"${String(revision)}"` };
    const patched = await world.as(registrant, 'PATCH', path, { license: 'MIT' }, etag);
    expect([patched.status, patched.body['reason']]).toEqual([409, 'version_immutable']);
    const before = await world.read(id, version);
    expect((await world.upload([id, version], 'model.safetensors', 'other bytes')).body).toEqual(before);
    const evaluated = await world.as(registrant, 'POST', `${path}/evaluations`, {
      name: 'mmlu',
      metric: 'acc',
      value: 0.7,
    });
    expect(evaluated.body['evaluations']).toMatchObject([{ name: 'mmlu', by: 'a-operator' }]);
    expect((await approve(id, version)).body).toMatchObject({ review: 'approved', model_hash: before['model_hash'] });
    // A pending version can still be described.
    const next = await world.aVersion(id, { 'x.bin': 'x' });
    const described = await world.as(
      registrant,
      'PATCH',
      `/${id}/versions/${next}`,
      { license: 'MIT' },
      { 'if-match': '"1"' },
    );
    expect(described.body).toMatchObject({ license: 'MIT', revision: 2 });
    expect((await world.as(registrant, 'DELETE', `/${id}`, undefined, { 'if-match': '"3"' })).body).toMatchObject({
      reason: 'model_in_use',
    });
  });

  it('has somebody else approve a version than who registered it, but for the operator of the deployment', async () => {
    const id = await world.aModel();
    const version = await world.aReady(id);
    expect((await approve(id, version, registrant)).status).toBe(403);
    // The same person with a role that may decide.
    const promoted = aPerson('admin', registrant.user);
    const own = await approve(id, version, promoted);
    expect([own.status, own.body['reason']]).toEqual([403, 'own_version']);
    expect((await approve(id, version, { ...promoted, isDeployment: true })).status).toBe(200);
    const second = await approve(id, version, reviewer, { comment: 'looked at it' });
    expect(second.body['approvals']).toMatchObject([
      { by: registrant.user },
      { by: 'a-reviewer', comment: 'looked at it' },
    ]);
    // A repeated approval by the same person counts once.
    expect((await approve(id, version)).body).toEqual(second.body);
    expect((await approve(id, await world.aVersion(id, { x: 'x' }))).body).toMatchObject({
      reason: 'version_not_ready',
    });
  });

  it('lets what is revoked stay so, and deprecates nothing that was never approved', async () => {
    const id = await world.aModel({ served_as: ['life-wire'] });
    const version = await world.aReady(id);
    expect((await say('deprecate', id, version)).body).toMatchObject({ reason: 'review_not_allowed' });
    await approve(id, version);
    expect(await stateOf('life-wire')).toBe('approved');
    expect((await say('deprecate', id, version)).body).toMatchObject({
      review: 'deprecated',
      review_reason: 'a reason',
    });
    expect(await stateOf('life-wire')).toBe('deprecated');
    await approve(id, version);
    expect((await say('revoke', id, version)).body).toMatchObject({ review: 'revoked' });
    expect((await say('revoke', id, version)).status).toBe(200);
    for (const answer of [await approve(id, version), await say('deprecate', id, version)]) {
      expect([answer.status, answer.body['reason']]).toEqual([409, 'review_not_allowed']);
    }
    expect(await stateOf('life-wire')).toBe('revoked');
    // Neither a new version nor another list of names brings it back; an approval does.
    const next = await world.aReady(id, 'newer weights');
    expect(await stateOf('life-wire')).toBe('revoked');
    const { revision } = (await world.as(registrant, 'GET', `/${id}`)).body;
    const freed = await world.as(
      registrant,
      'PATCH',
      `/${id}`,
      { served_as: [] },
      { 'if-match': `"${String(revision)}"` },
    );
    expect([freed.status, freed.body['reason']]).toEqual([409, 'model_revoked']);
    const moved = await world.as(registrant, 'PUT', `/${id}/aliases/served`, { version: next });
    expect([moved.status, moved.body['reason']]).toEqual([409, 'model_revoked']);
    await approve(id, next);
    expect(await stateOf('life-wire')).toBe('approved');
  });

  it('means by names of a model what its alias says, and by names of a version that one', async () => {
    const id = await world.aModel({ served_as: ['meant'] });
    expect(await stateOf('meant')).toBe('unregistered');
    const hosted = { hosted: { provider: 'p', model_id: 'm' }, served_as: ['meant-v1'] };
    await world.as(registrant, 'POST', `/${id}/versions`, hosted);
    const { served_as: _names, ...rest } = hosted;
    await world.as(registrant, 'POST', `/${id}/versions`, rest);
    await approve(id, 2);
    expect([await stateOf('meant'), await stateOf('meant-v1')]).toEqual(['approved', 'unreviewed']);
    expect((await world.as(registrant, 'PUT', `/${id}/aliases/served`, { version: 1 })).status).toBe(200);
    expect([await stateOf('meant'), await stateOf('meant-v1')]).toEqual(['unreviewed', 'unreviewed']);
    const { modelRegistry } = world.verifier.verifier().services;
    expect(await modelRegistry.resolve(world.db(), 'default', id, 'served')).toMatchObject({
      version: 1,
      servedAs: ['meant-v1'],
    });
    expect(await modelRegistry.resolve(world.db(), 'default', id, 2)).toMatchObject({
      review: 'approved',
      servedAs: [],
    });
    expect(await modelRegistry.resolve(world.db(), 'default', id, 'nothing')).toBeUndefined();
    await say('revoke', id, 1);
    expect(await stateOf('meant')).toBe('revoked');
    const told = await modelRegistry.listForGateways(world.db(), 'default');
    expect(told.filter(({ model_id: name }) => name.startsWith('meant'))).toEqual(
      expect.arrayContaining([
        { model_id: 'meant', status: 'revoked' },
        { model_id: 'meant-v1', status: 'revoked' },
      ]),
    );
  });

  it('lets an operator give an approved model no other name, not even while its alias is elsewhere', async () => {
    const id = await world.aModel({ served_as: ['slip-wire'] });
    const version = await world.aReady(id);
    const other = await world.aReady(id, 'other weights');
    const rename = async (who: Parameters<typeof world.as>[0], served_as: readonly string[]) => {
      const { revision } = (await world.as(registrant, 'GET', `/${id}`)).body;
      const { status } = await world.as(who, 'PATCH', `/${id}`, { served_as }, { 'if-match': `"${String(revision)}"` });
      return status;
    };
    expect(await rename(registrant, ['slip-wire', 'before'])).toBe(200);
    await approve(id, version);
    expect(await rename(registrant, ['slip-wire', 'before', 'evil'])).toBe(403);
    expect((await world.as(registrant, 'PUT', `/${id}/aliases/served`, { version: other })).status).toBe(200);
    expect(await rename(registrant, ['slip-wire', 'before', 'evil'])).toBe(403);
    expect(await rename(registrant, ['slip-wire'])).toBe(200);
    expect(await rename(admin, ['slip-wire', 'known'])).toBe(200);
    expect([await stateOf('evil'), await stateOf('known')]).toEqual(['unregistered', 'unreviewed']);
  });

  it('takes no more models than gateways can be told of, and keeps the newest verifications of a version', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights' });
    const own = sql`org_id = 'default' and model_id = ${id}`;
    await world.db().execute(sql`insert into model_verifications
      (org_id, id, model_id, version, kind, status, checks, started_at, started_by)
      select 'default', 'mvr_' || n, ${id}, ${version}, 'upload', 'failed', '[]', 0, 'x' from generate_series(1, 1100) n`);
    await world.upload([id, version], 'a.bin', 'WEIGHTS');
    const [runs] = await query<{ count: number }>(
      world.db(),
      sql`select count(*)::integer as count from model_verifications where ${own}`,
    );
    expect(runs?.count).toBe(1_000);
    await world.db().execute(sql`insert into registered_models
      (org_id, id, name, description, tags, aliases, protected_aliases, last_version, revision, created_at, created_by, updated_at)
      select 'default', 'mdl_' || n, 'many-' || n, '', '{}', '{}', '[]', 0, 1, 0, 'x', 0 from generate_series(1, 10000) n`);
    const refused = await world.as(registrant, 'POST', '', { name: 'one-more' });
    expect([refused.status, refused.body['reason']]).toEqual([409, 'too_many_models']);
    await world.db().execute(sql`delete from registered_models where created_by = 'x'`);
  });

  it('lets an operator take no alias off the protected ones', async () => {
    const id = await world.aModel({ protected_aliases: ['prod'] });
    const none = { protected_aliases: [] };
    expect((await world.as(registrant, 'PATCH', `/${id}`, none, { 'if-match': '"1"' })).status).toBe(403);
    expect((await world.as(admin, 'PATCH', `/${id}`, none, { 'if-match': '"1"' })).status).toBe(200);
  });
});
