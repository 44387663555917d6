/**
 * Verifies a JWT-SVID (SPIFFE JWT-SVID, sections 2 to 5) with the keys of its trust domain. Pure except for the keys, which the
 * caller provides. The caller must check that the agent still runs.
 */
import { isRecord } from '@assay/sdk/contract';
import type * as Jose from 'jose';
import { parseSpiffeId, type SpiffeId } from '../../../contract/spiffe.ts';

/** A public key of a bundle. */
export type BundleJwk = Readonly<Record<string, unknown>> & { readonly kty: string };

export interface SvidRules {
  /** The expected audience. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Gives the keys of a trust domain, or the one that the document names; undefined for an untrusted domain. */
  readonly findKeys: (trustDomain: string, kid: string | undefined) => Promise<readonly BundleJwk[] | undefined>;
  /** Allowed clock difference for documents of other processes; none if absent. */
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
/** RS, ES and PS only: no EdDSA, no HMAC, no `none`. */
const algorithms: Readonly<Record<string, { readonly kty: string; readonly crv?: string }>> = {
  RS256: { kty: 'RSA' },
  RS384: { kty: 'RSA' },
  RS512: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  PS384: { kty: 'RSA' },
  PS512: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  ES512: { kty: 'EC', crv: 'P-521' },
};
const headers = new Set(['alg', 'kid', 'typ']);

/** Gives the identity of a document, or the fault that refuses it. */
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
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Accepts one text for each value: the unused bits of base64url must be zero. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
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
  // The id must name a workload, in canonical form: readers that compare texts would take another spelling for another id.
  if (typeof sub !== 'string' || id === undefined || id.path.length === 0) return 'subject';
  if (sub !== ['spiffe:/', id.trustDomain, ...id.path].join('/')) return 'subject';
  const list = Array.isArray(aud) ? aud : [aud];
  // A document is for one reader: several readers could present it to each other.
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

/** Loads it once: a module loader hook would run again for every `import()`. */
function loadJose(): Promise<typeof Jose> {
  jose ??= import('jose');
  return jose;
}

/** Tells whether a key may be used: with its own algorithm, and for the use that its bundle states. */
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

/** Imports a key; undefined if it is not a key of that algorithm, in which case it cannot have signed. */
async function importKey(key: BundleJwk, alg: string) {
  // `use` has a SPIFFE value; the library only knows those of RFC 7517.
  const { use: _use, ...jwk } = key;
  // Cached by its whole content: importing a key takes as long as verifying a signature.
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
