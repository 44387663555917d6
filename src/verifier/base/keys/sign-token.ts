/**
 * Signs compact JWS with ES256 (RFC 7515) by the passport key: passports, status tokens, revocation lists. `typ` distinguishes
 * them.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import type { PassportKey } from './key-file.ts';

/** Signs claims as a token of a type. */
export function signToken(key: PassportKey, typ: string, claims: unknown): string {
  const header = { typ, alg: 'ES256', kid: key.kid };
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${toBase64Url(key.sign(Buffer.from(input)))}`;
}

function encode(value: unknown): string {
  return toBase64Url(Buffer.from(JSON.stringify(value)));
}
