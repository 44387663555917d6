/** Step 5: Intel's revocation lists. The root's covers the CA and the signer of the documents, the CA's covers the PCK. */
import { type Certificate, isListCurrent, isListOf, isSameName, type RevocationList } from '@assay/sdk/x509';
import type { Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import type { IntelCollateral } from './collateral.ts';
import type { PckChain } from './pck-chain.ts';
import { findSigners } from './signer.ts';

const step = 5;

/** Checks the chain. Gives when the first of its lists ends, or undefined unless all were available and in date. */
export async function checkRevocation(
  { leaf, authority, root }: PckChain,
  collateral: IntelCollateral,
  input: ReportInput,
  findings: Findings,
): Promise<number | undefined> {
  const { signers } = findSigners(collateral);
  const { revocationLists } = collateral;
  const rootUntil = await checkLists(root, [authority, ...signers], revocationLists, input, findings);
  const authorityUntil = await checkLists(authority, [leaf], revocationLists, input, findings);
  if (rootUntil !== undefined && authorityUntil !== undefined) return Math.min(rootUntil, authorityUntil);
  findings.note('not all revocation lists were at hand and in date: whether a certificate was revoked is not known');
  if (input.policy.require_revocation === true) {
    findings.add(
      'policy',
      step,
      'the policy requires revocation lists, and not all of them were given and valid at this time',
    );
  }
  return undefined;
}

/**
 * Checks certificates of one issuer against its lists. Gives when the newest of them ends. A list still revokes after
 * its date: a revoked certificate never becomes valid again.
 */
async function checkLists(
  issuer: Certificate,
  issued: readonly Certificate[],
  lists: readonly RevocationList[],
  { crypto, now }: ReportInput,
  findings: Findings,
): Promise<number | undefined> {
  const own = lists.filter((list) => isSameName(list.issuer, issuer.subject));
  for (const list of own) {
    if (!(await isListOf(list, issuer, crypto))) {
      findings.add('chain_invalid', step, 'a revocation list is not signed by its issuer');
      return undefined;
    }
    if (issued.some(({ serial }) => list.revoked.has(serial))) {
      findings.add('revoked', step, 'a certificate is revoked by its issuer');
    }
  }
  const current = own.filter((list) => isListCurrent(list, now));
  if (own.length > 0 && current.length === 0) {
    findings.add('collateral_expired', step, 'no revocation list of an issuer of the chain is valid at this time');
  }
  return current.length === 0 ? undefined : Math.max(...current.map(({ nextUpdate }) => nextUpdate));
}
