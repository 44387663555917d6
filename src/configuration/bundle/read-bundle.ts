/**
 * Checks a bundle before anything of it is acted on: a compact JWS of the right type by a key that is trusted, of a version
 * that is understood, for this organisation, and of one meaning. Pure; whatever fails keeps the bundle out.
 */
import { fromBase64Url, sha256Hex, verifyEs256 } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type BundleKey,
  type ConfigBundle,
  ConfigBundleSchema,
  configBundleSchemaVersion,
  configBundleType,
} from '../../contract/control/config-bundle.ts';

/** Why a bundle is kept out; the label of the metric. */
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
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A bundle that holds. */
export interface SoundBundle {
  readonly bundle: ConfigBundle;
  readonly jws: string;
  /** `<lineage>.<revision>`. */
  readonly version: string;
  /** `sha256:` and the hash of its payload: the signature over one revision may differ, what is signed may not. */
  readonly hash: string;
  readonly kid: string;
}

export interface BundleRefusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly detail: string;
}

export type BundleReading = { readonly ok: true; readonly sound: SoundBundle } | BundleRefusal;

export interface BundleTrust {
  readonly keys: readonly BundleKey[];
  readonly orgId: string;
}

/** Longest bundle in characters. */
export const maxBundleChars: number = 64 * 1024 * 1024;
const maxHeaderChars = 2_048;

const checkHeader = Compile(
  Type.Object(
    {
      alg: Type.Literal('ES256'),
      typ: Type.Literal(configBundleType),
      kid: Type.String({ minLength: 1, maxLength: 256 }),
    },
    // A member more could be a `crit` or another key: nothing but these three is understood here (RFC 8725 3.1).
    { additionalProperties: false },
  ),
);
const checkVersion = Compile(
  Type.Object({ schema_version: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$' }) }),
);
const checkShape = Compile(ConfigBundleSchema);
const supportedMajor = configBundleSchemaVersion.split('.', 1)[0];

/** Reads a foreign text as a bundle. Never throws for what it holds. */
export function readBundle(jws: string, { keys, orgId }: BundleTrust): BundleReading {
  if (jws.length > maxBundleChars) return refuse('too_large', `it is longer than ${maxBundleChars} characters`);
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
  if (!checkHeader.Check(named)) return refuse('format', `its header is not that of a ${configBundleType} by ES256`);
  const key = keys.find(({ kid }) => kid === named.kid);
  if (key === undefined)
    return refuse('key_unknown', `it is signed by the key ${named.kid}, which is not trusted here`);
  const { kty, crv, x, y } = key;
  const signed = Buffer.from(jws.slice(0, headerPart.length + 1 + payloadPart.length), 'latin1');
  if (!verifyEs256({ kty, crv, x, y }, signed, signature)) return refuse('signature', 'its signature does not hold');
  return readPayload(payload, { jws, kid: named.kid, orgId });
}

function readPayload(bytes: Uint8Array, signed: { jws: string; kid: string; orgId: string }): BundleReading {
  const { jws, kid, orgId } = signed;
  const value = parseJson(bytes);
  if (!checkVersion.Check(value)) return refuse('schema', 'it names no version of its schema');
  if (value.schema_version.split('.', 1)[0] !== supportedMajor) {
    return refuse(
      'schema_version',
      `its schema version is ${value.schema_version}; only ${supportedMajor} is understood`,
    );
  }
  if (!checkShape.Check(value)) {
    const first = checkShape.Errors(value)[0];
    return refuse('schema', `${first?.instancePath || '/'} ${first?.message ?? 'is not of the shape of a bundle'}`);
  }
  if (value.org_id !== orgId) return refuse('organization', `it is of organisation ${value.org_id}, not of ${orgId}`);
  if (!value.keys.some((known) => known.kid === kid)) return refuse('keys', 'its signer is not among its keys');
  const ambiguity = findAmbiguity(value);
  if (ambiguity !== undefined) return refuse('schema', ambiguity);
  const version = `${value.lineage}.${value.revision}`;
  return { ok: true, sound: { bundle: value, jws, version, hash: `sha256:${sha256Hex(bytes)}`, kid } };
}

/** Two entries for one thing could be read in two ways; a foreign scope belongs to somebody else. */
function findAmbiguity(bundle: ConfigBundle): string | undefined {
  const { workspaces, agents, auditors, settings, policies, org_id: orgId, api_keys: apiKeys = [] } = bundle;
  const scopes = [...settings, ...policies].map(({ scope }) => scope);
  const foreign = scopes.find(({ level, id }) => level === 'org' && id !== orgId);
  if (foreign !== undefined) return `it holds something of organisation ${foreign.id}`;
  return (
    findTwice('workspace', workspaces, ({ id }) => id) ??
    findTwice('agent', agents, ({ id }) => id) ??
    findTwice('API key', apiKeys, ({ sha256 }) => sha256) ??
    findTwice('key of access tokens', bundle.access_tokens?.keys ?? [], ({ kid }) => kid) ??
    findTwice('auditor', auditors, ({ id }) => id) ??
    findTwice('setting', settings, ({ scope, auditor_id: id }) => `${id} of ${scope.level} ${scope.id}`) ??
    // A name is unique in its scope, and presets give the same names to every workspace.
    findTwice('policy', policies, ({ scope, id, mode }) => `${mode} ${id} of ${scope.level} ${scope.id}`)
  );
}

/** Scope ids and policy names hold no space, so that two different places never give one name. */
function findTwice<Item>(what: string, items: readonly Item[], nameOf: (item: Item) => string): string | undefined {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) return `it holds ${what} ${name} twice`;
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

function refuse(reason: RefusalReason, detail: string): BundleRefusal {
  return { ok: false, reason, detail };
}
