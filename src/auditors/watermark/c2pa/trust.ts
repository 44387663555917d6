/** Judges a signer's certificate: its profile, its validity, its chain to a trust anchor (C2PA 2.4, 14.4 and 14.5). */
import type { Certificate } from './certificate.ts';
import type { FailureCode } from './manifest-error.ts';

/** Longest chain, leaf and anchor included. */
const maxChain = 8;
/** Most certificate signatures checked: a chain of many look-alikes must not cost exponential work. */
const maxChecks = 64;

/** Extended key usages that bar a certificate from signing claims. */
export const purposes = {
  any: '2.5.29.37.0',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
};
/** E-mail protection, document signing, C2PA claim signing, Microsoft's C2PA signing. */
const signingPurposes = [
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.62558.2.1',
  '1.3.6.1.4.1.311.76.59.1.9',
];

/** Gives the reason why a certificate must not sign claims, whoever issued it. */
export function findProfileProblem(leaf: Certificate): FailureCode | undefined {
  const sound =
    !leaf.isAuthority &&
    leaf.keyUsage?.digitalSignature === true &&
    !leaf.keyUsage.certificateSigning &&
    hasSigningPurpose(leaf.purposes ?? []) &&
    !leaf.hasUnknownCritical &&
    leaf.hasSoundSignature &&
    leaf.hasSoundKey &&
    // Nobody vouches for a self-signed certificate.
    !leaf.x509.verify(leaf.x509.publicKey);
  return sound ? undefined : 'signingCredential.invalid';
}

/** True within the validity of a certificate. */
export function isValidAt({ notBefore, notAfter }: Certificate, now: number): boolean {
  return now >= notBefore && now <= notAfter;
}

/** True if a chain of certificates valid at the time leads from the leaf to a trust anchor. */
export function isTrusted(
  leaf: Certificate,
  others: readonly Certificate[],
  anchors: readonly Certificate[],
  now: number,
): boolean {
  const budget = { checks: maxChecks };
  return reachesAnchor([leaf], others, anchors, now, budget);
}

function reachesAnchor(
  path: readonly Certificate[],
  others: readonly Certificate[],
  anchors: readonly Certificate[],
  now: number,
  budget: { checks: number },
): boolean {
  const last = path.at(-1);
  if (last === undefined || path.length >= maxChain) return false;
  const issues = (issuer: Certificate): boolean =>
    !path.includes(issuer) && isAuthorityFor(issuer, path, now) && isSignedBy(last, issuer, budget);
  if (anchors.some(issues)) return true;
  return others.some((issuer) => issues(issuer) && reachesAnchor([...path, issuer], others, anchors, now, budget));
}

/** True if this certificate may have issued the last one of the path (RFC 5280, 6.1.4). */
function isAuthorityFor(issuer: Certificate, path: readonly Certificate[], now: number): boolean {
  return (
    issuer.isAuthority &&
    (issuer.keyUsage === undefined || issuer.keyUsage.certificateSigning) &&
    !issuer.hasUnknownCritical &&
    issuer.hasSoundSignature &&
    issuer.hasSoundKey &&
    isValidAt(issuer, now) &&
    path.length - 1 <= (issuer.pathLength ?? maxChain)
  );
}

function isSignedBy(subject: Certificate, issuer: Certificate, budget: { checks: number }): boolean {
  if (!subject.x509.checkIssued(issuer.x509)) return false;
  budget.checks -= 1;
  return budget.checks >= 0 && subject.x509.verify(issuer.x509.publicKey);
}

/** Time-stamping and OCSP keys sign nothing else. */
function hasSigningPurpose(found: readonly string[]): boolean {
  const barred = [purposes.any, purposes.timeStamping, purposes.ocspSigning];
  return found.some((one) => signingPurposes.includes(one)) && !found.some((one) => barred.includes(one));
}
