/** Tests the app catalog through the API: who may publish, that versions never change, and that no app passes for another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { aCaller, type CallersFixture, openCallers } from '../scoped-tools/callers.fixture.ts';

let fixture: CallersFixture;
beforeAll(async () => {
  fixture = await openCallers(testDatabaseKind);
}, 60_000);
afterAll(() => fixture.verifier.close());

const path = '/v1/app-catalog';
const admin = aCaller('admin');
const viewer = aCaller('viewer');
const crm = {
  name: 'com.example/crm',
  type: 'mcp_server',
  version: '1.0.0',
  title: 'CRM',
  description: 'Customers, orders',
  remotes: [{ type: 'streamable-http', url: 'https://crm.example.com/{tenant}/mcp' }],
};
const publish = (change: object = {}, caller = admin) => fixture.as(caller, 'POST', path, { ...crm, ...change });
const list = async (query: string, caller = viewer) => {
  const { body } = await fixture.as(caller, 'GET', `${path}?${query}`);
  return body['items'] as { id: string; name: string; [member: string]: unknown }[];
};
const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['reason']];

describe('browsing', () => {
  it("shows the release's apps: our auditors as first_party, public servers as community with a source", async () => {
    const ours = await list('trust_tier=first_party&limit=100');
    expect(ours.filter(({ type }) => type === 'auditor')).toHaveLength(9);
    const others = await list('type=mcp_server&limit=100');
    expect(others.length).toBeGreaterThanOrEqual(40);
    for (const one of others) {
      expect(one).toMatchObject({ trust_tier: 'community', shipped: true, source: expect.stringMatching(/^https:/) });
    }
    const { body, headers } = await fixture.as(viewer, 'GET', `${path}/${others[0]?.id}`);
    expect([body['name'], headers['etag']]).toEqual([others[0]?.name, '"0"']);
  });

  it('pages through everything once', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await fixture.as(viewer, 'GET', `${path}?limit=17${cursor}`);
      seen.push(...(body['items'] as { name: string }[]).map(({ name }) => name));
      if (body['has_more'] !== true) break;
      cursor = `&cursor=${body['next_cursor']}`;
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen.length).toBeGreaterThan(50);
  });

  it('finds by name before description, with every word', async () => {
    expect((await list('q=github'))[0]?.name).toBe('io.github.github/github-mcp-server');
    const pages = (await list('q=notion')).map(({ name }) => name);
    expect(pages[0]).toBe('com.notion/mcp');
    expect(await list('q=postgres%20elephants')).toEqual([]);
    expect((await list('q=git%20reading'))[0]?.name).toBe('io.github.modelcontextprotocol/server-git');
  });
});

describe('publishing', () => {
  it('needs an admin; others read', async () => {
    for (const role of ['operator', 'reviewer', 'viewer', 'agent', 'gateway'] as const) {
      expect((await publish({}, aCaller(role))).status, role).toBe(403);
    }
    const made = await publish();
    expect(made).toMatchObject({ status: 201, body: { trust_tier: 'community', shipped: false, revision: 1 } });
    expect(made.headers['location']).toBe(`${path}/${made.body['id']}`);
    expect((await fixture.as(viewer, 'GET', `${path}/${made.body['id']}`)).body).toEqual(made.body);
    // The other one has the word only in its description.
    expect((await list('q=crm')).map(({ name }) => name)).toEqual(['com.example/crm', 'com.close/close-mcp']);
  });

  it('answers 200 to an exact repeat, and 409 to another text of a version', async () => {
    const again = await publish();
    expect(again.status).toBe(200);
    expect(reasonOf(await publish({ title: 'Other' }))).toEqual([409, 'version_exists']);
    expect(reasonOf(await publish({ version: '1.1.0' }))).toEqual([409, 'app_exists']);
    const id = String(again.body['id']);
    const { name: _name, type: _type, ...version } = crm;
    const add = (change: object) => fixture.as(admin, 'POST', `${path}/${id}/versions`, { ...version, ...change });
    expect(await add({ version: '1.2.0', title: 'CRM two' })).toMatchObject({ status: 201, body: { revision: 2 } });
    expect((await add({ version: '1.2.0', title: 'CRM two' })).status).toBe(200);
    expect(reasonOf(await add({ version: '1.2.0', title: 'CRM three' }))).toEqual([409, 'version_exists']);
    // A pre-release is not the default version.
    await add({ version: '2.0.0-rc.1', title: 'CRM soon' });
    await add({ version: '1.0.1', title: 'CRM patched' });
    const latest = await fixture.as(viewer, 'GET', `${path}/${id}`);
    expect(latest.body).toMatchObject({ version: '1.2.0', title: 'CRM two', latest_version: '1.2.0' });
    const old = await fixture.as(viewer, 'GET', `${path}/${id}?version=1.0.0`);
    expect(old.body).toMatchObject({ version: '1.0.0', title: 'CRM', digest: again.body['digest'] });
    const versions = await fixture.as(viewer, 'GET', `${path}/${id}/versions`);
    expect((versions.body['items'] as { version: string }[]).map((one) => one.version)).toEqual([
      ...['1.0.1', '2.0.0-rc.1', '1.2.0', '1.0.0'],
    ]);
    expect((await fixture.as(viewer, 'GET', `${path}/${id}?version=9.9.9`)).status).toBe(404);
  });

  it.each([
    ['a shipped name', 'com.notion/mcp'],
    ['in another case', 'com.Notion/MCP'],
    ['with a digit for a letter', 'com.n0tion/mcp'],
    ['with l for i', 'com.notlon/mcp'],
    ['with two letters that look like one', 'io.github.rnicrosoft/playwright-mcp'],
    ['without its separators', 'c-om.not-ion/mcp'],
    ['with other separators', 'app.linear/lin-ear'],
  ])('prevents an imitation: %s', async (_how, name) => {
    const refused = await publish({ name });
    expect([400, 409]).toContain(refused.status);
    if (refused.status === 409) expect(refused.body).toMatchObject({ reason: 'name_taken' });
  });

  it('protects our namespace, and refuses a title in other letters', async () => {
    for (const name of ['dev.assay/other', 'dev.assay.eu/x', 'Dev.Assay/gateway2', 'dev.a-ssay/x']) {
      expect(reasonOf(await publish({ name }))).toEqual([422, 'name_reserved']);
    }
    expect(reasonOf(await publish({ name: 'com.example/g', title: 'GitНub' }))).toEqual([409, 'name_taken']);
    // The last one has letters that are not listed as lookalikes: they are still of two scripts.
    expect(reasonOf(await publish({ name: 'com.example/g', title: 'Gi\u13a2Hub' }))).toEqual([422, 'mixed_scripts']);
    for (const sign of ['\u200b', '\u00ad', '\u{e0041}', '\u{e0100}', '\ufe01', '\u3164', '\u206a', '\u001b']) {
      const hidden = await publish({ name: 'com.example/hidden', title: `Git${sign}Hub` });
      expect(hidden.status, sign.codePointAt(0)?.toString(16)).toBe(400);
    }
    const other = await publish({ name: 'com.example/seen', title: 'Übersicht 日本語API – Привет ⚙\ufe0f' });
    expect(other.status).toBe(201);
    expect((await publish({ name: 'com.example/github', title: 'GitHub' })).status).toBe(201);
    expect(reasonOf(await publish({ name: 'com.example/g1thub' }))).toEqual([409, 'name_taken']);
  });

  const npm = { registryType: 'npm', identifier: '@example/crm', version: '1.0.0', transport: { type: 'stdio' } };
  it.each([
    ['unreachable', { remotes: [] }],
    ['url_not_https', { remotes: [{ type: 'sse', url: 'http://crm.example.com/mcp' }] }],
    ['url', { remotes: [{ type: 'sse', url: 'https://user:secret@crm.example.com/mcp' }] }],
    ['url', { remotes: [{ type: 'sse', url: 'https://crm.example.com/mcp#top' }] }],
    ['url', { remotes: [{ type: 'sse', url: 'https://crm.example.com/{notClosed' }] }],
    ['duplicate', { remotes: [...crm.remotes, ...crm.remotes] }],
    ['version_not_exact', { packages: [{ ...npm, version: 'latest' }] }],
    ['version_not_exact', { packages: [{ ...npm, version: '1.x' }] }],
    ['url_missing', { packages: [{ ...npm, transport: { type: 'sse' } }] }],
    [
      'secret_in_entry',
      { packages: [{ ...npm, environmentVariables: [{ name: 'KEY', isSecret: true, default: 'sk-1' }] }] },
    ],
    [
      'secret_in_entry',
      { remotes: [{ ...crm.remotes[0], headers: [{ name: 'X-Key', isSecret: true, value: 'sk-1' }] }] },
    ],
  ])('refuses %s', async (reason, change) => {
    expect(reasonOf(await publish({ name: 'com.example/bad', ...change }))).toEqual([422, reason]);
  });

  it('accepts http for allowed hosts of the organisation, and names who may allow others', async () => {
    const inside = { name: 'com.example/inside', remotes: [{ type: 'sse', url: 'http://crm.internal/mcp' }] };
    expect((await publish(inside)).body['detail']).toMatch(/the operator may allow crm\.internal \(assay org outbound/);
    const rules = `/v1/organizations/${admin.organisation}/outbound-rules`;
    const allowed = await fixture.verifier.admin('PUT', rules, { allow: ['crm.internal'] }, { 'if-match': '"0"' });
    expect(allowed.status).toBe(200);
    expect((await publish(inside)).status).toBe(201);
  });

  it.each([
    [{ version: '1.0' }],
    [{ version: '^1.0.0' }],
    [{ version: '01.0.0' }],
    [{ name: 'crm' }],
    [{ name: 'com.example/cr m' }],
    [{ trust_tier: 'verified' }],
    [{ notarizationStatus: { isNotarized: true, status: 'active' } }],
    [{ packages: [{ ...npm, version: '>=1.0.0' }] }],
    [{ homepage: 'javascript:alert(1)' }],
  ])('refuses %j', async (change) => {
    expect((await publish({ name: 'com.example/bad', ...change })).status).toBe(400);
  });
});

describe('the rating of an app', () => {
  it('needs an admin for its status, the operator token for trust, and the ETag for any change', async () => {
    const { body } = await publish({ name: 'com.example/trust' });
    const url = `${path}/${body['id']}`;
    const match = (revision: number) => ({ 'if-match': `"${revision}"` });
    expect((await fixture.as(admin, 'PATCH', url, { status: 'deprecated' })).status).toBe(428);
    expect((await fixture.as(admin, 'PATCH', url, { trust_tier: 'verified' }, match(1))).status).toBe(403);
    const old = await fixture.as(admin, 'PATCH', url, { status: 'deprecated', status_reason: 'Use two' }, match(1));
    expect(old.body).toMatchObject({ status: 'deprecated', status_reason: 'Use two', revision: 2 });
    expect((await fixture.as(admin, 'PATCH', url, { status: 'active' }, match(1))).status).toBe(412);
    const trusted = await fixture.verifier.admin('PATCH', url, { trust_tier: 'verified' }, match(2));
    expect(trusted.body).toMatchObject({ trust_tier: 'verified', status: 'deprecated', revision: 3 });
    expect(await fixture.verifier.admin('PATCH', url, { trust_tier: 'first_party' }, match(3))).toMatchObject({
      status: 400,
    });
    // A new version that nobody verified makes the app unverified.
    const { name: _name, type: _type, ...version } = crm;
    const unseen = await fixture.as(admin, 'POST', `${url}/versions`, { ...version, version: '1.1.0' });
    expect(unseen.body).toMatchObject({ trust_tier: 'community', revision: 4 });
    expect((await fixture.as(admin, 'DELETE', url, undefined, match(4))).status).toBe(204);
    expect((await list('q=trust')).map(({ name }) => name)).not.toContain('com.example/trust');
    expect((await list('q=trust&include_deleted=true'))[0]).toMatchObject({ status: 'deleted' });
    expect((await fixture.as(viewer, 'GET', url)).body).toMatchObject({ status: 'deleted' });
    const more = await fixture.as(admin, 'POST', `${url}/versions`, { ...version, version: '3.0.0' });
    expect(reasonOf(more)).toEqual([409, 'app_deleted']);
  });

  it('is unchangeable for apps of the release', async () => {
    const [notion] = await list('q=notion');
    const url = `${path}/${notion?.id}`;
    const refused = await fixture.verifier.admin('PATCH', url, { status: 'deprecated' }, { 'if-match': '"0"' });
    expect(reasonOf(refused)).toEqual([409, 'shipped']);
  });

  it('is invisible to other organisations', async () => {
    const made = await fixture.verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    expect(made.status).toBe(201);
    const { body } = await publish({ name: 'com.example/own' });
    const url = `${path}/${body['id']}`;
    const stranger = aCaller('admin', { organisation: 'acme' });
    expect((await fixture.as(stranger, 'GET', url)).status).toBe(404);
    expect((await fixture.as(stranger, 'GET', `${url}/versions`)).status).toBe(404);
    expect((await fixture.as(stranger, 'DELETE', url, undefined, { 'if-match': '"1"' })).status).toBe(404);
    const patched = await fixture.as(stranger, 'PATCH', url, { status: 'deprecated' }, { 'if-match': '"1"' });
    expect(patched.status).toBe(404);
    expect(await list('q=own', stranger)).toEqual([]);
    // Another organisation may use the same name.
    expect((await publish({ name: 'com.example/own' }, stranger)).status).toBe(201);
  });
});
