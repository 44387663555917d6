/** A DPoP key for tests, and the proofs that it makes. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TestProofKey {
  readonly jkt: string;
  readonly jwk: Record<string, unknown>;
  prove(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export async function aProofKey(alg = 'ES256'): Promise<TestProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    jwk: { ...(await exportJWK(privateKey)) },
    jkt: await calculateJwkThumbprint(jwk),
    prove: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey, { crit: { x: true } }),
  };
}
