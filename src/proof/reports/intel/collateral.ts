/** Sorts the collateral of a quote by content: Intel's signed documents, revocation lists, certificates of issuers. */
import {
  type Certificate,
  DerError,
  parseCertificate,
  parseRevocationList,
  type RevocationList,
  readPem,
} from '@assay/sdk/x509';
import type { Collateral } from '../input.ts';
import type { ReportFinding } from '../verdict.ts';
import { type QeIdentity, readQeIdentity } from './qe-identity.ts';
import { readDocument, type SignedDocument } from './signed-document.ts';
import { readTcbInfo, type TcbInfo } from './tcb-info.ts';

/** A document with the text that its signature covers, still unverified. */
export type Signed<Content> = Content & Pick<SignedDocument, 'text' | 'signature'>;

export interface IntelCollateral {
  readonly tcbInfos: readonly Signed<TcbInfo>[];
  readonly qeIdentities: readonly Signed<QeIdentity>[];
  readonly revocationLists: readonly RevocationList[];
  readonly certificates: readonly Certificate[];
  /** Parts that could not be read. */
  readonly problems: readonly ReportFinding[];
}

const listStep = 5;
const documentStep = 6;
/** Equal to the file limit of a verifier's collateral folder, which serves platforms of many kinds. */
const maxDocuments = 256;
const maxDers = 256;

interface Sorted {
  readonly tcbInfos: Signed<TcbInfo>[];
  readonly qeIdentities: Signed<QeIdentity>[];
  readonly revocationLists: RevocationList[];
  readonly certificates: Certificate[];
  readonly problems: ReportFinding[];
}

/** Reads collateral from any arrangement of files. Never throws. */
export function readIntelCollateral(collateral: Collateral): IntelCollateral {
  const sorted: Sorted = { tcbInfos: [], qeIdentities: [], revocationLists: [], certificates: [], problems: [] };
  const { documents, revocationLists, certificates } = collateral;
  if (documents.length > maxDocuments || revocationLists.length + certificates.length > maxDers) {
    addProblem(sorted, documentStep, 'unsupported', 'there are too many collateral files');
    return sorted;
  }
  for (const text of documents) takeDocument(text, sorted);
  for (const der of revocationLists) takeList(der, sorted);
  for (const der of certificates) takeCertificate(der, sorted);
  return sorted;
}

function takeDocument(text: string, sorted: Sorted): void {
  const contents = readDocument(text);
  if (contents === undefined) {
    addProblem(sorted, documentStep, 'unsupported', 'a document of the collateral is of an unknown kind');
    return;
  }
  for (const document of contents.signed) takeSigned(document, sorted);
  for (const der of contents.revocationLists) takeList(der, sorted);
  for (const pem of contents.pemTexts) takePem(pem, sorted);
}

function takeSigned({ kind, text, signature, value }: SignedDocument, sorted: Sorted): void {
  const info = kind === 'tcb_info' ? readTcbInfo(value) : undefined;
  const identity = kind === 'qe_identity' ? readQeIdentity(value) : undefined;
  if (info !== undefined) sorted.tcbInfos.push({ ...info, text, signature });
  else if (identity !== undefined) sorted.qeIdentities.push({ ...identity, text, signature });
  else addProblem(sorted, documentStep, 'unsupported', 'a TCB Info or QE Identity does not have the required shape');
}

function takePem(text: string, sorted: Sorted): void {
  try {
    for (const { label, der } of readPem(text)) {
      if (label === 'X509 CRL') takeList(der, sorted);
      else takeCertificate(der, sorted);
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    addProblem(sorted, documentStep, 'chain_invalid', 'certificates of the collateral cannot be read');
  }
}

function takeList(der: Uint8Array, sorted: Sorted): void {
  try {
    sorted.revocationLists.push(parseRevocationList(der));
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    addProblem(sorted, listStep, 'chain_invalid', 'a revocation list cannot be read');
  }
}

function takeCertificate(der: Uint8Array, sorted: Sorted): void {
  try {
    sorted.certificates.push(parseCertificate(der));
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    addProblem(sorted, documentStep, 'chain_invalid', 'a certificate of the collateral cannot be read');
  }
}

function addProblem({ problems }: Sorted, step: number, code: ReportFinding['code'], message: string): void {
  problems.push({ code, step, message });
}
