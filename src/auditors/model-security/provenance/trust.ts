// The operator's trust for model signers: public keys, certificates, or identities of Sigstore. Read once, and refused if any
// entry is unusable.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { TrustMaterial } from '@sigstore/verify';
import { readTrustedCertificate, type TrustedCertificate } from './certificate-chain.ts';
import { parseTrustedRoot } from './trusted-root.ts';

/** A trusted keyless signer: exact subject of the certificate and exact identity provider. */
export interface TrustedIdentity {
  identity: string;
  issuer: string;
}

/** The operator's settings, as text. */
export interface TrustSettings {
  /** PEM of public keys, one or more in each. */
  publicKeys?: readonly string[];
  /** PEM of certificates at which a chain may end. */
  rootCertificates?: readonly string[];
  /** The text of Sigstore's trusted_root.json. */
  trustedRoot?: string;
  identities?: readonly TrustedIdentity[];
}

export interface ModelTrust {
  keys: readonly KeyObject[];
  anchors: readonly TrustedCertificate[];
  sigstore?: { material: TrustMaterial; identities: readonly TrustedIdentity[] };
}

/** The setting cannot be trusted. */
export class TrustError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TrustError';
  }
}

/** Reads the operator's settings. */
export function createModelTrust(settings: TrustSettings): ModelTrust {
  const { publicKeys = [], rootCertificates = [], trustedRoot, identities = [] } = settings;
  const keys = publicKeys.flatMap((pem) => splitPem(pem, 'PUBLIC KEY')).map(readKey);
  const anchors = rootCertificates.flatMap((pem) => splitPem(pem, 'CERTIFICATE')).map(readAnchor);
  if ((trustedRoot === undefined) !== (identities.length === 0)) {
    throw new TrustError('Keyless signatures need both a trusted root and an identity with its issuer.');
  }
  if (identities.some(({ identity, issuer }) => identity === '' || issuer === '')) {
    throw new TrustError('An identity and its issuer must not be empty.');
  }
  if (trustedRoot === undefined) return { keys, anchors };
  return { keys, anchors, sigstore: { material: readRoot(trustedRoot), identities } };
}

/** True if there is nothing to verify with. */
export function isEmptyTrust({ keys, anchors, sigstore }: ModelTrust): boolean {
  return keys.length === 0 && anchors.length === 0 && sigstore === undefined;
}

function splitPem(pem: string, label: string): string[] {
  const begin = `-----BEGIN ${label}-----`;
  const end = `-----END ${label}-----`;
  const blocks = pem
    .split(begin)
    .slice(1)
    .map((rest) => `${begin}${rest.slice(0, rest.indexOf(end) < 0 ? 0 : rest.indexOf(end))}${end}\n`);
  if (blocks.length === 0) throw new TrustError(`There is no PEM block of a ${label.toLowerCase()}.`);
  return blocks;
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw new TrustError('A public key can not be read.', { cause: error });
  }
}

function readAnchor(pem: string): TrustedCertificate {
  try {
    return readTrustedCertificate(pem);
  } catch (error) {
    throw new TrustError('A root certificate can not be read.', { cause: error });
  }
}

function readRoot(text: string): TrustMaterial {
  try {
    return parseTrustedRoot(text);
  } catch (error) {
    throw new TrustError(error instanceof Error ? error.message : 'The trusted root can not be read.', {
      cause: error,
    });
  }
}
