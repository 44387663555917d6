/**
 * The attestation report of SEV-SNP (AMD 56860, ATTESTATION_REPORT), read strictly, so that no byte outside the
 * signed area can change unnoticed and no reserved field hides an unknown meaning.
 */
import type { Cpuid } from './product.ts';

export const snpReportBytes = 0x4a0;
const signedBytes = 0x2a0;

/** Build, minor and major of the firmware's interface version. */
export interface FirmwareVersion {
  readonly major: number;
  readonly minor: number;
  readonly build: number;
}

export interface SnpReport {
  readonly version: number;
  readonly guestSvn: number;
  readonly policy: bigint;
  readonly familyId: Uint8Array;
  readonly imageId: Uint8Array;
  readonly vmpl: number;
  readonly currentTcb: Uint8Array;
  readonly platformInfo: bigint;
  readonly hasAuthorKey: boolean;
  readonly isChipKeyMasked: boolean;
  readonly signingKey: 'vcek' | 'vlek' | 'none';
  readonly reportData: Uint8Array;
  readonly measurement: Uint8Array;
  readonly hostData: Uint8Array;
  readonly idKeyDigest: Uint8Array;
  readonly authorKeyDigest: Uint8Array;
  readonly reportId: Uint8Array;
  readonly reportIdMa: Uint8Array;
  readonly reportedTcb: Uint8Array;
  /** From version 3 on. */
  readonly cpuid?: Cpuid;
  /** Zero with a VLEK, or when the host masks it. */
  readonly chipId: Uint8Array;
  readonly committedTcb: Uint8Array;
  readonly current: FirmwareVersion;
  readonly committed: FirmwareVersion;
  readonly launchTcb: Uint8Array;
  /** From version 5 on. */
  readonly mitigations?: { readonly launch: bigint; readonly current: bigint };
  /** The signed bytes. */
  readonly signed: Uint8Array;
  /** r||s, big endian, 48 bytes each. */
  readonly signature: Uint8Array;
}

export interface LayoutProblem {
  readonly code: 'length' | 'padding' | 'unsupported';
  readonly message: string;
}

const versions = [2, 3, 5];
const ecdsaP384Sha384 = 1;
const signingKeys: Readonly<Record<number, SnpReport['signingKey']>> = { 0: 'vcek', 1: 'vlek', 7: 'none' };

/** Reads a report, or says why it is invalid. Never throws. */
export function parseSnpReport(bytes: Uint8Array): SnpReport | LayoutProblem {
  if (bytes.length !== snpReportBytes) {
    return { code: 'length', message: `a report must have ${snpReportBytes} bytes, but this one has ${bytes.length}` };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(0, true);
  if (!versions.includes(version))
    return { code: 'unsupported', message: 'the version of the report is not supported' };
  if (view.getUint32(0x34, true) !== ecdsaP384Sha384) {
    return { code: 'unsupported', message: 'the signature algorithm of the report is not supported' };
  }
  const signingKey = signingKeys[(view.getUint32(0x48, true) >>> 2) & 7];
  if (signingKey === undefined)
    return { code: 'unsupported', message: 'the report names an unknown kind of signing key' };
  const reserved = reservedAreas(version).find(([start, end]) => bytes.subarray(start, end).some((byte) => byte !== 0));
  if (reserved !== undefined || view.getUint32(0x48, true) >>> 5 !== 0) {
    return { code: 'padding', message: 'a reserved area of the report is not zero' };
  }
  return { ...readIdentity(bytes, view), ...readPlatform(bytes, view, version), version, signingKey };
}

/** True for an answer of `parseSnpReport` that is no report. */
export function isLayoutProblem(result: SnpReport | LayoutProblem): result is LayoutProblem {
  return 'code' in result;
}

/** Areas without content in this version. The last two are outside the signature, where a change would go unnoticed. */
function reservedAreas(version: number): readonly (readonly [number, number])[] {
  return [
    [0x4c, 0x50],
    [version >= 3 ? 0x18b : 0x188, 0x1a0],
    [0x1eb, 0x1ec],
    [0x1ef, 0x1f0],
    [version >= 5 ? 0x208 : 0x1f8, signedBytes],
    [0x2d0, 0x2e8],
    [0x318, snpReportBytes],
  ];
}

type Identity = Pick<
  SnpReport,
  | 'guestSvn'
  | 'policy'
  | 'familyId'
  | 'imageId'
  | 'vmpl'
  | 'reportData'
  | 'measurement'
  | 'hostData'
  | 'idKeyDigest'
  | 'authorKeyDigest'
  | 'reportId'
  | 'reportIdMa'
  | 'hasAuthorKey'
  | 'isChipKeyMasked'
>;

function readIdentity(bytes: Uint8Array, view: DataView): Identity {
  const flags = view.getUint32(0x48, true);
  return {
    guestSvn: view.getUint32(0x04, true),
    policy: view.getBigUint64(0x08, true),
    familyId: bytes.subarray(0x10, 0x20),
    imageId: bytes.subarray(0x20, 0x30),
    vmpl: view.getUint32(0x30, true),
    hasAuthorKey: (flags & 1) !== 0,
    isChipKeyMasked: (flags & 2) !== 0,
    reportData: bytes.subarray(0x50, 0x90),
    measurement: bytes.subarray(0x90, 0xc0),
    hostData: bytes.subarray(0xc0, 0xe0),
    idKeyDigest: bytes.subarray(0xe0, 0x110),
    authorKeyDigest: bytes.subarray(0x110, 0x140),
    reportId: bytes.subarray(0x140, 0x160),
    reportIdMa: bytes.subarray(0x160, 0x180),
  };
}

function readPlatform(
  bytes: Uint8Array,
  view: DataView,
  version: number,
): Omit<SnpReport, keyof Identity | 'version' | 'signingKey'> {
  const [family = 0, model = 0, stepping = 0] = bytes.subarray(0x188, 0x18b);
  const mitigations = { launch: view.getBigUint64(0x1f8, true), current: view.getBigUint64(0x200, true) };
  return {
    currentTcb: bytes.subarray(0x38, 0x40),
    platformInfo: view.getBigUint64(0x40, true),
    reportedTcb: bytes.subarray(0x180, 0x188),
    chipId: bytes.subarray(0x1a0, 0x1e0),
    committedTcb: bytes.subarray(0x1e0, 0x1e8),
    current: readFirmware(bytes, 0x1e8),
    committed: readFirmware(bytes, 0x1ec),
    launchTcb: bytes.subarray(0x1f0, 0x1f8),
    signed: bytes.subarray(0, signedBytes),
    signature: readSignature(bytes),
    ...(version >= 3 ? { cpuid: { family, model, stepping } } : {}),
    ...(version >= 5 ? { mitigations } : {}),
  };
}

function readFirmware(bytes: Uint8Array, at: number): FirmwareVersion {
  const [build = 0, minor = 0, major = 0] = bytes.subarray(at, at + 3);
  return { major, minor, build };
}

/** R and S are little endian numbers in 72 bytes each, of which a P-384 signature fills 48. */
function readSignature(bytes: Uint8Array): Uint8Array {
  const signature = new Uint8Array(96);
  signature.set(bytes.subarray(0x2a0, 0x2d0).toReversed(), 0);
  signature.set(bytes.subarray(0x2e8, 0x318).toReversed(), 48);
  return signature;
}
