/** Tests `/v1/foreign-clients` and our client document, and that a hostile server learns nothing from this verifier. */
import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../platform/db/db.ts';
import { createSecret } from '../../../platform/secret.ts';
import { type ForeignServer, openForeignServer } from './foreign-server.fixture.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.fixture.ts';
import { callback, type OAuthFixture, openOAuth, publicUrl } from './oauth.fixture.ts';

let fixture: OAuthFixture;
let foreign: ForeignServer;
let trap: LoopbackServer;

beforeAll(async () => {
  fixture = await openOAuth();
  foreign = await openForeignServer();
  trap = await listenOnLoopback();
}, 60_000);
afterAll(async () => {
  await Promise.all([foreign.close(), trap.close()]);
  await fixture.close();
});
afterEach(() => {
  const { behaviour } = foreign;
  Object.assign(behaviour, { resourceMetadata: {}, serverMetadata: {}, challenge: undefined, token: undefined });
  fixture.oauth().forget('default', foreign.resource);
});

const path = '/v1/foreign-clients';
const issuer = 'https://auth.crm.example';
const db = () => fixture.verifier.verifier().services.db;
const dump = async (table: string) => JSON.stringify(await query(db(), sql`select * from ${sql.identifier(table)}`));

describe("an admin's clients", () => {
  const canary = 'canary-secret-of-the-other-side';
  const body = { issuer, client_id: 'assay-acme', client_secret: canary };

  it('are stored once for one key, shown without their secret, and used before any registration', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const made = await fixture.verifier.admin('POST', path, body, headers);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      issuer,
      client_id: 'assay-acme',
      registration: 'preregistered',
      status: 'active',
      has_secret: true,
      redirect_uri: callback,
      token_endpoint_auth_method: null,
      secret_expires_at: null,
    });
    const again = await fixture.verifier.admin('POST', path, body, headers);
    expect(again.body).toEqual(made.body);
    expect((await fixture.verifier.admin('POST', path, { ...body, client_id: 'x' }, headers)).status).toBe(409);
    const { id } = made.body;
    expect((await fixture.verifier.admin('GET', `${path}/${id}`)).body).toEqual(made.body);
    expect((await fixture.verifier.admin('GET', `${path}?issuer=${issuer}`)).body['items']).toEqual([made.body]);
    expect((await fixture.verifier.admin('GET', `${path}?issuer=https://else.example`)).body['items']).toEqual([]);
    expect(await fixture.oauth().ensureClient('default', issuer, 'https://crm.example/mcp')).toMatchObject({ id });
    for (const table of ['foreign_clients', 'audit_log', 'idempotency_keys', 'vault_secrets']) {
      expect(await dump(table), table).not.toContain(canary);
    }
    const gone = await fixture.verifier.admin('DELETE', `${path}/${id}`);
    expect([gone.status, (await fixture.verifier.admin('GET', `${path}/${id}`)).status]).toEqual([204, 404]);
    expect((await fixture.verifier.admin('DELETE', `${path}/${id}`)).status).toBe(404);
    const log = await query(
      db(),
      sql`select action, actor_id from audit_log where resource_id = ${String(id)} order by seq`,
    );
    expect(log).toMatchObject([{ action: 'foreign_client.kept' }, { action: 'foreign_client.dropped' }]);
  });

  it.each([
    ['no issuer', { ...body, issuer: 'crm' }],
    ['an issuer that runs', { ...body, issuer: 'javascript:alert(1)' }],
    ['an issuer with a query', { ...body, issuer: `${issuer}?x` }],
    ['an issuer with a user', { ...body, issuer: 'https://a:b@crm.example' }],
    ['a client with a line break', { ...body, client_id: 'a\nb' }],
    ['a secret with U+0000', { ...body, client_secret: 'a\u0000' }],
    ['a member that nobody knows', { ...body, registration_access_token: 'x' }],
  ])('are refused with %s', async (_words, wrong) => {
    const { status } = await fixture.verifier.admin('POST', path, wrong);
    expect(status === 400 || status === 422).toBe(true);
  });

  it('are refused without an admin', async () => {
    const { status } = await fixture.verifier.call('POST', path, {}, body);
    expect(status === 401 || status === 403).toBe(true);
  });
});

describe('our client document', () => {
  it('names itself and its redirect addresses, and no secret; public, for an hour', async () => {
    const { status, body, headers } = await fixture.verifier.get('/oauth/client-metadata.json');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    expect(body).toEqual({
      client_id: `${publicUrl}/oauth/client-metadata.json`,
      client_name: 'Assay',
      client_uri: publicUrl,
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      software_id: 'assay',
    });
  });
});

describe('a hostile other side', () => {
  const discover = () => fixture.oauth().discover('default', foreign.resource);
  const reason = (why: string) => ({ extensions: { reason: why } });
  const refusals = () =>
    query<{ action: string; details: unknown }>(
      db(),
      sql`select action, details from audit_log where success = false order by seq desc limit 1`,
    );

  it.each([
    ['instance metadata', 'http://169.254.169.254'],
    ['a private network', 'https://10.0.0.1'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]'],
    ['a public address without https', 'http://93.184.216.34'],
  ])('is refused and audited when it names an authorization server at %s', async (_words, server) => {
    foreign.behaviour.resourceMetadata = { authorization_servers: [server] };
    await expect(discover()).rejects.toMatchObject({ code: 'unprocessable' });
    await fixture.verifier.verifier().services.outbound.flush();
    const [last] = await refusals();
    expect(last?.action).toBe('outbound.refused');
  });

  it.each([
    ['a registration endpoint', { registration_endpoint: 'https://192.168.1.1/register' }],
    ['a token endpoint', { token_endpoint: 'https://169.254.169.254/latest' }],
    ['keys', { jwks_uri: 'https://[fd00::1]/jwks' }],
    ['an authorization endpoint that runs', { authorization_endpoint: 'javascript:alert(document.cookie)' }],
  ])('with private %s is refused and audited', async (_words, change) => {
    foreign.behaviour.serverMetadata = change;
    await expect(discover()).rejects.toMatchObject(reason('metadata_invalid'));
    expect(await refusals()).toEqual([{ action: 'foreign_metadata.refused', details: { reason: 'metadata_invalid' } }]);
  });

  it('is refused and audited when its resource has metadata of another', async () => {
    foreign.behaviour.resourceMetadata = { resource: 'https://bank.example/mcp' };
    await expect(discover()).rejects.toMatchObject(reason('resource_mismatch'));
    expect((await refusals())[0]?.details).toEqual({ reason: 'resource_mismatch' });
  });

  it.each([
    [
      'is a page',
      (response: Parameters<LoopbackServer['answer']>[1]) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>canary'),
    ],
    [
      'is too large',
      (response: Parameters<LoopbackServer['answer']>[1]) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'canary'.repeat(20_000)}"`),
    ],
    [
      'is too deep',
      (response: Parameters<LoopbackServer['answer']>[1]) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`${'['.repeat(20)}"canary"${']'.repeat(20)}`),
    ],
    [
      'is cut off',
      (response: Parameters<LoopbackServer['answer']>[1]) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": "canary'),
    ],
    [
      'leads to instance metadata',
      (response: Parameters<LoopbackServer['answer']>[1]) =>
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end('canary'),
    ],
    ['is a failure', (response: Parameters<LoopbackServer['answer']>[1]) => response.writeHead(500).end('canary')],
  ])('with metadata that %s gets an error without quoting it', async (_words, answer) => {
    trap.answer = (_request, response) => void answer(response);
    foreign.behaviour.resourceMetadata = { authorization_servers: [trap.url] };
    const error = await discover().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify([error, error instanceof Error ? error.message : ''])).not.toContain('canary');
  });

  it('with a redirecting token endpoint is not followed: secrets go nowhere else', async () => {
    let seen = 0;
    const other = createServer((_request, response) => {
      seen += 1;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    trap.answer = (_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/token` }).end();
    };
    foreign.behaviour.serverMetadata = { token_endpoint: `${trap.url}/token` };
    const client = { clientId: 'known', secret: createSecret('secret') };
    const ask = { issuer: foreign.issuer, resource: foreign.resource, scopes: [], client };
    expect(await fixture.oauth().clientCredentials('default', ask)).toEqual({
      kind: 'unavailable',
      reason: 'outbound_redirect',
    });
    expect(seen).toBe(0);
    await new Promise((resolve) => other.close(resolve));
  });

  it('with an error and status 200 is understood, and unusable tokens are refused', async () => {
    const answers: unknown[] = [
      ...[{ error: 'bad_refresh_token', error_description: 'canary' }, { error: '<b>canary</b>' }],
      ...[
        { access_token: 'a', token_type: 'mac' },
        { access_token: 'a\nb', token_type: 'bearer' },
      ],
      ...[{ access_token: 7, token_type: 'bearer' }, { access_token: 'a' }],
      { access_token: 'a', token_type: 'bearer', expires_in: -5 },
    ];
    const told: unknown[] = [];
    foreign.behaviour.serverMetadata = { token_endpoint: `${trap.url}/token` };
    for (const body of answers) {
      trap.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      const client = { clientId: 'known', secret: createSecret('secret') };
      const ask = { issuer: foreign.issuer, resource: foreign.resource, scopes: [], client };
      told.push(await fixture.oauth().clientCredentials('default', ask));
    }
    const invalid = { kind: 'unavailable', reason: 'invalid_response' };
    expect(told).toEqual([
      ...[
        { kind: 'refused', error: 'invalid_grant' },
        { kind: 'refused', error: 'refused' },
      ],
      ...[invalid, invalid, invalid, invalid, invalid],
    ]);
  });
});
