/**
 * Checks a JWT-SVID (SPIFFE JWT-SVID, sections 2 to 5) against the keys of its trust domain. Pure but for the keys, which
 * the caller hands in; whether the agent behind it still runs is the caller's to ask.
 */
import type * as Jose from 'jose';
import { parseSpiffeId, type SpiffeId } from '../../contract/spiffe.ts';

/** A public key as a bundle has it. */
export type BundleJwk = Readonly<Record<string, unknown>> & { readonly kty: string };

export interface SvidRules {
  /** Who the document has to be for. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Keys of a trust domain, or the one that the document names; undefined for a domain that is not trusted here. */
  readonly findKeys: (trustDomain: string, kid: string | undefined) => Promise<readonly BundleJwk[] | undefined>;
  /** How far other clocks may be off, for documents of other processes; none if absent. */
  readonly leewayS?: number;
}

export const svidFaults = [
  'malformed',
  'header',
  'algorithm',
  'subject',
  'trust_domain',
  'audience',
  'expired',
  'not_yet_valid',
  'key',
  'signature',
] as const;
export type SvidFault = (typeof svidFaults)[number];

export interface JwtSvid {
  readonly spiffeId: string;
  readonly id: SpiffeId;
  readonly audience: string;
  /** Seconds since the epoch. */
  readonly expiresAtS: number;
  readonly jti: string | undefined;
}

export type SvidResult =
  | { readonly ok: true; readonly svid: JwtSvid }
  | { readonly ok: false; readonly fault: SvidFault };

const maxLength = 8_192;
const part = '[A-Za-z0-9_-]+';
const compact = new RegExp(`^(${part})\\.(${part})\\.(${part})$`);
/** RS, ES and PS, and nothing else: no EdDSA, no HMAC, no `none`. */
const algorithms: Readonly<Record<string, { readonly kty: string; readonly crv?: string }>> = {
  ...{ RS256: { kty: 'RSA' }, RS384: { kty: 'RSA' }, RS512: { kty: 'RSA' } },
  ...{ PS256: { kty: 'RSA' }, PS384: { kty: 'RSA' }, PS512: { kty: 'RSA' } },
  ...{ ES256: { kty: 'EC', crv: 'P-256' }, ES384: { kty: 'EC', crv: 'P-384' }, ES512: { kty: 'EC', crv: 'P-521' } },
};
const headers = new Set(['alg', 'kid', 'typ']);

/** Who a document speaks for, or why it speaks for nobody. */
export async function verifyJwtSvid(token: string, rules: SvidRules): Promise<SvidResult> {
  const read = readParts(token);
  if (read === undefined) return fail('malformed');
  const { header, claims } = read;
  const fault = checkHeader(header);
  if (fault !== undefined) return fail(fault);
  const svid = readClaims(claims, rules);
  if (typeof svid === 'string') return fail(svid);
  const kid = typeof header['kid'] === 'string' ? header['kid'] : undefined;
  const keys = await rules.findKeys(svid.id.trustDomain, kid);
  if (keys === undefined) return fail('trust_domain');
  const fitting = keys.filter((key) => fits(key, header));
  if (fitting.length === 0) return fail('key');
  for (const key of fitting) if (await isSignedBy(token, key, String(header['alg']))) return { ok: true, svid };
  return fail('signature');
}

type Members = Readonly<Record<string, unknown>>;

function readParts(token: string): { readonly header: Members; readonly claims: Members } | undefined {
  const [, first, second, signature = ''] = token.length > maxLength ? [] : (compact.exec(token) ?? []);
  if (!isCanonical(signature)) return undefined;
  const [header, claims] = [readJson(first), readJson(second)];
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

function readJson(text: string | undefined): Members | undefined {
  if (text === undefined || !isCanonical(text)) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64url')));
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One text for one value: bits that base64url leaves open are zero. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkHeader(header: Members): SvidFault | undefined {
  const { alg, kid, typ } = header;
  if (Object.keys(header).some((name) => !headers.has(name))) return 'header';
  if (kid !== undefined && typeof kid !== 'string') return 'header';
  if (typ !== undefined && typ !== 'JWT' && typ !== 'JOSE') return 'header';
  return typeof alg === 'string' && Object.hasOwn(algorithms, alg) ? undefined : 'algorithm';
}

function readClaims(claims: Members, { audience, now, leewayS = 0 }: SvidRules): JwtSvid | SvidFault {
  const { sub, aud, exp, nbf, iat, jti } = claims;
  const id = typeof sub === 'string' ? parseSpiffeId(sub) : undefined;
  // An identity is that of a workload, written as it is always written: another spelling is another name to whoever compares.
  if (typeof sub !== 'string' || id === undefined || id.path.length === 0) return 'subject';
  if (sub !== ['spiffe:/', id.trustDomain, ...id.path].join('/')) return 'subject';
  const list = Array.isArray(aud) ? aud : [aud];
  // One document is for one reader: several could each show it to the others.
  if (list.length !== 1 || list[0] !== audience) return 'audience';
  const nowS = now / 1000;
  if (typeof exp !== 'number' || !Number.isFinite(exp) || exp + leewayS <= nowS) return 'expired';
  for (const time of [nbf, iat]) {
    if (time !== undefined && (typeof time !== 'number' || !(time - leewayS <= nowS))) return 'not_yet_valid';
  }
  if (jti !== undefined && typeof jti !== 'string') return 'malformed';
  return { spiffeId: sub, id, audience, expiresAtS: exp, jti };
}

let jose: Promise<typeof Jose> | undefined;

/** Once: a loader that stands between is asked again for every `import()`. */
function loadJose(): Promise<typeof Jose> {
  jose ??= import('jose');
  return jose;
}

/** A key signs with its own algorithm only, and only what its bundle has it for. */
function fits(key: BundleJwk, { alg, kid }: Members): boolean {
  const wanted = typeof alg === 'string' ? algorithms[alg] : undefined;
  if (wanted === undefined || key.kty !== wanted.kty || (wanted.crv !== undefined && key['crv'] !== wanted.crv))
    return false;
  if (key['alg'] !== undefined && key['alg'] !== alg) return false;
  if (key['use'] !== 'jwt-svid') return false;
  return kid === undefined || key['kid'] === kid;
}

async function isSignedBy(token: string, key: BundleJwk, alg: string): Promise<boolean> {
  const { compactVerify, errors } = await loadJose();
  const used = await importKey(key, alg);
  if (used === undefined) return false;
  try {
    await compactVerify(token, used, { algorithms: [alg] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Undefined for what is no key of that algorithm: whoever published it cannot have signed with it. */
async function importKey(key: BundleJwk, alg: string) {
  // The use is one of bundles; the library knows those of RFC 7517 only.
  const { use: _use, ...jwk } = key;
  // By all that it is: to import a key takes as long as to check a signature with it.
  const name = JSON.stringify([alg, jwk]);
  const known = imported.get(name);
  if (known !== undefined) return known;
  const { importJWK } = await loadJose();
  const made = await importJWK(jwk, alg).catch(() => undefined);
  if (made === undefined) return undefined;
  if (imported.size >= maxImported) imported.clear();
  imported.set(name, made);
  return made;
}

type ImportedKey = Awaited<ReturnType<typeof Jose.importJWK>>;
const imported = new Map<string, ImportedKey>();
const maxImported = 100;

function fail(fault: SvidFault): SvidResult {
  return { ok: false, fault };
}
