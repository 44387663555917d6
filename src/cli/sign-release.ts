/** Makes the JWS of a publisher over a release (docs/registries.md), from a private key that stays in this process. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { isRecord } from '@assay/sdk/contract';
import { canonicalize, isKeyCoordinate, jwkThumbprint, toBase64Url } from '@assay/sdk/crypto';
import { releaseType, toAuditorReleaseDocument } from '../contract/release.ts';
import { UsageError } from './options.ts';

export interface ReleaseSigner {
  readonly alg: 'EdDSA' | 'ES256';
  /** From the JWK; its thumbprint by default. */
  readonly kid: string;
  readonly key: KeyObject;
}

type Document = Readonly<Record<string, unknown>>;

/** Gives the signed document of a file. @throws UsageError for an invalid release */
export function toReleaseDocument(value: unknown, file: string): Document {
  if (isRecord(value) && value['model_hash'] !== undefined) return toModelRelease(value, file);
  const labels = isRecord(value) ? value['labels'] : undefined;
  if (!isRecord(value) || !isRecord(labels)) {
    throw new UsageError(
      `${file} does not contain a release: a release of an auditor has image and labels, a release of a model has model_hash.`,
    );
  }
  const text = (from: Document, name: string) => textOf(from, name, file);
  return toAuditorReleaseDocument({
    name: text(value, 'name'),
    version: text(value, 'version'),
    image: text(value, 'image'),
    labels: {
      schema_version: text(labels, 'schema_version'),
      phase: text(labels, 'phase'),
      interfaces: text(labels, 'interfaces'),
    },
    vocabulary_digest: text(value, 'vocabulary_digest'),
    category: text(value, 'category'),
  });
}

function toModelRelease(value: Document, file: string): Document {
  const { version } = value;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) {
    throw new UsageError(`${file}: the version of a model must be a whole number of 1 or more.`);
  }
  return { name: textOf(value, 'name', file), version, model_hash: textOf(value, 'model_hash', file) };
}

function textOf(from: Document, name: string, file: string): string {
  const value = from[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`${file}: ${name} is missing or not a string.`);
}

/** @throws UsageError; never with the key in it. */
export function readSigner(jwk: unknown, file: string): ReleaseSigner {
  const wrong = new UsageError(
    `${file} does not contain a private key: it must be a JWK with d, of kty OKP (Ed25519) or EC (P-256).`,
  );
  if (!isRecord(jwk) || typeof jwk['d'] !== 'string') throw wrong;
  const key = importKey(jwk, wrong);
  const { kty, crv, x, y } = createPublicKey(key).export({ format: 'jwk' });
  const named = jwk['kid'];
  const kidOr = (thumbprint: string) => (typeof named === 'string' && named !== '' ? named : thumbprint);
  if (kty === 'OKP' && crv === 'Ed25519' && isKeyCoordinate(x)) {
    return { alg: 'EdDSA', key, kid: kidOr(jwkThumbprint({ kty, crv, x })) };
  }
  if (kty === 'EC' && crv === 'P-256' && isKeyCoordinate(x) && isKeyCoordinate(y)) {
    return { alg: 'ES256', key, kid: kidOr(jwkThumbprint({ kty, crv, x, y })) };
  }
  throw wrong;
}

function importKey(jwk: Document, wrong: UsageError): KeyObject {
  try {
    return createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    // Without the cause, which may quote the key.
    throw wrong;
  }
}

/** A compact JWS over the canonical form (RFC 8785) of the release. `iat` in seconds. */
export function signRelease({ alg, kid, key }: ReleaseSigner, document: Document, iat: number): string {
  const part = (value: Document) => toBase64Url(new TextEncoder().encode(canonicalize(value)));
  const input = `${part({ alg, kid, typ: releaseType })}.${part({ ...document, iat })}`;
  const bytes = new TextEncoder().encode(input);
  const signature =
    alg === 'EdDSA' ? sign(null, bytes, key) : sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${toBase64Url(signature)}`;
}
