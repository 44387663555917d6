/**
 * Checks an AWS Nitro attestation document: envelope, signature, chain to the pinned
 * root, debug mode, registers, nonce and user data, age.
 */
import { type Certificate, DerError, findChainProblems, parseCertificate } from '@assay/sdk/x509';
import { checkMeasurements, createFindings, type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import { checkPathRevocation, type PathRevocation } from '../path-revocation.ts';
import { rootsOf } from '../roots.ts';
import { type ReportVerdict, refuseReport, toVerdict } from '../verdict.ts';
import { readNitroReport } from './carrier.ts';
import { CborError } from './cbor.ts';
import { readSigned, type SignedDocument } from './cose.ts';
import { type NitroDocument, parseDocument, toRegisters, toView } from './document.ts';

/** Step numbers of the checks. */
const step = { decode: 1, signature: 2, chain: 3, debug: 4, registers: 5, freshness: 6 } as const;
const skewMs = 60_000;

/** Checks a document, or the document that a certificate carries in a DNS name. Other certificates are not needed. */
export async function verifyNitro(input: ReportInput): Promise<ReportVerdict> {
  const { document: bytes, isCarried } = readNitroReport(input.report);
  const read = readDocument(bytes);
  if (!read.ok) return refuseReport('nitro', input.now, { ...read.problem, step: step.decode });
  const { document, signed } = read;
  const findings = createFindings();
  if (isCarried) findings.note('the certificate around the document is only its carrier: nothing of it was checked');
  const leaf = parseOne(document.certificate);
  await checkSignature(leaf, signed, input, findings);
  const { revocation, until } = await checkChain(leaf, document, input, findings);
  checkDebug(document, findings);
  const isMeasured = checkMeasurements(toRegisters(document), input, findings, step.registers);
  checkBinding(document, input, findings);
  checkAge(document, input, findings);
  return toVerdict({
    kind: 'nitro',
    now: input.now,
    findings: findings.list,
    report: toView(document),
    notes: findings.notes,
    proven: {
      instanceIdentity: 2,
      configuration: 2,
      executables: isMeasured ? 2 : 0,
      hardware: revocation?.isComplete === true ? 2 : 0,
      // The hypervisor isolates the memory of an enclave. No document states that it is encrypted.
      runtimeOpaque: 32,
    },
    ...(until === undefined ? {} : { leafUntil: until }),
    ...(revocation?.until === undefined ? {} : { collateralUntil: revocation.until }),
  });
}

type Read =
  | { readonly ok: true; readonly document: NitroDocument; readonly signed: SignedDocument }
  | { readonly ok: false; readonly problem: { readonly code: 'length' | 'unsupported'; readonly message: string } };

function readDocument(bytes: Uint8Array): Read {
  try {
    const signed = readSigned(bytes);
    return { ok: true, signed, document: parseDocument(signed.payload) };
  } catch (error) {
    if (!(error instanceof CborError)) throw error;
    return { ok: false, problem: { code: error.isLength ? 'length' : 'unsupported', message: error.message } };
  }
}

async function checkSignature(
  leaf: Certificate | undefined,
  { signed, signature }: SignedDocument,
  { crypto }: ReportInput,
  findings: Findings,
): Promise<void> {
  const key = leaf?.publicKey;
  const isP384 = key?.type === 'ec' && key.curve === 'P-384';
  if (!isP384 || !(await crypto.verifySignature({ name: 'ecdsa', hash: 'sha384' }, key, signed, signature))) {
    findings.add('signature_invalid', step.signature, 'the key of the leaf did not sign the document');
  }
}

interface Chain {
  /** Absent when the chain could not be read. */
  readonly revocation?: PathRevocation;
  /** When the first certificate of the chain ends; those above the leaf are short-lived too. */
  readonly until?: number;
}

async function checkChain(
  leaf: Certificate | undefined,
  { cabundle }: NitroDocument,
  input: ReportInput,
  findings: Findings,
): Promise<Chain> {
  const [rootDer] = cabundle;
  const isPinned = rootsOf(input.roots, 'aws').some(({ der }) => rootDer !== undefined && isEqual(der, rootDer));
  if (!isPinned) findings.add('root_untrusted', step.chain, 'the first certificate of cabundle is not the pinned root');
  const path = [leaf, ...cabundle.map(parseOne).reverse()].filter((certificate) => certificate !== undefined);
  if (path.length !== cabundle.length + 1) {
    findings.add('chain_invalid', step.chain, 'a certificate of the document cannot be read');
    return {};
  }
  findings.addChain(await findChainProblems(path, input), step.chain);
  if (leaf?.keyUsage?.digitalSignature === false || leaf?.isAuthority === true) {
    findings.add('chain_invalid', step.chain, 'the leaf certificate may not sign documents');
  }
  const revocation = await checkPathRevocation(path, input, findings, step.chain);
  if (!revocation.isComplete) findings.note('revocation was not checked: not every revocation list was at hand');
  return { revocation, until: Math.min(...path.map(({ notAfter }) => notAfter)) };
}

/** An enclave in debug mode has zeros in PCR0, and the instance can read its console and memory. */
function checkDebug({ pcrs }: NitroDocument, findings: Findings): void {
  const image = pcrs.get(0);
  if (image === undefined) findings.add('unsupported', step.debug, 'the document has no PCR0');
  else if (image.every((byte) => byte === 0)) findings.add('debug', step.debug, 'PCR0 is zero: a debug enclave');
}

function checkBinding({ nonce, userData }: NitroDocument, input: ReportInput, findings: Findings): void {
  if (input.nonce !== undefined && (nonce === null || !isEqual(nonce, input.nonce))) {
    findings.add('nonce_mismatch', step.freshness, 'the nonce of the document is not the expected nonce');
  }
  const expected = [input.reportData, fromHex(input.policy.report_data)].filter((data) => data !== undefined);
  if (expected.some((data) => userData === null || !isEqual(userData, data))) {
    findings.add('report_data_mismatch', step.freshness, 'user_data is not the expected value');
  }
}

function checkAge({ timestamp }: NitroDocument, { now, policy }: ReportInput, findings: Findings): void {
  const isFuture = timestamp > now + skewMs;
  if (policy.max_age_s === undefined) {
    if (isFuture) findings.note('the document says that it was made after the time of this check');
  } else if (isFuture) {
    findings.add('not_yet_valid', step.freshness, 'the time of the document is after the time of this check');
  } else if (now - timestamp > policy.max_age_s * 1000) {
    findings.add('policy', step.freshness, 'the document is older than the policy allows');
  }
}

function parseOne(der: Uint8Array): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function fromHex(digits: string | undefined): Uint8Array | undefined {
  if (digits === undefined) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
