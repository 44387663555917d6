/** Checks the certificates of a path against the available revocation lists (RFC 5280 section 6.3, complete lists only). */
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
  /** True when every certificate with a distribution point was looked up in a current list, and at least one was. */
  readonly isComplete: boolean;
  /** When the first of the used lists ends, in milliseconds since the epoch; absent if none was used. */
  readonly until?: number;
}

const distributionPoints = '2.5.29.31';

/**
 * Looks up every certificate of a path (leaf first, root last) in the lists of its issuer. Findings are: a list that
 * is not signed by the issuer it names, an issuer whose lists are all out of date, a certificate on a list. A policy
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
    findings.add(
      'policy',
      step,
      'the policy requires revocation lists, and not all of them were given and valid at this time',
    );
  }
  return ends.length === 0 ? { isComplete } : { isComplete, until: Math.min(...ends) };
}

interface Lookup {
  readonly input: ReportInput;
  readonly findings: Findings;
  readonly step: number;
}

/**
 * Gives when the newest list of the issuer ends; undefined without one in date. A list still revokes after its date:
 * a revoked certificate never becomes valid again.
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
      findings.add('chain_invalid', step, 'a revocation list is not signed by its issuer');
      return undefined;
    }
    if (list.revoked.has(certificate.serial)) findings.add('revoked', step, 'a certificate of the chain is revoked');
  }
  const current = own.filter((list) => isListCurrent(list, input.now));
  if (own.length > 0 && current.length === 0) {
    findings.add('collateral_expired', step, 'no revocation list of an issuer of the chain is valid at this time');
  }
  return current.length === 0 ? undefined : Math.max(...current.map(({ nextUpdate }) => nextUpdate));
}

/** An unreadable list is refused, so that damage cannot turn the check off. */
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

/** An unreadable distribution point fits no partitioned list. */
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
