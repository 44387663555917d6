// Builds and checks the path from a signing certificate to a trusted one (RFC 5280 section 6, as far as signatures of
// models need it).

import { X509Certificate } from 'node:crypto';
import { DerError } from '@assay/sdk/x509';
import { anyPurpose, type CertificateUse, codeSigningPurpose, readCertificateUse } from './certificate-use.ts';

export type ChainResult = { trusted: true; leaf: X509Certificate } | { trusted: false; reason: string };

export interface ChainTrust {
  /** Certificates that the operator trusts: roots, or any certificate on the path. */
  anchors: readonly TrustedCertificate[];
  /** Time at which all certificates must be valid, in milliseconds since the epoch. */
  at: number;
}

export interface TrustedCertificate {
  certificate: X509Certificate;
  use: CertificateUse;
}

const maxPath = 8;

/** Checks a chain (DER, leaf first) as a bundle carries it. */
export function verifyChain(chain: readonly Uint8Array[], trust: ChainTrust): ChainResult {
  const read = readChain(chain);
  const [leaf, ...intermediates] = read ?? [];
  if (leaf === undefined) return { trusted: false, reason: 'A certificate can not be read.' };
  const at = trust.at;
  if (!isValidAt(leaf, at)) return { trusted: false, reason: 'The signing certificate is not valid at this time.' };
  if (!maySign(leaf.use)) return { trusted: false, reason: 'The signing certificate is not made for signing.' };
  const isReached = reachesAnchor(leaf, intermediates, trust);
  return isReached
    ? { trusted: true, leaf: leaf.certificate }
    : { trusted: false, reason: 'No trusted issuer was found.' };
}

/** Reads one certificate (DER or PEM). */
export function readTrustedCertificate(bytes: Uint8Array | string): TrustedCertificate {
  const certificate = new X509Certificate(bytes);
  return { certificate, use: readCertificateUse(certificate.raw) };
}

/**
 * Walks from the leaf to its issuers, level by level, until one is trusted. Takes each certificate once, on its shortest path: a
 * longer path could only break more path lengths, and cycles of authorities end.
 */
function reachesAnchor(
  leaf: TrustedCertificate,
  intermediates: readonly TrustedCertificate[],
  trust: ChainTrust,
): boolean {
  let open = [...intermediates];
  let level = [leaf];
  for (let below = 0; below < maxPath && level.length > 0; below += 1) {
    if (level.some((from) => isAnchored(from, trust, below))) return true;
    const next = open.filter((issuer) => level.some((from) => mayIssue(issuer, from, below, trust.at)));
    open = open.filter((issuer) => !next.includes(issuer));
    level = next;
  }
  return false;
}

/** True if it is trusted or issued by a trusted certificate. */
function isAnchored(from: TrustedCertificate, trust: ChainTrust, below: number): boolean {
  return trust.anchors.some(
    (anchor) => anchor.certificate.raw.equals(from.certificate.raw) || mayIssue(anchor, from, below, trust.at),
  );
}

/** `below` is the number of authorities between this issuer and the leaf. */
function mayIssue(issuer: TrustedCertificate, subject: TrustedCertificate, below: number, at: number): boolean {
  const { certificate, use } = issuer;
  if (!certificate.ca || !use.isAuthority || use.hasUnknownCritical || !isValidAt(issuer, at)) return false;
  if (subject.use.isWeak) return false;
  if (use.keyUsage?.certificateSigning === false || (use.pathLength ?? maxPath) < below) return false;
  return subject.certificate.checkIssued(certificate) && subject.certificate.verify(certificate.publicKey);
}

function maySign(use: CertificateUse): boolean {
  if (use.hasUnknownCritical) return false;
  const isSigner = use.keyUsage?.digitalSignature ?? false;
  const isCodeSigner =
    use.purposes?.some((purpose) => purpose === codeSigningPurpose || purpose === anyPurpose) ?? false;
  // Key usage must not forbid signatures; without key usage, the code signing purpose is enough.
  return isSigner || (use.keyUsage === undefined && isCodeSigner);
}

function isValidAt({ certificate }: TrustedCertificate, at: number): boolean {
  return Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo);
}

function readChain(chain: readonly Uint8Array[]): TrustedCertificate[] | undefined {
  try {
    return chain.map(readTrustedCertificate);
  } catch (error) {
    const isForeign = error instanceof DerError || (error instanceof Error && 'code' in error);
    if (isForeign) return undefined;
    throw error;
  }
}
