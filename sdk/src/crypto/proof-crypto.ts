/** The primitives of proof checks as an interface, so that the same check runs on Node and in a browser. */
import type { EcPublicJwk, OkpPublicJwk } from './jwk.ts';

/** A value, or a promise of it: Node answers synchronously, WebCrypto only asynchronously. */
export type Awaitable<T> = T | Promise<T>;

export type HashName = 'sha256' | 'sha384' | 'sha512';

/** Algorithm of a signature. `verifySignature` takes ECDSA signatures as raw r||s. */
export type SignatureAlgorithm =
  | { readonly name: 'ecdsa'; readonly hash: HashName }
  | { readonly name: 'rsa-pss'; readonly hash: HashName; readonly saltLength: number }
  | { readonly name: 'rsa-pkcs1'; readonly hash: HashName }
  | { readonly name: 'ed25519' };

/** A public key as SubjectPublicKeyInfo (DER), with the facts that tell which signatures it can check. */
export type PublicKey =
  | { readonly type: 'ec'; readonly curve: 'P-256' | 'P-384' | 'P-521'; readonly spki: Uint8Array }
  | { readonly type: 'rsa'; readonly bits: number; readonly spki: Uint8Array }
  | { readonly type: 'ed25519'; readonly spki: Uint8Array };

/** Hashing and signature checks. A check answers false for every invalid signature and never throws. */
export interface ProofCrypto {
  sha256(data: Uint8Array): Awaitable<Uint8Array>;
  /** Synchronous hex SHA-256, if the platform has it: long receipt chains verify several times as fast. */
  sha256Hex?(data: Uint8Array): string;
  sha384(data: Uint8Array): Awaitable<Uint8Array>;
  sha512(data: Uint8Array): Awaitable<Uint8Array>;
  verifyEd25519(jwk: OkpPublicJwk, data: Uint8Array, signature: Uint8Array): Awaitable<boolean>;
  /** Raw r||s signature. */
  verifyEs256(jwk: EcPublicJwk, data: Uint8Array, signature: Uint8Array): Awaitable<boolean>;
  /** Checks any signature of X.509, a report or a TPM. False when key and algorithm do not match. */
  verifySignature(
    algorithm: SignatureAlgorithm,
    key: PublicKey,
    data: Uint8Array,
    signature: Uint8Array,
  ): Awaitable<boolean>;
}
