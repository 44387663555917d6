/** Files beside a hardware report: vendor roots, certificates, collateral. */
import { commonName, DerError, nameValues, parseCertificate } from '@assay/sdk/x509';
import { type Companions, readCompanions } from '../../proof/reports/files.ts';
import { toGivenRoots } from '../../proof/reports/given-roots.ts';
import { productionRoots } from '../../proof/reports/production-roots.ts';
import type { Vendor, VendorRoot } from '../../proof/reports/roots.ts';
import type { ReportKind } from '../../proof/reports/verdict.ts';
import { UsageError } from '../options.ts';
import { readBounded } from './anchors.ts';

const maxRootBytes = 256 * 1024;
const vendors: Readonly<Record<ReportKind, Vendor>> = {
  snp: 'amd',
  'az-snp': 'amd',
  tdx: 'intel',
  sgx: 'intel',
  'az-tdx': 'intel',
  nitro: 'aws',
  nvidia: 'nvidia',
};

/** The pinned roots, or those of the files instead. @throws UsageError for a file without certificates. */
export async function loadRoots(files: readonly string[], kind: ReportKind): Promise<readonly VendorRoot[]> {
  if (files.length === 0) return productionRoots;
  const lists = await Promise.all(files.map(async (file) => ({ file, found: await readOne(file, maxRootBytes) })));
  return lists.flatMap(({ file, found }) => {
    if (found.certificates.length === 0) throw new UsageError(`${file} does not contain a certificate.`);
    return found.certificates.map((der) => ({ vendor: vendors[kind], name: nameOf(der, file), der, profile: 'given' }));
  });
}

/** Roots for every vendor at once, where a file may hold reports of any; undefined means the pinned ones. @throws UsageError. */
export async function loadAnyRoots(files: readonly string[]): Promise<readonly VendorRoot[] | undefined> {
  if (files.length === 0) return undefined;
  const lists = await Promise.all(files.map(async (file) => ({ file, found: await readOne(file, maxRootBytes) })));
  return lists.flatMap(({ file, found }) => {
    const roots = toGivenRoots(found.certificates, 'given');
    if (roots === undefined || roots.length === 0) {
      throw new UsageError(`${file} does not contain a readable certificate.`);
    }
    return roots;
  });
}

/**
 * Finds the report among files: the first that is neither certificate nor revocation list, as `--certs A B REPORT`
 * leaves B before it. If all are, the first: a certificate may carry a Nitro document. @throws UsageError
 */
export async function findReport(files: readonly string[], maxBytes: number): Promise<number> {
  if (files.length < 2) return 0;
  for (const [place, file] of files.entries()) {
    if (file === '-') return place;
    const companions = readCompanions([await readBounded(file, maxBytes)]);
    if ('unknown' in companions || (companions.collateral?.documents.length ?? 0) > 0) return place;
  }
  return 0;
}

/** Reads certificates and collateral. @throws UsageError for a file that is neither, or cannot be read. */
export async function readCompanionFiles(files: readonly string[], maxBytes: number): Promise<Companions> {
  const bytes = await Promise.all(files.map((file) => readBounded(file, maxBytes)));
  const companions = readCompanions(bytes);
  if ('unknown' in companions) {
    throw new UsageError(
      `${files[companions.unknown]} is neither a certificate (DER or PEM), nor a revocation list, nor a signed JSON document.`,
    );
  }
  return companions;
}

async function readOne(file: string, maxBytes: number): Promise<Companions> {
  return readCompanionFiles([file], maxBytes);
}

function nameOf(der: Uint8Array, file: string): string {
  try {
    return nameValues(parseCertificate(der).subject, commonName)[0] ?? 'unnamed';
  } catch (cause) {
    if (cause instanceof DerError)
      throw new UsageError(`${file} contains a certificate that cannot be read.`, { cause });
    throw cause;
  }
}
