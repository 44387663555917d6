/**
 * Collateral in a folder of the operator (revocation lists, Intel's signed documents and their issuers). The content of a file
 * decides its type. The verifier itself fetches nothing.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DerError, parseCertificate, parseRevocationList } from '@assay/sdk/x509';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { type Companions, readCompanions } from '../../../proof/reports/files.ts';
import type { Collateral } from '../../../proof/reports/input.ts';
import { readDocument } from '../../../proof/reports/intel/signed-document.ts';

export interface CollateralFolder {
  /** Gives the current collateral; undefined if there is none. Reads the folder at most once a minute. */
  current(): Promise<Collateral | undefined>;
}

export interface CollateralFolderOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

const lookEveryMs = 60_000;
const limits = { files: 256, fileBytes: 2 * 1024 * 1024, totalBytes: 16 * 1024 * 1024 };

/** Opens the folder without reading it. It need not exist. */
export function createCollateralFolder({ directory, clock, log }: CollateralFolderOptions): CollateralFolder {
  let lookedMs = -Infinity;
  let signature = '';
  let collateral: Collateral | undefined;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const entries = await listFiles(directory);
    const found = JSON.stringify(entries);
    if (found !== signature) {
      collateral = await readFiles(directory, withinLimits(entries, log), log);
      log.info(describe(collateral), 'read the collateral of hardware reports');
    }
    signature = found;
    lookedMs = clock.now();
  };

  return {
    async current() {
      if (clock.now() - lookedMs >= lookEveryMs) {
        // Concurrent callers wait for the same read.
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      return collateral;
    },
  };
}

/** Sorted by name, so that the same files always give the same collateral. */
async function listFiles(directory: string): Promise<Entry[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const entries: Entry[] = [];
  for (const name of names.filter((candidate) => !candidate.startsWith('.')).sort()) {
    const stats = await stat(join(directory, name)).catch(() => undefined);
    if (stats?.isFile() === true) entries.push({ name, size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return entries;
}

/** Leaves out what exceeds the limits, and logs it. */
function withinLimits(entries: readonly Entry[], log: Logger): Entry[] {
  let total = 0;
  return entries.filter(({ name, size }, index) => {
    const fits = index < limits.files && size <= limits.fileBytes && total + size <= limits.totalBytes;
    if (fits) total += size;
    else log.error({ file: name, limits }, 'a file of the collateral folder is beyond the bounds and was left out');
    return fits;
  });
}

async function readFiles(directory: string, entries: readonly Entry[], log: Logger): Promise<Collateral | undefined> {
  const all: Collateral[] = [];
  for (const { name } of entries) {
    const found = await readOne(join(directory, name));
    if (found === undefined) log.error({ file: name }, 'a file of the collateral folder is none, and was left out');
    else all.push(found);
  }
  if (all.length === 0) return undefined;
  return {
    revocationLists: all.flatMap(({ revocationLists }) => revocationLists),
    documents: all.flatMap(({ documents }) => documents),
    certificates: all.flatMap(({ certificates }) => certificates),
  };
}

/** Undefined for a broken or vanished file: an unreadable file must not affect the others. */
async function readOne(path: string): Promise<Collateral | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || bytes.length === 0 || bytes.length > limits.fileBytes) return undefined;
  const companions: Companions | { readonly unknown: number } = readCompanions([bytes]);
  if ('unknown' in companions) return undefined;
  const { certificates, collateral } = companions;
  const { revocationLists = [], documents = [] } = collateral ?? {};
  const isSound =
    certificates.every((der) => parses(() => parseCertificate(der))) &&
    revocationLists.every((der) => parses(() => parseRevocationList(der))) &&
    documents.every((text) => readDocument(text) !== undefined);
  return isSound ? { revocationLists, documents, certificates } : undefined;
}

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function describe(collateral: Collateral | undefined): Record<string, number> {
  return {
    revocation_lists: collateral?.revocationLists.length ?? 0,
    documents: collateral?.documents.length ?? 0,
    certificates: collateral?.certificates.length ?? 0,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
