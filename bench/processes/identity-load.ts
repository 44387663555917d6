/**
 * Loads the issuer of a running verifier: tokens by `private_key_jwt` and by client secret, then their introspection. Assertions
 * are signed before the clock starts, so that this process takes little of the machine.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { SignJWT } from 'jose';
import { Pool } from 'undici';

const [url = '', tokenFile = ''] = process.argv.slice(2);
const connections = 16;
const tokens = 4_000;
const introspections = 20_000;
const pool = new Pool(url, { connections, pipelining: 1 });
const operator = (await readFile(tokenFile, 'utf8')).trim();
const audience = `${url}/v1`;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(path: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const answer = await pool.request({ method: 'POST', path, headers, body });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

/** Runs calls over all connections and gives the expected answers per second. */
async function load(count: number, call: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        await call(index);
      }
    }),
  );
  return count / ((performance.now() - start) / 1000);
}

async function register(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', 'x-assay-key': operator };
  const answer = await send('/v1/agents', headers, JSON.stringify(body));
  if (answer.status !== 201) throw new Error(`an agent was not registered: ${JSON.stringify(answer)}`);
  return answer.body;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

function expectToken({ status, body }: Answer): string {
  const token = body['access_token'];
  if (status !== 200 || typeof token !== 'string') throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
  return token;
}

function requestOf(more: Record<string, string>): string {
  return new URLSearchParams({ grant_type: 'client_credentials', resource: audience, ...more }).toString();
}

async function signAssertions(clientId: string, key: KeyObject, count: number): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  const sign = () =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(url)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(key);
  return Promise.all(Array.from({ length: count }, sign));
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'ES256', use: 'sig' };
const keyed = await register({ id: 'bench-key', jwks: { keys: [jwk] } });
const secret = await register({ id: 'bench-secret' });
const keyedId = String(keyed['client_id']);
const secretId = String(secret['client_id']);
const basic = { ...form, authorization: `Basic ${btoa(`${secretId}:${String(secret['client_secret'])}`)}` };

const warmup = 300;
const assertions = await signAssertions(keyedId, privateKey, tokens + warmup);
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const byKey = async (index: number): Promise<void> => {
  const more = { client_assertion_type: assertionType, client_assertion: assertions[index] ?? '' };
  expectToken(await send('/oauth/token', form, requestOf(more)));
};
const issued: string[] = [];
const bySecret = async (): Promise<void> => {
  issued.push(expectToken(await send('/oauth/token', basic, requestOf({}))));
};
const introspect = async (index: number): Promise<void> => {
  const token = issued[index % issued.length] ?? '';
  const answer = await send('/oauth/introspect', basic, new URLSearchParams({ token }).toString());
  if (answer.body['active'] !== true) throw new Error(`an issued token is not active: ${JSON.stringify(answer)}`);
};
const askHealth = async (): Promise<void> => {
  const answer = await pool.request({ method: 'GET', path: '/health' });
  await answer.body.dump();
};

await load(warmup, (index) => byKey(tokens + index));
const tokenPerS = await load(tokens, byKey);
await load(warmup, bySecret);
const tokenSecretPerS = await load(tokens, bySecret);
await load(2_000, introspect);
const introspectionPerS = await load(introspections, introspect);
const healthPerS = await load(introspections, askHealth);

const text = Buffer.from(assertions[0] ?? '');
const signature = sign('sha256', text, privateKey);
const start = performance.now();
for (let index = 0; index < 2_000; index += 1) {
  verify('sha256', text, publicKey, signature);
  sign('sha256', text, privateKey);
}
const cryptoPerS = 2_000 / ((performance.now() - start) / 1000);

await pool.close();
console.log(JSON.stringify({ tokenPerS, tokenSecretPerS, cryptoPerS, introspectionPerS, healthPerS }));
