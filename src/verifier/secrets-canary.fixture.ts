/** For the test of secrets: acts that create and show secrets of every kind, and everything that remains of them. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as client from 'openid-client';
import { testDatabaseKind } from '../platform/db/test-db.ts';
import { aProofKey } from '../platform/http/bound-tokens/proofs.fixture.ts';
import { createLogger } from '../platform/log.ts';
import { type ActContext, perform } from './base/access/acts.fixture.ts';
import { composingSecrets } from './base/access/composing-acts.fixture.ts';
import { actPassword, identityActs } from './base/access/identity-acts.fixture.ts';
import { actSecrets } from './base/access/means-acts.fixture.ts';
import { textsOfBackup } from './front/backup/texts.fixture.ts';
import type { Fields, TestVisitor } from './front/pages/test-visitor.ts';
import { basic, openTestIssuer, type TestIssuer } from './identity/issuer/issuer.fixture.ts';
import { type ComposingCanary, runComposing, runComposingFaults } from './secrets-canary-composing.fixture.ts';
import { runDelegation } from './secrets-canary-delegation.fixture.ts';
import { runMeans, runMeansFaults } from './secrets-canary-means.fixture.ts';

/** Secrets that only their holder may have, by kind. */
export type Secrets = Map<string, string>;

export interface Canary {
  readonly issuer: TestIssuer;
  /** Secrets with their kind. */
  readonly secrets: Secrets;
  /** Log lines, from level trace on. */
  readonly lines: readonly string[];
  /** Answers after the one that showed a secret, by request. */
  readonly later: Map<string, string>;
  /** Payloads that appear in their own record and nowhere else, with their kind. */
  readonly payloads: Map<string, string>;
  /** Texts in a backup of its database. */
  readonly backup: string[];
}

/** As people type it: with characters that JSON, URLs and HTML escape. */
const password = 'nine "violet" engines & hüm 100%\\';
const nextPassword = 'ten "amber" turbines & hüm 90%\\';
const typedWrong = 'eleven "wrong" words & hüm 80%\\';
const redirectUri = 'http://127.0.0.1:7777/callback';

const prefixed = /assay_(?:key|secret|invite|registration)_[A-Za-z0-9_-]{43}/g;

export async function openCanary(): Promise<Canary> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'verifier', level: 'trace', destination });
  const issuer = await openTestIssuer(testDatabaseKind, { VERIFIER_CLIENT_REGISTRATION: 'token' }, { log });
  const canary: Canary = { issuer, secrets: new Map(), lines, later: new Map(), payloads: new Map(), backup: [] };
  const ada = await runPerson(canary);
  await runCodeFlow(canary, ada);
  await runAgent(canary);
  await runKeys(canary);
  await runDelegation({
    ...canary,
    keep: (kind, secret) => keep(canary, kind, secret),
    keepJwt: (kind, token) => keepJwt(canary, kind, token),
  });
  const means = { ...canary, keep: (kind: string, secret: unknown) => keep(canary, kind, secret) };
  await runMeans(means, ada);
  const composing: ComposingCanary = { ...means, payloads: canary.payloads };
  await runComposing(composing);
  await runActs(canary);
  await runRefusals(canary, ada);
  await readAgain(canary);
  canary.backup.push(...(await textsOfBackup(issuer.verifier.testDb.database())));
  await runFaults(canary, ada, async () => {
    await runMeansFaults(means);
    await runComposingFaults(composing);
  });
  return canary;
}

function keep({ secrets }: Canary, kind: string, secret: unknown): string {
  if (typeof secret !== 'string' || secret.length < 20) throw new Error(`no ${kind}: ${String(secret)}`);
  secrets.set(secret, kind);
  return secret;
}

/** Every administrative act on identity; answers show some secrets once. */
async function runActs(canary: Canary): Promise<void> {
  const { verifier } = canary.issuer;
  keep(canary, 'password', actPassword);
  for (const [kind, secret] of Object.entries({ ...actSecrets, ...composingSecrets })) keep(canary, kind, secret);
  const context: ActContext = { verifier, ids: new Map([['gateway', 'gw-1']]), auditorUrl: 'http://127.0.0.1:1' };
  for (const act of identityActs) {
    const { raw, body } = await perform(act, context);
    for (const [secret] of raw.toString('utf8').matchAll(prefixed)) {
      keep(canary, secret.slice(0, secret.indexOf('_', 6) + 1), secret);
    }
    if (act.endpoint.endsWith('/reset-password')) keep(canary, 'temporary password', body['temporary_password']);
    if (act.endpoint.endsWith('/identity-document')) {
      const svid = Object.values(body).find((value) => /^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(String(value)));
      keepJwt(canary, 'JWT-SVID', svid);
    }
  }
}

/** Keeps the signature: a holder of it can complete the token; header and claims alone are not secret. */
function keepJwt(canary: Canary, kind: string, token: unknown): string {
  const jwt = keep(canary, kind, token);
  keep(canary, `signature of a ${kind}`, jwt.split('.')[2]);
  return jwt;
}

function keepBrowser(canary: Canary, visitor: TestVisitor, page = ''): void {
  for (const [name, value] of visitor.cookies) {
    if (value.length >= 20) keep(canary, `cookie ${name}`, value);
  }
  for (const [, token] of page.matchAll(/name="form_token" value="([^"]+)"/g)) keep(canary, 'CSRF token', token);
}

/** Joins, opens pages, signs out, types a wrong password, signs in, changes the password. */
async function runPerson(canary: Canary): Promise<TestVisitor> {
  const { issuer } = canary;
  keep(canary, 'password', password);
  keep(canary, 'next password', nextPassword);
  keep(canary, 'mistyped password', typedWrong);
  const ada = await issuer.join({ email: 'canary@example.com', role: 'admin', password });
  const send = async (path: string, fields: Fields, action = path) => {
    keepBrowser(canary, ada, (await ada.open(path)).text);
    const answer = await ada.fill(path, fields, action);
    keepBrowser(canary, ada, answer.text);
    return answer;
  };
  await send('/account', {}, '/logout');
  canary.later.set(
    'wrong password',
    (await send('/login', { email: 'canary@example.com', password: typedWrong })).text,
  );
  await send('/login', { email: 'canary@example.com', password });
  await send('/account/password', { current: typedWrong, next: nextPassword, again: nextPassword });
  await send('/account/password', { current: password, next: nextPassword, again: nextPassword });
  const key = await send('/account/keys', { alias: 'from-page', purpose: 'cli', days: '30', scopes: ['agents:read'] });
  for (const [secret] of key.text.matchAll(prefixed)) keep(canary, 'assay_key_', secret);
  return ada;
}

async function runCodeFlow(canary: Canary, ada: TestVisitor): Promise<void> {
  const { issuer } = canary;
  const operator = await issuer.verifier.admin('POST', '/oauth/register', {
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
  });
  const { client_id: id, client_secret: secret } = operator.body;
  keep(canary, 'registration token', operator.body['registration_access_token']);
  keep(canary, 'client secret', secret);
  const config = await client.discovery(new URL(issuer.url), String(id), String(secret), client.ClientSecretPost(), {
    execute: [client.allowInsecureRequests],
    algorithm: 'oauth2',
  });
  const pkceCodeVerifier = keep(canary, 'PKCE verifier', client.randomPKCECodeVerifier());
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email offline_access agents:read',
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const back = await issuer.authorize(ada, url);
  keepBrowser(canary, ada);
  const code = keep(canary, 'authorization code', back.searchParams.get('code'));
  const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier });
  keepJwt(canary, 'access token', tokens.access_token);
  keepJwt(canary, 'id token', tokens.id_token);
  keep(canary, 'refresh token', tokens.refresh_token);
  const next = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  keepJwt(canary, 'access token', next.access_token);
  if (next.refresh_token !== undefined) keep(canary, 'refresh token', next.refresh_token);
  await client.tokenIntrospection(config, next.access_token);
  // Uses a code and a refresh token twice: the refusals name neither.
  const again = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: pkceCodeVerifier };
  const own = { client_id: String(id), client_secret: String(secret) };
  const answer = await issuer.form('/oauth/token', { ...again, ...own });
  canary.later.set('a code again', JSON.stringify(answer.body));
  await client.tokenRevocation(config, next.access_token);
}

/** Tokens of an agent: by a secret, by a signed assertion, bound to a key. */
async function runAgent(canary: Canary): Promise<void> {
  const { issuer } = canary;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const agent = await issuer.agent('canary-agent');
  keep(canary, 'client secret', agent.secret);
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }];
  const keyed = await issuer.agent('canary-keyed', { jwks: { keys } });
  const nowS = Math.floor(issuer.verifier.clock.now() / 1000);
  const claims = { iss: keyed.clientId, sub: keyed.clientId, aud: issuer.url, jti: crypto.randomUUID() };
  const text = [
    { alg: 'ES256', kid: 'k1' },
    { ...claims, iat: nowS, exp: nowS + 60 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const assertion = keepJwt(canary, 'client assertion', `${text}.${signature.toString('base64url')}`);
  const asserted = {
    grant_type: 'client_credentials',
    client_assertion: assertion,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  };
  keepJwt(canary, 'access token', (await issuer.form('/oauth/token', asserted)).body['access_token']);
  canary.later.set('an assertion again', JSON.stringify((await issuer.form('/oauth/token', asserted)).body));

  const proofKey = await aProofKey();
  const prove = async (htm: string, htu: string, more = {}) =>
    keepJwt(canary, 'DPoP proof', await proofKey.prove({ htm, htu, jti: crypto.randomUUID(), iat: nowS, ...more }));
  const dpop = await prove('POST', `${issuer.url}/oauth/token`);
  const made = await issuer.form('/oauth/token', { grant_type: 'client_credentials' }, { ...basic(agent), dpop });
  const token = keepJwt(canary, 'access token', made.body['access_token']);
  const ath = createHash('sha256').update(token).digest('base64url');
  const url = `${issuer.url}/v1/agents/canary-agent`;
  const headers = { authorization: `DPoP ${token}`, dpop: await prove('GET', url, { ath }) };
  for (const name of ['a bound token', 'a proof again']) {
    canary.later.set(name, await (await fetch(url, { headers })).text());
  }
}

async function runKeys(canary: Canary): Promise<void> {
  const { verifier } = canary.issuer;
  const made = await verifier.admin('POST', '/v1/api-keys', {
    alias: 'canary',
    purpose: 'ci',
    scopes: ['configuration:read', 'gateway:call'],
    expires_at: new Date(verifier.clock.now() + 86_400_000).toISOString(),
  });
  const first = keep(canary, 'assay_key_', prefixed.exec(made.raw.toString('utf8'))?.[0]);
  prefixed.lastIndex = 0;
  const path = `/v1/api-keys/${String(made.body['id'])}/rotate`;
  const idempotency = { 'idempotency-key': 'rotate-once' };
  const rotated = await verifier.admin('POST', path, { overlap_s: 60 }, idempotency);
  const next = keep(canary, 'key after rotation', prefixed.exec(rotated.raw.toString('utf8'))?.[0]);
  prefixed.lastIndex = 0;
  const again = await verifier.admin('POST', path, { overlap_s: 60 }, idempotency);
  canary.later.set('a rotation again', again.raw.toString('utf8'));
  for (const key of [first, next]) {
    canary.later.set(`use of ${key}`, (await verifier.get('/v1/me', { 'x-assay-key': key })).raw.toString('utf8'));
  }
}

/** Unknown credentials, in every place where one can be put. */
async function runRefusals(canary: Canary, ada: TestVisitor): Promise<void> {
  const { verifier } = canary.issuer;
  const wrong = (kind: string) => keep(canary, kind, `CANARY${createHash('sha256').update(kind).digest('base64url')}`);
  const cases: Record<string, string>[] = [
    { 'x-assay-key': wrong('X-Assay-Key of nobody') },
    { 'x-assay-key': `assay_key_${wrong('API key of nobody').slice(0, 43)}` },
    { 'x-api-key': wrong('X-API-Key of nobody') },
    { authorization: `Bearer ${wrong('Bearer token of nobody')}` },
    { authorization: `DPoP ${wrong('DPoP token of nobody')}`, dpop: wrong('DPoP proof of nobody') },
    { authorization: `Basic ${wrong('Basic of nobody')}` },
    { cookie: `assay_session=${wrong('cookie of nobody')}` },
    { 'proxy-authorization': wrong('Proxy-Authorization of nobody') },
  ];
  for (const headers of cases) {
    for (const path of ['/v1/agents', '/account', '/oauth/userinfo', '/oauth/register/oc_x', '/no/such/path']) {
      const answer = await verifier.call('GET', path, headers);
      canary.later.set(`GET ${path} with ${JSON.stringify(Object.keys(headers))}`, answer.raw.toString('utf8'));
    }
  }
  for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke']) {
    const fields = {
      grant_type: 'refresh_token',
      client_id: 'oc_x',
      client_secret: wrong(`client secret at ${path}`),
      refresh_token: wrong(`refresh token at ${path}`),
      token: wrong(`token at ${path}`),
    };
    canary.later.set(path, JSON.stringify((await canary.issuer.form(path, fields)).body));
  }
  const body = { token: wrong('invitation of nobody'), name: 'X', password: typedWrong };
  const accepted = await verifier.post('/v1/invitations/inv_x/accept', body);
  canary.later.set('a wrong invitation', accepted.raw.toString('utf8'));
  await ada.open(`/invite/${wrong('invitation in a path')}`);
  await ada.open(`/login?return_to=/&code=${wrong('code in a query')}`);
  // Not a secret by its name, but an error must not show it either: a body that does not match.
  const unfit = await verifier.admin('POST', '/v1/api-keys', { alias: 'x', secret: wrong('unknown member of a body') });
  canary.later.set('an unfit body', unfit.raw.toString('utf8'));
}

const lists = [
  ...['/v1/api-keys', '/v1/invitations', '/v1/members', '/v1/people', '/v1/oauth-clients', '/v1/agents', '/v1/me'],
  ...['/v1/audit-logs/export', '/v1/audit-logs?limit=100', '/v1/export', '/v1/gateways/gw-1/bundle', '/v1/gateways'],
  ...['/metrics', '/health', '/openapi.json', '/oauth/jwks', '/v1/spiffe/bundle', '/.well-known/openid-configuration'],
];

async function readAgain(canary: Canary): Promise<void> {
  for (const path of lists) {
    const { status, raw } = await canary.issuer.verifier.admin('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${raw.toString('utf8')}`);
    canary.later.set(path, raw.toString('utf8'));
  }
}

/** A database that fails where secrets and their hashes are read and written. */
async function runFaults(canary: Canary, ada: TestVisitor, ofMeans: () => Promise<void>): Promise<void> {
  const { verifier } = canary.issuer;
  const { db } = verifier.testDb.database();
  const invited = await verifier.admin('POST', '/v1/invitations', { email: 'late@example.com', role: 'viewer' });
  const invitation = keep(canary, 'assay_invite_', invited.body['token']);
  const tables = [
    'users',
    'api_keys',
    'sessions',
    'oauth_clients',
    'oauth_records',
    'oauth_replays',
    'api_key_secrets',
  ];
  await db.execute(
    sql`create function fail() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql`,
  );
  await ofMeans();
  for (const name of tables) {
    const table = sql.identifier(name);
    await db.execute(sql`create trigger fail before insert or update on ${table} for each row execute function fail()`);
  }
  const expires_at = new Date(verifier.clock.now() + 86_400_000).toISOString();
  const key = { alias: 'late', purpose: 'ci', scopes: ['configuration:read'], expires_at };
  const client_ = { redirect_uris: ['https://late.example/callback'] };
  const calls = {
    'a failing key': await verifier.admin('POST', '/v1/api-keys', key),
    'a failing client': await verifier.admin('POST', '/oauth/register', client_),
    'a failing invitation': await verifier.post(`/v1/invitations/${String(invited.body['id'])}/accept`, {
      token: invitation,
      name: 'Late',
      password,
    }),
  };
  const { issuer, secrets } = canary;
  const [known] = [...secrets].find(([, kind]) => kind === 'key after rotation') ?? [];
  for (const [name, { status, raw }] of Object.entries(calls)) {
    if (status < 500) throw new Error(`${name}: ${status} ${raw.toString('utf8')}`);
    canary.later.set(name, raw.toString('utf8'));
  }
  const login = await ada.fill('/login', { email: 'canary@example.com', password: nextPassword });
  canary.later.set('a failing sign-in', login.text);
  await db.execute(sql`alter table api_key_secrets rename to api_key_secrets_gone`);
  await db.execute(sql`alter table oauth_records rename to oauth_records_gone`);
  const found = await verifier.get('/v1/me', { 'x-assay-key': String(known) });
  if (found.status < 500) throw new Error(`a key was found in no table: ${found.status}`);
  canary.later.set('a failing lookup', found.raw.toString('utf8'));
  const [refresh] = [...secrets].find(([, kind]) => kind === 'refresh token') ?? [];
  const agent = [...secrets].find(([, kind]) => kind === 'client secret')?.[0] ?? '';
  const fields = { grant_type: 'refresh_token', refresh_token: String(refresh), client_id: 'assay-cli' };
  const token = await issuer.form('/oauth/token', fields, { 'x-client': agent });
  canary.later.set('a failing refresh', JSON.stringify(token.body));
  await db.execute(sql`alter table api_key_secrets_gone rename to api_key_secrets`);
  await db.execute(sql`alter table oauth_records_gone rename to oauth_records`);
}
