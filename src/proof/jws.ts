/**
 * Strict compact JWS (RFC 7515 section 7.1): exactly three parts, canonical base64url, one signature, an `alg` from
 * the caller's allow-list (RFC 8725 sections 3.1, 3.11), an exact `typ`, and no `crit`, because no extension is
 * supported. The header's key hints (`jwk`, `jku`, `x5c`, `x5u`) are never read: the key is one that the caller
 * trusts, by `kid`.
 */
import { isRecord } from '@assay/sdk/contract';
import { fromBase64Url } from '@assay/sdk/crypto';
import { type JsonLimits, parseStrictJsonBytes } from './json.ts';
import { type Refusal, refuse } from './verdict.ts';

export type JwsAlgorithm = 'EdDSA' | 'ES256';

export interface ParsedJws {
  readonly alg: JwsAlgorithm;
  readonly kid: string;
  /** The exact signed bytes: header part, dot, payload part. */
  readonly signingInput: Uint8Array;
  /** Raw 64 bytes: Ed25519, or r||s of P-256. */
  readonly signature: Uint8Array;
  readonly payload: Uint8Array;
}

export interface JwsRules {
  readonly typ: string;
  readonly algs: readonly JwsAlgorithm[];
  readonly maxChars: number;
}

const headerLimits: JsonLimits = { maxChars: 2048, maxDepth: 8 };
const signatureBytes = 64;
const maxKidChars = 256;

/** Parses a foreign value as a compact JWS without checking its signature. Never throws. */
export function parseJws(candidate: unknown, rules: JwsRules): { ok: true; jws: ParsedJws } | Refusal {
  if (typeof candidate !== 'string') return refuse('jws', 'the JWS must be text');
  if (candidate.length > rules.maxChars) return refuse('too_large', `longer than ${rules.maxChars} characters`);
  const parts = candidate.split('.', 4);
  const [headerPart, payloadPart, signaturePart] = parts;
  if (parts.length !== 3 || !headerPart || !payloadPart || !signaturePart) {
    return refuse('jws', 'a compact JWS must have exactly three parts, none of them empty');
  }
  const header = decodePart(headerPart);
  const payload = decodePart(payloadPart);
  const signature = decodePart(signaturePart);
  if (header === undefined || payload === undefined || signature === undefined) {
    return refuse('jws', 'a part is not canonical base64url');
  }
  const read = readHeader(header, rules);
  if (!read.ok) return read;
  if (signature.byteLength !== signatureBytes) return refuse('length', `a signature must have ${signatureBytes} bytes`);
  const signingInput = new TextEncoder().encode(candidate.slice(0, candidate.lastIndexOf('.')));
  return { ok: true, jws: { alg: read.alg, kid: read.kid, signingInput, signature, payload } };
}

/** Parses the payload of a JWS as a JSON object. Call it after the signature check. Never throws. */
export function parsePayload(
  jws: ParsedJws,
  limits: JsonLimits,
): { ok: true; value: Record<string, unknown> } | Refusal {
  const json = parseStrictJsonBytes(jws.payload, limits);
  if (!json.ok) return json;
  return isRecord(json.value) ? { ok: true, value: json.value } : refuse('json', 'the payload must be an object');
}

type HeaderResult = { ok: true; alg: JwsAlgorithm; kid: string } | Refusal;

function readHeader(bytes: Uint8Array, rules: JwsRules): HeaderResult {
  const json = parseStrictJsonBytes(bytes, headerLimits);
  if (!json.ok) return json;
  if (!isRecord(json.value)) return refuse('jws', 'the header must be an object');
  const { alg, typ, kid } = json.value;
  if (Object.hasOwn(json.value, 'crit'))
    return refuse('crit', 'the header requires an extension that is not supported');
  const allowed = rules.algs.find((name) => name === alg);
  if (allowed === undefined) return refuse('alg', `the algorithm must be ${rules.algs.join(' or ')}`);
  if (typ !== rules.typ) return refuse('typ', `the type must be ${rules.typ}`);
  if (typeof kid !== 'string' || kid === '' || kid.length > maxKidChars)
    return refuse('jws', 'the header names no key');
  return { ok: true, alg: allowed, kid };
}

function decodePart(part: string): Uint8Array | undefined {
  try {
    return fromBase64Url(part);
  } catch {
    return undefined;
  }
}
