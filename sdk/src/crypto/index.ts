/** Hashing, canonical JSON, signatures and encryption of Assay's artefacts. */
export { type AesGcm, createAesGcm } from './aes-gcm.ts';
export { fromBase64, toBase64 } from './base64.ts';
export { fromBase64Url, toBase64Url } from './base64url.ts';
export { canonicalize } from './canonicalize.ts';
export {
  type ChainedRecord,
  digestChained,
  type SignedChainedRecord,
  tokenSuffix,
  tokenSuffixBytes,
} from './chained-record.ts';
export { sha256, sha256Hex, sha384, sha512 } from './hash.ts';
export { type AsyncSigningKey, createHiddenKey, maxSignedBytes } from './hidden-key.ts';
export { SigningKeyGoneError } from './hidden-key-link.ts';
export { type EcPublicJwk, isEd25519Key, isKeyCoordinate, jwkThumbprint, type OkpPublicJwk } from './jwk.ts';
export { appendLeaves, merkleRoot, rootOf } from './merkle.ts';
export {
  type ConsistencyClaim,
  consistencySpans,
  type InclusionClaim,
  inclusionSpans,
  type LeafSpan,
  verifyConsistency,
  verifyInclusion,
} from './merkle-proof.ts';
export { emptyMerkleRange, isMerkleRange, type MerkleRange } from './merkle-range.ts';
export { nodeProofCrypto } from './node-proof-crypto.ts';
export type { Awaitable, HashName, ProofCrypto, PublicKey, SignatureAlgorithm } from './proof-crypto.ts';
export { createEd25519Key, type SigningKey } from './signing-key.ts';
export { verifyEd25519, verifyEs256 } from './verify-signature.ts';
export { createWebProofCrypto } from './web-proof-crypto.ts';
