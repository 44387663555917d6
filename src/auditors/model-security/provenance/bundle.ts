// Reads the detached signature of a model: a Sigstore bundle (JSON) with a DSSE envelope and its verification material.

import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The signature cannot be read. */
export class BundleError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BundleError';
  }
}

export type BundleMaterial =
  /** With a key. The hint is the hash of the key, if the bundle has one. */
  | { kind: 'key'; hint: string }
  /** With a certificate and its chain, leaf first (DER). */
  | { kind: 'certificate'; chain: Uint8Array[] }
  /** With a short-lived certificate and a transparency log. */
  | { kind: 'keyless' };

/** The parts of a bundle that OpenSSF Model Signing uses. */
export interface ModelBundle {
  payloadType: string;
  payload: Uint8Array;
  signature: Uint8Array;
  material: BundleMaterial;
  /** The parsed JSON, for the keyless verifier. */
  json: unknown;
}

/** Lists of files with digests are long; no honest list is longer. */
export const maxBundleBytes = 64 * 1024 * 1024;

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/_-]*={0,2}$' });
const Certificate = Type.Object({ rawBytes: Base64 });
const BundleSchema = Type.Object({
  mediaType: Type.String({ maxLength: 200 }),
  verificationMaterial: Type.Object({
    publicKey: Type.Optional(Type.Object({ hint: Type.Optional(Type.String({ maxLength: 1000 })) })),
    x509CertificateChain: Type.Optional(
      Type.Object({ certificates: Type.Array(Certificate, { minItems: 1, maxItems: 16 }) }),
    ),
    certificate: Type.Optional(Certificate),
    tlogEntries: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 16 })),
  }),
  dsseEnvelope: Type.Object({
    payload: Base64,
    payloadType: Type.String({ maxLength: 200 }),
    // DSSE allows several signatures; a Sigstore bundle has exactly one, so it is clear which one counts.
    signatures: Type.Array(Type.Object({ sig: Base64 }), { minItems: 1, maxItems: 1 }),
  }),
});
const bundleSchema = Compile(BundleSchema);

const mediaTypes =
  /^application\/vnd\.dev\.sigstore\.bundle(?:\+json;version=0\.[123]|\.v0\.[0-9]{1,2}(?:\.[0-9]{1,2})?\+json)$/;

/** Reads a bundle. */
export function parseBundle(bytes: Uint8Array): ModelBundle {
  if (bytes.length > maxBundleBytes) throw new BundleError('The signature is too large.');
  const json = parseJson(bytes);
  if (!bundleSchema.Check(json)) throw new BundleError('The signature is no Sigstore bundle with a DSSE envelope.');
  if (!mediaTypes.test(json.mediaType)) throw new BundleError('The media type is not that of a Sigstore bundle.');
  const { dsseEnvelope } = json;
  const [signature] = dsseEnvelope.signatures;
  return {
    payloadType: dsseEnvelope.payloadType,
    payload: Buffer.from(dsseEnvelope.payload, 'base64'),
    signature: Buffer.from(signature?.sig ?? '', 'base64'),
    material: toMaterial(json.verificationMaterial),
    json,
  };
}

function toMaterial(material: Static<typeof BundleSchema>['verificationMaterial']): BundleMaterial {
  const { publicKey, x509CertificateChain, certificate, tlogEntries = [] } = material;
  const kinds = [publicKey, x509CertificateChain, certificate].filter((part) => part !== undefined).length;
  if (kinds !== 1) throw new BundleError('The signature must hold exactly one of key, certificate or chain.');
  // Log entries belong to keyless signing, except in older bundles, which hold a chain.
  if (certificate !== undefined || tlogEntries.length > 0) return { kind: 'keyless' };
  if (publicKey !== undefined) return { kind: 'key', hint: publicKey.hint ?? '' };
  const chain = x509CertificateChain?.certificates ?? [];
  return { kind: 'certificate', chain: chain.map(({ rawBytes }) => Buffer.from(rawBytes, 'base64')) };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BundleError('The signature is no JSON.', { cause: error });
  }
}
