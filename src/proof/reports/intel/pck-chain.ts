/** The PCK chain: its text inside a quote, and the path from a platform's key to the pinned Intel root. */
import {
  type Certificate,
  commonName,
  DerError,
  findChainProblems,
  isSame,
  isSameName,
  nameValues,
  parseCertificate,
  readPem,
  toPem,
} from '@assay/sdk/x509';
import { decodeUtf8 } from '../../json.ts';
import type { Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { rootsOf, type VendorRoot } from '../roots.ts';

/** Leaf, CA and root, in this order. */
export interface PckChain {
  readonly leaf: Certificate;
  readonly authority: Certificate;
  readonly root: Certificate;
}

const step = 4;
const leafName = 'Intel SGX PCK Certificate';
const authorityNames: readonly string[] = ['Intel SGX PCK Platform CA', 'Intel SGX PCK Processor CA'];

/**
 * Reads the certificates of the text, in order. Nobody signs the white space of PEM, so only the spellings of genuine
 * quotes are accepted: lines of 64 characters ended by LF or CRLF throughout, the last end optional, then at most one
 * NUL.
 */
export function readChainText(bytes: Uint8Array, findings: Findings): Certificate[] | undefined {
  try {
    const text = decodeUtf8(bytes) ?? '';
    const certificates = readPem(text).map(({ der }) => parseCertificate(der));
    if (isAcceptedSpelling(text, certificates)) return certificates;
    findings.add('padding', step, 'the PEM text of the PCK chain does not have the form of genuine quotes');
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    findings.add('chain_invalid', step, 'a certificate of the PCK chain cannot be read');
  }
  return undefined;
}

function isAcceptedSpelling(text: string, certificates: readonly Certificate[]): boolean {
  const lines = certificates.map(({ der }) => toPem(der)).join('');
  return ['\n', '\r\n'].some((end) => {
    const spelled = lines.replaceAll('\n', end);
    return text === spelled || text === `${spelled}\0` || text === spelled.slice(0, -end.length);
  });
}

/** Checks the path to a pinned root. Every certificate of the quote must be part of it. */
export async function checkPckChain(
  certificates: readonly Certificate[],
  input: ReportInput,
  findings: Findings,
): Promise<PckChain | undefined> {
  const path = toPath(certificates, input, findings);
  const [leaf, authority, root, ...more] = path;
  if (leaf === undefined || authority === undefined || root === undefined || more.length > 0) {
    findings.add('chain_invalid', step, 'a PCK chain must be a leaf, its CA and the root, in this order');
    return undefined;
  }
  if (nameValues(leaf.subject, commonName)[0] !== leafName || leaf.isAuthority) {
    findings.add('chain_invalid', step, 'the leaf certificate is not a PCK certificate');
  }
  if (!authorityNames.includes(nameValues(authority.subject, commonName)[0] ?? '')) {
    findings.add('chain_invalid', step, 'the Platform or Processor CA did not issue the leaf certificate');
  }
  findings.addChain(await findChainProblems(path, input), step);
  return { leaf, authority, root };
}

/** Gives the certificates with the pinned root at the end. A root in the quote must be that one, byte for byte. */
function toPath(certificates: readonly Certificate[], input: ReportInput, findings: Findings): Certificate[] {
  const last = certificates.at(-1);
  if (last === undefined) return [];
  const roots = intelRootCertificates(input.roots);
  if (isSameName(last.issuer, last.subject)) {
    if (!roots.some((root) => isSame(root, last))) findings.add('root_untrusted', step, 'the root is not pinned');
    return [...certificates];
  }
  const root = roots.find(({ subject }) => isSameName(subject, last.issuer));
  if (root === undefined) findings.add('root_untrusted', step, 'the chain does not lead to a pinned root');
  return root === undefined ? [...certificates] : [...certificates, root];
}

/** Cache of parsed roots; an entry is dropped with its root. */
const parsed = new WeakMap<VendorRoot, Certificate>();

/** Parses the pinned Intel roots. @throws DerError for an invalid root of ours */
export function intelRootCertificates(roots: readonly VendorRoot[]): Certificate[] {
  return rootsOf(roots, 'intel').map((root) => {
    const certificate = parsed.get(root) ?? parseCertificate(root.der);
    parsed.set(root, certificate);
    return certificate;
  });
}
