/** Client assertions (RFC 7523) at our own OAuth endpoints: signed by a key of the client, for this issuer, used once. */
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { tokenExchangePath } from '../../../contract/api/token-exchange/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { assertionAlgorithms } from './client-keys.ts';
import { vouchedBy } from './client-owner.ts';
import type { ClientStore } from './client-store.ts';
import { invalidClient } from './oauth-error.ts';
import type { Replays } from './ports.ts';
import type { LoadProvider } from './provider.ts';
import { paths } from './provider-config.ts';
import type { OAuthClientRow } from './tables.ts';

/** Gives the client of an assertion. @throws AppError `invalid_client`. */
export type CheckAssertion = (
  assertion: string,
  claimedClientId: string | undefined,
) => Promise<{ readonly clientId: string; readonly orgId?: string; readonly row?: OAuthClientRow }>;

export interface CheckAssertionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly issuer: string;
  readonly clients: ClientStore;
  readonly replays: Replays;
  /** Finds clients that a document describes, and fetches the keys of a `jwks_uri`. */
  readonly load: LoadProvider;
}

interface KeyHolder {
  readonly keys: readonly JWK[];
  readonly orgId?: string;
  readonly row?: OAuthClientRow;
}

const endpoints = [paths.token, paths.introspection, paths.revocation, tokenExchangePath];
const toleranceS = 10;
/** The same limit as at the token endpoint. */
const maxLifetimeS = 60 * 60;
const maxLength = 8_192;

export function createCheckAssertion(deps: CheckAssertionDeps): CheckAssertion {
  const { clock, issuer, replays } = deps;
  const audience = [issuer, ...endpoints.map((path) => `${issuer}${path}`)];
  return async (assertion, claimed) => {
    const clientId = readClientId(assertion);
    if (claimed !== undefined && claimed !== clientId) throw invalidClient();
    const holder = await findKeys(deps, clientId);
    const currentDate = new Date(clock.now());
    const { exp, jti } = await verifyByOne(assertion, holder.keys, {
      audience,
      currentDate,
      issuer: clientId,
      subject: clientId,
      algorithms: [...assertionAlgorithms],
      clockTolerance: toleranceS,
      requiredClaims: ['exp', 'jti'],
    });
    const isShort = exp !== undefined && exp * 1000 <= clock.now() + maxLifetimeS * 1000;
    if (!isShort || typeof jti !== 'string' || jti === '') throw invalidClient();
    if (!(await replays.isFirst(clientId, jti, (exp + toleranceS) * 1000))) throw invalidClient();
    const { keys: _keys, ...known } = holder;
    return { clientId, ...known };
  };
}

function readClientId(assertion: string): string {
  if (assertion.length > maxLength) throw invalidClient();
  try {
    const { sub } = decodeJwt(assertion);
    if (typeof sub === 'string') return sub;
  } catch (cause) {
    throw invalidClient(cause);
  }
  throw invalidClient();
}

async function findKeys({ db, clients, load }: CheckAssertionDeps, clientId: string): Promise<KeyHolder> {
  const row = await clients.find(db, clientId);
  if (row !== undefined && row.status !== 'active') throw invalidClient();
  const method = row?.metadata['token_endpoint_auth_method'];
  if (row !== undefined && method !== 'private_key_jwt') throw invalidClient();
  const own = keysOf(row?.metadata['jwks']);
  if (row !== undefined && own !== undefined) return { keys: own, ...vouchedBy(row), row };
  const { provider } = await load();
  const client = await provider.Client.find(clientId).catch(refuseUnreadable);
  if (client?.clientAuthMethod !== 'private_key_jwt') throw invalidClient();
  const store: unknown = Reflect.get(client, 'asymmetricKeyStore');
  const keys = await readStore(store);
  return { keys, ...(row === undefined ? {} : { ...vouchedBy(row), row }) };
}

/** A document that cannot be fetched, or describes no client, is the client's fault, not ours. */
function refuseUnreadable(error: unknown): never {
  const status: unknown = Reflect.get(Object(error), 'statusCode');
  throw typeof status === 'number' && status < 500 ? invalidClient(error) : error;
}

/** Reads the provider's key store of a client. It fetches the `jwks_uri` through the guarded fetch. */
async function readStore(store: unknown): Promise<JWK[]> {
  if (typeof store !== 'object' || store === null || !(Symbol.iterator in store)) throw invalidClient();
  const refresh: unknown = Reflect.get(store, 'refresh');
  if (typeof refresh === 'function') {
    await Promise.resolve(Reflect.apply(refresh, store, [])).catch(refuseUnreadable);
  }
  return [...(store as Iterable<JWK>)];
}

function keysOf(jwks: unknown): JWK[] | undefined {
  const keys: unknown = typeof jwks === 'object' && jwks !== null ? Reflect.get(jwks, 'keys') : undefined;
  // The keys were checked when the client was registered.
  return Array.isArray(keys) ? (keys as JWK[]) : undefined;
}

type Rules = Parameters<typeof jwtVerify>[2];

/** Tries one key after the other: a client need not name its key. */
async function verifyByOne(assertion: string, keys: readonly JWK[], rules: Rules): Promise<JWTPayload> {
  let last: unknown;
  for (const candidate of await candidates(assertion, keys)) {
    try {
      return (await jwtVerify(assertion, candidate, rules)).payload;
    } catch (error) {
      last = error;
    }
  }
  throw invalidClient(last);
}

async function candidates(assertion: string, keys: readonly JWK[]) {
  try {
    const { alg, kid } = decodeProtectedHeader(assertion);
    const fitting = keys.filter(
      (key) => (kid === undefined || key.kid === undefined || key.kid === kid) && fits(key, alg ?? ''),
    );
    return await Promise.all(fitting.map((key) => importKey(key, alg)));
  } catch (cause) {
    throw invalidClient(cause);
  }
}

/** Imported keys, by their whole content: importing a key takes as long as verifying a signature. */
const imported = new Map<string, Awaited<ReturnType<typeof importJWK>>>();
const maxImported = 1_000;

async function importKey(key: JWK, alg: string | undefined) {
  const name = JSON.stringify([alg, key]);
  const known = imported.get(name);
  if (known !== undefined) return known;
  const made = await importJWK(key, alg);
  if (imported.size >= maxImported) imported.clear();
  imported.set(name, made);
  return made;
}

function fits({ kty, crv, alg: own }: JWK, alg: string): boolean {
  if (own !== undefined && own !== alg) return false;
  if (alg.startsWith('ES')) return kty === 'EC' && crv === `P-${alg === 'ES512' ? '521' : alg.slice(2)}`;
  if (alg.startsWith('PS') || alg.startsWith('RS')) return kty === 'RSA';
  return kty === 'OKP';
}
