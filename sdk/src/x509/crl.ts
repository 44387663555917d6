/** Certificate revocation lists (RFC 5280 section 5): complete lists only; indirect and delta lists are refused. */
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import { parseSignatureAlgorithm } from './algorithm.ts';
import {
  assertSameAlgorithm,
  type Certificate,
  isSignedBy,
  readSigned,
  type SignedObject,
  toHex,
} from './certificate.ts';
import { contextTag, DerError, type DerNode, derTag, expectTag, readDer, readSequence } from './der.ts';
import { isSameName, type Name, parseName } from './name.ts';
import { toBoolean, toNumber, toOid, toTime } from './values.ts';

export interface RevocationList extends SignedObject {
  readonly der: Uint8Array;
  readonly issuer: Name;
  /** Milliseconds since the epoch. */
  readonly thisUpdate: number;
  /** A list without an end is refused. */
  readonly nextUpdate: number;
  /** CRL number (hexadecimal), when there is one: higher is newer. */
  readonly number?: string;
  /**
   * Hexadecimal DER of the one distribution point that a partitioned list is for. The list does not apply to a
   * certificate that names another (`listScopes`). Absent when the list is for all of its issuer's certificates.
   */
  readonly scope?: string;
  /** Serial numbers, as in `Certificate.serial`. */
  readonly revoked: ReadonlySet<string>;
}

export type RevocationProblemCode = 'chain_invalid' | 'revoked' | 'collateral_expired';

const maxBytes = 16 * 1024 * 1024;
const crlNumber = '2.5.29.20';
const issuingDistributionPoint = '2.5.29.28';
const distributionPoints = '2.5.29.31';
/** Extensions of a list or entry that change its meaning only when they are critical and unknown. */
const knownCritical: readonly string[] = [crlNumber, issuingDistributionPoint];

/** Parses one DER list. @throws DerError when it is invalid or not accepted here */
export function parseRevocationList(der: Uint8Array): RevocationList {
  if (der.length > maxBytes) throw new DerError('a revocation list is too large');
  const { signed, body } = readSigned(der);
  const hasVersion = body[0]?.tag === derTag.integer;
  if (hasVersion && toNumber(body[0]) !== 1) throw new DerError('a revocation list has an unknown version');
  const [algorithm, issuer, thisUpdate, nextUpdate, ...rest] = hasVersion ? body.slice(1) : body;
  assertSameAlgorithm(algorithm, signed.outer);
  const entries = rest[0]?.tag === derTag.sequence ? readSequence(rest[0]) : [];
  const after = rest[0]?.tag === derTag.sequence ? rest.slice(1) : rest;
  const meaning = readListExtensions(after);
  return {
    der,
    tbs: signed.tbs,
    algorithm: parseSignatureAlgorithm(algorithm),
    signature: signed.signature,
    issuer: parseName(issuer),
    thisUpdate: toTime(thisUpdate),
    nextUpdate: toTime(nextUpdate),
    ...meaning,
    revoked: new Set(entries.map(readEntry)),
  };
}

/** True when the issuer made this list: name, signature, and the right to sign lists. */
export async function isListOf(list: RevocationList, issuer: Certificate, crypto: ProofCrypto): Promise<boolean> {
  if (!isSameName(list.issuer, issuer.subject)) return false;
  if (issuer.keyUsage !== undefined && !issuer.keyUsage.crlSigning) return false;
  return isSignedBy(list, issuer.publicKey, crypto);
}

/** True when the list is in date: `thisUpdate <= now < nextUpdate`. */
export function isListCurrent({ thisUpdate, nextUpdate }: RevocationList, now: number): boolean {
  return thisUpdate <= now && now < nextUpdate;
}

function readEntry(node: DerNode): string {
  const [serial, at, extensions] = readSequence(node);
  toTime(at);
  if (extensions !== undefined) readCriticalOnly(extensions);
  return toHex(expectTag(serial, derTag.integer).content);
}

function readListExtensions(after: readonly DerNode[]): Pick<RevocationList, 'number' | 'scope'> {
  const [wrapper, ...more] = after;
  if (more.length > 0) throw new DerError('a revocation list has members that are not accepted');
  if (wrapper === undefined) return {};
  const list = readCriticalOnly(readDer(expectTag(wrapper, contextTag(0)).content));
  const number = list.get(crlNumber);
  const point = list.get(issuingDistributionPoint);
  return {
    ...(number === undefined ? {} : { number: toHex(readDer(number, derTag.integer).content) }),
    ...(point === undefined ? {} : { scope: readScope(point) }),
  };
}

/** Reads a list for one distribution point. One that leaves out kinds of certificates, or reasons, is refused. */
function readScope(value: Uint8Array): string {
  const [name, ...limits] = readSequence(readDer(value));
  if (limits.length > 0)
    throw new DerError('a revocation list does not cover all certificates of its distribution point');
  return toHex(expectTag(name, contextTag(0)).content);
}

/** Gives the distribution points of a certificate, to compare with the scope of a list. @throws DerError */
export function listScopes({ extensions }: Certificate): string[] {
  const value = extensions.find(({ oid }) => oid === distributionPoints)?.value;
  if (value === undefined) return [];
  return readSequence(readDer(value)).flatMap((point) => {
    const [name] = readSequence(point);
    return name?.tag === contextTag(0) ? [toHex(name.content)] : [];
  });
}

/** Gives values by object identifier. @throws DerError for an unsupported critical one */
function readCriticalOnly(node: DerNode): Map<string, Uint8Array> {
  return new Map(
    readSequence(node).map((extension) => {
      const parts = readSequence(extension);
      const oid = toOid(parts[0]);
      if (parts.length === 3 && toBoolean(parts[1]) && !knownCritical.includes(oid)) {
        throw new DerError('a revocation list has a critical extension that is not supported');
      }
      return [oid, expectTag(parts.at(-1), derTag.octetString).content];
    }),
  );
}
