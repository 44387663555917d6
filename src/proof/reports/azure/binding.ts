/**
 * Step 10 and the rest of Azure's evidence, for both TEEs: the hardware report carries the hash of the runtime data,
 * which names the vTPM's key, which signs the nonce and the registers.
 */
import { toHex } from '../../hash.ts';
import { checkMeasurements, checkReportData, type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import type { ReportPolicy } from '../policy.ts';
import type { ReportView } from '../verdict.ts';
import type { HclReport } from './hcl-report.ts';
import { parseRuntimeData, type RuntimeData } from './runtime-data.ts';
import { type CheckedQuote, checkTpmQuote, type QuoteEvidence } from './tpm-check.ts';

/** The parts of a guest's evidence. */
export interface Binding {
  readonly hcl: HclReport;
  readonly quote: QuoteEvidence | undefined;
  /** User data of the hardware report, 64 bytes. */
  readonly carried: Uint8Array;
}

/** Checks runtime data, vTPM quote, nonce, user data and registers, and gives the members of their view. */
export async function checkBinding(
  { hcl, quote, carried }: Binding,
  input: ReportInput,
  findings: Findings,
): Promise<ReportView> {
  const digest = new Uint8Array(64);
  digest.set(await input.crypto[hcl.hash](hcl.runtimeData));
  if (!isEqual(carried, digest)) {
    findings.add('report_data_mismatch', 10, 'the hardware report does not carry the hash of the runtime data');
  }
  const runtime = parseRuntimeData(hcl.runtimeData);
  if (runtime === undefined) findings.add('unsupported', 10, 'the runtime data names no usable attestation key');
  const checked =
    quote === undefined ? undefined : await checkTpmQuote(quote, runtime?.attestationKey, input, findings);
  if (quote === undefined) findings.note('no quote of the vTPM: neither its registers nor a nonce are signed by it');
  checkUserData(runtime, quote !== undefined, checked, input, findings);
  const { pcrs } = splitMeasurements(input.policy);
  if (Object.keys(pcrs).length > 0) {
    checkMeasurements(checked?.registers ?? {}, { ...input, policy: { measurements: pcrs } }, findings, 12);
  }
  return {
    hcl_version: hcl.version,
    runtime_data: runtime?.value ?? null,
    user_data: runtime === undefined ? null : toHex(runtime.userData),
    tpm_quote: checked?.view ?? null,
  };
}

/** Splits reference values into those of the hardware report and those of the vTPM (`pcr0` to `pcr23`). */
export function splitMeasurements({ measurements = {} }: ReportPolicy): {
  readonly hardware: NonNullable<ReportPolicy['measurements']>;
  readonly pcrs: NonNullable<ReportPolicy['measurements']>;
} {
  const isPcr = (name: string) => /^pcr\d+$/.test(name);
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(measurements).filter(([name]) => isWanted(name)));
  return { hardware: pick((name) => !isPcr(name)), pcrs: pick(isPcr) };
}

/** The vTPM signs the nonce. Without a quote it can only be in the 64 bytes that the guest chose. */
function checkUserData(
  runtime: RuntimeData | undefined,
  hasQuote: boolean,
  quote: CheckedQuote | undefined,
  { nonce, ...rest }: ReportInput,
  findings: Findings,
): void {
  const userData = runtime?.userData ?? new Uint8Array();
  const isInUserData = nonce !== undefined && !hasQuote;
  checkReportData(userData, isInUserData ? { ...rest, nonce } : rest, findings, 10);
  if (nonce === undefined || !hasQuote) return;
  if (quote === undefined || !isEqual(quote.extraData, nonce)) {
    findings.add('nonce_mismatch', 12, 'the vTPM signed another nonce');
  }
}
