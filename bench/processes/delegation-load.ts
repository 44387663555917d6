/**
 * Exchanges tokens at a running verifier: sequentially for the time of one, then over several connections for the rate. Actor
 * tokens and assertions are signed before the clock starts; each is valid for one call.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { SignJWT } from 'jose';
import { Pool } from 'undici';
import { type Seeded, type SeededPair, seededResource, signActors } from '../delegation-seed.ts';

const [url = '', folder = '', file = ''] = process.argv.slice(2);
const connections = 16;
const warmup = 100;
const oneByOne = 300;
const together = 1_500;
const calls = warmup + oneByOne + together;
const seeded = JSON.parse(await readFile(file, 'utf8')) as Seeded;
const pool = new Pool(url, { connections, pipelining: 1 });
const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
const common = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: type('access_token'),
  actor_token_type: type('jwt'),
  resource: seededResource,
  scope: 'crm:read',
};

interface Call {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function exchange({ headers, body }: Call): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  const answer = await pool.request({ method: 'POST', path: '/oauth/token', headers: form, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`no token: ${answer.statusCode} ${text}`);
}

/** Calls of these pairs in turn, each with its own actor token. */
async function prepare(pairs: readonly SeededPair[]): Promise<Call[]> {
  const taken = Array.from({ length: calls }, (_, index) => pairAt(pairs, index));
  const actors = await signActors(
    folder,
    url,
    taken.map(({ spiffeId }) => spiffeId),
  );
  return Promise.all(taken.map((pair, index) => toCall(pair, actors[index] ?? '')));
}

function pairAt(pairs: readonly SeededPair[], index: number): SeededPair {
  const pair = pairs[index % pairs.length];
  if (pair === undefined) throw new Error('nobody was seeded');
  return pair;
}

async function toCall({ clientId, clientSecret, subjectToken }: SeededPair, actor_token: string): Promise<Call> {
  const parameters = { ...common, subject_token: subjectToken, actor_token };
  if (clientSecret !== undefined) {
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    return { headers: { authorization }, body: new URLSearchParams(parameters).toString() };
  }
  const client_assertion = await signAssertion(clientId);
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return {
    headers: {},
    body: new URLSearchParams({ ...parameters, client_assertion_type, client_assertion }).toString(),
  };
}

function signAssertion(clientId: string): Promise<string> {
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('300s')
    .sign(createPrivateKey(seeded.clientKey));
}

interface Measured {
  readonly p50Ms: number;
  readonly perS: number;
}

async function measure(pairs: readonly SeededPair[]): Promise<Measured> {
  const all = await prepare(pairs);
  for (const call of all.slice(0, warmup)) await exchange(call);
  const times: number[] = [];
  for (const call of all.slice(warmup, warmup + oneByOne)) {
    const start = performance.now();
    await exchange(call);
    times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  const rest = all.slice(warmup + oneByOne);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let call = rest.pop(); call !== undefined; call = rest.pop()) await exchange(call);
    }),
  );
  return { p50Ms: times[Math.floor(times.length / 2)] ?? 0, perS: together / ((performance.now() - start) / 1000) };
}

/** Only the signatures that an exchange checks and makes. */
function measureCrypto(checked: number): Measured {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = Buffer.from(JSON.stringify(seeded.bySecret[0] ?? ''));
  const signature = sign('sha256', text, privateKey);
  const rounds = 2_000;
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (let check = 0; check < checked; check += 1) verify('sha256', text, publicKey, signature);
    sign('sha256', text, privateKey);
  }
  const spentMs = performance.now() - start;
  return { p50Ms: spentMs / rounds, perS: rounds / (spentMs / 1000) };
}

const bySecret = await measure(seeded.bySecret);
const byKey = await measure(seeded.byKey);
const hot = await measure(seeded.bySecret.slice(0, 1));
await pool.close();
console.log(JSON.stringify({ bySecret, byKey, hot, cryptoBySecret: measureCrypto(1), cryptoByKey: measureCrypto(2) }));
