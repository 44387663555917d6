/** Detects by content, never by name, which artefact a file holds. Foreign bytes are parsed strictly and within bounds. */
import { isRecord } from '@assay/sdk/contract';
import { fromBase64Url } from '@assay/sdk/crypto';
import { exportFormat } from '@assay/sdk/receipts';
import { decode as decodeCbor } from 'cbor2';
import { bundleFormat } from '../contract/bundle.ts';
import { compositeProfile } from '../contract/composite-passport.ts';
import { evidenceType } from '../contract/evidence.ts';
import { passportType } from '../contract/passport.ts';
import { receiptProofFormat } from '../contract/receipts.ts';
import { decodeUtf8, parseStrictJson, parseStrictJsonBytes } from './json.ts';

export type Artefact =
  | { readonly kind: 'evidence'; readonly jws: string }
  /** The verifier's decoded view with the exact JWS. */
  | { readonly kind: 'evidence_view'; readonly jws: string; readonly view: Readonly<Record<string, unknown>> }
  | { readonly kind: 'passport'; readonly jwt: string }
  /** Of a workflow; its profile tells it apart. */
  | { readonly kind: 'composite_passport'; readonly jwt: string }
  | { readonly kind: 'bundle'; readonly bundle: unknown }
  | { readonly kind: 'receipt'; readonly proof: unknown }
  | { readonly kind: 'receipt_proof'; readonly proof: unknown }
  | { readonly kind: 'receipts' }
  | { readonly kind: 'key_attestation'; readonly attestation: unknown }
  | { readonly kind: 'unknown'; readonly sentence: string };

const maxDepth = 64;
const maxHeadChars = 4096;
const unknownFile =
  'This file cannot be verified: it is not evidence, a passport, a bundle, a receipt, a receipt export or a key attestation.';

/** Detects the artefact in the bytes of a whole file. Never throws. */
export function detectArtefact(bytes: Uint8Array): Artefact {
  if (isCbor(bytes)) return detectCbor(bytes);
  const text = decodeUtf8(bytes)?.trim();
  if (text === undefined)
    return unknown(
      'The file is neither text nor CBOR. To check a hardware report, name its kind: assay attestation verify --kind KIND.',
    );
  if (isReceiptsExport(text)) return { kind: 'receipts' };
  if (text.startsWith('{') || text.startsWith('"')) return detectJson(text);
  return detectJws(text);
}

/** True for text that begins like a receipt export: its first line is a header of that format. */
export function isReceiptsExport(text: string): boolean {
  const end = text.indexOf('\n');
  const first = parseStrictJson(end === -1 ? text : text.slice(0, end), { maxChars: 1024 * 1024, maxDepth: 8 });
  return first.ok && isRecord(first.value) && first.value['format'] === exportFormat;
}

function detectJws(text: string): Artefact {
  const [head = '', ...rest] = text.split('.', 4);
  if (rest.length !== 2) return unknown(unknownFile);
  const typ = readType(head);
  if (typ === evidenceType) return { kind: 'evidence', jws: text };
  if (typ === passportType) return { kind: isComposite(rest[0] ?? '') ? 'composite_passport' : 'passport', jwt: text };
  return unknown('This looks like a signed token, but its type is neither evidence nor passport.');
}

/** Reads the type of a protected header. The check of that artefact decides whether it is valid. */
function readType(head: string): unknown {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64Url(head.slice(0, maxHeadChars + 1));
  } catch {
    return undefined;
  }
  const header = parseStrictJsonBytes(bytes, { maxChars: maxHeadChars, maxDepth: 8 });
  return header.ok && isRecord(header.value) ? header.value['typ'] : undefined;
}

/** True if the payload names the composite profile. The check of that artefact decides whether it is valid. */
function isComposite(payload: string): boolean {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64Url(payload);
  } catch {
    return false;
  }
  const claims = parseStrictJsonBytes(bytes, { maxChars: payload.length, maxDepth: 12 });
  return claims.ok && isRecord(claims.value) && claims.value['eat_profile'] === compositeProfile;
}

function detectJson(text: string): Artefact {
  const json = parseStrictJson(text, { maxChars: text.length, maxDepth });
  if (!json.ok) return unknown(`The file is not valid JSON: ${json.message}.`);
  if (typeof json.value === 'string') return detectJws(json.value);
  return isRecord(json.value) ? detectRecord(json.value) : unknown(unknownFile);
}

function detectRecord(value: Readonly<Record<string, unknown>>): Artefact {
  const { jws, jwt, passport } = value;
  if (value['format'] === bundleFormat) return { kind: 'bundle', bundle: value };
  if (value['format'] === receiptProofFormat) return { kind: 'receipt_proof', proof: value };
  if (typeof jws === 'string') return { kind: 'evidence_view', jws, view: value };
  if (typeof jwt === 'string')
    return { kind: isComposite(jwt.split('.', 2)[1] ?? '') ? 'composite_passport' : 'passport', jwt };
  if (typeof value['record'] === 'string' && typeof value['signature'] === 'string')
    return { kind: 'receipt', proof: value };
  if (isRecord(value['cmw']) && isRecord(value['runtime_data'])) return { kind: 'key_attestation', attestation: value };
  if (isRecord(value['key_attestation'])) return { kind: 'key_attestation', attestation: value['key_attestation'] };
  if (passport !== undefined) return unknown(`The format of this bundle is not ${bundleFormat}.`);
  return unknown(unknownFile);
}

/** A CBOR map (major type 5), or the self-described tag before one (RFC 8949 section 3.4.6). */
function isCbor(bytes: Uint8Array): boolean {
  const [first = 0, second, third] = bytes;
  return (first >= 0xa0 && first <= 0xbf) || (first === 0xd9 && second === 0xd9 && third === 0xf7);
}

function detectCbor(bytes: Uint8Array): Artefact {
  let value: unknown;
  try {
    value = decodeCbor(bytes, {
      maxDepth,
      rejectDuplicateKeys: true,
      rejectStreaming: true,
      rejectUndefined: true,
      rejectBigInts: true,
    });
  } catch (error) {
    return unknown(`The file is not valid CBOR (${error instanceof Error ? error.message : 'unreadable'}).`);
  }
  const record = isTagged(value) ? value.contents : value;
  return isRecord(record) ? detectRecord(record) : unknown(unknownFile);
}

function isTagged(value: unknown): value is { contents: unknown } {
  return isRecord(value) && 'contents' in value && 'tag' in value;
}

function unknown(sentence: string): Artefact {
  return { kind: 'unknown', sentence };
}
