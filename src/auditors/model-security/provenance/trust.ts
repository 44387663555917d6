// What the operator trusts to sign models: public keys, certificates, or identities of Sigstore. Read once, refused
// when anything in it can't be used.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { TrustMaterial } from '@sigstore/verify';
import { readTrustedCertificate, type TrustedCertificate } from './certificate-chain.ts';
import { parseTrustedRoot } from './trusted-root.ts';

/** Who may sign, keyless: the certificate's subject and the provider that vouched for it, to the letter. */
export interface TrustedIdentity {
  identity: string;
  issuer: string;
}

/** What the operator gave, as text. */
export interface TrustSettings {
  /** PEM of public keys, one or more in each. */
  publicKeys?: readonly string[];
  /** PEM of certificates that end a chain. */
  rootCertificates?: readonly string[];
  /** The text of Sigstore's trusted_root.json. */
  trustedRoot?: string;
  identities?: readonly TrustedIdentity[];
}

/** Trust, ready to be used. */
export interface ModelTrust {
  keys: readonly KeyObject[];
  anchors: readonly TrustedCertificate[];
  sigstore?: { material: TrustMaterial; identities: readonly TrustedIdentity[] };
}

/** Why a setting can't be trusted. */
export class TrustError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TrustError';
  }
}

/** Reads what the operator gave. */
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

/** Whether there is nothing to verify with. */
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
