/** Proof checking with node:crypto. */
import { sha256, sha512 } from './hash.ts';
import type { ProofCrypto } from './proof-crypto.ts';
import { verifyEd25519, verifyEs256 } from './verify-signature.ts';

/** The primitives of Node itself. */
export const nodeProofCrypto: ProofCrypto = Object.freeze({ sha256, sha512, verifyEd25519, verifyEs256 });
