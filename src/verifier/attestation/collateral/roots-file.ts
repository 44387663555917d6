/** Extra vendor roots of a verifier for tests and staging. Production trusts only the pinned ones. */
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import { readCompanions } from '../../../proof/reports/files.ts';
import { toGivenRoots } from '../../../proof/reports/given-roots.ts';
import { productionRoots } from '../../../proof/reports/production-roots.ts';
import type { VendorRoot } from '../../../proof/reports/roots.ts';
import type { VerifierConfig } from '../../base/config.ts';

/** A line before the certificates (RFC 7468 allows text there) names their profile. */
const profileLine = /^Profile: ([a-z0-9-]{1,32})\s*$/m;
const maxBytes = 1024 * 1024;

/** Gives the pinned roots and those of the file. @throws AppError `config` in production, and for a file without roots. */
export async function loadVendorRoots(
  config: Pick<VerifierConfig, 'ASSAY_ENV' | 'VERIFIER_ROOTS_FILE'>,
): Promise<readonly VendorRoot[]> {
  const path = config.VERIFIER_ROOTS_FILE;
  if (path === undefined) return productionRoots;
  if (config.ASSAY_ENV === 'production') {
    throw wrong(
      'ASSAY_ENV is production, and VERIFIER_ROOTS_FILE names roots that are not pinned: whoever holds their keys could ' +
        'make hardware reports that pass. Unset it.',
    );
  }
  const bytes = await readBounded(path);
  const profile = profileLine.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? 'test';
  if (profile === 'production') throw wrong(`${path} calls its roots "production": only the pinned ones are.`);
  const companions = readCompanions([bytes]);
  const certificates = 'unknown' in companions ? [] : companions.certificates;
  const given = toGivenRoots(certificates, profile);
  if (given === undefined || given.length === 0) {
    throw wrong(`VERIFIER_ROOTS_FILE names ${path}, which holds no certificates (PEM) that can be read.`);
  }
  return Object.freeze([...productionRoots, ...given]);
}

async function readBounded(path: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw wrong(`VERIFIER_ROOTS_FILE names ${path}, which cannot be read.`, cause);
  }
  if (bytes.length > maxBytes)
    throw wrong(`VERIFIER_ROOTS_FILE names ${path}, which is larger than ${maxBytes} bytes.`);
  return bytes;
}

function wrong(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}
