/**
 * The offline verifier as two functions over the bytes of files, for pages and for runners of the conformance cases.
 * It fetches nothing and trusts only what the caller passes in.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type NoteKey, parseVerifierKey as parseWitnessKey } from '@assay/sdk/receipts';
import { detectArtefact } from './artefact.ts';
import { readAttestations } from './attestation-list.ts';
import { type CheckedAttestation, checkAttestation } from './bundle-attestations.ts';
import { artefactNames, checkArtefact } from './check-artefact.ts';
import type { Finding } from './report.ts';
import { chooseDevice } from './reports/choose-device.ts';
import { readCompanions } from './reports/files.ts';
import { parseReportPolicy } from './reports/policy.ts';
import { productionRoots } from './reports/production-roots.ts';
import { readReports } from './reports/read-report.ts';
import type { VendorRoot } from './reports/roots.ts';
import type { ReportKind, ReportVerdict } from './reports/verdict.ts';
import { verifyReport } from './reports/verifiers.ts';
import { parseVerifierKeys, type VerifierKey } from './verifier-key.ts';

export interface ArtefactOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A JWKS of the trusted verifiers, parsed. */
  readonly keys?: unknown;
  /** Key attestations, parsed: each one, a list, or an object that contains some. */
  readonly attestations?: readonly unknown[];
  /** Keys of the trusted witnesses, `name+id+base64`. */
  readonly witnesses?: readonly string[];
  /** Replaces the pinned vendor roots. */
  readonly roots?: readonly VendorRoot[];
}

/** As `assay verify --json` prints it, without the names of files. */
export interface ArtefactVerdict {
  readonly artefact: string;
  readonly ok: boolean;
  /** RFC 3339. */
  readonly evaluated_at: string;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/** Invalid trust input: a usage error, never a refusal. */
export class InputError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InputError';
  }
}

export interface HardwareOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Certificates, revocation lists and signed documents: the bytes of files, in any order. */
  readonly companions?: readonly Uint8Array[];
  /** Number of the report in a file with several, from 1. */
  readonly device?: number;
  readonly nonce?: Uint8Array;
  /** A report policy, parsed. */
  readonly policy?: unknown;
  /** Replaces the pinned vendor roots. */
  readonly roots?: readonly VendorRoot[];
}

export interface OfflineVerifier {
  /** Checks the bytes of a file, whichever artefact it is. @throws InputError for invalid keys */
  verifyArtefact(file: Uint8Array, options: ArtefactOptions): Promise<ArtefactVerdict>;
  /** Checks the bytes of a hardware report. @throws InputError for an invalid companion or policy */
  verifyHardwareReport(kind: ReportKind, file: Uint8Array, options: HardwareOptions): Promise<ReportVerdict>;
}

/** Creates the verifier on the primitives of Node or of a browser; both give the same verdicts. */
export function createOfflineVerifier(crypto: ProofCrypto): OfflineVerifier {
  return {
    verifyArtefact: (file, options) => verifyArtefact(file, options, crypto),
    verifyHardwareReport: (kind, file, options) => verifyHardwareReport(kind, file, options, crypto),
  };
}

async function verifyArtefact(
  file: Uint8Array,
  options: ArtefactOptions,
  crypto: ProofCrypto,
): Promise<ArtefactVerdict> {
  const { now, roots = productionRoots } = options;
  const artefact = detectArtefact(file);
  const shared = { now, crypto, roots };
  const report = await checkArtefact(artefact, {
    ...shared,
    verifierKeys: await toVerifierKeys(options.keys, crypto),
    attestations: await toAttestations(options.attestations ?? [], shared),
    witnesses: await toWitnesses(options.witnesses ?? [], crypto),
    open: () => [file],
  });
  const { ok, findings, notes } = report;
  return { artefact: artefactNames[artefact.kind], ok, evaluated_at: new Date(now).toISOString(), findings, notes };
}

async function verifyHardwareReport(
  kind: ReportKind,
  file: Uint8Array,
  options: HardwareOptions,
  crypto: ProofCrypto,
): Promise<ReportVerdict> {
  const { now, nonce, roots = productionRoots } = options;
  const companions = readCompanions(options.companions ?? []);
  if ('unknown' in companions) {
    throw new InputError(
      `Companion ${companions.unknown + 1} is not a certificate, a revocation list or a signed document.`,
    );
  }
  const policy = parseReportPolicy(options.policy ?? {});
  if (!policy.ok) throw new InputError(`The policy cannot be used: ${policy.message}.`);
  const chosen = chooseDevice(readReports(kind, file), options.device);
  if (!chosen.ok) throw new InputError(`The file cannot be checked as one report: ${chosen.message}.`);
  const { report, certificates } = chosen.file;
  return verifyReport(kind, {
    report,
    certificates: [...certificates, ...companions.certificates],
    ...(companions.collateral === undefined ? {} : { collateral: companions.collateral }),
    now,
    crypto,
    roots,
    policy: policy.value,
    ...(nonce === undefined ? {} : { nonce }),
  });
}

async function toVerifierKeys(candidate: unknown, crypto: ProofCrypto): Promise<readonly VerifierKey[]> {
  if (candidate === undefined) return [];
  const parsed = await parseVerifierKeys(candidate, crypto);
  if (!parsed.ok) throw new InputError(`The verifier keys cannot be used: ${parsed.message}.`);
  return parsed.keys;
}

/** Leaves out invalid attestations. Artefacts that need them are then not proven. */
async function toAttestations(
  candidates: readonly unknown[],
  check: Parameters<typeof checkAttestation>[1],
): Promise<CheckedAttestation[]> {
  const checked: CheckedAttestation[] = [];
  for (const candidate of candidates.flatMap(readAttestations)) {
    const verdict = await checkAttestation(candidate, check);
    if (verdict.ok) checked.push(verdict.attestation);
  }
  return checked;
}

async function toWitnesses(texts: readonly string[], crypto: ProofCrypto): Promise<NoteKey[]> {
  const keys: NoteKey[] = [];
  for (const text of texts) {
    const key = await parseWitnessKey(text, crypto);
    if (key === undefined) throw new InputError('A witness key must have the form name+id+base64.');
    keys.push(key);
  }
  return keys;
}
