/**
 * The hardware kinds of a key attestation: the report of a CPU carries the hash of the runtime data, the report of a
 * GPU answers a nonce made of key and challenge, and the runtime data names the GPU report.
 */
import { fromBase64Url } from '@assay/sdk/crypto';
import type { KeyHardware } from '../../contract/hardware-facts.ts';
import {
  cmwEvidence,
  nitroDocumentMediaType,
  nvidiaReportMediaType,
  snpReportMediaType,
  tdxQuoteMediaType,
} from '../../contract/key-attestation.ts';
import { type HardwareSources, toHardwareFacts } from '../hardware-facts.ts';
import { sha256Hex } from '../hash.ts';
import { decodeFile, readCompanions } from '../reports/files.ts';
import type { ReportInput } from '../reports/input.ts';
import { gpuNonce } from '../reports/nvidia/gpu-nonce.ts';
import { cutReport } from '../reports/nvidia/report.ts';
import { snpReportBytes } from '../reports/sev-snp/report.ts';
import type { ReportKind, ReportVerdict } from '../reports/verdict.ts';
import { verifyReport } from '../reports/verifiers.ts';
import { type Refusal, refuse } from '../verdict.ts';
import type { KindRefusal, ReportCheck, TeeKind } from './kind.ts';

/** The kinds that attest a machine. Each is a CPU's, and a GPU may be beside it. */
export const hardwareKinds: readonly TeeKind[] = [
  createKind('sev-snp', 'snp', snpReportMediaType),
  createKind('tdx', 'tdx', tdxQuoteMediaType),
  createKind('nitro', 'nitro', nitroDocumentMediaType),
];

function createKind(kind: string, report: ReportKind, mediaType: string): TeeKind {
  return { mediaType, kind, check: (input) => checkHardware(kind, report, input) };
}

type Checked = Awaited<ReturnType<TeeKind['check']>>;

/** First byte of a Nitro document from the security module: an array of four, without a tag. */
const untaggedDocument = 0x84;

/**
 * True for the vendor's own bytes. The other stored forms of reports (fields as JSON, a tag, a certificate around a
 * document) hold unsigned bytes, so anybody could choose the name of the key attestation, which is their hash.
 */
function isOwnForm(report: ReportKind, bytes: Uint8Array): boolean {
  if (report === 'snp') return bytes.length === snpReportBytes;
  return report !== 'nitro' || bytes[0] === untaggedDocument;
}

async function checkHardware(kind: string, report: ReportKind, input: ReportCheck): Promise<Checked> {
  if (!isOwnForm(report, input.report)) return refuse('length', "the report is not in the vendor's own form");
  const shared = toShared(input);
  if (shared === undefined) return refuse('chain_invalid', 'an endorsement is neither a certificate nor collateral');
  const sources = await toSources(shared);
  const policy = input.reportPolicies[kind] ?? {};
  const cpu = await verifyReport(report, { ...shared, report: input.report, reportData: input.reportData, policy });
  const hardware: KeyHardware = { cpu: toHardwareFacts(cpu, sources) };
  if (!cpu.accepted) return toRefusal(cpu, hardware);
  const gpu = await checkGpu(input, shared);
  if (gpu === undefined) return { ok: true, notes: cpu.notes, hardware };
  if ('ok' in gpu) return gpu;
  const both: KeyHardware = { ...hardware, gpu: toHardwareFacts(gpu, sources) };
  if (!gpu.accepted) return toRefusal(gpu, both);
  return { ok: true, notes: [...cpu.notes, ...gpu.notes.map((note) => `GPU: ${note}`)], hardware: both };
}

/** Inputs that the check of a GPU shares with that of its CPU. */
type Shared = Omit<ReportInput, 'report' | 'policy'>;

/** Undefined when an endorsement is invalid. */
function toShared({ attestation, now, crypto, roots, collateral }: ReportCheck): Shared | undefined {
  const { certs, collateral: brought = [] } = attestation.endorsements;
  const files = [...certs, ...brought].map((file) => decodeFile(new TextEncoder().encode(file)));
  const own = readCompanions(files);
  if ('unknown' in own) return undefined;
  const used = collateral ?? own.collateral;
  const shared = { certificates: own.certificates, now, crypto, roots };
  return used === undefined ? shared : { ...shared, collateral: used };
}

async function toSources({ roots, collateral, crypto }: Shared): Promise<HardwareSources> {
  const documents = (collateral?.documents ?? []).map((text) => new TextEncoder().encode(text));
  const pieces = [...(collateral?.revocationLists ?? []), ...documents, ...(collateral?.certificates ?? [])];
  const hashes = await Promise.all(pieces.map(async (piece) => `sha256:${await sha256Hex(piece, crypto)}`));
  const foreign = roots.find(({ profile }) => profile !== 'production');
  return { rootsProfile: foreign?.profile ?? 'production', collateralHashes: hashes };
}

/**
 * Undefined without a GPU. A GPU report that the runtime data does not name is refused, and so is a named one that is
 * missing.
 */
async function checkGpu(input: ReportCheck, shared: Shared): Promise<ReportVerdict | Refusal | undefined> {
  const { cmw, runtime_data: runtimeData } = input.attestation;
  const named = runtimeData.gpu_report_sha256;
  if (cmw.gpu === undefined) {
    return named === undefined ? undefined : refuse('report_data_mismatch', 'the named GPU report is missing');
  }
  const [mediaType, value, indicator] = cmw.gpu;
  if (mediaType !== nvidiaReportMediaType || indicator !== cmwEvidence) {
    return refuse('unsupported', 'this kind of GPU report cannot be checked');
  }
  const report = decode(value);
  const thumbprint = decode(input.kid);
  const nonce = decode(runtimeData.nonce);
  if (report === undefined || thumbprint === undefined || nonce === undefined) {
    return refuse('length', 'the GPU report is not canonical base64url');
  }
  if ((await sha256Hex(report, input.crypto)) !== named) {
    return refuse('report_data_mismatch', 'the runtime data names another GPU report');
  }
  // The report is stored and hashed without trailing bytes, so that it has no second name.
  if ((cutReport(report)?.length ?? report.length) < report.length) {
    return refuse('length', 'there are bytes after the report of the GPU');
  }
  const policy = input.reportPolicies['nvidia'] ?? {};
  return verifyReport('nvidia', { ...shared, report, nonce: await gpuNonce(thumbprint, nonce, input.crypto), policy });
}

function toRefusal({ findings }: ReportVerdict, hardware: KeyHardware): KindRefusal {
  const [first] = findings;
  if (first === undefined) throw new Error('a report was refused without a reason');
  return { ...refuse(first.code, first.message), hardware };
}

function decode(text: string): Uint8Array | undefined {
  try {
    return fromBase64Url(text);
  } catch {
    return undefined;
  }
}
