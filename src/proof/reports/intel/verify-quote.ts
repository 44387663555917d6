/** Checks an Intel quote of either TEE, in nine steps (docs/attestation/intel.md). */
import { type Certificate, DerError } from '@assay/sdk/x509';
import { toEcKey } from '../ec-key.ts';
import { checkMeasurements, checkReportData, createFindings, type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { type ProvenClaims, type ReportVerdict, refuseReport, toVerdict } from '../verdict.ts';
import { readIntelCollateral } from './collateral.ts';
import { checkPckChain, type PckChain, readChainText } from './pck-chain.ts';
import { type PckClaims, readPckClaims } from './pck-extension.ts';
import { parseQuote, type Quote } from './quote.ts';
import { toQuoteView, toRegisters } from './quote-view.ts';
import { checkRevocation } from './revocation.ts';
import { type CheckedTcb, checkTcb } from './tcb-check.ts';
import { toHardwareValue } from './tcb-status.ts';
import { checkTdAttributes } from './td-attributes.ts';

const ecdsa = { name: 'ecdsa', hash: 'sha256' } as const;
const sgxDebugBit = 0x02;

/** Checks a quote of the given TEE. Never throws. */
export async function verifyQuote(kind: 'tdx' | 'sgx', input: ReportInput): Promise<ReportVerdict> {
  const parsed = parseQuote(input.report);
  if (!parsed.ok) return refuseReport(kind, input.now, { ...parsed.problem, step: 1 });
  const { quote } = parsed;
  if (quote.body.tee !== kind) {
    return refuseReport(kind, input.now, { code: 'unsupported', step: 1, message: 'the quote is from another TEE' });
  }
  const findings = createFindings();
  const certificates = readChainText(quote.chainText, findings);
  await checkSignatures(quote, certificates?.[0], input, findings);
  const chain = certificates === undefined ? undefined : await checkPckChain(certificates, input, findings);
  const collateral = readIntelCollateral(toCollateral(input));
  for (const { code, step, message } of collateral.problems) findings.add(code, step, message);
  const listsUntil = chain === undefined ? undefined : await checkRevocation(chain, collateral, input, findings);
  const pck = chain === undefined ? undefined : readPck(chain, findings);
  const tcb = pck === undefined ? undefined : await checkTcb({ quote, pck, collateral, input, findings });
  checkTcbPolicy(tcb, input, findings);
  const isMeasured = checkPolicy(quote, input, findings);
  const proven: ProvenClaims = {
    instanceIdentity: 2,
    configuration: 2,
    executables: isMeasured ? 2 : 0,
    hardware: toHardware(tcb, listsUntil !== undefined, input),
    runtimeOpaque: 2,
  };
  const ends = [tcb?.nextUpdate, listsUntil].filter((end) => end !== undefined);
  return toVerdict({
    kind,
    now: input.now,
    findings: findings.list,
    report: toQuoteView({ quote, chain, pck, tcb }),
    proven,
    notes: findings.notes,
    ...(tcb === undefined ? {} : { tcbStatus: tcb.status, advisories: tcb.advisories }),
    ...(chain === undefined ? {} : { leafUntil: chain.leaf.notAfter }),
    ...(ends.length === 0 ? {} : { collateralUntil: Math.min(...ends) }),
  });
}

/** Steps 1 to 3. A signature without a key to check it is invalid. */
async function checkSignatures(
  quote: Quote,
  leaf: Certificate | undefined,
  { crypto }: ReportInput,
  findings: Findings,
): Promise<void> {
  const attestationKey = toEcKey('P-256', quote.attestationKey);
  if (!(await crypto.verifySignature(ecdsa, attestationKey, quote.signed, quote.signature))) {
    findings.add('signature_invalid', 1, 'the attestation key did not sign the quote');
  }
  const bound = new Uint8Array(quote.attestationKey.length + quote.authData.length);
  bound.set(quote.attestationKey);
  bound.set(quote.authData, quote.attestationKey.length);
  const { reportData } = quote.qeReport;
  const isBound =
    isEqual(reportData.subarray(0, 32), await crypto.sha256(bound)) &&
    reportData.subarray(32).every((byte) => byte === 0);
  if (!isBound) findings.add('signature_invalid', 2, 'the quoting enclave vouches for another attestation key');
  const isHeld =
    leaf !== undefined && (await crypto.verifySignature(ecdsa, leaf.publicKey, quote.qeReportBytes, quote.qeSignature));
  if (!isHeld) findings.add('signature_invalid', 3, 'the PCK did not sign the report of the quoting enclave');
}

function readPck({ leaf }: PckChain, findings: Findings): PckClaims | undefined {
  try {
    return readPckClaims(leaf);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    findings.add('chain_invalid', 7, 'the PCK certificate does not name its platform');
    return undefined;
  }
}

function checkTcbPolicy(tcb: CheckedTcb | undefined, { policy }: ReportInput, findings: Findings): void {
  if (tcb?.relaunchStatus !== undefined) {
    findings.note(`launched again now, the TD would have the TCB status ${tcb.relaunchStatus}`);
  }
  if (tcb === undefined) findings.note('no TCB level was established: whether the platform is up to date is not known');
  const accepted = policy.tcb_statuses;
  if (accepted !== undefined && (tcb === undefined || !accepted.includes(tcb.status))) {
    findings.add('policy', 9, 'the policy does not accept the TCB status');
  }
}

/** Step 9. True when measurements were compared and all match. */
function checkPolicy(quote: Quote, input: ReportInput, findings: Findings): boolean {
  const { body } = quote;
  if (body.tee === 'tdx') {
    checkTdAttributes(body.td, input.policy, findings);
  } else if (((body.enclave.attributes[0] ?? 0) & sgxDebugBit) !== 0) {
    findings.add('debug', 9, 'the enclave may be debugged by its host');
  }
  if (quote.tailBytes > 0) findings.note('bytes after the declared end of the quote were cut off');
  checkReportData(body.tee === 'tdx' ? body.td.reportData : body.enclave.reportData, input, findings, 9);
  return checkMeasurements(toRegisters(quote), input, findings, 9);
}

/** A known weakness counts at once; its absence counts only when revocation was checked too. */
function toHardware(tcb: CheckedTcb | undefined, isRevocationChecked: boolean, { policy }: ReportInput): 0 | 2 | 32 {
  if (tcb === undefined) return 0;
  const value = toHardwareValue(tcb.status, tcb.advisories, policy);
  return value === 2 && !isRevocationChecked ? 0 : value;
}

/** Certificates beside the report may be issuers of collateral too. */
function toCollateral({ certificates, collateral }: ReportInput): NonNullable<ReportInput['collateral']> {
  if (collateral === undefined) return { revocationLists: [], documents: [], certificates };
  return { ...collateral, certificates: [...new Set([...certificates, ...collateral.certificates])] };
}
