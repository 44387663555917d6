/** Checks a downloaded revocation list with the verifier's own code. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type Certificate, DerError, isListOf, parseRevocationList } from '@assay/sdk/x509';
import { readCompanions } from '../../proof/reports/files.ts';
import type { CollateralFile } from './source.ts';
import { findTimeProblem } from './validity.ts';

/** Requirements on a list. */
export interface ListCheck {
  readonly name: string;
  readonly what: string;
  /** The required signer. */
  readonly issuer: Certificate;
  readonly crypto: ProofCrypto;
  readonly now: number;
}

/** Gives the list as a DER file, whatever its form, or its problem. */
export async function checkList(bytes: Uint8Array, check: ListCheck): Promise<readonly [CollateralFile] | string> {
  const companions = readCompanions([bytes]);
  if ('unknown' in companions) return 'it is not a revocation list';
  // Other content is ignored: one list of this issuer was requested.
  const [der] = companions.collateral?.revocationLists ?? [];
  if (der === undefined) return 'it is not a revocation list';
  try {
    const list = parseRevocationList(der);
    if (!(await isListOf(list, check.issuer, check.crypto))) {
      return 'the revocation list is not signed by the expected issuer';
    }
    const { name, what, now } = check;
    const late = findTimeProblem('revocation list', { now, from: list.thisUpdate, until: list.nextUpdate });
    if (late !== undefined) return late;
    return [{ name, what, bytes: der, issuedAt: list.thisUpdate, until: list.nextUpdate }];
  } catch (error) {
    if (error instanceof DerError) return 'the revocation list cannot be read';
    throw error;
  }
}
