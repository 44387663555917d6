/**
 * Checks the evidence of a TDX guest on Azure. Steps 1 to 9 are those of the quote; 10 to 12
 * bind the vTPM to it: runtime data and TD report, quote of the vTPM, registers and nonce.
 */
import { createFindings, type Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { parseQuote } from '../intel/quote.ts';
import { verifyTdx } from '../intel/tdx.ts';
import { type ProvenClaims, type ReportVerdict, type ReportView, refuseReport, toVerdict } from '../verdict.ts';
import { checkBinding, splitMeasurements } from './binding.ts';
import { type AzureEvidence, readTdxEvidence } from './evidence.ts';
import { isHclReport, parseHclReport } from './hcl-report.ts';
import { findTdReportProblem } from './td-report.ts';

const jsonStart = 0x7b;

/** Checks JSON evidence of any form, or a TD quote alone. */
export async function verifyAzTdx(input: ReportInput): Promise<ReportVerdict> {
  if (isHclReport(input.report)) {
    return refuse(input, 'a TD report can be checked by its own processor only: the TD quote is missing');
  }
  if (input.report.find((byte) => byte > 0x20) !== jsonStart) return verifyQuoteAlone(input);
  const evidence = readTdxEvidence(input.report);
  if (evidence?.tdQuote === undefined) return refuse(input, 'this is not evidence of a TDX guest');
  const hcl = parseHclReport(evidence.hclReport);
  if ('code' in hcl) return refuseReport('az-tdx', input.now, { ...hcl, step: 1 });
  if (hcl.tee !== 'tdx') return refuse(input, 'the HCL report is from another TEE');
  const quote = await verifyTdx(toQuoteInput(input, evidence.tdQuote));
  if (quote.report === null) return toAzure(quote);
  const findings = createFindings();
  const bound = await checkTogether(evidence, evidence.tdQuote, hcl, input, findings);
  return toAzure(quote, findings, { evidence_version: evidence.version, ...bound });
}

/** Checks that the TD quote and the HCL report are of one TD, and that the vTPM's quote is by the key in that report. */
async function checkTogether(
  { quote }: AzureEvidence,
  tdQuote: Uint8Array,
  hcl: Parameters<typeof checkBinding>[0]['hcl'],
  input: ReportInput,
  findings: Findings,
): Promise<ReportView> {
  const parsed = parseQuote(tdQuote);
  if (!parsed.ok || parsed.quote.body.tee !== 'tdx') return {};
  const problem = await findTdReportProblem(hcl.hardwareReport, parsed.quote, input.crypto);
  if (problem !== undefined) findings.add('report_data_mismatch', 10, problem);
  return checkBinding({ hcl, quote, carried: parsed.quote.body.td.reportData }, input, findings);
}

/** Without an HCL report the hash in the user data cannot be resolved, so a nonce cannot be confirmed. */
async function verifyQuoteAlone(input: ReportInput): Promise<ReportVerdict> {
  const findings = createFindings();
  findings.note('no HCL report and no quote of the vTPM: its key, registers and nonce are not bound to the TD');
  return toAzure(await verifyTdx(input), findings);
}

/** On Azure the user data of the hardware is not the caller's, and the registers of the vTPM are not the hardware's. */
function toQuoteInput(
  { nonce: _nonce, reportData: _reportData, ...input }: ReportInput,
  report: Uint8Array,
): ReportInput {
  const { report_data: _carried, ...policy } = input.policy;
  return { ...input, report, policy: { ...policy, measurements: splitMeasurements(policy).hardware } };
}

function toAzure(quote: ReportVerdict, findings?: Findings, more?: ReportView): ReportVerdict {
  const { leaf, collateral } = quote.valid_until;
  return toVerdict({
    kind: 'az-tdx',
    now: Date.parse(quote.evaluated_at),
    findings: [...quote.findings, ...(findings?.list ?? [])],
    report: quote.report === null ? null : { ...quote.report, ...more },
    proven: toProven(quote),
    notes: [...quote.notes, ...(findings?.notes ?? [])],
    advisories: quote.advisories,
    ...(quote.tcb_status === null ? {} : { tcbStatus: quote.tcb_status }),
    ...(leaf === null ? {} : { leafUntil: Date.parse(leaf) }),
    ...(collateral === null ? {} : { collateralUntil: Date.parse(collateral) }),
  });
}

/** Gives what the quote proved; the findings carry the values that they set. */
function toProven({ vector }: ReportVerdict): ProvenClaims {
  const hardware = vector['hardware'];
  return {
    instanceIdentity: vector['instance-identity'] === 2 ? 2 : 0,
    configuration: vector['configuration'] === 2 ? 2 : 0,
    executables: vector['executables'] === 2 ? 2 : 0,
    hardware: hardware === 2 || hardware === 32 ? hardware : 0,
    runtimeOpaque: vector['runtime-opaque'] === 2 ? 2 : 0,
  };
}

function refuse({ now }: ReportInput, message: string): ReportVerdict {
  return refuseReport('az-tdx', now, { code: 'unsupported', step: 1, message });
}
