/** Finds the certificates of the signing device among the given ones, in any order. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type Certificate, DerError, findPath, isSameName, parseCertificate } from '@assay/sdk/x509';
import type { NvidiaReport } from './report.ts';

export interface DeviceChain {
  /** The certificate of the signing key, or the one that claims it; undefined if there is none. */
  readonly leaf: Certificate | undefined;
  readonly isSigned: boolean;
  /** Leaf first, root last; undefined when the certificates reach no end. */
  readonly path: readonly Certificate[] | undefined;
  readonly isRooted: boolean;
  /** Number of given certificates that cannot be read. */
  readonly unreadable: number;
}

/** More are refused: each may cost a signature check. */
export const maxCertificates = 64;

/** Finds the leaf by the signature of the report, then a path to a pinned root, otherwise to any self-signed one. */
export async function findDeviceChain(
  report: NvidiaReport,
  certificates: readonly Uint8Array[],
  roots: readonly Uint8Array[],
  crypto: ProofCrypto,
): Promise<DeviceChain> {
  const pool = parseAll(certificates);
  const unreadable = certificates.length - pool.length;
  const leaves = pool.filter(({ isAuthority }) => !isAuthority);
  const signer = await findSigner(report, leaves, crypto);
  const leaf = signer ?? leaves[0];
  if (leaf === undefined) return { leaf, isSigned: false, path: undefined, isRooted: false, unreadable };
  const authorities = pool.filter(({ isAuthority }) => isAuthority);
  const pinned = await findPath(leaf, authorities, parseAll(roots), crypto);
  const selfSigned = authorities.filter(({ issuer, subject }) => isSameName(issuer, subject));
  const path = pinned ?? (await findPath(leaf, authorities, selfSigned, crypto));
  return { leaf, isSigned: signer !== undefined, path, isRooted: pinned !== undefined, unreadable };
}

async function findSigner(
  { signed, signature }: NvidiaReport,
  leaves: readonly Certificate[],
  crypto: ProofCrypto,
): Promise<Certificate | undefined> {
  for (const leaf of leaves) {
    const { publicKey } = leaf;
    if (publicKey.type !== 'ec' || publicKey.curve !== 'P-384') continue;
    if (await crypto.verifySignature({ name: 'ecdsa', hash: 'sha384' }, publicKey, signed, signature)) return leaf;
  }
  return undefined;
}

function parseAll(ders: readonly Uint8Array[]): Certificate[] {
  return ders.flatMap((der) => {
    try {
      return [parseCertificate(der)];
    } catch (error) {
      if (error instanceof DerError) return [];
      throw error;
    }
  });
}
