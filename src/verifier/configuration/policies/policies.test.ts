/** Tests policies through the API: drafts, versions, activation, and that no invalid policy becomes active. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/policies';
const permitAll = '@id("all") permit (principal, action, resource);';
const injection = (limit: string) =>
  `@id("inj")\n@reason("Injection")\nforbid (principal, action, resource)\nwhen { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("${limit}")) };`;
const unknownClaim = `@id("typo")\n@reason("x")\nforbid (principal, action, resource)\nwhen { context.claims has injection_rsk };`;

describe.each(kinds)('policies on %s', (kind) => {
  let verifier: TestVerifier;
  let count = 0;

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  }, 60_000);
  afterAll(() => verifier.close());

  const workspace = async (body: Record<string, unknown> = {}): Promise<string> => {
    count += 1;
    const id = `w${count}`;
    expect((await verifier.post('/v1/workspaces', { id, ...body })).status).toBe(201);
    return id;
  };
  const draft = async (level: string, id: string, text: string, name?: string) =>
    verifier.admin('POST', path, { scope: { level, id }, text, ...(name === undefined ? {} : { name }) });
  const act = (id: unknown, verb: string, revision: unknown, body?: unknown) =>
    verifier.admin('POST', `${path}/${id}/${verb}`, body ?? {}, { 'if-match': `"${revision}"` });
  const activate = async (level: string, id: string, text: string, name?: string) => {
    const { body } = await draft(level, id, text, name);
    return act(body['id'], 'activate', body['revision']);
  };
  const revisionOf = async () => verifier.verifier().services.changes.current(verifier.testDb.database().db, 'default');

  it('keeps drafts and versions, and activates one of them', async () => {
    const scope = { level: 'workspace', id: await workspace() };
    const made = await verifier.post(path, { scope, text: permitAll, name: 'door', description: 'the door' });
    expect(made).toMatchObject({ status: 201, body: { name: 'door', status: 'draft', version: 1, origin: 'person' } });
    const id = made.body['id'];
    expect(made.headers).toMatchObject({ etag: '"1"', location: `${path}/${id}` });
    const active = await act(id, 'activate', 1);
    expect(active).toMatchObject({ status: 200, body: { status: 'active', active_version: 1, revision: 2 } });
    const text = `${permitAll}\n${injection('0.5')}`;
    const saved = await verifier.admin('PUT', `${path}/${id}`, { text, reason: 'tighter' }, { 'if-match': '"2"' });
    expect(saved.body).toMatchObject({ version: 2, active_version: 1, text, problems: [] });
    const reverted = await act(id, 'activate', 3).then(() => act(id, 'revert', 4));
    expect(reverted.body).toMatchObject({ active_version: 1, version: 2 });
    const versions = (await verifier.get(`${path}/${id}/versions`)).body['items'];
    expect(versions).toMatchObject([
      { version: 2, reason: 'tighter' },
      { version: 1, text: permitAll },
    ]);
    const history = (await verifier.get(`${path}/${id}/history`)).body['items'] as { action: string }[];
    expect(history.map(({ action }) => action)).toEqual(['reverted', 'activated', 'updated', 'activated', 'created']);
    const removed = await verifier.admin('DELETE', `${path}/${id}`, undefined, { 'if-match': '"5"' });
    expect(removed.status).toBe(204);
    expect((await verifier.get(`${path}/${id}`)).status).toBe(404);
    const again = await verifier.post(path, { scope, text: permitAll, name: 'door' });
    expect(again.body).toMatchObject({ id, version: 3, status: 'draft' });
  });

  it('refuses a text that does not parse, with line, column and suggestion', async () => {
    const id = await workspace();
    const refused = await draft(
      'workspace',
      id,
      `${permitAll}\n@respons("warn")\nforbid (principal, action resource);`,
    );
    expect(refused).toMatchObject({ status: 422, body: { reason: 'policy_syntax' } });
    expect(refused.body['problems']).toMatchObject([{ line: 3, code: 'syntax' }]);
    const annotated = await draft('workspace', id, '@response("blok") forbid (principal, action, resource);');
    expect(annotated.body['problems']).toMatchObject([{ line: 1, column: 1, suggestion: 'did you mean `block`?' }]);
    expect((await draft('workspace', id, '// nothing')).body['detail']).toContain('holds no policy');
    const deep = `${'!'.repeat(90)}true`;
    const nested = await draft(
      'workspace',
      id,
      `permit (principal, action, resource) when { ${deep.replaceAll('!', '!(')}${')'.repeat(90)} };`,
    );
    expect(nested.status).toBe(422);
    expect((await draft('workspace', id, `${permitAll}//${'x'.repeat(256 * 1024)}`)).status).toBe(400);
    const many = Array.from({ length: 501 }, () => 'permit (principal, action, resource);').join('\n');
    expect((await draft('workspace', id, many)).body['detail']).toContain('more than 500');
  });

  it('keeps a draft that names what nobody claims, with its problem, and never activates it', async () => {
    const id = await workspace();
    const before = await revisionOf();
    const { body } = await draft('workspace', id, unknownClaim);
    expect(body['problems']).toMatchObject([
      { severity: 'error', line: 4, suggestion: 'did you mean `injection_risk`?', where: [{ level: 'workspace', id }] },
    ]);
    const refused = await act(body['id'], 'activate', 1);
    expect(refused).toMatchObject({
      status: 422,
      body: { reason: 'policy_does_not_compile', places: [{ scope: { level: 'workspace', id } }] },
    });
    expect((await verifier.get(`${path}/${body['id']}`)).body).toMatchObject({ status: 'draft', revision: 1 });
    expect((await revisionOf()).revision).toBeGreaterThan(before.revision);
  });

  it('refuses a policy of the organisation with every workspace and agent where it breaks, and changes nothing', async () => {
    const own = { auditorChain: { preRequest: [{ auditorId: 'pii' }] } };
    const narrow = await workspace({ chain: own });
    await verifier.post('/v1/agents', { id: `agent-${narrow}`, workspace_id: narrow });
    expect((await activate('agent', `agent-${narrow}`, permitAll)).status).toBe(200);
    const { body } = await draft('org', 'default', injection('0.9'), 'org-wide');
    expect(body['problems']).toMatchObject([{ where: expect.arrayContaining([{ level: 'workspace', id: narrow }]) }]);
    const refused = await act(body['id'], 'activate', 1);
    expect(refused.status).toBe(422);
    const places = refused.body['places'] as { scope: { id: string } }[];
    expect(places.map(({ scope }) => scope.id).sort()).toEqual([`agent-${narrow}`, narrow].sort());
    expect((await verifier.get(`${path}/${body['id']}`)).body).toMatchObject({ status: 'draft' });
  });

  it('refuses a chain under which an active policy breaks, and leaves the chain as it was', async () => {
    const id = await workspace();
    await activate('workspace', id, `${permitAll}\n${injection('0.5')}`);
    const chain = { auditorChain: { preRequest: [{ auditorId: 'pii' }] } };
    const refused = await verifier.admin('PATCH', `/v1/workspaces/${id}`, { chain }, { 'if-match': '"1"' });
    expect(refused).toMatchObject({ status: 409, body: { reason: 'chain_breaks_policies' } });
    expect(refused.body['places']).toMatchObject([{ scope: { id }, problems: [{ line: 5 }] }]);
    expect((await verifier.get(`/v1/workspaces/${id}`)).body).toMatchObject({ chain: {}, revision: 1 });
  });

  it('lets one of two that save at once win, and tells the other 412', async () => {
    const { body } = await draft('workspace', await workspace(), permitAll);
    const url = `${path}/${body['id']}`;
    const answers = await Promise.all(
      ['0.5', '0.6'].map((limit) =>
        verifier.admin('PUT', url, { text: `${permitAll}\n${injection(limit)}` }, { 'if-match': '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await verifier.admin('PUT', url, { text: permitAll })).status).toBe(428);
    expect((await act(body['id'], 'activate', 1)).status).toBe(412);
  });

  it('needs an admin for a whole organisation, and knows no other organisation', async () => {
    const asOperator = await verifier.post(path, { scope: { level: 'org', id: 'default' }, text: permitAll });
    expect(asOperator.status).toBe(403);
    expect((await draft('org', 'elsewhere', permitAll)).status).toBe(404);
    expect((await draft('workspace', 'nowhere', permitAll)).status).toBe(404);
    const { body } = await draft('workspace', await workspace(), permitAll);
    await verifier.admin('POST', '/v1/organizations', { id: `acme-${kind}` });
    const other = { 'x-assay-organization': `acme-${kind}` };
    const url = `${path}/${body['id']}`;
    expect((await verifier.admin('GET', url, undefined, other)).status).toBe(404);
    expect((await verifier.admin('POST', `${url}/activate`, {}, { ...other, 'if-match': '"1"' })).status).toBe(404);
    expect((await verifier.admin('GET', path, undefined, other)).body['items']).toEqual([]);
    expect((await verifier.admin('GET', `${url}/history`, undefined, other)).body['items']).toEqual([]);
  });

  it('tries a shadow beside what is active, and bundles carry both', async () => {
    const id = await workspace();
    const { body } = await draft('workspace', id, permitAll, 'door');
    const url = `${path}/${body['id']}`;
    await act(body['id'], 'activate', 1);
    await verifier.admin('PUT', url, { text: `${permitAll}\n${injection('0.5')}` }, { 'if-match': '"2"' });
    const shadowed = await act(body['id'], 'shadow', 3);
    expect(shadowed.body).toMatchObject({ status: 'active', active_version: 1, shadow_version: 2 });
    const { services } = verifier.verifier();
    const inForce = await services.policies.listInForce(verifier.testDb.database().db, 'default');
    expect(inForce.filter(({ scope }) => scope.id === id)).toMatchObject([
      { id: 'door', version: 1, mode: 'active' },
      { id: 'door', version: 2, mode: 'shadow' },
    ]);
    const effective = await verifier.get(`${path}/effective?agent_id=default`);
    expect(effective.body).toMatchObject({ workspace_id: 'default', text: null, levels: [] });
    expect((await act(body['id'], 'activate', 4)).body).toMatchObject({ active_version: 2, shadow_version: null });
  });

  it('puts a record where it should be, once, and takes it back by its name', async () => {
    const scope = { level: 'workspace' as const, id: await workspace() };
    const { services } = verifier.verifier();
    const { db } = verifier.testDb.database();
    const author = createAuthor('default', 'test', 'operator');
    const wanted = {
      id: 'preset.injection.balanced',
      scope,
      text: injection('0.8'),
      origin: 'preset' as const,
      activate: true,
    };
    const first = await db.transaction((tx) => services.policies.put(tx, author, wanted));
    expect(first).toMatchObject({ changed: true, record: { name: wanted.id, active_version: 1, origin: 'preset' } });
    const before = await revisionOf();
    const second = await db.transaction((tx) => services.policies.put(tx, author, wanted));
    expect(second.changed).toBe(false);
    expect(await revisionOf()).toEqual(before);
    const third = await db.transaction((tx) =>
      services.policies.put(tx, author, { ...wanted, text: injection('0.7') }),
    );
    expect(third).toMatchObject({ changed: true, record: { version: 2, active_version: 2 } });
    const gone = await db.transaction((tx) => services.policies.removeNamed(tx, author, scope, wanted.id));
    expect([gone, await services.policies.listScope(db, 'default', scope)]).toEqual([true, []]);
  });

  it('removes the policies of a workspace with it', async () => {
    const id = await workspace();
    const { body } = await activate('workspace', id, permitAll);
    await verifier.admin('DELETE', `/v1/workspaces/${id}`, undefined, { 'if-match': '"1"' });
    expect((await verifier.get(`${path}/${body['id']}`)).status).toBe(404);
  });

  it('repeats a creation under one key once', async () => {
    const scope = { level: 'workspace', id: await workspace() };
    const headers = { 'idempotency-key': `key-${kind}` };
    const [first, second] = [
      await verifier.post(path, { scope, text: permitAll }, headers),
      await verifier.post(path, { scope, text: permitAll }, headers),
    ];
    expect(second.body).toEqual(first.body);
  });
});
