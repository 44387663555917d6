import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createLogger } from '../../../platform/log.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { clickThrough } from '../../tools/foreign-oauth/foreign-interaction.fixture.ts';
import { type ForeignServer, openForeignServer } from '../../tools/foreign-oauth/foreign-server.fixture.ts';
import { placeOf } from '../../tools/scoped-credentials/secret-places.ts';
import { scopedCredentialsTable } from '../../tools/scoped-credentials/tables.ts';
import { createTestVisitor, fieldOf, joinAs, type PageAnswer, type TestVisitor, tokenOf } from './test-visitor.ts';

const publicUrl = 'http://localhost:4455';
let verifier: TestVerifier;
let foreign: ForeignServer;
let ada: TestVisitor;
let bob: TestVisitor;
let eve: TestVisitor;
const keys = new Map<TestVisitor, string>();
const ids = new Map<TestVisitor, string>();
let count = 0;
/** The log, from level trace on. */
const lines: string[] = [];
/** Texts that must appear neither in the log nor in the database. */
const secrets = new Set<string>();

const textOf = ({ text }: PageAnswer) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** Makes an API key of the visitor. */
async function keyOf(visitor: TestVisitor): Promise<string> {
  const { text } = await visitor.open('/account/keys');
  const form = { form_token: tokenOf(text), once: fieldOf(text, 'once'), alias: 'k', purpose: 'cli', days: '7' };
  const made = await visitor.send('/account/keys', { ...form, scopes: ['credentials:read', 'credentials:write'] });
  return /class="secret"[^>]*>([^<]*)</.exec(made.text)?.[1] ?? '';
}

const as = (visitor: TestVisitor, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, more = {}) =>
  verifier.call(method, path, { authorization: `Bearer ${keys.get(visitor)}`, ...more }, body);

/** Makes a credential of this visitor and an agent, at its own service. */
async function make(visitor: TestVisitor, change: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const body = {
    ...{ service: `com.example/crm-${count}`, resource: foreign.resource, auth_type: 'oauth2_code', agent_id: 'desk' },
    ...{ user_id: ids.get(visitor), requested_scopes: ['openid', 'tools.read'], ...change },
  };
  const made = await as(visitor, 'POST', '/v1/scoped-credentials', body);
  if (made.status !== 201) throw new Error(`no credential: ${JSON.stringify(made.body)}`);
  return String(made.body['id']);
}

const shared = (service: string, more = {}) => ({
  ...{ service, agent_id: undefined, user_id: undefined, scope: { level: 'workspace', id: 'default' }, ...more },
});

/** Gives the page of a new link. */
async function link(visitor: TestVisitor, id: string, body: unknown = {}): Promise<string> {
  const asked = await as(visitor, 'POST', `/v1/scoped-credentials/${id}/connect`, body);
  if (asked.status !== 200) throw new Error(`no link: ${JSON.stringify(asked.body)}`);
  expect(asked.headers['cache-control']).toBe('no-store');
  const path = String(asked.body['connect_url']).slice(publicUrl.length);
  secrets.add(path.slice('/connect/'.length));
  return path;
}

/** Agrees on the page. */
async function goOn(visitor: TestVisitor, path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
  const { text } = await visitor.open(path);
  return visitor.send(path, { form_token: tokenOf(text), seen: fieldOf(text, 'seen'), ...fields });
}

/** Follows the page through the other service; gives the address of the return. */
async function through({ headers, text }: PageAnswer): Promise<string> {
  const [, url] = /^0; url=(.*)$/.exec(String(headers['refresh'])) ?? [];
  if (url === undefined) throw new Error(`led nowhere: ${text}`);
  const back = await clickThrough(url, `${publicUrl}/v1/`);
  for (const name of ['code', 'state']) secrets.add(new URL(back).searchParams.get(name) ?? 'not there');
  return back.slice(publicUrl.length);
}

const connect = async (visitor: TestVisitor, path: string) => visitor.open(await through(await goOn(visitor, path)));
const find = async (id: string) => (await verifier.admin('GET', `/v1/scoped-credentials/${id}`)).body;

const db = () => verifier.testDb.database().db;
const rowOf = async (id: string) => {
  const [row] = await db().select().from(scopedCredentialsTable).where(eq(scopedCredentialsTable.id, id));
  if (row === undefined) throw new Error('no row');
  return row;
};
/** Lists the secrets of a version in the vault. */
async function fieldsOf(id: string, version: number): Promise<string[]> {
  const rows = await query<{ field: string }>(
    db(),
    sql`select field from vault_secrets where record_id = ${id} and version = ${version} order by field`,
  );
  return rows.map(({ field }) => field);
}
const secretOf = async (id: string) =>
  verifier.verifier().services.vault.read(db(), placeOf(await rowOf(id), 'secret'));
const sweep = () => verifier.verifier().services.expirePending();

async function join(name: string, role: 'admin' | 'viewer'): Promise<TestVisitor> {
  const email = `${name.toLowerCase()}@example.com`;
  const visitor = await joinAs(verifier, { email, role, name });
  const { body } = await verifier.admin('GET', `/v1/members?email=${email}`);
  const [member] = body['items'] as { user_id: string }[];
  ids.set(visitor, member?.user_id ?? '');
  keys.set(visitor, await keyOf(visitor));
  return visitor;
}

beforeAll(async () => {
  const log = createLogger({
    ...{ service: 'verifier', level: 'trace' },
    destination: { write: (line: string) => void lines.push(line) },
  });
  const env = { ASSAY_AUTHENTICATION: 'required', ASSAY_PUBLIC_URL: publicUrl };
  verifier = await openTestVerifier(env, testDatabaseKind, { log });
  verifier.clock.set(Date.now());
  foreign = await openForeignServer();
  ada = await join('Ada', 'admin');
  bob = await join('Bob', 'viewer');
  eve = await join('Eve', 'viewer');
  const agent = { id: 'desk', name: 'Desk of ours', purpose: 'answers mail', owner_id: ids.get(eve) };
  await verifier.admin('POST', '/v1/agents', agent);
});
afterAll(async () => {
  await verifier?.close();
  await foreign?.close();
});
beforeEach(() => {
  Object.assign(foreign.behaviour, { decision: 'approve', token: undefined, account: 'anna@foreign.example' });
  verifier.clock.set(Date.now());
});

describe('a person who connects their own credential', () => {
  it('reads the purpose, goes to the other side, and returns with it connected and sealed', async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    const page = await bob.open(path);
    expect(page.status).toBe(200);
    for (const words of ['Desk of ours', 'Eve (eve@example.com)', new URL(foreign.issuer).host, 'tools.read']) {
      expect(textOf(page)).toContain(words);
    }
    expect(textOf(page)).toContain('only, and only for its work on behalf of you');
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    // Before the yes nothing was sent to the other service, and no cookie was set.
    expect(page.headers['set-cookie']).toBeUndefined();
    const done = await connect(bob, path);
    expect(done.status).toBe(200);
    expect(textOf(done)).toContain('is connected as anna@foreign.example');
    const row = await find(id);
    expect(row).toMatchObject({ status: 'active', version: 1, issuer: foreign.issuer });
    expect(row).toMatchObject({ upstream_account: 'anna@foreign.example' });
    expect(JSON.stringify(row)).not.toContain('access_token');
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=100');
    const told = JSON.stringify(body);
    expect(told).toContain('credential.connected');
    expect(told).not.toContain('anna@foreign.example');
    const events = await verifier.admin('GET', '/v1/events?limit=100');
    expect(events.raw.toString()).toContain('credential.connected');
  });

  it('is asked for more together with the former scopes, and told about another account', async () => {
    const id = await make(bob);
    await connect(bob, await link(bob, id));
    foreign.behaviour.account = 'other@foreign.example';
    const path = await link(bob, id, { scopes: ['tools.call'] });
    expect(textOf(await bob.open(path))).toContain('as anna@foreign.example . The new connection replaces it');
    const done = await connect(bob, path);
    expect(textOf(done)).toContain('another account than before: it was anna@foreign.example');
    expect(foreign.authorizations.at(-1)?.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['openid', 'tools.read', 'tools.call']),
    );
    const row = await find(id);
    expect(row).toMatchObject({
      status: 'active',
      version: 2,
      requested_scopes: ['openid', 'tools.read', 'tools.call'],
    });
    expect(row['granted_scopes']).toEqual(expect.arrayContaining(['tools.read', 'tools.call']));
    // The former version is deleted.
    expect(await fieldsOf(id, 1)).toEqual([]);
    expect(await fieldsOf(id, 2)).toEqual(['access_token', 'refresh_token']);
  });

  it('is told what the other side did not grant', async () => {
    const id = await make(bob, { requested_scopes: ['openid', 'tools.read', 'tools.unknown'] });
    const done = await connect(bob, await link(bob, id));
    expect(textOf(done)).toContain('Missing: tools.unknown .');
    expect(await find(id)).toMatchObject({ status: 'active' });
  });

  it('is told that the service names another authorization server than before', async () => {
    const other = await openForeignServer();
    const { foreignOAuth } = verifier.verifier().services;
    const id = await make(bob);
    await connect(bob, await link(bob, id));
    foreign.behaviour.resourceMetadata = { authorization_servers: [other.issuer] };
    foreignOAuth.forget('default', foreign.resource);
    const page = textOf(await bob.open(await link(bob, id)));
    expect(page).toContain(`The sign-in server has changed. It was ${foreign.issuer} ; now`);
    foreign.behaviour.resourceMetadata = {};
    foreignOAuth.forget('default', foreign.resource);
    expect(textOf(await bob.open(await link(bob, id)))).not.toContain('The sign-in server has changed');
    await other.close();
  });
});

describe('a link', () => {
  it("is for the credential's person, and shows nothing to anybody else", async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    for (const visitor of [ada, eve]) {
      const page = await visitor.open(path);
      expect([page.status, textOf(page)]).toEqual([403, expect.stringContaining('You cannot connect this')]);
      expect(page.text).not.toContain('com.example');
      const form = { form_token: tokenOf((await visitor.open('/account/password')).text), seen: 'x' };
      expect((await visitor.send(path, form)).status).toBe(403);
    }
    expect((await as(eve, 'POST', `/v1/scoped-credentials/${id}/connect`)).status).toBe(200);
    expect((await ada.open(`/connect/${'A'.repeat(43)}`)).status).toBe(404);
    expect((await ada.open('/connect/short')).status).toBe(404);
  });

  it('leads a signed-out person to the login page and back', async () => {
    const path = await link(bob, await make(bob));
    const { location } = await createTestVisitor(verifier).open(path);
    expect(location).toBe(`/login?return_to=${encodeURIComponent(path)}`);
  });

  it('accepts no form of another site, nor one without its token', async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    const { text } = await bob.open(path);
    const fields = { form_token: tokenOf(text), seen: fieldOf(text, 'seen') };
    expect((await bob.send(path, fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await bob.send(path, { ...fields, form_token: '' })).status).toBe(403);
    const before = foreign.authorizations.length;
    expect((await bob.open(path)).status).toBe(200);
    expect(foreign.authorizations.length).toBe(before);
  });

  it('is valid for 10 minutes, and then explains how to get another', async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    verifier.clock.set(Date.now() + 10 * 60_000 + 1);
    const page = await bob.open(path);
    expect([page.status, textOf(page)]).toEqual([410, expect.stringContaining('This link is too old')]);
    const again = await bob.send('/account/connections/connect', { form_token: tokenOf(page.text), id });
    expect(again.location).toMatch(/^\/connect\/[A-Za-z0-9_-]{43}$/);
    expect((await bob.open(again.location ?? '')).status).toBe(200);
    expect((await find(id))['status']).toBe('pending');
  });

  it('lets an unconnected credential expire, and a new one revives it', async () => {
    const id = await make(bob);
    const untouched = await make(bob);
    await link(bob, id);
    verifier.clock.set(Date.now() + 10 * 60_000 + 1);
    await sweep();
    expect((await find(id))['status']).toBe('expired');
    expect((await find(untouched))['status']).toBe('pending');
    await connect(bob, await link(bob, id));
    expect((await find(id))['status']).toBe('active');
  });

  it('opens once, and of two returns with one state one continues', async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    const back = await through(await goOn(bob, path));
    const both = await Promise.all([bob.open(back), bob.open(back)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await find(id))['version']).toBe(1);
    const replayed = await bob.open(back);
    expect([replayed.status, textOf(replayed)]).toEqual([409, expect.stringContaining('used before')]);
    expect((await bob.open(path)).status).toBe(409);
  });

  it('can be resumed by the same person, and only the newest return is valid', async () => {
    const id = await make(bob);
    const path = await link(bob, id);
    const first = await through(await goOn(bob, path));
    const second = await through(await goOn(bob, path));
    expect((await bob.open(first)).status).toBe(404);
    expect((await find(id))['status']).toBe('pending');
    expect((await bob.open(second)).status).toBe(200);
  });

  it('returns only in the browser that left, as the person who left', async () => {
    const id = await make(bob);
    const back = await through(await goOn(bob, await link(bob, id)));
    const elsewhere = createTestVisitor(verifier);
    expect((await elsewhere.open(back)).status).toBe(401);
    for (const name of ['assay_session']) elsewhere.cookies.set(name, bob.cookies.get(name) ?? '');
    expect((await elsewhere.open(back)).status).toBe(404);
    const other = createTestVisitor(verifier);
    other.cookies.set('assay_session', eve.cookies.get('assay_session') ?? '');
    other.cookies.set('assay_connect', bob.cookies.get('assay_connect') ?? '');
    expect((await other.open(back)).status).toBe(403);
    expect((await bob.open('/v1/scoped-credentials/callback?code=x&state=short')).status).toBe(404);
    expect((await find(id))['status']).toBe('pending');
    expect((await bob.open(back)).status).toBe(200);
  });

  it('ignores a yes to a version changed after it was read, and tokens for it', async () => {
    const id = await make(ada, shared('com.example/changing'));
    const path = await link(ada, id);
    const { text } = await ada.open(path);
    const fields = { form_token: tokenOf(text), seen: fieldOf(text, 'seen') };
    const change = async (body: object) => {
      const etag = { 'if-match': `"${String((await find(id))['revision'])}"` };
      expect((await as(ada, 'PATCH', `/v1/scoped-credentials/${id}`, body, etag)).status).toBe(200);
    };
    await change({ allow_in_delegation: true });
    const stale = await ada.send(path, fields);
    expect([stale.status, textOf(stale)]).toEqual([412, expect.stringContaining('their work on behalf of other')]);
    const back = await through(await goOn(ada, path));
    await change({ sharing_mode: 'enforce' });
    const done = await ada.open(back);
    expect([done.status, textOf(done)]).toEqual([412, expect.stringContaining('It has changed in the meantime')]);
    expect(await find(id)).toMatchObject({ status: 'pending', version: 0 });
  });

  it('connects nothing revoked meanwhile, and requests no tokens', async () => {
    const id = await make(bob);
    const back = await through(await goOn(bob, await link(bob, id)));
    await verifier.admin('POST', `/v1/scoped-credentials/${id}/revoke`, { reason: 'not any more' });
    const done = await bob.open(back);
    expect([done.status, textOf(done)]).toEqual([409, expect.stringContaining('There is nothing left to connect')]);
    expect(await find(id)).toMatchObject({ status: 'revoked', version: 0 });
    const asked = await as(bob, 'POST', `/v1/scoped-credentials/${id}/connect`);
    expect([asked.status, asked.body['reason']]).toEqual([409, 'credential_revoked']);
  });

  it('connects nothing when the agent was retired, or the person left, meanwhile', async () => {
    await verifier.admin('POST', '/v1/agents', { id: 'gone', name: 'Gone', owner_id: ids.get(eve) });
    const id = await make(bob, { agent_id: 'gone' });
    const [path, back] = [await link(bob, id), await through(await goOn(bob, await link(bob, id)))];
    expect((await verifier.admin('POST', '/v1/agents/gone/decommission', { reason: 'over' })).status).toBe(200);
    expect([(await bob.open(path)).status, (await bob.open(back)).status]).toEqual([409, 409]);
    expect(await find(id)).toMatchObject({ status: 'revoked', version: 0 });

    const carl = await join('Carl', 'viewer');
    const own = await make(carl);
    const theirs = await through(await goOn(carl, await link(carl, own)));
    expect((await verifier.admin('DELETE', `/v1/members/${ids.get(carl)}`)).status).toBe(204);
    expect((await carl.open(theirs)).status).toBeGreaterThanOrEqual(401);
    expect(await find(own)).toMatchObject({ status: 'revoked', version: 0 });
  });

  it('allows at most 20 per credential at once', async () => {
    const id = await make(bob);
    for (let made = 0; made < 20; made += 1) await link(bob, id);
    expect((await as(bob, 'POST', `/v1/scoped-credentials/${id}/connect`)).status).toBe(429);
  });
});

describe('a failed connection', () => {
  it('by a denial leaves the credential unchanged, and reports it', async () => {
    const id = await make(bob);
    foreign.behaviour.decision = 'deny';
    const done = await connect(bob, await link(bob, id));
    expect([done.status, textOf(done)]).toEqual([403, expect.stringContaining('it was not allowed')]);
    expect(done.text).toContain('Try again with a new link');
    expect(await find(id)).toMatchObject({ status: 'pending', version: 0 });
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=20');
    expect(JSON.stringify(body)).toContain('"error_message":"denied"');
  });

  it.each([
    ['invalid_grant', 422],
    ['error', 502],
    ['lost', 502],
  ] as const)('by %s stores no part, and none of its text', async (fault, status) => {
    const id = await make(bob);
    await connect(bob, await link(bob, id));
    const before = await find(id);
    foreign.behaviour.token = { grant: 'authorization_code', fault };
    const back = await through(await goOn(bob, await link(bob, id)));
    const done = await bob.open(back);
    expect(done.status).toBe(status);
    expect(done.text).not.toContain('canary');
    expect(textOf(done)).toContain('an earlier connection is unchanged');
    expect(await find(id)).toEqual(before);
    foreign.behaviour.token = undefined;
    expect((await bob.open(back)).status).toBe(409);
    const again = await bob.send('/account/connections/connect', { form_token: tokenOf(done.text), id });
    expect((await connect(bob, again.location ?? '')).status).toBe(200);
  });

  it("by another issuer's answer is refused (RFC 9207)", async () => {
    const id = await make(bob);
    const back = new URL(await through(await goOn(bob, await link(bob, id))), publicUrl);
    back.searchParams.set('iss', 'https://evil.example');
    const done = await bob.open(`${back.pathname}${back.search}`);
    expect([done.status, textOf(done)]).toEqual([422, expect.stringContaining('a wrong server answered')]);
    expect(foreign.counts.codes).toBe(foreign.tokenRequests.filter(({ form }) => form.has('code')).length);
    expect((await find(id))['status']).toBe('pending');
  });
});

describe('a shared credential', () => {
  it('names its users before it is connected, and is connected by its managers', async () => {
    const id = await make(ada, shared('com.example/shared'));
    const path = await link(ada, id);
    const page = textOf(await ada.open(path));
    expect(page).toContain('This is shared.');
    expect(page).toMatch(/Every agent of the workspace default/);
    expect((await bob.open(path)).status).toBe(403);
    const asked = await as(bob, 'POST', `/v1/scoped-credentials/${id}/connect`);
    expect([asked.status, asked.body['reason']]).toEqual([403, 'not_yours_to_connect']);
    expect((await connect(ada, path)).status).toBe(200);
    const own = textOf(await ada.open('/account/connections'));
    expect(own).toContain('com.example/shared');
    expect(own).toContain('Account there anna@foreign.example');
  });

  it.each([
    ['api_key', { secret: '  sk-canary-1  ' }, 'sk-canary-1'],
    ['basic', { username: 'anna', secret: 'pass canary' }, 'pass canary'],
  ])('as %s is typed once, sealed, and never shown again', async (auth_type, fields, kept) => {
    const config = auth_type === 'basic' ? { username: 'nobody' } : undefined;
    const id = await make(ada, shared(`com.example/${auth_type}`, { auth_type, requested_scopes: [], config }));
    const path = await link(ada, id);
    const page = await ada.open(path);
    expect(page.text).toContain('autocomplete="off"');
    const empty = await goOn(ada, path, { ...fields, secret: '' });
    expect([empty.status, textOf(empty)]).toEqual([422, expect.stringContaining('That did not work')]);
    const done = await goOn(ada, path, fields);
    expect([done.status, textOf(done)]).toEqual([200, expect.stringContaining('is connected')]);
    expect(await find(id)).toMatchObject({ status: 'active', version: 1 });
    expect((await secretOf(id)).reveal()).toBe(kept);
    for (const shown of [done.text, (await ada.open(path)).text, JSON.stringify(await find(id))]) {
      expect(shown).not.toContain('canary');
    }
    expect((await goOn(ada, path, fields)).status).toBe(409);
  });

  it('of a kind without a connection has no link', async () => {
    const config = { client_id: 'c' };
    const more = { auth_type: 'client_credentials', issuer: foreign.issuer, config, secret: 's3cret' };
    const id = await make(ada, shared('com.example/machine', more));
    const asked = await as(ada, 'POST', `/v1/scoped-credentials/${id}/connect`);
    expect([asked.status, asked.body['reason']]).toEqual([409, 'not_connected_by_people']);
  });
});

describe('/account/connections', () => {
  it('shows credentials for this person, connects them, and revokes them at once', async () => {
    const id = await make(bob);
    const waiting = await bob.open('/account/connections');
    expect(textOf(waiting)).toContain('waits to be connected');
    const led = await bob.send('/account/connections/connect', { form_token: tokenOf(waiting.text), id });
    await connect(bob, led.location ?? '');
    const page = await bob.open('/account/connections');
    expect(page.text).toContain('aria-current="page"');
    expect(textOf(page)).toContain('It may there');
    expect(textOf(await eve.open('/account/connections'))).toContain('You have no connections in this organisation');
    const theirs = { form_token: tokenOf((await eve.open('/account/password')).text), id };
    expect((await eve.send('/account/connections/revoke', theirs)).status).toBe(404);
    expect((await bob.send('/account/connections/revoke', { form_token: 'x', id })).status).toBe(403);
    const gone = await bob.send('/account/connections/revoke', { form_token: tokenOf(page.text), id });
    expect(gone).toMatchObject({ status: 303, location: '/account/connections?done=revoked' });
    expect(await find(id)).toMatchObject({ status: 'revoked', revoked_by: ids.get(bob) });
    expect(await fieldsOf(id, 1)).toEqual([]);
    expect(textOf(await bob.open('/account/connections?done=revoked'))).toContain('It is revoked.');
  });
});

describe('the remaining data', () => {
  it('contain no ticket, code, state, verifier, token or typed secret', async () => {
    for (const { form } of foreign.tokenRequests) {
      for (const name of ['code', 'code_verifier', 'refresh_token', 'client_secret']) {
        const value = form.get(name);
        if (value !== null) secrets.add(value);
      }
    }
    const id = await make(bob);
    await connect(bob, await link(bob, id));
    for (const field of ['access_token', 'refresh_token'] as const) {
      secrets.add((await verifier.verifier().services.vault.read(db(), placeOf(await rowOf(id), field))).reveal());
    }
    const tables = await query<{ name: string }>(
      db(),
      sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    let dump = lines.join('');
    for (const { name } of tables) {
      const [row] = await query<{ text: string | null }>(
        db(),
        sql`select string_agg(t::text, ' ') as text from ${sql.identifier(name)} t`,
      );
      dump += row?.text ?? '';
    }
    expect(dump).toContain(id);
    expect(secrets.size).toBeGreaterThan(30);
    expect([...secrets, 'sk-canary-1', 'pass canary'].filter((secret) => dump.includes(secret))).toEqual([]);
  });
});
