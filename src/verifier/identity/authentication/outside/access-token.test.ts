/** An outside issuer's access tokens at our API: only from that issuer, only for us, only while valid, and only for members. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { madeAt } from '../../../../../test/support/artefacts.ts';
import { query } from '../../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../../platform/db/test-db.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../api-keys/keys.fixture.ts';
import { openIssuer, type TestIssuer } from './issuer.fixture.ts';

const audience = 'https://assay.example/api';
let fixture: KeysFixture;
let issuer: TestIssuer;
let operator: TestPerson;
let nowS = () => Math.floor(madeAt / 1000);

beforeAll(async () => {
  issuer = await openIssuer(() => nowS());
  fixture = await openKeys(testDatabaseKind, {
    ASSAY_AUTHENTICATION: 'local',
    VERIFIER_OIDC_ISSUER: issuer.url,
    VERIFIER_OIDC_AUDIENCE: audience,
    VERIFIER_OIDC_ROLES_CLAIM: 'groups',
    VERIFIER_OIDC_ROLES: 'ops=operator,staff=viewer',
  });
  nowS = () => Math.floor(fixture.verifier.clock.now() / 1000);
  operator = await fixture.person('operator');
}, 60_000);
afterAll(async () => {
  await fixture.verifier.close();
  await issuer.close();
});
afterEach(() => {
  issuer.answerKeys = undefined;
  // After the pause between two fetches of keys.
  fixture.verifier.clock.set(fixture.verifier.clock.now() + 31_000);
});

const claimsOf = (change: Record<string, unknown> = {}) => ({
  aud: audience,
  sub: 'subject-1',
  email: operator.email,
  email_verified: true,
  groups: ['ops'],
  ...change,
});
const show = (token: string, url = '/v1/workspaces') =>
  fixture.verifier.call('GET', url, { authorization: `Bearer ${token}` });
const statusOf = async (token: Promise<string> | string) => (await show(await token)).status;

describe('a token of the outside issuer', () => {
  it('identifies its person, linked by the verified address at first and by the subject afterwards', async () => {
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    expect(await statusOf(issuer.sign(claimsOf({ email: 'renamed@else.example', email_verified: false })))).toBe(200);
    const rows = await query(fixture.verifier.verifier().services.db, sql.raw('select * from external_identities'));
    expect(rows).toMatchObject([{ subject: 'subject-1', user_id: operator.id, email: operator.email }]);
    const log = await query(
      fixture.verifier.verifier().services.db,
      sql.raw(`select actor_id from audit_log where action = 'identity.linked'`),
    );
    expect(log).toEqual([{ actor_id: operator.id }]);
  });

  it('ends password, sessions and keys of the former holder of the account, who may be another person', async () => {
    const person = await fixture.person('viewer');
    const { sessions, db } = fixture.verifier.verifier().services;
    const before = await sessions.open(person.id, { ipAddress: '192.0.2.1', userAgent: null, requestId: 'r' });
    const claims = claimsOf({ sub: 'subject-link', email: person.email, groups: ['staff'] });
    expect(await statusOf(issuer.sign(claims))).toBe(200);
    expect(await sessions.find(before.cookie.reveal())).toBeUndefined();
    expect((await person.call('GET', '/v1/me')).status).toBe(401);
    const users = await query(db, sql`select password from users where id = ${person.id}`);
    expect(users).toEqual([{ password: expect.stringMatching(/^\$scrypt\$/) }]);
  });

  it('of another subject with the same address is nobody: the address was reassigned', async () => {
    const answer = await show(await issuer.sign(claimsOf({ sub: 'subject-2' })));
    expect([answer.status, answer.body['reason']]).toEqual([401, 'not_a_member']);
  });

  it.each([
    ['of somebody unknown', { sub: 'x', email: 'nobody@else.example' }],
    ['with an address that is not verified', { sub: 'y', email_verified: false }],
    ['whose verification is a text', { sub: 'z', email_verified: 'true' }],
  ])('%s is nobody', async (_words, change) => {
    const stranger = await fixture.person('viewer');
    expect(await statusOf(issuer.sign(claimsOf({ email: stranger.email, ...change })))).toBe(401);
  });

  it.each([
    ['for another audience', { aud: 'https://other.example' }],
    ['for no audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['that has expired', { exp: 1 }],
    ['without an end', { exp: undefined }],
    ['that is not good yet', { nbf: 99_999_999_999 }],
    ['without a subject', { sub: undefined }],
    ['that is an id_token', { nonce: 'n' }],
    ['that is bound in an unknown way', { cnf: { jwk: {} } }],
    ['by which somebody acts for the person', { act: { sub: 'agent-of-theirs' } }],
  ])('%s is refused', async (_words, change) => {
    expect(await statusOf(issuer.sign(claimsOf(change)))).toBe(401);
  });

  it('is accepted within 30 s of clock skew, and not beyond', async () => {
    expect(await statusOf(issuer.sign(claimsOf({ exp: nowS() - 25 })))).toBe(200);
    expect(await statusOf(issuer.sign(claimsOf({ exp: nowS() - 35 })))).toBe(401);
    expect(await statusOf(issuer.sign(claimsOf({ nbf: nowS() + 25 })))).toBe(200);
    expect(await statusOf(issuer.sign(claimsOf({ nbf: nowS() + 35 })))).toBe(401);
  });

  it.each([
    ['crit', { crit: ['x'], x: 1 }],
    ['a type of something else', { typ: 'dpop+jwt' }],
    ['no type', { typ: undefined }],
  ])('with %s in its header is refused', async (_words, header) => {
    expect(await statusOf(issuer.sign(claimsOf(), header))).toBe(401);
  });

  it('is refused unsigned, or signed with the published key as a secret', async () => {
    const claims = { ...claimsOf(), iss: issuer.url, exp: nowS() + 60 };
    expect(await statusOf(new UnsecuredJWT(claims).encode())).toBe(401);
    const secret = Buffer.from(JSON.stringify(issuer.publicJwk()));
    const confused = new SignJWT(claims).setProtectedHeader({
      alg: 'HS256',
      kid: issuer.publicJwk().kid ?? '',
      typ: 'at+jwt',
    });
    expect(await statusOf(confused.sign(secret))).toBe(401);
    const good = await issuer.sign(claimsOf());
    expect(await statusOf(`${good.slice(0, -6)}AAAAAA`)).toBe(401);
    expect(await statusOf(randomBytes(40).toString('base64url'))).toBe(401);
  });

  it('gives the weaker of claim and membership, and nothing without a known group', async () => {
    const write = async (groups: unknown) => {
      const authorization = `Bearer ${await issuer.sign(claimsOf({ groups }))}`;
      return (await fixture.verifier.call('POST', '/v1/policies/validate', { authorization }, {})).status;
    };
    const create = async (groups: unknown) => {
      const authorization = `Bearer ${await issuer.sign(claimsOf({ groups }))}`;
      return (
        await fixture.verifier.call(
          'POST',
          '/v1/workspaces',
          { authorization },
          { id: `w-${randomBytes(4).toString('hex')}` },
        )
      ).status;
    };
    expect([await create(['ops', 'staff']), await create('staff'), await create(['ops'])]).toEqual([201, 403, 201]);
    expect(await write(['unknown'])).toBe(401);
    expect(await write(undefined)).toBe(401);
  });

  it('is limited by its scopes of ours', async () => {
    const limited = await issuer.sign(claimsOf({ scope: 'openid agents:read' }));
    expect([(await show(limited)).status, (await show(limited, '/v1/agents')).status]).toEqual([403, 200]);
  });

  it('makes a credential required for every call, also on loopback, with where to get one', async () => {
    const answer = await fixture.verifier.call('GET', '/v1/workspaces', {});
    expect(answer.status).toBe(401);
    expect(String(answer.headers['www-authenticate'])).toMatch(
      /^Bearer resource_metadata="http[^"]+\/\.well-known\/oauth-protected-resource\/v1"$/,
    );
    const shown = await show('wrong');
    expect(String(shown.headers['www-authenticate'])).toContain('error="invalid_token"');
  });
});

describe('the keys of the outside issuer', () => {
  it('are fetched again for an unknown kid, at most every 30 s', async () => {
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    await issuer.rotate();
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 31_000);
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    issuer.seen.splice(0);
    const forged = Array.from({ length: 20 }, (_unused, index) => issuer.sign(claimsOf(), { kid: `forged-${index}` }));
    expect(new Set(await Promise.all(forged.map(statusOf)))).toEqual(new Set([401]));
    expect(issuer.seen.filter((path) => path === '/jwks')).toEqual([]);
  });

  it('are not replaced by huge ones, or by no keys', async () => {
    for (const body of [
      'x'.repeat(300_000),
      '{}',
      JSON.stringify({ keys: Array.from({ length: 101 }, () => ({ kty: 'RSA' })) }),
    ]) {
      issuer.answerKeys = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      };
      fixture.verifier.clock.set(fixture.verifier.clock.now() + 11 * 60_000);
      expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    }
  });

  it('are trusted for at most an hour while the issuer is unreachable: then it is 503', async () => {
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    issuer.answerKeys = (response) => response.destroy();
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 50 * 60_000);
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 11 * 60_000);
    const answer = await show(await issuer.sign(claimsOf()));
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30']);
    issuer.answerKeys = undefined;
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 31_000);
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(200);
  });

  it('of metadata that names another issuer are refused', async () => {
    issuer.metadata = { issuer: `${issuer.url}/` };
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61 * 60_000);
    expect(await statusOf(issuer.sign(claimsOf()))).toBe(503);
    issuer.metadata = {};
  });
});

describe('a gateway with a checked token', () => {
  const ask = (subject: string, change: Record<string, unknown> = {}) =>
    fixture.verifier.admin('POST', '/v1/gateways/mcp/outside-subject', {
      issuer: issuer.url,
      subject,
      claims: { groups: ['ops'] },
      ...change,
    });

  it("gets its subject's person, and links nobody", async () => {
    const person = await fixture.person('operator');
    const claims = { groups: ['ops'], email: person.email, email_verified: true };
    expect((await ask('subject-9', { claims })).body).toEqual({ user_id: null, reason: 'unknown_person' });
    expect(await statusOf(issuer.sign(claimsOf({ sub: 'subject-9', email: person.email })))).toBe(200);
    expect((await ask('subject-9')).body).toEqual({ user_id: person.id, reason: null });
    expect((await ask('subject-9', { claims: { groups: ['staff'] } })).body).toMatchObject({ reason: 'limited' });
    expect((await ask('subject-9', { claims: {} })).body).toMatchObject({ reason: 'limited' });
    expect((await ask('subject-9', { issuer: `${issuer.url}/` })).body).toMatchObject({ reason: 'unknown_issuer' });
  });

  it('gets nothing for a former member, as for a stranger', async () => {
    const person = await fixture.person('operator');
    expect(await statusOf(issuer.sign(claimsOf({ sub: 'subject-10', email: person.email })))).toBe(200);
    const { body } = await fixture.verifier.admin('GET', `/v1/members/${person.id}`);
    const gone = { 'if-match': `"${String(body['revision'])}"` };
    const { status } = await fixture.verifier.admin('DELETE', `/v1/members/${person.id}`, undefined, gone);
    expect(status).toBeLessThan(300);
    expect((await ask('subject-10')).body).toEqual((await ask('subject-of-nobody')).body);
  });
});
