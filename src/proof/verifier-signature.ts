/** Checks the signature of a token by a key of a verifier that the caller trusts (RFC 7515, RFC 8725). */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { ParsedJws } from './jws.ts';
import { type Refusal, refuse } from './verdict.ts';
import type { VerifierKey } from './verifier-key.ts';

/** Undefined when a trusted key signed exactly these bytes. `what` names the token in the sentence. */
export async function findSignatureProblem(
  jws: ParsedJws,
  { keys, crypto, what }: { keys: readonly VerifierKey[]; crypto: ProofCrypto; what: string },
): Promise<Refusal | undefined> {
  const key = keys.find((candidate) => candidate.kid === jws.kid);
  if (key === undefined) return refuse('key_unknown', `${what} is signed by a key that is not trusted`);
  // The key decides the algorithm, never the header (RFC 8725 section 3.1).
  if (key.alg !== jws.alg) return refuse('alg', 'the algorithm is not the one of the key');
  const { signingInput, signature } = jws;
  const holds =
    key.jwk.kty === 'EC'
      ? await crypto.verifyEs256(key.jwk, signingInput, signature)
      : await crypto.verifyEd25519(key.jwk, signingInput, signature);
  return holds ? undefined : refuse('signature_invalid', 'the signature does not match these bytes');
}
