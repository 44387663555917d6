/** Signs access tokens of the issuer. */
import type { SigningKey } from '../../base/signing-keys/key-file.ts';

/** Signs an access token (RFC 9068). */
export function signAccessToken(key: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const header = { alg: 'ES256', typ: 'at+jwt', kid: key.kid };
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${Buffer.from(key.sign(Buffer.from(input))).toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
