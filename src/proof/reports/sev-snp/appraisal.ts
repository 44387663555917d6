/** Step 7: an owner's requirements on a genuine report. Debug is refused whatever the policy says. */
import type { Findings } from '../findings.ts';
import type { ReportPolicy } from '../policy.ts';
import { isKnownPolicy, readGuestPolicy, readPlatformInfo } from './guest-policy.ts';
import { readTcb, type SnpProduct } from './product.ts';
import type { SnpReport } from './report.ts';

const policyStep = 7;
const defaultVmpls: readonly number[] = [0];

/**
 * Compares the settings of the report with the policy. True when a lowest TCB was required and the reported one is
 * not below it.
 */
export function appraiseSettings(
  report: SnpReport,
  product: SnpProduct | undefined,
  policy: ReportPolicy,
  findings: Findings,
): boolean {
  const guest = readGuestPolicy(report.policy);
  const refuse = (message: string) => findings.add('policy', policyStep, message);
  if (guest.debug) findings.add('debug', policyStep, 'the guest policy allows the host to read the memory');
  if (!isKnownPolicy(report.policy)) refuse('the guest policy has bits with no known meaning');
  if (!(policy.vmpl ?? defaultVmpls).includes(report.vmpl)) refuse('the report comes from a VMPL that is not allowed');
  const { signingKey } = report;
  if (policy.leaf_kinds !== undefined && !policy.leaf_kinds.some((kind) => kind === signingKey)) {
    refuse('the kind of key that signed the report is not allowed');
  }
  if (policy.allow_smt === false && (guest.smt || readPlatformInfo(report.platformInfo).smt_en)) {
    refuse('simultaneous multi-threading is allowed or on');
  }
  if (policy.allow_migration !== true && guest.migrate_ma) refuse('a migration agent may migrate the guest');
  return product !== undefined && appraiseTcb(report, product, policy, findings);
}

function appraiseTcb(report: SnpReport, product: SnpProduct, policy: ReportPolicy, findings: Findings): boolean {
  const reported = readTcb(report.reportedTcb, product);
  const floors = Object.entries(policy.minimum_tcb ?? {});
  if (floors.length === 0) {
    findings.note('no lowest TCB in the policy: whether the firmware is up to date was not appraised');
    return false;
  }
  const levels: Readonly<Record<string, number | undefined>> = reported;
  const low = floors.filter(([name, floor]) => (levels[name] ?? -1) < floor);
  for (const [name] of low)
    findings.add('policy', policyStep, `the reported TCB is below the lowest allowed in ${name}`);
  return low.length === 0;
}
