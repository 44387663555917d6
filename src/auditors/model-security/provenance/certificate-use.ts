// Reads fields of X.509 certificates that Node does not expose: key usage, extended key usage, path length, algorithm.

import {
  contextTag,
  type Extensions,
  parseExtensions,
  readDer,
  readSequence,
  toOid,
  unknownCritical,
} from '@assay/sdk/x509';

export interface CertificateUse extends Pick<Extensions, 'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes'> {
  /** A critical extension is unknown; RFC 5280 4.2 requires rejection. */
  hasUnknownCritical: boolean;
  /** Signed with MD5 or SHA-1. Many old roots are, and nobody relies on their own signature. */
  isWeak: boolean;
}

/** Code signing (RFC 5280 4.2.1.12). */
export const codeSigningPurpose = '1.3.6.1.5.5.7.3.3';
/** Any purpose. */
export const anyPurpose = '2.5.29.37.0';

/** Names, identifiers, policies without constraints: they require nothing of a verifier. */
const harmless = ['2.5.29.17', '2.5.29.18', '2.5.29.14', '2.5.29.35', '2.5.29.32'];

/** Signature algorithms over MD5 or SHA-1: RSA, ECDSA, and the older name of RSA with SHA-1. */
const weakAlgorithms = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1', '1.3.14.3.2.29'];

/** Reads a certificate (DER). @throws DerError when it is none. */
export function readCertificateUse(certificate: Uint8Array): CertificateUse {
  const [body, algorithm] = readSequence(readDer(certificate));
  const [name] = readSequence(algorithm);
  const wrapper = readSequence(body).filter(({ tag }) => tag === contextTag(3));
  const { extensions, ...use } = parseExtensions(wrapper);
  return {
    ...use,
    hasUnknownCritical: unknownCritical(extensions, harmless).length > 0,
    isWeak: weakAlgorithms.includes(toOid(name)),
  };
}
