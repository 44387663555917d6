/** Steps 2 and 3: the leaf that signed a report, and its path over AMD's intermediates to a pinned root. */
import {
  type Certificate,
  commonName,
  DerError,
  findChainProblems,
  findPath,
  isSame,
  isSameName,
  nameValues,
  organizationalUnit,
  parseCertificate,
} from '@assay/sdk/x509';
import type { Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { rootsOf } from '../roots.ts';
import { type Endorsement, findMismatches, readEndorsement } from './endorsement.ts';
import type { SnpProduct } from './product.ts';
import type { SnpReport } from './report.ts';
import { amdIntermediates } from './roots.ts';

const chainStep = 3;
/** AMD hands out three; a few others may be beside them. */
const maxCertificates = 32;

export interface Leaf {
  readonly certificate: Certificate;
  readonly endorsement: Endorsement;
}

/** Reads certificates. Invalid ones are left out, because they cannot be part of a path. */
export function readCertificates(ders: readonly Uint8Array[], findings: Findings): Certificate[] {
  if (ders.length > maxCertificates) {
    findings.add('chain_invalid', chainStep, `there are more than ${maxCertificates} certificates`);
    return [];
  }
  const certificates = ders.flatMap(readCertificate);
  const unread = ders.length - certificates.length;
  if (unread > 0) findings.note(`${unread} of the certificates given could not be read`);
  return certificates;
}

/** Gives the leaf that fits the report; if none fits, the nearest, so that its problem can be reported. */
export function chooseLeaf(certificates: readonly Certificate[], report: SnpReport): Leaf | undefined {
  const leaves = certificates.flatMap((certificate): Leaf[] => {
    const endorsement = readEndorsement(certificate);
    return endorsement === undefined ? [] : [{ certificate, endorsement }];
  });
  const ofKind = leaves.filter(({ endorsement }) => endorsement.kind === report.signingKey);
  return ofKind.find(({ endorsement }) => findMismatches(endorsement, report).length === 0) ?? ofKind[0] ?? leaves[0];
}

/** Checks the chain of the leaf. Gives the path if one was found, root last. */
export async function checkChain(
  { certificate, endorsement }: Leaf,
  given: readonly Certificate[],
  input: ReportInput,
  findings: Findings,
): Promise<readonly Certificate[] | undefined> {
  const pool = [...given, ...readKnown(amdIntermediates)];
  const roots = readKnown(rootsOf(input.roots, 'amd').map(({ der }) => der));
  const path = await findBestPath(certificate, pool, roots, input);
  if (path === undefined) {
    findings.add('chain_invalid', chainStep, 'no certificate chain leads from the leaf to a root of AMD');
    return undefined;
  }
  findings.addChain(await findChainProblems(path, input), chainStep);
  const root = path.at(-1);
  if (!roots.some((pinned) => root !== undefined && isSame(pinned, root))) {
    findings.add('root_untrusted', chainStep, 'the chain ends at a root that is not pinned');
  }
  for (const problem of findNameProblems(path, endorsement)) findings.add('chain_invalid', chainStep, problem);
  return path;
}

/**
 * Finds a path to a pinned root; otherwise to a self-signed root; otherwise by names alone, to show which signature
 * is invalid.
 */
async function findBestPath(
  leaf: Certificate,
  pool: readonly Certificate[],
  roots: readonly Certificate[],
  { crypto }: ReportInput,
): Promise<readonly Certificate[] | undefined> {
  const pinned = await findPath(leaf, pool, roots, crypto);
  if (pinned !== undefined) return pinned;
  const selfIssued = pool.filter(
    (candidate) => candidate.isAuthority && isSameName(candidate.subject, candidate.issuer),
  );
  const foreign = await findPath(leaf, pool, selfIssued, crypto);
  if (foreign !== undefined) return foreign;
  const signer = pool.find((candidate) => isSameName(candidate.subject, leaf.issuer));
  if (signer === undefined) return undefined;
  const root = [...roots, ...selfIssued].find((candidate) => isSameName(candidate.subject, signer.issuer));
  return root === undefined ? undefined : [leaf, signer, root];
}

/** The chain of one product and kind has fixed names (AMD 57230); three certificates, all RSA-PSS with SHA-384. */
function findNameProblems(path: readonly Certificate[], { kind, product }: Endorsement): string[] {
  const expected = expectedNames(kind, product);
  if (path.length !== expected.length) return ['a chain of AMD must have three certificates'];
  return path.flatMap((certificate, place) => {
    const isNamed =
      nameValues(certificate.subject, commonName).join() === expected[place] &&
      nameValues(certificate.subject, organizationalUnit).join() === 'Engineering';
    const { algorithm, version } = certificate;
    const isSignedAsExpected = algorithm.name === 'rsa-pss' && algorithm.hash === 'sha384';
    return [
      ...(isNamed ? [] : [`certificate ${place} of the chain does not have the expected name`]),
      ...(isSignedAsExpected ? [] : [`certificate ${place} of the chain is not signed with RSA-PSS and SHA-384`]),
      ...(version === 3 ? [] : [`certificate ${place} of the chain does not have version 3`]),
    ];
  });
}

function expectedNames(kind: Endorsement['kind'], product: SnpProduct): readonly string[] {
  return kind === 'vcek'
    ? ['SEV-VCEK', `SEV-${product}`, `ARK-${product}`]
    : ['SEV-VLEK', `SEV-VLEK-${product}`, `ARK-${product}`];
}

function readCertificate(der: Uint8Array): Certificate[] {
  try {
    return [parseCertificate(der)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

/** Pinned certificates are parsed once, also because the primitives cache their keys by object. */
const known = new WeakMap<Uint8Array, Certificate>();

function readKnown(ders: readonly Uint8Array[]): Certificate[] {
  return ders.map((der) => {
    const certificate = known.get(der) ?? parseCertificate(der);
    known.set(der, certificate);
    return certificate;
  });
}
