/**
 * Opens documents that a verifier signed for gateways: a compact JWS of the right type, by a trusted key, for this
 * organisation, of a supported version. Pure; never throws.
 */
import { fromBase64Url, sha256Hex, verifyEs256 } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { BundleKey } from '../../contract/control/config-bundle.ts';

/** Why a document is refused; the label of the metric. */
export const refusalReasons = [
  'too_large',
  'format',
  'key_unknown',
  'signature',
  'schema_version',
  'schema',
  'organization',
  'rollback',
  'keys',
  'unusable',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A refused document. */
export interface SignedRefusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly detail: string;
}

/** Members of every document. */
export interface SignedDocument {
  readonly org_id: string;
  readonly lineage: string;
  readonly revision: number;
  readonly keys: readonly BundleKey[];
}

/** A valid document. */
export interface Opened<Document extends SignedDocument> {
  readonly ok: true;
  readonly document: Document;
  /** `sha256:` and the hash of its payload: signatures over one revision may differ, their payload may not. */
  readonly hash: string;
  readonly kid: string;
}

export interface Trust {
  readonly keys: readonly BundleKey[];
  readonly orgId: string;
}

/** One kind of document. */
export interface SignedKind<Document extends SignedDocument> {
  /** `typ` of its header. */
  readonly type: string;
  /** Newest supported version; every version of its major is supported. */
  readonly schemaVersion: string;
  readonly maxChars: number;
  isShape(value: unknown): value is Document;
  /** Describes where a value does not match the shape. */
  faultOf(value: unknown): string;
  /** Why the document is ambiguous or belongs to somebody else; undefined if valid. */
  findAmbiguity(document: Document): string | undefined;
}

const maxHeaderChars = 2_048;
const checkHeader = Compile(
  Type.Object(
    {
      alg: Type.Literal('ES256'),
      typ: Type.String({ minLength: 1, maxLength: 64 }),
      kid: Type.String({ minLength: 1, maxLength: 256 }),
    },
    // An additional member could be a `crit` or another key. Only these three are supported (RFC 8725 3.1).
    { additionalProperties: false },
  ),
);
const checkVersion = Compile(
  Type.Object({ schema_version: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$' }) }),
);

/** Opens a foreign text as a document of this kind. */
export function openSigned<Document extends SignedDocument>(
  jws: string,
  kind: SignedKind<Document>,
  { keys, orgId }: Trust,
): Opened<Document> | SignedRefusal {
  if (jws.length > kind.maxChars) return refuse('too_large', `it is longer than ${kind.maxChars} characters`);
  const parts = jws.split('.', 4);
  const [headerPart = '', payloadPart = '', signaturePart = ''] = parts;
  if (parts.length !== 3 || headerPart.length > maxHeaderChars) return refuse('format', 'it is not a compact JWS');
  const header = decode(headerPart);
  const payload = decode(payloadPart);
  const signature = decode(signaturePart);
  if (header === undefined || payload === undefined || signature === undefined) {
    return refuse('format', 'a part of it is not canonical base64url');
  }
  const named = parseJson(header);
  if (!checkHeader.Check(named) || named.typ !== kind.type) {
    return refuse('format', `its header is not the header of a ${kind.type} with ES256`);
  }
  const key = keys.find(({ kid }) => kid === named.kid);
  if (key === undefined) return refuse('key_unknown', `the untrusted key ${named.kid} signed it`);
  const { kty, crv, x, y } = key;
  const signed = Buffer.from(jws.slice(0, headerPart.length + 1 + payloadPart.length), 'latin1');
  if (!verifyEs256({ kty, crv, x, y }, signed, signature)) return refuse('signature', 'its signature is invalid');
  return readPayload(payload, kind, { kid: named.kid, orgId });
}

function readPayload<Document extends SignedDocument>(
  bytes: Uint8Array,
  kind: SignedKind<Document>,
  { kid, orgId }: { readonly kid: string; readonly orgId: string },
): Opened<Document> | SignedRefusal {
  const value = parseJson(bytes);
  if (!checkVersion.Check(value)) return refuse('schema', 'it names no version of its schema');
  const [major] = kind.schemaVersion.split('.', 1);
  if (value.schema_version.split('.', 1)[0] !== major) {
    return refuse('schema_version', `its schema version is ${value.schema_version}; only ${major} is understood`);
  }
  if (!kind.isShape(value)) return refuse('schema', kind.faultOf(value));
  if (value.org_id !== orgId)
    return refuse('organization', `it belongs to organisation ${value.org_id}, not to ${orgId}`);
  if (!value.keys.some((known) => known.kid === kid)) return refuse('keys', 'its signer is not among its keys');
  const ambiguity = kind.findAmbiguity(value);
  if (ambiguity !== undefined) return refuse('schema', ambiguity);
  return { ok: true, document: value, hash: `sha256:${sha256Hex(bytes)}`, kid };
}

interface ShapeError {
  readonly instancePath: string;
  readonly message: string;
}

/** Describes the first place at which a value does not match a shape. */
export function describeFault(shape: { Errors(value: unknown): readonly ShapeError[] }, value: unknown): string {
  const [first] = shape.Errors(value);
  return `${first?.instancePath || '/'} ${first?.message ?? 'is not of the shape'}`;
}

/** Describes a repeated item of a list. Two entries for one thing are ambiguous. */
export function findTwice<Item>(
  what: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): string | undefined {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) return `it contains ${what} ${name} twice`;
    seen.add(name);
  }
  return undefined;
}

function decode(part: string): Uint8Array | undefined {
  try {
    return fromBase64Url(part);
  } catch {
    return undefined;
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function refuse(reason: RefusalReason, detail: string): SignedRefusal {
  return { ok: false, reason, detail };
}
