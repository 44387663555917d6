/** Trust anchors that replace or extend the pinned ones: machines for tests, staging, the next root. */
import { commonName, DerError, nameValues, parseCertificate } from '@assay/sdk/x509';
import type { Vendor, VendorRoot } from './roots.ts';

const vendors: readonly Vendor[] = ['amd', 'intel', 'aws', 'nvidia'];

/**
 * Gives roots for the certificates, each for every vendor, because a certificate does not name its vendor. Every
 * verdict shows a profile other than `production`. Undefined when a certificate cannot be read.
 */
export function toGivenRoots(certificates: readonly Uint8Array[], profile: string): VendorRoot[] | undefined {
  const roots: VendorRoot[] = [];
  for (const der of certificates) {
    const name = readName(der);
    if (name === undefined) return undefined;
    roots.push(...vendors.map((vendor) => ({ vendor, name, der, profile })));
  }
  return roots;
}

function readName(der: Uint8Array): string | undefined {
  try {
    return nameValues(parseCertificate(der).subject, commonName)[0] ?? 'unnamed';
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
