/** For the test of secrets: credentials with which agents sign in to services, from their entry to their end. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { fieldOf, type TestVisitor, tokenOf } from './front/pages/test-visitor.ts';
import type { TestIssuer } from './identity/issuer/issuer.fixture.ts';
import type { Answer } from './test-verifier.ts';
import { clientSecretPlace as clientPlaceOf } from './tools/foreign-oauth/client-writes.ts';
import { clickThrough } from './tools/foreign-oauth/foreign-interaction.fixture.ts';
import { type ForeignServer, openForeignServer } from './tools/foreign-oauth/foreign-server.fixture.ts';
import { foreignClientsTable } from './tools/foreign-oauth/tables.ts';
import { placeOf } from './tools/scoped-credentials/secret-places.ts';
import { scopedCredentialsTable } from './tools/scoped-credentials/tables.ts';

export interface MeansCanary {
  readonly issuer: TestIssuer;
  readonly later: Map<string, string>;
  keep(kind: string, secret: unknown): string;
}

const agentId = 'canary-agent';
const path = '/v1/scoped-credentials';
const drawn = () => randomBytes(24).toString('base64url');
const clientSecret = drawn();

/** Secrets entered by people, tokens of another service, keys that seal them; refusals and faults of each. */
export async function runMeans(canary: MeansCanary, ada: TestVisitor): Promise<void> {
  const foreign = await openForeignServer({
    clients: [
      { client_id: 'known', client_secret: clientSecret, grant_types: ['client_credentials'], response_types: [] },
    ],
  });
  try {
    await runBrought(canary);
    await runOwnClient(canary, foreign);
    await runConnect(canary, foreign, ada);
    await keepKeys(canary);
    await readMeans(canary);
  } finally {
    await foreign.close();
  }
}

async function make({ issuer }: MeansCanary, body: Record<string, unknown>, headers = {}): Promise<Answer> {
  const whole = { scope: { level: 'org', id: 'default' }, service: `com.example/${drawn()}`, ...body };
  return issuer.verifier.admin('POST', path, whole, headers);
}

function told(later: Map<string, string>, name: string, { status, raw }: Answer, expected: number): Answer['body'] {
  const text = raw.toString('utf8');
  if (status !== expected) throw new Error(`${name}: ${status} ${text}`);
  later.set(name, text);
  return text === '' ? {} : JSON.parse(text);
}

/** An API key, a password and a private key; each also malformed, rotated, and put into a call. */
async function runBrought(canary: MeansCanary): Promise<void> {
  const { issuer, later, keep } = canary;
  const { key, certificate } = await aCertificate();
  keep('line of a private key', key.split('\n')[1]);
  const kinds = [
    { auth_type: 'api_key', secret: keep('API key of a service', drawn()), injection: { header: 'x-api-key' } },
    { auth_type: 'basic', secret: keep('password of a service', `${drawn()} "&\\`), config: { username: 'assay' } },
    { auth_type: 'mtls', secret: keep('private key of a service', key), config: { certificate } },
  ];
  for (const kind of kinds) {
    const name = `a credential ${kind.auth_type}`;
    const once = { 'idempotency-key': `canary-${kind.auth_type}` };
    const service = `com.example/${kind.auth_type}`;
    const made = told(later, name, await make(canary, { ...kind, service }, once), 201);
    told(later, `${name}, again`, await make(canary, { ...kind, service }, once), 201);
    told(
      later,
      `${name}, another`,
      await make(canary, { ...kind, service, secret: keep('secret of a repeat', drawn()) }, once),
      409,
    );
    const one = `${path}/${String(made['id'])}`;
    const put = { agent_id: agentId, service };
    const given = await issuer.verifier.admin('POST', '/v1/gateways/gw-1/credentials', put);
    if (given.body['status'] !== 'ready') throw new Error(`not given: ${given.raw.toString('utf8')}`);
    if (kind.auth_type === 'basic')
      keep('Basic of a service', JSON.stringify(given.body['headers']).match(/Basic ([^"]+)/)?.[1]);
    if (kind.auth_type === 'api_key') {
      const next = { secret: keep('API key of a service, rotated', drawn()) };
      told(later, `${name}, rotated`, await issuer.verifier.admin('POST', `${one}/rotate`, next), 200);
    }
    const fixed = { secret: keep('secret in a PATCH', drawn()) };
    const patched = await issuer.verifier.admin('PATCH', one, fixed, { 'if-match': '"1"' });
    later.set(`${name}, patched`, patched.raw.toString('utf8'));
    if (kind.auth_type === 'basic') told(later, `${name}, ended`, await issuer.verifier.admin('DELETE', one), 204);
  }
  const wrong = keep('secret in a wrong place', drawn());
  for (const body of [
    { auth_type: 'mtls', secret: wrong, config: { certificate } },
    { auth_type: 'api_key', secret: { value: wrong } },
    { auth_type: 'api_key', secret: `${wrong}\n${wrong}` },
    { auth_type: 'api_key', secrets: wrong },
    { auth_type: 'client_credentials', secret: wrong, config: { client_secret: wrong } },
  ]) {
    const refused = await make(canary, body);
    if (refused.status < 400) throw new Error(`taken: ${JSON.stringify(body)}`);
    later.set(`unfit ${JSON.stringify(Object.keys(body))} ${body.auth_type}`, refused.raw.toString('utf8'));
  }
}

/** Our own client at the other service: its token, and invalid answers. */
async function runOwnClient(canary: MeansCanary, { issuer: as, resource, behaviour }: ForeignServer): Promise<void> {
  const { issuer, later, keep } = canary;
  const service = 'com.example/own-client';
  const made = await make(canary, {
    service,
    auth_type: 'client_credentials',
    issuer: as,
    resource,
    config: { client_id: 'known' },
    secret: keep('secret of our client', clientSecret),
    requested_scopes: ['tools.read'],
  });
  const { id } = told(later, 'a client of ours', made, 201);
  const ask = () =>
    issuer.verifier.admin('POST', '/v1/gateways/gw-1/credentials', { agent_id: agentId, service, resource });
  for (const fault of ['garbage', 'html', 'invalid_client', 'error'] as const) {
    behaviour.token = { fault };
    later.set(`a token: ${fault}`, (await ask()).raw.toString('utf8'));
  }
  behaviour.token = undefined;
  await issuer.verifier.admin('POST', `${path}/${String(id)}/rotate`, { secret: clientSecret, overlap_seconds: 0 });
  const given = await ask();
  const [header] = given.body['headers'] as { value: string }[];
  keep('access token of our client', header?.value.replace(/^Bearer /, ''));
  told(
    later,
    'a token of our client, again',
    await issuer.verifier.admin('POST', `${path}/${String(id)}/refresh`),
    200,
  );
  await keepTokens(canary, String(id), ['access_token']);
}

/** A person connects their own account; it is refreshed, refused, and revoked. */
async function runConnect(canary: MeansCanary, foreign: ForeignServer, ada: TestVisitor): Promise<void> {
  const { issuer, later, keep } = canary;
  const { verifier, url } = issuer;
  const scopes = ['credentials:read', 'credentials:write'];
  const form = await ada.open('/account/keys');
  const fields = { form_token: tokenOf(form.text), once: fieldOf(form.text, 'once'), scopes };
  const { text } = await ada.send('/account/keys', { ...fields, alias: 'means', purpose: 'cli', days: '30' });
  const key = keep('assay_key_', /assay_key_[A-Za-z0-9_-]{43}/.exec(text)?.[0]);
  const as = (suffix: string, body: unknown = {}) =>
    verifier.call('POST', `${path}${suffix}`, { 'x-assay-key': key }, body);
  const me = (await verifier.get('/v1/me', { 'x-assay-key': key })).body['user_id'];
  const request = { service: 'com.example/connected', auth_type: 'oauth2_code', resource: foreign.resource };
  const made = await as('', { ...request, agent_id: agentId, user_id: me, requested_scopes: ['openid', 'tools.read'] });
  const id = String(told(later, 'a credential to connect', made, 201)['id']);
  const link = await as(`/${id}/connect`);
  if (link.status !== 200) throw new Error(`no link: ${link.raw.toString('utf8')}`);
  const at = String(link.body['connect_url']).slice(url.length);
  keep('ticket to connect', at.split('/').at(-1));
  const page = await ada.open(at);
  const led = await ada.send(at, { form_token: tokenOf(page.text), seen: fieldOf(page.text, 'seen') });
  for (const [name, value] of ada.cookies) if (value.length >= 20) keep(`cookie ${name}`, value);
  const away = /^0; url=(.*)$/.exec(String(led.headers['refresh']))?.[1] ?? '';
  keep('state of a connection', new URL(away).searchParams.get('state'));
  const back = await clickThrough(away, `${url}/v1/`);
  keep('code of a connection', new URL(back).searchParams.get('code'));
  const show = async (name: string, page: string) => {
    // Form tokens are for the browser that already holds the cookie.
    later.set(name, (await ada.open(page)).text.replaceAll(/name="form_token" value="[^"]*"/g, ''));
  };
  for (const name of ['connected', 'connected again']) await show(name, back.slice(url.length));
  await show('a link that was used', at);
  keep('PKCE verifier of a connection', foreign.tokenRequests.at(-1)?.form.get('code_verifier'));
  await keepTokens(canary, id, ['access_token', 'refresh_token']);
  await keepClient(canary);
  told(later, 'a refresh', await as(`/${id}/refresh`), 200);
  await keepTokens(canary, id, ['access_token', 'refresh_token']);
  const put = { agent_id: agentId, service: request.service, resource: foreign.resource };
  const token = keep('delegated token in a question', drawn());
  const question = { ...put, on_behalf_of: { subject_id: String(me), grant_id: 'dgr_none', token } };
  told(later, 'a question', await verifier.admin('POST', '/v1/gateways/gw-1/credentials', question), 403);
  foreign.behaviour.token = { grant: 'refresh_token', fault: 'invalid_grant' };
  told(later, 'a refused refresh', await as(`/${id}/refresh`), 200);
  told(later, 'taken back', await as(`/${id}/revoke`), 200);
}

/** Reads the tokens that the other service issued from the vault. */
async function keepTokens(
  { issuer, keep }: MeansCanary,
  id: string,
  fields: readonly ('access_token' | 'refresh_token')[],
) {
  const { verifier } = issuer;
  const { db } = verifier.testDb.database();
  const [row] = await db.select().from(scopedCredentialsTable).where(eq(scopedCredentialsTable.id, id));
  if (row === undefined) throw new Error(`no credential ${id}`);
  for (const field of fields) {
    const kept = (await verifier.verifier().services.vault.read(db, placeOf(row, field))).reveal();
    // The token of our own client is stored with its expiry.
    for (const text of kept.match(/[A-Za-z0-9_-]{40,}/g) ?? []) keep(`${field} of a service`, text);
  }
}

async function keepClient({ issuer, keep }: MeansCanary): Promise<void> {
  const { verifier } = issuer;
  const { db } = verifier.testDb.database();
  const { vault } = verifier.verifier().services;
  const own = eq(foreignClientsTable.registration, 'dcr');
  const [row] = await db.select().from(foreignClientsTable).where(own);
  if (row === undefined) throw new Error('no client was registered');
  keep(
    'registration_access_token of our client',
    (await vault.read(db, clientPlaceOf(row, 'registration_access_token'))).reveal(),
  );
  const place = clientPlaceOf(row, 'client_secret');
  if (await vault.has(db, place)) keep('client_secret of our client', (await vault.read(db, place)).reveal());
}

async function keepKeys({ issuer, keep }: MeansCanary): Promise<void> {
  const text = await readFile(join(issuer.verifier.testDb.dataDir, 'secrets-kek.json'), 'utf8');
  const { versions } = JSON.parse(text) as { versions: { key: string }[] };
  for (const { key } of versions) keep('key encryption key', key);
}

const reads = [
  ...[`${path}?limit=100`, `${path}?limit=100&status=revoked`, '/v1/foreign-clients', '/v1/vault', '/v1/scoped-tools'],
  ...['/v1/app-catalog/installations', '/v1/events?limit=500', '/v1/audit-logs?limit=100', '/v1/audit-logs/export'],
  ...['/metrics', '/v1/gateways/gw-1/bundle', '/v1/export'],
];

async function readMeans({ issuer, later }: MeansCanary): Promise<void> {
  const { verifier } = issuer;
  for (const at of reads) {
    const answer = await verifier.admin('GET', at);
    if (answer.status !== 200) throw new Error(`${at}: ${answer.status}`);
    later.set(`${at} of means`, answer.raw.toString('utf8'));
  }
  const { db } = verifier.testDb.database();
  for (const { id } of await db.select({ id: scopedCredentialsTable.id }).from(scopedCredentialsTable)) {
    for (const at of [`${path}/${id}`, `${path}/${id}/history`]) {
      later.set(at, (await verifier.admin('GET', at)).raw.toString('utf8'));
    }
  }
}

/** Makes writes fail in the database. */
export async function runMeansFaults(canary: MeansCanary): Promise<void> {
  const { issuer, later, keep } = canary;
  const { db } = issuer.verifier.testDb.database();
  const secret = keep('secret that is not taken', drawn());
  for (const table of ['vault_secrets', 'scoped_credentials', 'control_changes']) {
    const name = sql.identifier(table);
    await db.execute(sql`create trigger fail before insert or update on ${name} for each row execute function fail()`);
    told(later, `a credential without ${table}`, await make(canary, { auth_type: 'api_key', secret }), 500);
    const client = { issuer: 'https://late.example', client_id: 'late', client_secret: secret };
    if (table === 'vault_secrets')
      told(later, 'a client without vault', await issuer.verifier.admin('POST', '/v1/foreign-clients', client), 500);
    await db.execute(sql`drop trigger fail on ${name}`);
  }
}

async function aCertificate(): Promise<{ readonly key: string; readonly certificate: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-canary-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...how, '-subj', '/CN=canary', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const files = { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  await rm(folder, { recursive: true });
  return files;
}
