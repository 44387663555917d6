/** Extracts the vendor's own report from a guest's evidence: on Azure it is within evidence about the vTPM. */
import { readSnpEvidence, readTdxEvidence } from '../../proof/reports/azure/evidence.ts';
import { isHclReport, parseHclReport } from '../../proof/reports/azure/hcl-report.ts';
import { isFieldForm, readFieldForm } from '../../proof/reports/sev-snp/fields.ts';
import { isLayoutProblem, parseSnpReport, type SnpReport } from '../../proof/reports/sev-snp/report.ts';
import { UsageError } from '../options.ts';

/** A report that could be read. */
export interface InnerSnpReport {
  readonly report: SnpReport;
  /** DER; from inside the evidence. */
  readonly certificates: readonly Uint8Array[];
}

/**
 * Reads the report of SEV-SNP: alone, in field form, or within an HCL report or Azure's evidence. @throws UsageError
 * for anything else
 */
export function readSnpReport(kind: 'snp' | 'az-snp', bytes: Uint8Array): InnerSnpReport {
  const { report, certificates } = kind === 'snp' ? fromPlain(bytes) : fromAzure(bytes);
  const parsed = parseSnpReport(report);
  if (isLayoutProblem(parsed)) throw refuse('report of SEV-SNP', parsed.message);
  return { report: parsed, certificates };
}

interface Found {
  readonly report: Uint8Array;
  readonly certificates: readonly Uint8Array[];
}

function fromPlain(bytes: Uint8Array): Found {
  if (!isFieldForm(bytes)) return { report: bytes, certificates: [] };
  const evidence = readFieldForm(bytes);
  if ('code' in evidence) throw refuse('report of SEV-SNP', evidence.message);
  return evidence;
}

function fromAzure(bytes: Uint8Array): Found {
  const what = 'evidence of a SEV-SNP guest on Azure';
  const evidence = isHclReport(bytes) ? { hclReport: bytes, certificates: [] } : readSnpEvidence(bytes);
  if (evidence === undefined) throw refuse(what, 'it is neither an HCL report nor evidence that contains one');
  const hcl = parseHclReport(evidence.hclReport);
  if ('code' in hcl) throw refuse(what, hcl.message);
  if (hcl.tee !== 'snp') throw refuse(what, 'the HCL report is from another TEE');
  return { report: hcl.hardwareReport, certificates: evidence.certificates };
}

/** Reads the quote of TDX or SGX: alone, or within Azure's evidence. @throws UsageError for evidence without one */
export function readInnerQuote(kind: 'tdx' | 'sgx' | 'az-tdx', bytes: Uint8Array): Uint8Array {
  // Azure's evidence is a JSON object, and a quote begins with a small version number.
  if (kind !== 'az-tdx' || !isFieldForm(bytes)) return bytes;
  const quote = readTdxEvidence(bytes)?.tdQuote;
  if (quote === undefined) throw refuse('evidence of a TDX guest on Azure', 'it has no TD quote');
  return quote;
}

function refuse(what: string, message: string): UsageError {
  return new UsageError(`This is not a ${what}: ${message}.`);
}
