/** Checks the signature of a claim and the credential behind it (C2PA 2.4, 15.7). */
import { createHash } from 'node:crypto';
import { type Certificate, parseCertificate } from './certificate.ts';
import { type ClaimSignature, isClaimSigned, listStampedMessages, parseClaimSignature } from './cose.ts';
import type { Superbox } from './jumbf.ts';
import { type Claim, contentOf, type Manifest } from './manifest.ts';
import { type FailureCode, ManifestError } from './manifest-error.ts';
import type { Report } from './report.ts';
import { checkTimestamp, type TimestampResult } from './timestamp.ts';
import { findProfileProblem, isTrusted, isValidAt } from './trust.ts';

export interface Trust {
  readonly anchors: readonly Certificate[];
  /** Trust anchors of time-stamps. */
  readonly stampAnchors: readonly Certificate[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The signer, by fingerprint: claims contain no names of people. */
export interface Signer {
  readonly algorithm: string;
  readonly certificate_sha256: string;
  readonly not_before: string;
  readonly not_after: string;
  /** The time of a trusted time-stamp; without one the present time decides the validity. */
  readonly signed_at?: string;
}

export interface SignatureTarget {
  readonly manifest: Manifest;
  readonly claim: Claim;
  readonly box: Superbox;
  /** False for an ingredient, whose signer was judged when it was added, maybe years ago: reported, but no failure. */
  readonly isActive: boolean;
}

/** Checks one claim's signature and reports the results. @throws ManifestError when it cannot be read. */
export function checkSignature(
  { manifest, claim, box, isActive }: SignatureTarget,
  trust: Trust,
  report: Report,
): Signer {
  const at = { manifest: manifest.index + 1, at: 'c2pa.signature' };
  const content = contentOf(box, 'cbor');
  if (content === undefined) throw new ManifestError('claimSignature.missing', 'a signature box has no CBOR content');
  const found = parseClaimSignature(content);
  const [leaf, ...others] = parseChain(found.chain);
  const attested = checkTimestamps(found, claim, trust, report, at);
  const time = attested ?? trust.now;
  const credential = judgeCredential(leaf, others, trust.anchors, time, trust.now);
  for (const code of credential) (isActive ? report.failures : report.informational).push({ code, ...at });
  if (!credential.includes('signingCredential.untrusted')) {
    report.success.push({ code: 'signingCredential.trusted', ...at });
  }
  if (isValidAt(leaf, time)) report.success.push({ code: 'claimSignature.insideValidity', ...at });
  if (isSigned(found, claim, leaf)) report.success.push({ code: 'claimSignature.validated', ...at });
  else report.failures.push({ code: 'claimSignature.mismatch', ...at });
  // Revocation is not looked up; C2PA allows that if it is reported.
  report.informational.push({ code: 'signingCredential.ocsp.skipped', ...at });
  return {
    algorithm: found.alg,
    certificate_sha256: createHash('sha256').update(leaf.x509.raw).digest('hex'),
    not_before: new Date(leaf.notBefore).toISOString(),
    not_after: new Date(leaf.notAfter).toISOString(),
    ...(attested === undefined ? {} : { signed_at: new Date(attested).toISOString() }),
  };
}

function judgeCredential(
  leaf: Certificate,
  others: readonly Certificate[],
  anchors: readonly Certificate[],
  time: number,
  now: number,
): FailureCode[] {
  const codes: FailureCode[] = [];
  const problem = findProfileProblem(leaf);
  if (problem !== undefined) codes.push(problem);
  if (!isValidAt(leaf, time)) codes.push('claimSignature.outsideValidity');
  // Reports the older code beside the newer one (C2PA 1.x and 2.x).
  if (time === now && now > leaf.notAfter) codes.push('signingCredential.expired');
  if (!isTrusted(leaf, others, anchors, time)) codes.push('signingCredential.untrusted');
  return codes;
}

/** Gives the time of the first good time-stamp. A bad one is reported and otherwise ignored (C2PA 2.4, 15.8). */
function checkTimestamps(
  found: ClaimSignature,
  claim: Claim,
  { stampAnchors, now }: Trust,
  report: Report,
  at: { manifest: number; at: string },
): number | undefined {
  for (const { version, token } of found.timestamps) {
    const messages = listStampedMessages(found, claim.bytes, version);
    const malformed: TimestampResult = { code: 'timeStamp.malformed' };
    const result = token === undefined ? malformed : checkTimestamp(token, messages, stampAnchors, now);
    if (result.code === 'timeStamp.trusted') {
      report.success.push({ code: result.code, ...at });
      return result.time;
    }
    report.informational.push({ code: result.code, ...at });
  }
  return undefined;
}

function parseChain(chain: readonly Uint8Array[]): [Certificate, ...Certificate[]] {
  try {
    const [leaf, ...others] = chain.map((bytes) => parseCertificate(bytes));
    if (leaf === undefined) throw new TypeError('the chain is empty');
    return [leaf, ...others];
  } catch (cause) {
    throw new ManifestError('signingCredential.invalid', 'a certificate cannot be read', { cause });
  }
}

function isSigned(found: ClaimSignature, claim: Claim, leaf: Certificate): boolean {
  // Without a sound key nothing is verified; a huge key would cost seconds.
  if (!leaf.hasSoundKey) return false;
  try {
    return isClaimSigned(found, claim.bytes, leaf.x509.publicKey);
  } catch (cause) {
    // A key may be restricted to other parameters (RFC 4055); OpenSSL then throws instead of answering.
    throw new ManifestError('claimSignature.mismatch', 'the signature cannot be verified with this key', { cause });
  }
}
