/**
 * Checks the evidence of a SEV-SNP guest on Azure. Steps 1 to 7 are those of the hardware report; 10 to 12 bind the
 * vTPM to it: runtime data, quote, registers and nonce.
 */
import { checkMeasurements, createFindings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { isLayoutProblem, parseSnpReport } from '../sev-snp/report.ts';
import { checkSnpReport } from '../sev-snp/sev-snp.ts';
import { type ReportVerdict, refuseReport, toVerdict } from '../verdict.ts';
import { checkBinding, splitMeasurements } from './binding.ts';
import { readSnpEvidence } from './evidence.ts';
import { isHclReport, parseHclReport } from './hcl-report.ts';

/** Checks JSON evidence of any form, or the HCL report alone. */
export async function verifyAzSnp(input: ReportInput): Promise<ReportVerdict> {
  const { now } = input;
  const refuse = (problem: { code: 'length' | 'padding' | 'unsupported'; message: string }) =>
    refuseReport('az-snp', now, { ...problem, step: 1 });
  const evidence = isHclReport(input.report)
    ? { version: null, hclReport: input.report, quote: undefined, certificates: [] }
    : readSnpEvidence(input.report);
  if (evidence === undefined) {
    return refuse({ code: 'unsupported', message: 'this is neither an HCL report nor evidence that contains one' });
  }
  const hcl = parseHclReport(evidence.hclReport);
  if ('code' in hcl) return refuse(hcl);
  if (hcl.tee !== 'snp') return refuse({ code: 'unsupported', message: 'the HCL report is from another TEE' });
  const report = parseSnpReport(hcl.hardwareReport);
  if (isLayoutProblem(report)) return refuse(report);
  const findings = createFindings();
  const checked = await checkSnpReport(report, input, findings, evidence.certificates);
  const { hardware } = splitMeasurements(input.policy);
  const references = { ...input, policy: { measurements: hardware } };
  const isMeasured = checkMeasurements(checked.registers, references, findings, 7);
  const bound = await checkBinding({ hcl, quote: evidence.quote, carried: report.reportData }, input, findings);
  return toVerdict({
    kind: 'az-snp',
    now,
    findings: findings.list,
    report: { evidence_version: evidence.version, ...checked.view, ...bound },
    proven: { ...checked.proven, executables: isMeasured ? 2 : 0 },
    notes: findings.notes,
    ...checked.validity,
  });
}
