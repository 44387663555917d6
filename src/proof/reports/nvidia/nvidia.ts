/**
 * Checks the report of an NVIDIA GPU or switch: layout, signature, nonce, chain to
 * the pinned root, firmware identifier, measurements against the policy.
 */
import { type Certificate, commonName, DerError, findChainProblems, nameValues } from '@assay/sdk/x509';
import { checkMeasurements, createFindings, type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { checkPathRevocation, type PathRevocation } from '../path-revocation.ts';
import { rootsOf } from '../roots.ts';
import { type ReportVerdict, refuseReport, toVerdict } from '../verdict.ts';
import { LayoutError } from './byte-reader.ts';
import { type DeviceChain, findDeviceChain, maxCertificates } from './device-chain.ts';
import { diceExtensions, findFwid } from './fwid.ts';
import { type DeviceKind, fwidField, switchGpuPdisField } from './opaque.ts';
import { type NvidiaReport, parseReport, toRegisters, toView } from './report.ts';

/** Step numbers of the checks. */
const step = { signature: 1, nonce: 2, chain: 3, fwid: 4, measurements: 5 } as const;

/** Leaf, boot ROM, provisioner, identity of the product, root. */
const chainLength = 5;

/** Checks a report with the certificates beside it, in any order. */
export async function verifyNvidia(input: ReportInput): Promise<ReportVerdict> {
  const read = readReport(input.report);
  if (!read.ok) return refuseReport('nvidia', input.now, { ...read.problem, step: step.signature });
  if (input.certificates.length > maxCertificates) {
    const message = `there are more than ${maxCertificates} certificates`;
    return refuseReport('nvidia', input.now, { code: 'unsupported', step: step.chain, message });
  }
  const { report } = read;
  const findings = createFindings();
  const roots = rootsOf(input.roots, 'nvidia').map(({ der }) => der);
  const chain = await findDeviceChain(report, input.certificates, roots, input.crypto);
  if (!chain.isSigned) {
    findings.add(
      'signature_invalid',
      step.signature,
      'no certificate that was given holds the key that signed the report',
    );
  }
  checkNonce(report, input, findings);
  const revocation = await checkChain(chain, input, findings);
  checkFwid(report, chain.leaf, findings);
  const isMeasured = checkMeasurements(toRegisters(report), input, findings, step.measurements);
  addNotes(isMeasured, findings);
  return toVerdict({
    kind: 'nvidia',
    now: input.now,
    findings: findings.list,
    report: { ...toView(report, toDeviceKind(report, chain.leaf)), ...toModel(chain) },
    notes: findings.notes,
    proven: {
      instanceIdentity: 2,
      // Only compared measurements show whether debug is off and which mode is on.
      configuration: 0,
      executables: isMeasured ? 2 : 0,
      // The device's own certificates can be revoked by OCSP only, which this check does not use.
      hardware: 0,
      // The memory of such a device is isolated, not encrypted, and only approved firmware is known to isolate it.
      runtimeOpaque: isMeasured ? 32 : 0,
    },
    ...(chain.leaf === undefined ? {} : { leafUntil: chain.leaf.notAfter }),
    ...(revocation?.until === undefined ? {} : { collateralUntil: revocation.until }),
  });
}

type Read =
  | { readonly ok: true; readonly report: NvidiaReport }
  | { readonly ok: false; readonly problem: { readonly code: 'length' | 'unsupported'; readonly message: string } };

function readReport(bytes: Uint8Array): Read {
  try {
    return { ok: true, report: parseReport(bytes) };
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return { ok: false, problem: { code: error.isLength ? 'length' : 'unsupported', message: error.message } };
  }
}

function checkNonce(
  { requestNonce }: NvidiaReport,
  { nonce, reportData, policy }: ReportInput,
  findings: Findings,
): void {
  if (nonce !== undefined && !isEqual(requestNonce, nonce)) {
    findings.add('nonce_mismatch', step.nonce, 'the nonce of the request is not the expected one');
  }
  if (reportData !== undefined || policy.report_data !== undefined) {
    findings.add('report_data_mismatch', step.nonce, 'this kind of report has a nonce but no user data');
  }
}

/** Undefined when there is no chain. */
async function checkChain(
  chain: DeviceChain,
  input: ReportInput,
  findings: Findings,
): Promise<PathRevocation | undefined> {
  const { leaf, path, isRooted, unreadable } = chain;
  if (unreadable > 0) findings.note('a certificate beside the report could not be read and was left out');
  if (leaf === undefined || path === undefined) {
    const missing =
      leaf === undefined ? 'the certificate of the device is missing' : 'no certificate chain leads to a root';
    findings.add('chain_invalid', step.chain, missing);
    return undefined;
  }
  if (!isRooted) findings.add('root_untrusted', step.chain, 'the chain ends at a root that is not pinned');
  if (path.length !== chainLength) {
    findings.add('chain_invalid', step.chain, `the chain does not have ${chainLength} certificates`);
  }
  findings.addChain(await findChainProblems(path, { ...input, knownCritical: diceExtensions }), step.chain);
  if (leaf.keyUsage?.digitalSignature === false) {
    findings.add('chain_invalid', step.chain, 'the leaf certificate may not sign reports');
  }
  return checkPathRevocation(path, input, findings, step.chain);
}

/** The signing key belongs to the firmware that the certificate names, so the report must name the same. */
function checkFwid({ opaque }: NvidiaReport, leaf: Certificate | undefined, findings: Findings): void {
  const carried = opaque.get(fwidField);
  if (carried === undefined || carried.length === 0) {
    findings.note('the report names no firmware identifier to compare with the certificate');
    return;
  }
  if (leaf === undefined) return;
  const certified = tryFindFwid(leaf);
  if (certified === undefined || !isEqual(carried, certified)) {
    findings.add('chain_invalid', step.fwid, 'the certificate of the device is not for the firmware of the report');
  }
}

function tryFindFwid(leaf: Certificate): Uint8Array | undefined {
  try {
    return findFwid(leaf);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function addNotes(isMeasured: boolean, findings: Findings): void {
  findings.note('OCSP was not asked: whether the certificates of this device were revoked is not proven');
  if (!isMeasured) findings.note("measurements were not compared with the vendor's reference manifests");
}

function toDeviceKind({ opaque }: NvidiaReport, leaf: Certificate | undefined): DeviceKind {
  const isSwitch = opaque.has(switchGpuPdisField) || (leaf !== undefined && nameOf(leaf).startsWith('LS'));
  return isSwitch ? 'switch' : 'gpu';
}

/** Gives the device model by its certificates: `hwmodel` and `ueid`, as in NVIDIA's own verifier. */
function toModel({ leaf, path }: DeviceChain): { hwmodel?: string; ueid?: string } {
  const bootRom = path?.[1];
  return {
    ...(bootRom === undefined ? {} : { hwmodel: nameOf(bootRom) }),
    ...(leaf === undefined ? {} : { ueid: leaf.serial }),
  };
}

function nameOf({ subject }: Certificate): string {
  const name = nameValues(subject, commonName)[0] ?? '';
  // Foreign text in a verdict is limited to short printable ASCII.
  return /^[\x20-\x7e]{1,128}$/.test(name) ? name : '';
}
