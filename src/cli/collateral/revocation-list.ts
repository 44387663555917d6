/** Checks a downloaded revocation list with what the verifier reads and checks it with. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type Certificate, DerError, isListOf, parseRevocationList } from '@assay/sdk/x509';
import { readCompanions } from '../../proof/reports/files.ts';
import type { CollateralFile } from './source.ts';
import { findTimeProblem } from './validity.ts';

/** What a list must be. */
export interface ListCheck {
  readonly name: string;
  readonly what: string;
  /** Whoever must have signed it. */
  readonly issuer: Certificate;
  readonly crypto: ProofCrypto;
  readonly now: number;
}

/** The list as a DER file, whatever form it came in, or what is wrong with it. */
export async function checkList(bytes: Uint8Array, check: ListCheck): Promise<readonly [CollateralFile] | string> {
  const companions = readCompanions([bytes]);
  if ('unknown' in companions) return 'it is no revocation list';
  // Whatever else came along is left: one list of this issuer is what was asked for.
  const [der] = companions.collateral?.revocationLists ?? [];
  if (der === undefined) return 'it is no revocation list';
  try {
    const list = parseRevocationList(der);
    if (!(await isListOf(list, check.issuer, check.crypto))) {
      return 'the revocation list is not signed by the issuer that is asked about';
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
