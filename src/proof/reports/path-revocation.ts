/** Checks the certificates of a path against the revocation lists at hand (RFC 5280 section 6.3, complete lists only). */
import {
  type Certificate,
  DerError,
  isListCurrent,
  isListOf,
  isSameName,
  listScopes,
  parseRevocationList,
  type RevocationList,
} from '@assay/sdk/x509';
import type { Findings } from './findings.ts';
import type { ReportInput } from './input.ts';

export interface PathRevocation {
  /** True when every certificate that names a distribution point of lists was looked up in a current one, and some was. */
  readonly isComplete: boolean;
  /** When the first of the lists used ends, in milliseconds since the epoch; absent when none was used. */
  readonly until?: number;
}

const distributionPoints = '2.5.29.31';

/**
 * Looks every certificate of a path (leaf first, root last) up in the lists of its issuer. A list that is not signed by
 * the issuer that it names, an issuer whose lists are all out of date, and a certificate on a list are findings. A policy
 * that requires revocation refuses an incomplete check.
 */
export async function checkPathRevocation(
  path: readonly Certificate[],
  input: ReportInput,
  findings: Findings,
  step: number,
): Promise<PathRevocation> {
  const lists = readLists(input.collateral?.revocationLists ?? [], findings, step);
  const ends: number[] = [];
  let isMissing = false;
  for (const [place, certificate] of path.slice(0, -1).entries()) {
    const issuer = path[place + 1] ?? certificate;
    const until = await lookUp(certificate, issuer, lists, { input, findings, step });
    if (until !== undefined) ends.push(until);
    else if (namesLists(certificate)) isMissing = true;
  }
  const isComplete = ends.length > 0 && !isMissing;
  if (!isComplete && input.policy.require_revocation === true) {
    findings.add('policy', step, 'the policy requires revocation lists, and not all of them were at hand and in date');
  }
  return ends.length === 0 ? { isComplete } : { isComplete, until: Math.min(...ends) };
}

interface Lookup {
  readonly input: ReportInput;
  readonly findings: Findings;
  readonly step: number;
}

/**
 * Gives when the newest list of the issuer ends; undefined without one in date. A list counts for what it revokes even
 * after its date: no certificate comes back.
 */
async function lookUp(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
  { input, findings, step }: Lookup,
): Promise<number | undefined> {
  const scopes = readScopes(certificate);
  const own = lists.filter(
    ({ issuer: name, scope }) => isSameName(name, issuer.subject) && (scope === undefined || scopes.includes(scope)),
  );
  for (const list of own) {
    if (!(await isListOf(list, issuer, input.crypto))) {
      findings.add('chain_invalid', step, 'a revocation list is not signed by the issuer that it names');
      return undefined;
    }
    if (list.revoked.has(certificate.serial)) findings.add('revoked', step, 'a certificate of the chain is revoked');
  }
  const current = own.filter((list) => isListCurrent(list, input.now));
  if (own.length > 0 && current.length === 0) {
    findings.add('collateral_expired', step, 'no revocation list of an issuer of the chain is in date');
  }
  return current.length === 0 ? undefined : Math.max(...current.map(({ nextUpdate }) => nextUpdate));
}

/** A list that cannot be read is refused: damage must not turn the check off that its owner asked for. */
function readLists(lists: readonly Uint8Array[], findings: Findings, step: number): RevocationList[] {
  return lists.flatMap((der) => {
    try {
      return [parseRevocationList(der)];
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      findings.add('chain_invalid', step, 'a revocation list cannot be read');
      return [];
    }
  });
}

/** A distribution point that cannot be read fits no partitioned list. */
function readScopes(certificate: Certificate): string[] {
  try {
    return listScopes(certificate);
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

function namesLists({ extensions }: Certificate): boolean {
  return extensions.some(({ oid }) => oid === distributionPoints);
}
