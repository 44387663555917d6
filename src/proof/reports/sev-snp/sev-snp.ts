/**
 * Checks a report of AMD SEV-SNP: layout, product, chain to AMD's root, revocation, certificate against report,
 * signature, policy. docs/attestation/sev-snp.md lists the steps.
 */
import { checkMeasurements, checkReportData, createFindings, type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { checkPathRevocation, type PathRevocation } from '../path-revocation.ts';
import {
  type ProvenClaims,
  type ReportVerdict,
  type ReportView,
  refuseReport,
  toVerdict,
  type VerdictParts,
} from '../verdict.ts';
import { appraiseSettings } from './appraisal.ts';
import { checkChain, chooseLeaf, type Leaf, readCertificates } from './chain.ts';
import { findMismatches } from './endorsement.ts';
import { isFieldForm, readFieldForm } from './fields.ts';
import { productOf, type SnpProduct } from './product.ts';
import { isLayoutProblem, parseSnpReport, type SnpReport } from './report.ts';
import { toRegisters, toSnpView } from './view.ts';

/** Checks a report: the 1184 bytes, or the JSON form with its fields and certificates. */
export async function verifySnp(input: ReportInput): Promise<ReportVerdict> {
  const { now } = input;
  const evidence = isFieldForm(input.report) ? readFieldForm(input.report) : { report: input.report, certificates: [] };
  if ('code' in evidence) return refuseReport('snp', now, { ...evidence, step: 1 });
  const report = parseSnpReport(evidence.report);
  if (isLayoutProblem(report)) return refuseReport('snp', now, { ...report, step: 1 });
  const findings = createFindings();
  const checked = await checkSnpReport(report, input, findings, evidence.certificates);
  checkReportData(report.reportData, input, findings, 7);
  const isMeasured = checkMeasurements(checked.registers, input, findings, 7);
  const proven: ProvenClaims = { ...checked.proven, executables: isMeasured ? 2 : 0 };
  return toVerdict({
    kind: 'snp',
    now,
    findings: findings.list,
    report: checked.view,
    proven,
    notes: findings.notes,
    ...checked.validity,
  });
}

export interface CheckedSnpReport {
  readonly view: ReportView;
  readonly registers: Readonly<Record<string, string>>;
  /** Without the measurements and the user data, whose expected values the caller knows. */
  readonly proven: ProvenClaims;
  readonly validity: Pick<VerdictParts, 'leafUntil' | 'collateralUntil'>;
}

/**
 * Runs steps 2 to 7 of a parsed report, except for its user data and measurements. Certificates from inside the
 * evidence must all be part of the chain, because nothing else covers their bytes.
 */
export async function checkSnpReport(
  report: SnpReport,
  input: ReportInput,
  findings: Findings,
  enclosed: readonly Uint8Array[] = [],
): Promise<CheckedSnpReport> {
  const certificates = readCertificates([...enclosed, ...input.certificates], findings);
  const leaf = chooseLeaf(certificates, report);
  const product = decideProduct(report, leaf, findings);
  const revocation = await checkTrust(report, leaf, { certificates, enclosed }, input, findings);
  await checkSignature(report, leaf, input, findings);
  const isTcbAppraised = appraiseSettings(report, product, input.policy, findings);
  return {
    view: toSnpView(report, product, leaf?.endorsement),
    registers: toRegisters(report),
    proven: {
      instanceIdentity: 2,
      configuration: 2,
      executables: 0,
      hardware: revocation.isComplete && isTcbAppraised ? 2 : 0,
      runtimeOpaque: 2,
    },
    validity: {
      ...(leaf === undefined ? {} : { leafUntil: leaf.certificate.notAfter }),
      ...(revocation.until === undefined ? {} : { collateralUntil: revocation.until }),
    },
  };
}

/** Step 2: the processor's own statement and AMD's must be the same. */
function decideProduct({ cpuid }: SnpReport, leaf: Leaf | undefined, findings: Findings): SnpProduct | undefined {
  const certified = leaf?.endorsement.product;
  if (cpuid === undefined) return certified;
  const product = productOf(cpuid);
  if (product === undefined) findings.add('unsupported', 2, 'the product of the processor is not known');
  else if (certified !== undefined && certified !== product) {
    findings.add('chain_invalid', 2, 'the certificate is for another product than the processor');
  }
  return product ?? certified;
}

/** Steps 3 to 5. */
async function checkTrust(
  report: SnpReport,
  leaf: Leaf | undefined,
  given: { readonly certificates: Parameters<typeof checkChain>[1]; readonly enclosed: readonly Uint8Array[] },
  input: ReportInput,
  findings: Findings,
): Promise<PathRevocation> {
  const unchecked = { isComplete: false };
  if (leaf === undefined) {
    findings.add('chain_invalid', 3, 'there is no readable VCEK or VLEK certificate');
    return unchecked;
  }
  if (report.signingKey !== leaf.endorsement.kind) {
    findings.add('chain_invalid', 3, 'the kind of the leaf certificate differs from the key that the report names');
  }
  const path = await checkChain(leaf, given.certificates, input, findings);
  const isCovered = (der: Uint8Array) => path?.some((member) => isEqual(member.der, der)) ?? false;
  if (path !== undefined && !given.enclosed.every(isCovered)) {
    findings.add('chain_invalid', 3, 'the evidence has a certificate that is not part of the chain');
  }
  const revocation = path === undefined ? unchecked : await checkPathRevocation(path, input, findings, 4);
  if (!revocation.isComplete)
    findings.note('no current revocation list of AMD: whether an intermediate was revoked is not known');
  for (const mismatch of findMismatches(leaf.endorsement, report)) {
    if (mismatch === 'tcb') findings.add('tcb_no_match', 5, 'the certificate is not for the reported TCB');
    else findings.add('chain_invalid', 5, 'the certificate is for another chip');
  }
  return revocation;
}

/** Step 6. Without a leaf there is no key, and a signature that cannot be checked is invalid. */
async function checkSignature(
  { signed, signature }: SnpReport,
  leaf: Leaf | undefined,
  { crypto }: ReportInput,
  findings: Findings,
): Promise<void> {
  const key = leaf?.certificate.publicKey;
  const isHeld =
    key?.type === 'ec' &&
    key.curve === 'P-384' &&
    (await crypto.verifySignature({ name: 'ecdsa', hash: 'sha384' }, key, signed, signature));
  if (!isHeld) findings.add('signature_invalid', 6, 'the leaf key did not sign the report');
}
