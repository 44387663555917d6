/**
 * Fetches the collateral of one report. It gathers everything first, checks each piece with the offline check's code,
 * and only then writes, so that a failure leaves the folder unchanged.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { Clock } from '../../platform/clock.ts';
import { readCompanions } from '../../proof/reports/files.ts';
import type { VendorRoot } from '../../proof/reports/roots.ts';
import type { SnpProduct } from '../../proof/reports/sev-snp/product.ts';
import type { ReportVerdict } from '../../proof/reports/verdict.ts';
import { verifyReport } from '../../proof/reports/verifiers.ts';
import { saveFile } from '../save.ts';
import { gatherAmd } from './amd.ts';
import type { Collected, CollectedFile, GatherContext } from './gather.ts';
import { readInnerQuote, readSnpReport } from './inner-report.ts';
import { gatherIntel } from './intel.ts';
import type { FetchPiece } from './source.ts';

/** The kinds of reports whose vendors have such services. */
export const collateralKinds = ['snp', 'tdx', 'sgx', 'az-snp', 'az-tdx'] as const;
export type CollateralKind = (typeof collateralKinds)[number];

/** One report, its output folder, and the trust anchors. */
export interface FetchOptions {
  readonly kind: CollateralKind;
  readonly report: Uint8Array;
  /** The user's own DER certificates. */
  readonly certificates: readonly Uint8Array[];
  /** Output folder; created if missing. */
  readonly folder: string;
  /** Mode of the folder and of its created parents. */
  readonly folderMode: number;
  readonly product?: SnpProduct | undefined;
  readonly roots: readonly VendorRoot[];
  readonly clock: Clock;
  readonly crypto: ProofCrypto;
  readonly fetchPiece: FetchPiece;
}

/** Result for a file in the folder. */
export type FileStatus = 'written' | 'unchanged' | 'at_hand' | 'newer_at_hand';

/** The current content of the folder. */
export interface FetchResult extends Omit<Collected, 'files'> {
  readonly files: readonly (CollectedFile & { readonly status: FileStatus })[];
  /** The verdict on the report with these files. */
  readonly verdict: ReportVerdict;
}

const maxExistingBytes = 2 * 1024 * 1024;

/** Fetches, checks and writes. @throws UsageError for an invalid report, AppError for a failed fetch */
export async function fetchCollateral(options: FetchOptions): Promise<FetchResult> {
  const { kind, report, folder, clock, crypto, roots, certificates, fetchPiece } = options;
  const now = clock.now();
  const readExisting = (name: string) => readSmall(join(folder, name));
  const context: GatherContext = { crypto, now, roots, certificates, fetchPiece, readExisting };
  const { files, ...collected } =
    kind === 'snp' || kind === 'az-snp'
      ? await gatherAmd(readSnpReport(kind, report), context, options.product)
      : await gatherIntel(kind === 'sgx' ? 'sgx' : 'tdx', readInnerQuote(kind, report), context);
  const verdict = await verify(options, files, now);
  return { ...collected, verdict, files: await writeFiles(options, files) };
}

/** Reads the same bytes in the same way as the commands and the verifier's folder. */
async function verify(
  { kind, report, certificates, crypto, roots }: FetchOptions,
  files: readonly CollectedFile[],
  now: number,
): Promise<ReportVerdict> {
  const companions = readCompanions(files.map(({ bytes }) => bytes));
  if ('unknown' in companions) throw new Error(`${files[companions.unknown]?.name} was checked but cannot be read`);
  const { collateral } = companions;
  return verifyReport(kind, {
    report,
    certificates: [...certificates, ...companions.certificates],
    ...(collateral === undefined ? {} : { collateral }),
    now,
    crypto,
    roots,
    policy: {},
  });
}

/** Certificates and lists are written before their documents, because a reader of the folder may come in between. */
async function writeFiles(
  { folder, folderMode }: FetchOptions,
  files: readonly CollectedFile[],
): Promise<FetchResult['files']> {
  await mkdir(folder, { recursive: true, mode: folderMode });
  const isDocument = ({ name }: CollectedFile) => Number(name.endsWith('.json'));
  const written: (CollectedFile & { readonly status: FileStatus })[] = [];
  for (const file of [...files].sort((left, right) => isDocument(left) - isDocument(right))) {
    written.push({ status: await writeOne(folder, file), ...file });
  }
  return written;
}

async function writeOne(folder: string, { from, name, bytes }: CollectedFile): Promise<FileStatus> {
  if (from !== 'fetched') return from;
  const path = join(folder, name);
  const existing = await readSmall(path);
  if (existing !== undefined && Buffer.compare(existing, bytes) === 0) return 'unchanged';
  // Public data, which the verifier may read under another account.
  await saveFile(path, [bytes], { mode: 0o644 });
  return 'written';
}

/** Undefined for a missing file, or one larger than any file of this command. */
async function readSmall(path: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(path);
    return bytes.length > maxExistingBytes ? undefined : new Uint8Array(bytes);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}
