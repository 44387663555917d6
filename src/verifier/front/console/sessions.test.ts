/** The browser console lets in who may come in, for calls of its own pages, and nobody else. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { operatorTokenFile } from '../../../platform/http/operator-token.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createTestVisitor, goodPassword, joinAs, type TestVisitor } from '../pages/test-visitor.ts';
import { type ConsoleBrowser, createConsoleBrowser, ownPage } from './browser.fixture.ts';

const minute = 60_000;
const cookieName = 'assay_console';
const agents = '/v1/agents';
const workspace = { id: 'w-console', name: 'w-console' };

async function tokenOf(verifier: TestVerifier): Promise<string> {
  return (await readFile(join(verifier.testDb.dataDir, operatorTokenFile), 'utf8')).trim();
}

async function unlock(verifier: TestVerifier, browser: ConsoleBrowser): Promise<string> {
  const body = { operator_token: await tokenOf(verifier) };
  const answer = await browser.call('POST', '/v1/console/unlock', { body });
  if (answer.status !== 200) throw new Error(`not unlocked: ${answer.raw.toString('utf8')}`);
  return String(answer.body['csrf_token']);
}

/** Makes a link, and gives the code of its address. */
async function linkCode(verifier: TestVerifier): Promise<string> {
  const { status, body } = await verifier.admin('POST', '/v1/console/links', undefined, { host: ownPage.host });
  const url = new URL(String(body['url']));
  expect([status, url.origin, url.pathname, url.search]).toEqual([201, ownPage.origin, '/console/open', '']);
  return url.hash.replace(/^#code=/, '');
}

async function entriesOf(verifier: TestVerifier, action: string) {
  const { body } = await verifier.admin('GET', `/v1/audit-logs?limit=100`);
  const items: unknown = body['items'];
  return (Array.isArray(items) ? items : []).filter((entry) => Reflect.get(Object(entry), 'action') === action);
}

const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['reason']];

describe('on loopback, where callers need no credential', () => {
  let verifier: TestVerifier;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind);
  }, 60_000);
  beforeEach(() => {
    browser = createConsoleBrowser(verifier);
    // The bound on guesses is by the minute.
    verifier.clock.set(verifier.clock.now() + minute);
  });
  afterAll(() => verifier.close());

  it('the console is user local with role operator, without any login', async () => {
    const seen = await browser.session();
    expect(seen).toMatchObject({
      authentication: 'loopback',
      signed_in: true,
      user: { id: 'local', name: null, email: null },
      organization: { id: 'default' },
      role: 'operator',
      unlocked: false,
      csrf_token: null,
      sign_in_url: null,
      addresses: { verifier: ownPage.origin, gateway: 'http://127.0.0.1:8300', mcp_gateway: 'http://127.0.0.1:8100' },
    });
    expect(seen['operations']).toEqual(expect.arrayContaining(['agents.suspend', 'policies.activate']));
    expect(seen['operations']).not.toEqual(expect.arrayContaining(['members.update']));
    expect((await browser.call('POST', '/v1/workspaces', { body: workspace })).status).toBe(201);
  });

  it('the operator token gives its rights by a cookie that scripts and other sites cannot use', async () => {
    const body = { operator_token: await tokenOf(verifier) };
    const answer = await browser.call('POST', '/v1/console/unlock', { body });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^assay_console=[A-Za-z0-9_-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({ unlocked: true, role: 'admin', user: { id: 'operator' } });
    expect(answer.raw.toString('utf8')).not.toContain(body.operator_token);
    expect(answer.body['operations']).toEqual(expect.arrayContaining(['organizations.create', 'auditLogs.list']));
    const csrf = String(answer.body['csrf_token']);
    const made = await browser.call('POST', '/v1/workspaces', { body: { id: 'w-unlocked', name: 'x' }, csrf });
    expect(made.status).toBe(201);
    const entry = (await entriesOf(verifier, 'workspace.created')).find((one) =>
      one.resource_id.includes('w-unlocked'),
    );
    expect(entry).toMatchObject({
      actor: expect.objectContaining({ id: 'operator' }),
      credential_id: expect.stringMatching(/^cse_/),
    });
    expect(await entriesOf(verifier, 'console_session.opened')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          actor: expect.objectContaining({ id: 'operator' }),
          details: { by: 'operator_token' },
        }),
      ]),
    );
  });

  it('the database knows neither the cookie nor the code of a link', async () => {
    await unlock(verifier, browser);
    const code = await linkCode(verifier);
    const { db } = verifier.testDb.database();
    const rows = JSON.stringify([
      await query(db, sql`select * from console_sessions`),
      await query(db, sql`select * from console_links`),
    ]);
    expect(rows).not.toContain(browser.cookies.get(cookieName));
    expect(rows).not.toContain(code);
  });

  it('a wrong token opens nothing, is recorded, and may be tried a bounded number of times', async () => {
    const guess = () => browser.call('POST', '/v1/console/unlock', { body: { operator_token: 'x'.repeat(43) } });
    const first = await guess();
    expect([reasonOf(first), browser.cookies.size]).toEqual([[401, 'wrong_token'], 0]);
    expect(await entriesOf(verifier, 'access.refused')).toEqual(
      expect.arrayContaining([expect.objectContaining({ resource_id: 'POST /v1/console/unlock', success: false })]),
    );
    for (let count = 1; count < 30; count += 1) await guess();
    const refused = await guess();
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('a link counts once, for a minute, and only when a page of the console sends its code', async () => {
    const code = await linkCode(verifier);
    for (const url of [
      `/console/open?code=${code}`,
      `/v1/console/unlock?code=${code}`,
      `/v1/console/session?code=${code}`,
    ]) {
      const opened = await browser.call('GET', url, { headers: { 'sec-fetch-site': 'none' } });
      expect([opened.headers['set-cookie'], browser.cookies.size]).toEqual([undefined, 0]);
    }
    const send = (body: unknown) => browser.call('POST', '/v1/console/unlock', { body });
    const answers = await Promise.all([send({ code }), send({ code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(reasonOf(await send({ code }))).toEqual([401, 'link_invalid']);
    const late = await linkCode(verifier);
    verifier.clock.set(verifier.clock.now() + minute);
    expect(reasonOf(await send({ code: late }))).toEqual([401, 'link_invalid']);
    expect((await send({ code, operator_token: 'x' })).status).toBe(400);
    expect((await entriesOf(verifier, 'console_link.created')).length).toBeGreaterThanOrEqual(2);
  });

  it('links are made with the operator token itself, never with a session that stands for it', async () => {
    const csrf = await unlock(verifier, browser);
    const answer = await browser.call('POST', '/v1/console/links', { csrf });
    expect([answer.status, answer.body['url']]).toEqual([403, undefined]);
    expect((await browser.session())['operations']).not.toContain('console.createLink');
    expect((await verifier.post('/v1/console/links')).status).toBe(403);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' }, 403],
    ['a page without an origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
    ['a page behind DNS rebinding', { ...ownPage, host: 'evil.example:8200', origin: 'http://evil.example:8200' }, 403],
    ['a program that says nothing', {}, 403],
  ])('%s cannot unlock', async (_who, headers, status) => {
    const body = { operator_token: await tokenOf(verifier) };
    const answer = await browser.call('POST', '/v1/console/unlock', { body, headers });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a link of another site', { 'sec-fetch-site': 'cross-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a program that says nothing', {}],
  ])('the cookie gives %s no rights', async (_who, headers) => {
    const csrf = await unlock(verifier, browser);
    const read = await browser.call('GET', '/v1/audit-logs', { headers });
    const written = await browser.call('POST', '/v1/organizations', { body: { id: 'evil' }, csrf, headers });
    // Without the cookie, on this machine, callers are user local at most.
    expect(read.status).toBe(403);
    expect([401, 403]).toContain(written.status);
    expect((await verifier.admin('GET', '/v1/organizations')).raw.toString('utf8')).not.toContain('"evil"');
  });

  it('a call that shows the cookie to a name of another host is refused', async () => {
    const csrf = await unlock(verifier, browser);
    const headers = { ...ownPage, host: 'evil.example:8200', origin: 'http://evil.example:8200' };
    const answer = await browser.call('POST', '/v1/organizations', { body: { id: 'evil' }, csrf, headers });
    expect(answer.status).toBe(403);
  });

  it('a write with a session needs the token of that session, and a read does not', async () => {
    const csrf = await unlock(verifier, browser);
    const write = (token?: string) =>
      browser.call('POST', '/v1/organizations', { body: { id: 'x' }, ...(token === undefined ? {} : { csrf: token }) });
    expect(reasonOf(await write())).toEqual([403, 'csrf_missing']);
    expect(reasonOf(await write(`${csrf}x`))).toEqual([403, 'csrf_stale']);
    const other = createConsoleBrowser(verifier);
    expect(reasonOf(await write(await unlock(verifier, other)))).toEqual([403, 'csrf_stale']);
    expect((await browser.call('GET', '/v1/audit-logs')).status).toBe(200);
    expect(reasonOf(await browser.call('DELETE', '/v1/console/session'))).toEqual([403, 'csrf_missing']);
  });

  it('a browser that sends its cookie twice, or to another group of addresses, has no session', async () => {
    await unlock(verifier, browser);
    const value = browser.cookies.get(cookieName) ?? '';
    const headers = { ...ownPage, cookie: `${cookieName}=${value}; ${cookieName}=${'a'.repeat(43)}` };
    expect((await verifier.call('GET', '/v1/audit-logs', headers)).status).toBe(403);
    const one = { ...ownPage, cookie: `${cookieName}=${value}` };
    expect((await verifier.call('GET', '/v1/audit-logs', one)).status).toBe(200);
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'auditor_settings', arguments: {} } };
    const mcp = await verifier.call('POST', '/mcp', { ...one, accept: 'application/json, text/event-stream' }, tools);
    expect(mcp.raw.toString('utf8')).not.toContain('csrf');
  });

  it('a credential in a header goes before the cookie', async () => {
    await unlock(verifier, browser);
    const cookie = `${cookieName}=${browser.cookies.get(cookieName)}`;
    const wrong = await verifier.call('GET', '/v1/audit-logs', { ...ownPage, cookie, authorization: 'Bearer wrong' });
    expect(wrong.status).toBe(401);
  });

  it('locking ends the session for every tab, and a page that still has its token is told', async () => {
    const csrf = await unlock(verifier, browser);
    const stolen = browser.cookies.get(cookieName) ?? '';
    expect((await browser.call('DELETE', '/v1/console/session', { csrf })).status).toBe(204);
    expect(browser.cookies.has(cookieName)).toBe(false);
    // The other tab writes, believing itself unlocked: nothing is done as user local in its place.
    const late = await browser.call('POST', '/v1/workspaces', { body: { id: 'late', name: 'late' }, csrf });
    expect(reasonOf(late)).toEqual([401, 'session_ended']);
    browser.cookies.set(cookieName, stolen);
    expect(reasonOf(await browser.call('POST', '/v1/organizations', { body: { id: 'z' }, csrf }))).toEqual([
      401,
      'session_ended',
    ]);
    expect((await browser.session())['unlocked']).toBe(false);
    expect((await entriesOf(verifier, 'console_session.closed')).length).toBeGreaterThan(0);
  });

  it('unlocking again in a second tab ends the first session, whose token counts no more', async () => {
    const first = await unlock(verifier, browser);
    const before = browser.cookies.get(cookieName) ?? '';
    const second = await unlock(verifier, browser);
    const write = (csrf: string) =>
      browser.call('POST', '/v1/workspaces', {
        body: {
          id: csrf
            .slice(0, 5)
            .toLowerCase()
            .replaceAll(/[^a-z]/g, 'a'),
          name: 'n',
        },
        csrf,
      });
    expect(reasonOf(await write(first))).toEqual([403, 'csrf_stale']);
    expect((await write(second)).status).toBe(201);
    browser.cookies.set(cookieName, before);
    expect((await browser.session())['unlocked']).toBe(false);
  });

  it('a session ends after half an hour without a call, and after eight hours with calls', async () => {
    await unlock(verifier, browser);
    const isUnlocked = async () => (await browser.session())['unlocked'];
    const start = verifier.clock.now();
    verifier.clock.set(start + 29 * minute);
    expect(await isUnlocked()).toBe(true);
    verifier.clock.set(start + 58 * minute);
    expect(await isUnlocked()).toBe(true);
    verifier.clock.set(start + 89 * minute);
    expect(await isUnlocked()).toBe(false);
    await unlock(verifier, browser);
    const again = verifier.clock.now();
    for (let minutes = 20; minutes < 480; minutes += 20) {
      verifier.clock.set(again + minutes * minute);
      expect(await isUnlocked()).toBe(true);
    }
    verifier.clock.set(again + 480 * minute);
    expect(await isUnlocked()).toBe(false);
  });

  it('a new operator token ends every session and every link', async () => {
    await unlock(verifier, browser);
    const code = await linkCode(verifier);
    const file = join(verifier.testDb.dataDir, operatorTokenFile);
    await rm(file);
    await verifier.restart();
    expect((await browser.session())['unlocked']).toBe(false);
    expect(reasonOf(await browser.call('POST', '/v1/console/unlock', { body: { code } }))).toEqual([
      401,
      'link_invalid',
    ]);
  });
});

describe('where people sign in', () => {
  let verifier: TestVerifier;
  let ada: TestVisitor;
  let vic: TestVisitor;
  beforeAll(async () => {
    verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' }, testDatabaseKind);
    ada = await joinAs(verifier, { email: 'ada@example.com', role: 'admin', name: 'Ada' });
    vic = await joinAs(verifier, { email: 'vic@example.com', role: 'viewer', name: 'Vic' });
  }, 60_000);
  afterAll(() => verifier.close());
  /** The visitor of the pages is at this host. */
  const at = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' };
  const browserOf = (visitor: TestVisitor) => createConsoleBrowser(verifier, visitor);
  const sessionOf = async (visitor: TestVisitor) =>
    (await browserOf(visitor).call('GET', '/v1/console/session', { headers: at })).body;

  it('a stranger gets the address of the sign-in, and no data', async () => {
    const { status, body } = await createConsoleBrowser(verifier).call('GET', '/v1/console/session');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      authentication: 'required',
      signed_in: false,
      user: null,
      organization: null,
      organizations: [],
      operations: [],
      csrf_token: null,
      sign_in_url: '/login?return_to=%2Fconsole%2F',
      addresses: { verifier: null, gateway: null, mcp_gateway: null },
    });
    const wrong = await verifier.get('/v1/console/session', { 'x-assay-key': 'wrong' });
    expect(wrong.status).toBe(401);
  });

  it('the session of the pages counts for calls, with the role of the person', async () => {
    expect(await sessionOf(ada)).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.com' },
      role: 'admin',
      organization: { id: 'default' },
      organizations: [{ id: 'default', role: 'admin' }],
      unlocked: false,
    });
    const seen = await sessionOf(vic);
    expect(seen['operations']).toEqual(expect.arrayContaining(['agents.list']));
    expect(seen['operations']).not.toEqual(expect.arrayContaining(['agents.suspend']));
    expect(seen['owner_operations']).toEqual(expect.arrayContaining(['agents.suspend', 'agents.remove']));
    expect(seen['editor_operations']).not.toEqual(expect.arrayContaining(['agents.remove']));
    const csrf = String(seen['csrf_token']);
    const call = (method: 'GET' | 'POST', url: string, body?: unknown) =>
      browserOf(vic).call(method, url, { headers: at, csrf, body });
    expect((await call('GET', agents)).status).toBe(200);
    expect((await call('POST', '/v1/workspaces', workspace)).status).toBe(403);
    expect((await call('GET', '/v1/me')).body).toMatchObject({ email: 'vic@example.com', authentication: 'session' });
  });

  it.each([
    ['another site', { host: 'localhost', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { host: 'localhost', 'sec-fetch-site': 'same-site' }],
    ['a program that says nothing', { host: 'localhost' }],
  ])("a person's cookie is worth nothing to %s", async (_who, headers) => {
    const csrf = String((await sessionOf(ada))['csrf_token']);
    for (const [method, url] of [
      ['GET', agents],
      ['POST', '/v1/workspaces'],
    ] as const) {
      const body = method === 'GET' ? undefined : workspace;
      expect([401, 403]).toContain((await browserOf(ada).call(method, url, { headers, csrf, body })).status);
    }
  });

  it('a person writes with the token of the session only', async () => {
    const write = (csrf?: string) =>
      browserOf(ada).call('POST', '/v1/workspaces', {
        headers: at,
        body: workspace,
        ...(csrf === undefined ? {} : { csrf }),
      });
    expect(reasonOf(await write())).toEqual([403, 'csrf_missing']);
    const vics = String((await sessionOf(vic))['csrf_token']);
    expect(reasonOf(await write(vics))).toEqual([403, 'csrf_stale']);
    expect((await write(String((await sessionOf(ada))['csrf_token']))).status).toBe(201);
  });

  it('a person in two organisations acts in the one that the call names, and in no other', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'beta' });
    const db = verifier.testDb.database().db;
    const { people } = verifier.verifier().services;
    const person = await people.findByEmail(db, 'vic@example.com');
    const invited = { email: 'vic@example.com', role: 'operator' };
    const { body } = await verifier.admin('POST', '/v1/invitations', invited, { 'x-assay-organization': 'beta' });
    const joined = await vic.fill(`/invite/${String(body['token'])}`, { known: '1', password: goodPassword });
    expect(joined.status).toBe(303);
    const seen = await sessionOf(vic);
    expect(seen['organizations']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'beta', role: 'operator' })]),
    );
    const named = (id: string) =>
      browserOf(vic).call('GET', '/v1/me', { headers: { ...at, 'x-assay-organization': id } });
    expect((await named('beta')).body).toMatchObject({ org_id: 'beta', role: 'operator', user_id: person?.id });
    expect((await named('default')).body).toMatchObject({ org_id: 'default', role: 'viewer' });
    expect((await named('gamma')).status).toBe(403);
  });

  it('the operator token unlocks beside the person, and locking leaves the person signed in', async () => {
    const browser = browserOf(ada);
    const body = { operator_token: await tokenOf(verifier) };
    const opened = await browser.call('POST', '/v1/console/unlock', { headers: at, body });
    expect(opened.body).toMatchObject({ unlocked: true, user: { id: 'operator' } });
    const csrf = String(opened.body['csrf_token']);
    const locked = await browser.call('DELETE', '/v1/console/session?only=unlocked', { headers: at, csrf });
    expect(locked.status).toBe(204);
    expect(await sessionOf(ada)).toMatchObject({ unlocked: false, user: { email: 'ada@example.com' } });
  });

  it('signing out ends the session of the pages too, and a disabled person is out at once', async () => {
    const cleo = await joinAs(verifier, { email: 'cleo@example.com', role: 'viewer' });
    const before = new Map(cleo.cookies);
    const csrf = String((await sessionOf(cleo))['csrf_token']);
    expect((await browserOf(cleo).call('DELETE', '/v1/console/session', { headers: at, csrf })).status).toBe(204);
    expect([...cleo.cookies.keys()]).not.toContain('assay_session');
    for (const [name, value] of before) cleo.cookies.set(name, value);
    expect(await sessionOf(cleo)).toMatchObject({ signed_in: false });
    expect((await cleo.open('/account')).location).toMatch(/^\/login/);
  });

  it('a person who left every organisation is told so, and gets no data', async () => {
    const dan = await joinAs(verifier, { email: 'dan@example.com', role: 'viewer' });
    const { db } = verifier.testDb.database();
    await db.execute(sql`delete from members where user_id = (select id from users where email = 'dan@example.com')`);
    const seen = await sessionOf(dan);
    expect(seen).toMatchObject({
      signed_in: true,
      organization: null,
      operations: [],
      user: { email: 'dan@example.com' },
    });
    expect((await browserOf(dan).call('GET', agents, { headers: at })).status).toBe(401);
  });

  it('the login leads back to the console', async () => {
    const { text } = await createTestVisitor(verifier).open('/login?return_to=%2Fconsole%2Fagents%3Ftab%3Dlive');
    expect(text).toContain('value="/console/agents?tab=live"');
  });
});

describe('by https', () => {
  it('the cookies have the prefix of this host alone, and are sent over https only', async () => {
    const verifier = await openTestVerifier(
      { ASSAY_PUBLIC_URL: 'https://assay.example', ASSAY_AUTHENTICATION: 'required', VERIFIER_HOST: '0.0.0.0' },
      testDatabaseKind,
    );
    const page = { host: 'assay.example', origin: 'https://assay.example', 'sec-fetch-site': 'same-origin' };
    const browser = createConsoleBrowser(verifier);
    const body = { operator_token: await tokenOf(verifier) };
    const { headers } = await browser.call('POST', '/v1/console/unlock', { body, headers: page });
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-assay_console=[A-Za-z0-9_-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await browser.call('GET', '/v1/audit-logs', { headers: page })).status).toBe(200);
    // A cookie without the prefix may come from a sister host.
    const value = browser.cookies.get('__Host-assay_console');
    const plain = await verifier.call('GET', '/v1/audit-logs', { ...page, cookie: `assay_console=${value}` });
    expect(plain.status).toBe(401);
    const ada = await joinAs(verifier, { email: 'ada@example.com', role: 'viewer' });
    expect([...ada.cookies.keys()]).toContain('__Host-assay_session');
    const link = await verifier.admin('POST', '/v1/console/links', undefined, { host: 'internal:8200' });
    expect(String(link.body['url'])).toMatch(/^https:\/\/assay\.example\/console\/open#code=/);
    await verifier.close();
  }, 60_000);
});
