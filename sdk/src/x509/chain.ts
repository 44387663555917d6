/** Certification paths (RFC 5280 section 6, without policies and name constraints): from a leaf to a pinned root. */
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import { type Certificate, isSignedBy } from './certificate.ts';
import { unknownCritical } from './extensions.ts';
import { isSameName } from './name.ts';

export type ChainProblemCode = 'chain_invalid' | 'root_untrusted' | 'not_yet_valid' | 'expired';

export interface ChainProblem {
  readonly code: ChainProblemCode;
  /** A sentence for people. It names a certificate by its place, never by foreign text. */
  readonly message: string;
}

export interface ChainCheck {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** Object identifiers of critical extensions that the caller reads. */
  readonly knownCritical?: readonly string[];
}

const maxLength = 10;

/**
 * Checks a path, leaf first and root last: signatures, names, validity of every certificate, authority, path length,
 * key usage, critical extensions. The caller checks whether the root is trusted. Gives every problem found.
 */
export async function findChainProblems(path: readonly Certificate[], check: ChainCheck): Promise<ChainProblem[]> {
  const invalid = (message: string): ChainProblem => ({ code: 'chain_invalid', message });
  if (path.length === 0 || path.length > maxLength)
    return [invalid(`a chain must have 1 to ${maxLength} certificates`)];
  const problems: ChainProblem[] = [];
  for (const [place, certificate] of path.entries()) {
    const name = nameOf(place, path.length);
    problems.push(...findTimeProblems(certificate, name, check.now));
    if (unknownCritical(certificate.extensions, check.knownCritical).length > 0) {
      problems.push(invalid(`${name} has a critical extension that is not supported`));
    }
    // The last one signs itself.
    const issuer = path[place + 1] ?? certificate;
    if (!isSameName(certificate.issuer, issuer.subject)) problems.push(invalid(`${name} names another issuer`));
    if (!(await isSignedBy(certificate, issuer.publicKey, check.crypto))) {
      problems.push(invalid(`the issuer's key did not sign ${name}`));
    }
    if (place > 0)
      problems.push(...findAuthorityProblems(certificate, place).map((text) => invalid(`${name} ${text}`)));
  }
  return problems;
}

/**
 * Finds a path from the leaf to one of the roots through a pool of certificates in any order, by name and signature.
 * Undefined if there is none.
 */
export async function findPath(
  leaf: Certificate,
  pool: readonly Certificate[],
  roots: readonly Certificate[],
  crypto: ProofCrypto,
): Promise<Certificate[] | undefined> {
  const path = [leaf];
  for (let last = leaf; path.length < maxLength; ) {
    const root = await findIssuer(last, roots, crypto);
    if (root !== undefined) return isSame(root, last) ? path : [...path, root];
    const unused = pool.filter((candidate) => !path.some((member) => isSame(member, candidate)));
    const next = await findIssuer(last, unused, crypto);
    if (next === undefined) return undefined;
    path.push(next);
    last = next;
  }
  return undefined;
}

async function findIssuer(
  certificate: Certificate,
  candidates: readonly Certificate[],
  crypto: ProofCrypto,
): Promise<Certificate | undefined> {
  for (const candidate of candidates) {
    if (!isSameName(certificate.issuer, candidate.subject)) continue;
    if (await isSignedBy(certificate, candidate.publicKey, crypto)) return candidate;
  }
  return undefined;
}

/** True for equal certificates, byte for byte. */
export function isSame(left: Certificate, right: Certificate): boolean {
  return left.der.length === right.der.length && left.der.every((byte, index) => byte === right.der[index]);
}

function findTimeProblems(certificate: Certificate, name: string, now: number): ChainProblem[] {
  if (now < certificate.notBefore) return [{ code: 'not_yet_valid', message: `${name} is not valid yet` }];
  return now > certificate.notAfter ? [{ code: 'expired', message: `${name} has expired` }] : [];
}

function findAuthorityProblems({ isAuthority, pathLength, keyUsage }: Certificate, place: number): string[] {
  return [
    ...(isAuthority ? [] : ['is not a certificate authority but signs another certificate']),
    ...(keyUsage === undefined || keyUsage.certificateSigning ? [] : ['may not sign certificates']),
    ...(pathLength === undefined || pathLength >= place - 1 ? [] : ['does not allow a chain of this length']),
  ];
}

function nameOf(place: number, length: number): string {
  if (place === 0) return 'the leaf certificate';
  return place === length - 1 ? 'the root certificate' : `intermediate certificate ${place}`;
}
