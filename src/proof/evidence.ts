/** Checks one Evidence: the signature over the exact bytes by a known attested key, then every rule of the payload. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type Evidence, EvidenceSchema, evidenceSchemaVersion, evidenceType } from '../contract/evidence.ts';
import { findContentProblem, findHeadProblem } from '../contract/evidence-rules.ts';
import type { OkpKey } from '../contract/key-attestation.ts';
import { sha256Hex, thumbprint, toCanonical } from './hash.ts';
import { type ParsedJws, parseJws, parsePayload } from './jws.ts';
import { createShape } from './shape.ts';
import { clockSkewS, type Refusal, refuse } from './verdict.ts';

/** A key with an accepted attestation, and all attestations that name it. */
export interface EvidenceKey {
  readonly jwk: OkpKey;
  /** `sha256:<hex>` of each accepted key attestation of this key. */
  readonly keyAttestationHashes: readonly string[];
}

export interface EvidenceCheck {
  readonly keys: (kid: string) => EvidenceKey | undefined;
  /** Milliseconds since the epoch; no check reads a clock. */
  readonly now: number;
  readonly crypto: ProofCrypto;
}

export type EvidenceVerdict =
  | { readonly ok: true; readonly evidence: Evidence; readonly hash: string; readonly kid: string }
  | Refusal;

/** Longest Evidence JWS that is read, in characters. */
export const maxEvidenceChars = 4 * 1024 * 1024;
const maxEvidenceDepth = 32;

const parseShape = createShape(EvidenceSchema, 'the evidence');
const supportedMajor = evidenceSchemaVersion.split('.', 1)[0];

/** Proves an Evidence JWS or says why not. Never throws. */
export async function checkEvidence(jws: unknown, check: EvidenceCheck): Promise<EvidenceVerdict> {
  const parsed = parseJws(jws, { typ: evidenceType, algs: ['EdDSA'], maxChars: maxEvidenceChars });
  if (!parsed.ok) return parsed;
  const key = check.keys(parsed.jws.kid);
  if (key === undefined) return refuse('key_unknown', 'no accepted key attestation names the signing key');
  const signed = await checkSignature(parsed.jws, key, check.crypto);
  if (signed !== undefined) return signed;

  const payload = parsePayload(parsed.jws, { maxChars: maxEvidenceChars, maxDepth: maxEvidenceDepth });
  if (!payload.ok) return payload;
  const version = findVersionProblem(payload.value['schema_version']);
  if (version !== undefined) return version;
  const shape = parseShape(payload.value);
  if (!shape.ok) return shape;
  const evidence = shape.value;

  const head = findHeadProblem(evidence);
  if (head !== undefined) return refuse(head.reason, head.message);
  const signer = findSignerProblem(evidence, key, check.now);
  if (signer !== undefined) return signer;
  const content = findContentProblem(evidence);
  if (content !== undefined) return refuse(content.reason, content.message);
  const hashed = await findClaimsHashProblem(evidence, check.crypto);
  if (hashed !== undefined) return hashed;
  return { ok: true, evidence, hash: await sha256Hex(String(jws), check.crypto), kid: parsed.jws.kid };
}

async function checkSignature(jws: ParsedJws, key: EvidenceKey, crypto: ProofCrypto): Promise<Refusal | undefined> {
  const { kty, crv, x } = key.jwk;
  if (jws.kid !== (await thumbprint({ crv, kty, x }, crypto))) {
    return refuse('key_unknown', 'the key id is not the thumbprint of the key it names');
  }
  if (await crypto.verifyEd25519({ kty, crv, x }, jws.signingInput, jws.signature)) return undefined;
  return refuse('signature_invalid', 'the signature does not match these bytes');
}

/** An unknown major version is refused before its shape is read; an unknown minor one is accepted. */
function findVersionProblem(version: unknown): Refusal | undefined {
  if (typeof version === 'string' && version.split('.', 1)[0] === supportedMajor) return undefined;
  return refuse('unsupported', `only evidence of schema version ${supportedMajor} is supported`);
}

function findSignerProblem(evidence: Evidence, key: EvidenceKey, now: number): Refusal | undefined {
  if (evidence.iat > now / 1000 + clockSkewS)
    return refuse('not_yet_valid', 'the time of the evidence is in the future');
  if (!key.keyAttestationHashes.includes(evidence.key_attestation_hash)) {
    return refuse('key_attestation_mismatch', 'the evidence names a key attestation of another key');
  }
  return undefined;
}

async function findClaimsHashProblem(evidence: Evidence, crypto: ProofCrypto): Promise<Refusal | undefined> {
  const canonical = toCanonical(evidence.claims);
  if (canonical === undefined) return refuse('not_canonical', 'the claims have no canonical form (RFC 8785)');
  if ((await sha256Hex(canonical, crypto)) === evidence.claims_hash) return undefined;
  return refuse('claims_hash', 'claims_hash is not the hash of the claims');
}
