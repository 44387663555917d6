/**
 * Writes an organisation with people, agents and consents into a database before its verifier starts: rows in the form of the
 * services, and tokens signed with the keys of the data folder, since the API signs one at a time.
 */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { systemClock } from '../src/platform/clock.ts';
import { openDataDir } from '../src/platform/data-dir.ts';
import { createDb, type Db } from '../src/platform/db/db.ts';
import { createLogger } from '../src/platform/log.ts';
import type { Secret } from '../src/platform/secret.ts';
import { createVerifier } from '../src/verifier/app.ts';
import { loadVerifierConfig } from '../src/verifier/base/config.ts';
import { createAuthor } from '../src/verifier/base/control/author.ts';
import { loadSigningKey, type SigningKeyPair } from '../src/verifier/base/signing-keys/key-file.ts';
import { delegationGrantsTable } from '../src/verifier/delegation/delegations/tables.ts';
import type { Services } from '../src/verifier/features.ts';
import { digestOf } from '../src/verifier/identity/issuer/digest.ts';
import { oauthRecordsTable } from '../src/verifier/identity/issuer/tables.ts';
import { signJwtSvid } from '../src/verifier/identity/spiffe/jwt-svid.ts';

/** An agent and a person who lets it act for them. */
export interface SeededPair {
  readonly clientId: string;
  /** Undefined if the client authenticates with the key. */
  readonly clientSecret: string | undefined;
  readonly spiffeId: string;
  readonly subjectToken: string;
}

export interface Seeded {
  readonly bySecret: readonly SeededPair[];
  readonly byKey: readonly SeededPair[];
  /** PKCS #8 of the key shared by all clients of `byKey`. */
  readonly clientKey: string;
}

export const seededResource = 'https://crm.bench.example';
const domain = 'bench.example';
const hourS = 3_600;

export interface SeedOptions {
  readonly folder: string;
  readonly url: string;
  readonly databaseUrl: string | undefined;
  readonly pairs: number;
}

export async function seedDelegations({ folder, url, databaseUrl, pairs }: SeedOptions): Promise<Seeded> {
  const dataDir = await openDataDir(folder);
  const database = await createDb({ dataDir: dataDir.path, databaseUrl });
  const config = loadVerifierConfig({ ASSAY_PUBLIC_URL: url, VERIFIER_PASSPORT_RENEW_MS: '0' });
  const log = createLogger({ service: 'bench', level: 'silent' });
  const verifier = await createVerifier({ config, database, dataDir, clock: systemClock, randomBytes, log });
  const { services } = verifier;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'ES256', use: 'sig' };
  const tokenKey = await loadSigningKey(dataDir, 'token-key.pem');
  // One hash for all: nobody signs in here.
  const { hash: password } = await services.people.preparePassword(randomUUID(), { email: 'x@x.example', name: 'x' });
  const seed = { services, url, tokenKey, password };
  try {
    const bySecret: SeededPair[] = [];
    const byKey: SeededPair[] = [];
    for (let index = 0; index < pairs; index += 1) {
      bySecret.push(await seedPair(seed, `secret-${index}`, undefined));
      byKey.push(await seedPair(seed, `key-${index}`, { keys: [jwk] }));
    }
    return { bySecret, byKey, clientKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  } finally {
    await verifier.close();
    await database.close();
  }
}

interface Seed {
  readonly services: Services;
  readonly url: string;
  readonly tokenKey: SigningKeyPair;
  readonly password: Secret;
}

async function seedPair(
  seed: Seed,
  name: string,
  jwks: { keys: Record<string, unknown>[] } | undefined,
): Promise<SeededPair> {
  const { services, password } = seed;
  const author = createAuthor('default', 'operator');
  const access_manifest = { account_domains: [domain], resources: [seededResource], scopes: ['crm:read', 'crm:write'] };
  const asked = { id: name, access_manifest, ...(jwks && { jwks }) };
  return services.db.transaction(async (tx) => {
    await services.changes.hold(tx, author.orgId);
    const { agent, clientSecret } = await services.agents.register(tx, author, asked);
    const person = { email: `${name}@${domain}`, name, password: { hash: password }, createdBy: 'bench' };
    const { id: userId } = await services.people.create(tx, person);
    await services.members.add(tx, author, { userId, role: 'viewer' });
    await giveConsent(tx, name, userId);
    return {
      clientId: String(agent.client_id),
      clientSecret: clientSecret?.reveal(),
      spiffeId: agent.spiffe_id,
      subjectToken: await signIn(seed, tx, userId),
    };
  });
}

async function giveConsent(tx: Db, agentId: string, userId: string): Promise<void> {
  const now = systemClock.now();
  await tx.insert(delegationGrantsTable).values({
    org_id: 'default',
    id: `dgr_${randomUUID()}`,
    agent_id: agentId,
    subject_id: userId,
    subject_issuer: 'bench',
    account_domain: domain,
    resources: [seededResource],
    scopes: ['crm:read'],
    purpose: '',
    constraints: {},
    status: 'active',
    consent_request_id: `apr_${randomUUID()}`,
    granted_at: now,
    granted_by: userId,
    expires_at: now + hourS * 1000,
    use_count: 0,
    policy_version: '1',
    revision: 1,
    created_at: now,
    created_by: userId,
    updated_at: now,
  });
}

/** The token of an application for the person, with its session. */
async function signIn({ url, tokenKey }: Seed, tx: Db, userId: string): Promise<string> {
  const now = systemClock.now();
  const nowS = Math.floor(now / 1000);
  const grantId = randomUUID();
  await tx.insert(oauthRecordsTable).values({
    model: 'Grant',
    id_sha256: digestOf(grantId),
    payload: {},
    grant_id: grantId,
    account_id: userId,
    client_id: 'assay-cli',
    created_at: now,
    expires_at: now + hourS * 1000,
  });
  const more = { client_id: 'assay-cli', scope: 'assay:full', org_id: 'default', grant_id: grantId };
  return new SignJWT({ ...more, jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: tokenKey.kid })
    .setIssuer(url)
    .setSubject(userId)
    .setAudience(`${url}/v1`)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + hourS)
    .sign(tokenKey.privateKey);
}

/** Identity documents of agents, in order; each is valid for one exchange. */
export async function signActors(folder: string, url: string, spiffeIds: readonly string[]): Promise<string[]> {
  const key = await loadSigningKey(await openDataDir(folder), 'jwt-svid-key.pem');
  const issuedAtS = Math.floor(systemClock.now() / 1000);
  return spiffeIds.map((spiffeId) => signJwtSvid(key, { spiffeId, audience: url, jti: randomUUID(), issuedAtS }));
}
