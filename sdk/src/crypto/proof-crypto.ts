/** The few primitives that checking a proof needs, as an interface, so that the same check runs on Node and in a browser. */
import type { EcPublicJwk, OkpPublicJwk } from './jwk.ts';

/** A value, or a promise of it: Node answers at once, WebCrypto only asynchronously. */
export type Awaitable<T> = T | Promise<T>;

/** Hashing and signature checks; a check answers false for whatever does not verify and never throws. */
export interface ProofCrypto {
  sha256(data: Uint8Array): Awaitable<Uint8Array>;
  sha512(data: Uint8Array): Awaitable<Uint8Array>;
  verifyEd25519(jwk: OkpPublicJwk, data: Uint8Array, signature: Uint8Array): Awaitable<boolean>;
  /** Raw r||s signature. */
  verifyEs256(jwk: EcPublicJwk, data: Uint8Array, signature: Uint8Array): Awaitable<boolean>;
}
