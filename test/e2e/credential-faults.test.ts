/** Credentials and installations in several processes over one PostgreSQL, racing each other and killed with SIGKILL. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild, textOf } from '../../bench/child.ts';
import { query } from '../../src/platform/db/db.ts';
import { testDatabaseUrl } from '../../src/platform/db/test-db.ts';
import type { Caller, Identify } from '../../src/platform/http/access.ts';
import { createAuthor } from '../../src/verifier/base/control/author.ts';
import { joinAs, type TestVisitor } from '../../src/verifier/front/pages/test-visitor.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { clickThrough } from '../../src/verifier/tools/foreign-oauth/foreign-interaction.fixture.ts';
import {
  type ForeignServer,
  openForeignServer,
} from '../../src/verifier/tools/foreign-oauth/foreign-server.fixture.ts';
import {
  createMcpAnswer,
  createMcpBehaviour,
  openMcpServer,
} from '../../src/verifier/tools/installations/mcp-server.fixture.ts';
import { createRefreshStore } from '../../src/verifier/tools/scoped-credentials/refresh/store.ts';
import { placeOf } from '../../src/verifier/tools/scoped-credentials/secret-places.ts';
import { asCaller, byTestCredential } from '../support/handed-callers.ts';
import { kill } from '../support/processes.ts';

const publicUrl = 'http://localhost:4457';
const callback = '/v1/scoped-credentials/callback';
const binding = 'b'.repeat(43);

interface Answer {
  readonly status: number;
  readonly statements: number;
  readonly body: Record<string, unknown>;
}

/** A credential in its own organisation: those of one organisation wait for each other. */
interface Made {
  readonly org: string;
  readonly id: string;
}

describe.skipIf(testDatabaseUrl === undefined)('two verifier processes (TEST_DATABASE_URL for postgres)', () => {
  let verifier: TestVerifier;
  let foreign: ForeignServer;
  let ada: TestVisitor;
  let adaId = '';
  const mcp = createMcpBehaviour();
  const children: Child[] = [];
  let first: Child;
  let second: Child;

  const start = async (): Promise<Child> => {
    const [row] = await query<{ schema: string }>(db(), sql`select current_schema() as schema`);
    const args = [String(row?.schema), verifier.testDb.dataDir, publicUrl, '0', '80'];
    const child = await startChild('test/support/killable-verifier.ts', args);
    children.push(child);
    return child;
  };
  beforeAll(async () => {
    const identify: Identify = {
      byCredential: (shown, call) =>
        byTestCredential(shown) ?? services().authentication.identify.byCredential(shown, call),
    };
    verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: publicUrl }, 'postgres', { identify });
    verifier.clock.set(Date.now());
    const answer = createMcpAnswer(mcp);
    foreign = await openForeignServer({ handler: (request, response) => answer(request, response) });
    ada = await joinAs(verifier, { email: 'ada@acme.example', role: 'admin' });
    adaId = (await services().people.findByEmail(db(), 'ada@acme.example'))?.id ?? '';
    [first, second] = await Promise.all([start(), start()]);
  }, 120_000);
  afterAll(async () => {
    for (const child of children) await child.stop();
    await verifier?.close();
    await foreign?.close();
  });

  const db = () => verifier.testDb.database().db;
  const services = () => verifier.verifier().services;
  const admin = (org = 'default'): Caller => ({
    user: adaId,
    kind: 'person',
    role: 'admin',
    organisation: org,
    authentication: 'oauth',
    scopes: 'all',
    isDeployment: false,
  });
  const at = (child: Child) => textOf(child.line, 'url');
  const call = async (url: string, org: string, method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asCaller(admin(org)),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const statements = Number(answer.headers.get('x-test-statements'));
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, statements, body: Object(isJson ? JSON.parse(text) : { text }) };
  };
  let count = 0;
  const makeOrg = async (): Promise<string> => {
    count += 1;
    const org = `org-${count}`;
    await verifier.admin('POST', '/v1/organizations', { id: org, name: org });
    await db().transaction((tx) =>
      services().members.add(tx, createAuthor(org, 'operator'), { userId: adaId, role: 'admin' }),
    );
    return org;
  };
  const make = async (org: string, more: Record<string, unknown>): Promise<Made> => {
    count += 1;
    const made = await verifier.admin(
      'POST',
      '/v1/scoped-credentials',
      { scope: { level: 'org', id: org }, service: `com.example/crm-${count}`, ...more },
      { 'x-assay-organization': org },
    );
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return { org, id: String(made.body['id']) };
  };
  const code = () => ({ auth_type: 'oauth2_code', resource: foreign.resource, requested_scopes: ['tools.read'] });
  const authorOf = (org: string) => ({ ...createAuthor(org, adaId, 'admin'), kind: 'person' as const });
  /** Goes through the other side, up to the query of the way back. */
  const leave = async ({ org, id }: Made): Promise<string> => {
    const { connecting } = services();
    const authors = [authorOf(org)];
    const { url } = await connecting.connectLink(authorOf(org), id);
    const link = { authors, ticket: url.slice(url.lastIndexOf('/') + 1) };
    const opened = await connecting.open(link);
    const started = await connecting.begin(link, (opened.kind === 'open' && opened.seen) || '', binding);
    if (started.kind !== 'lead') throw new Error(`led nowhere: ${started.kind}`);
    return new URL(await clickThrough(started.url, `${publicUrl}/v1/`)).search;
  };
  const connect = async (made: Made): Promise<void> => {
    const query = new URLSearchParams(await leave(made));
    const end = await services().connecting.finish([authorOf(made.org)], query, binding);
    if (end.kind !== 'connected') throw new Error(`not connected: ${JSON.stringify(end)}`);
  };
  const rowOf = async ({ org, id }: Made) => {
    const row = await createRefreshStore().find(db(), org, id);
    if (row === undefined) throw new Error('no row');
    return row;
  };
  const secretsOf = async (made: Made): Promise<Record<string, string>> => {
    const row = await rowOf(made);
    const kept = await query<{ version: number; field: 'secret' | 'access_token' | 'refresh_token' }>(
      db(),
      sql`select version, field from vault_secrets where org_id = ${made.org} and record_id = ${made.id} order by 1, 2`,
    );
    const texts: Record<string, string> = {};
    for (const { version, field } of kept) {
      texts[`${field}/${version}`] = (await services().vault.read(db(), placeOf(row, field, version))).reveal();
    }
    return texts;
  };
  const entriesOf = async (id: string): Promise<string[]> => {
    const rows = await query<{ action: string }>(
      db(),
      sql`select action from audit_log where resource_id = ${id} order by seq`,
    );
    return rows.map(({ action }) => action);
  };
  const cookies = () =>
    [...ada.cookies, ['assay_connect', binding]].map(([name, value]) => `${name}=${value}`).join('; ');

  const comeBack = (url: string, org: string, query: string, headers = {}) =>
    call(url, org, 'GET', `${callback}${query}`, undefined, { cookie: cookies(), 'x-assay-key': '', ...headers });

  /** A request that is stopped at a statement; its prior state and the check of its final state. */
  interface Doomed {
    readonly made: Made;
    readonly at: number;
    readonly statements: number;
    readonly before: Awaited<ReturnType<typeof rowOf>>;
    readonly secrets: Record<string, string>;
    run(url: string, headers?: Record<string, string>): Promise<Answer>;
  }
  type Act = (made: Made) => Promise<Doomed['run']>;

  /** One for each statement, and one for the completed request; each with its own credential. */
  const doom = async (prepare: () => Promise<Made>, act: Act, every = 1): Promise<Doomed[]> => {
    const probe = await prepare();
    const { statements, status, body } = await (await act(probe))(at(first), { 'x-test-stop': '0' });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    const numbers = Array.from(
      { length: Math.ceil((statements + 1) / every) },
      (_, index) => statements + 1 - index * every,
    );
    return Promise.all(
      numbers.map(async (stopAt) => {
        const made = await prepare();
        const run = await act(made);
        return { made, at: stopAt, statements, run, before: await rowOf(made), secrets: await secretsOf(made) };
      }),
    );
  };
  const killAmid = async (child: Child, doomed: readonly Doomed[]): Promise<void> => {
    await Promise.all(
      doomed.map(async ({ run, at: stopAt }) => {
        const headers = { 'x-test-stop': String(stopAt), 'x-test-kill': String(doomed.length) };
        const answer = await run(at(child), headers).catch(() => undefined);
        if (answer !== undefined) throw new Error(`${stopAt} was not stopped: ${JSON.stringify(answer)}`);
      }),
    );
    await child.stop();
  };

  const countOf = (values: readonly unknown[]) => {
    const counts = new Map<unknown, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Object.fromEntries(counts);
  };
  const bothTimes = <T>(times: number, run: (url: string) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, index) => run(at(index % 2 === 0 ? first : second))));
  const root = '/v1/app-catalog/installations';
  const makeApp = async (org: string, url: string): Promise<string> => {
    count += 1;
    const as = { 'x-assay-organization': org };
    const entry = {
      name: `com.example/app-${count}`,
      type: 'mcp_server',
      version: '1.0.0',
      title: `App ${count}`,
      description: 'For tests',
      remotes: [{ type: 'streamable-http', url }],
    };
    const made = await verifier.admin('POST', '/v1/app-catalog', entry, as);
    const id = String(made.body['id']);
    const tool = { app_id: id, server: '*', name: '*' };
    const rule = { scope: { level: 'org', id: org }, tool, mode: 'available', reason: 'for tests' };
    const ruled = await verifier.admin('POST', '/v1/scoped-tools', rule, as);
    if (made.status !== 201 || ruled.status !== 201) throw new Error(JSON.stringify([made.body, ruled.body]));
    return id;
  };
  const makeAgent = async (org: string): Promise<string> => {
    count += 1;
    const made = await verifier.admin('POST', '/v1/agents', { id: `bot-${count}` }, { 'x-assay-organization': org });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return `bot-${count}`;
  };
  const install = (url: string, org: string, appId: string, agent: string) =>
    call(url, org, 'POST', `/v1/app-catalog/${appId}/install`, { agent_id: agent });
  const see = async (org: string, id: unknown) => (await call(at(first), org, 'GET', `${root}/${String(id)}`)).body;
  /** Waits for this state, whichever process works on it. */
  const until = async (org: string, id: unknown, status: string) => {
    for (let look = 0; look < 400; look += 1) {
      const body = await see(org, id);
      if (body['status'] === status) return body;
      await pause(25);
    }
    throw new Error(`not ${status}: ${JSON.stringify(await see(org, id))}`);
  };

  it('make one refresh, one rotation, one installation and one registration of concurrent requests', async () => {
    const org = await makeOrg();
    const made = await make(org, code());
    await connect(made);
    const before = { ...foreign.counts };
    const refreshed = await bothTimes(8, (url) =>
      call(url, org, 'POST', `/v1/scoped-credentials/${made.id}/refresh`, {}),
    );
    expect(countOf(refreshed.map(({ status }) => status))).toEqual({ 200: 8 });
    const { version } = await rowOf(made);
    expect([foreign.counts.refreshes - before.refreshes, version]).toEqual([version - 1, version]);

    const key = await make(org, { auth_type: 'api_key', secret: 'secret-number-0123456789' });
    let index = 0;
    const rotated = await bothTimes(6, (url) => {
      index += 1;
      const body = { secret: `secret-number-${index}-0123456789` };
      return call(url, org, 'POST', `/v1/scoped-credentials/${key.id}/rotate`, body);
    });
    const won = rotated.filter(({ status }) => status === 200).length;
    expect(rotated.length - won).toBe(rotated.filter(({ status }) => status === 412).length);
    expect((await rowOf(key)).version).toBe(1 + won);
    expect(Object.keys(await secretsOf(key))).toEqual([`secret/${won}`, `secret/${won + 1}`]);

    const other = await makeOrg();
    const [appId, agent] = [await makeApp(other, foreign.resource), await makeAgent(other)];
    const asked = await bothTimes(6, (url) => install(url, other, appId, agent));
    expect(countOf(asked.map(({ status }) => status))).toEqual({ 202: 1, 409: 5 });
    const id = asked.find(({ status }) => status === 202)?.body['id'];
    const waiting = await until(other, id, 'awaiting_connect');
    expect(foreign.counts.registrations - before.registrations).toBe(1);
    // In every order the credential is gone in the end, and so is its stored secret.
    const credential = { org: other, id: String(Object(waiting['auth'])['credential_id']) };
    const query = await leave(credential);
    const [back, gone] = await Promise.all([
      comeBack(at(first), other, query),
      call(at(second), other, 'DELETE', `${root}/${String(id)}`),
    ]);
    // 422: the client was withdrawn at the other side in between, which then no longer recognises it for the code.
    expect([200, 409, 422]).toContain(back.status);
    expect(gone.status).toBe(202);
    await until(other, id, 'removed');
    expect([(await rowOf(credential)).status, await secretsOf(credential)]).toEqual(['revoked', {}]);
  }, 60_000);

  it("complete a killed one's work on installations, and make nothing twice", async () => {
    const server = await openMcpServer();
    const [asking, listing, leaving] = [await makeOrg(), await makeOrg(), await makeOrg()];
    const child = second;
    const begin = async (org: string, url: string) => {
      const made = await install(at(child), org, await makeApp(org, url), await makeAgent(org));
      return String(made.body['id']);
    };
    const connected = async (org: string): Promise<string> => {
      const id = await begin(org, foreign.resource);
      const { auth } = await until(org, id, 'awaiting_connect');
      const query = await leave({ org, id: String(Object(auth)['credential_id']) });
      expect((await comeBack(at(child), org, query)).status).toBe(200);
      return id;
    };
    // One is installed and to be removed, one waits for its tools, one for the answer to its registration.
    const removed = await connected(leaving);
    await until(leaving, removed, 'installed');
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const stuck: string[] = [];
    mcp.fault = 'hang';
    server.behaviour.fault = 'hang';
    const listed = await connected(listing);
    foreign.behaviour.before = async (endpoint) => {
      stuck.push(endpoint);
      await gate;
    };
    const before = { ...foreign.counts };
    const [registered, asked] = [await begin(asking, foreign.resource), await begin(asking, server.url)];
    await call(at(child), leaving, 'DELETE', `${root}/${removed}`);
    const outcome = async () => {
      const rows = await query<{ id: string; status: string; isHeld: boolean }>(
        db(),
        sql`select id, status, lease_by is not null as "isHeld" from installations`,
      );
      return Object.fromEntries(
        rows.filter(({ id }) => ids.includes(id)).map(({ id, status, isHeld }) => [id, [status, isHeld]]),
      );
    };
    const ids = [removed, listed, registered, asked];
    for (let look = 0; look < 200 && (stuck.length < 2 || server.calls.length === 0); look += 1) await pause(25);
    await kill(child);
    expect(await outcome()).toEqual({
      [removed]: ['uninstalling', true],
      [listed]: ['awaiting_connect', true],
      [registered]: ['registering', true],
      [asked]: ['discovering', true],
    });
    Object.assign(foreign.behaviour, { before: undefined });
    mcp.fault = undefined;
    server.behaviour.fault = undefined;
    open();
    // Expires its leases.
    verifier.clock.set(Date.now() + 61_000);
    await services().installationWork.sweep();
    expect(await outcome()).toEqual({
      [removed]: ['removed', false],
      [listed]: ['installed', false],
      [registered]: ['awaiting_connect', false],
      [asked]: ['installed', false],
    });
    // Only the registration without a received answer is repeated; there is one of each here.
    const clients = await query<{ status: string }>(
      db(),
      sql`select status from foreign_clients where org_id in (${asking}, ${listing}, ${leaving}) order by status`,
    );
    expect(clients.map(({ status }) => status)).toEqual(['active', 'active', 'dropped']);
    const { registrations, deregistrations, codes } = foreign.counts;
    expect([registrations - before.registrations, deregistrations - before.deregistrations]).toEqual([2, 1]);
    expect(codes).toBe(before.codes);
    expect((await entriesOf(removed)).filter((action) => action === 'installation.removed')).toHaveLength(1);
    await server.close();
    second = await start();
    verifier.clock.set(Date.now());
  }, 60_000);

  it('complete or skip refreshes, rotations and connects of a killed one, and reuse only a token whose successor was lost', async () => {
    const connected = async () => {
      const made = await make(await makeOrg(), code());
      await connect(made);
      return made;
    };
    const aKey = async () => make(await makeOrg(), { auth_type: 'api_key', secret: 'old-secret-0123456789' });
    const refresh =
      ({ org, id }: Made): Doomed['run'] =>
      (url, headers) =>
        call(url, org, 'POST', `/v1/scoped-credentials/${id}/refresh`, {}, headers);
    const refreshed = await doom(connected, async (made) => refresh(made), 2);
    const rotate: Act =
      async ({ org, id }) =>
      (url, headers) =>
        call(url, org, 'POST', `/v1/scoped-credentials/${id}/rotate`, { secret: 'new-secret-0123456789' }, headers);
    const rotated = await doom(aKey, rotate, 2);
    const returned = await doom(
      connected,
      async (made) => {
        const query = await leave(made);
        return (url, headers) => comeBack(url, made.org, query, headers);
      },
      3,
    );
    const timesShown = (token: string | undefined) =>
      foreign.tokenRequests.filter(({ form }) => form.get('refresh_token') === token).length;
    await killAmid(second, [...refreshed, ...rotated, ...returned]);
    // Expires the leases of killed processes.
    verifier.clock.set(Date.now() + 31_000);

    const ends = { kept: 0, lost: 0, never: 0 };
    for (const { made, secrets, at: stopAt, statements } of refreshed) {
      const place = `refresh, statement ${stopAt} of ${statements}`;
      const token = secrets['refresh_token/1'];
      const { version } = await rowOf(made);
      const wasShown = timesShown(token) > 0;
      const { status } = await verifier.call(
        'POST',
        `/v1/scoped-credentials/${made.id}/refresh`,
        asCaller(admin(made.org)),
        {},
      );
      const after = await rowOf(made);
      expect(status, place).toBe(200);
      expect(after.lease_by, place).toBeNull();
      if (version === 2) {
        ends.kept += 1;
        expect([after.status, after.version, timesShown(token)], place).toEqual(['active', 3, 1]);
      } else if (wasShown) {
        ends.lost += 1;
        expect([after.status, after.status_reason, after.version], place).toEqual([
          'reauth_required',
          'invalid_grant',
          1,
        ]);
      } else {
        ends.never += 1;
        expect([after.status, after.version, timesShown(token)], place).toEqual(['active', 2, 1]);
      }
      expect(Object.keys(await secretsOf(made)), place).toEqual([
        `access_token/${after.version}`,
        `refresh_token/${after.version}`,
      ]);
    }
    expect(Object.values(ends).every((number) => number > 0)).toBe(true);
    for (const { made, at: stopAt, statements } of rotated) {
      const { version, status } = await rowOf(made);
      const isDone = stopAt > statements;
      expect([version, status], `rotate, statement ${stopAt}`).toEqual(isDone ? [2, 'rotating'] : [1, 'active']);
      expect(await secretsOf(made)).toEqual({
        'secret/1': 'old-secret-0123456789',
        ...(isDone ? { 'secret/2': 'new-secret-0123456789' } : {}),
      });
      expect(await entriesOf(made.id)).toEqual(['credential.created', ...(isDone ? ['credential.rotated'] : [])]);
    }
    for (const { made, secrets, before, at: stopAt } of returned) {
      const row = await rowOf(made);
      const told = (await entriesOf(made.id)).filter((action) => action === 'credential.connected').length;
      const place = `callback, statement ${stopAt}`;
      expect([row.status, told], place).toEqual(['active', row.version]);
      if (row.version === 1) expect([row, await secretsOf(made)], place).toEqual([before, secrets]);
      else expect(Object.keys(await secretsOf(made)), place).toEqual(['access_token/2', 'refresh_token/2']);
    }
    expect(
      countOf(await Promise.all(returned.map(async ({ made }) => (await rowOf(made)).version)))[2],
    ).toBeGreaterThan(0);
  }, 120_000);
});
