/** What a quote says about an enclave or a trust domain: the signed bodies, field by field. */

/** SGX REPORT body, 384 bytes; the quoting enclave has one too. */
export interface EnclaveBody {
  readonly cpuSvn: Uint8Array;
  readonly miscSelect: Uint8Array;
  readonly isvExtProdId: Uint8Array;
  readonly attributes: Uint8Array;
  readonly mrenclave: Uint8Array;
  readonly mrsigner: Uint8Array;
  readonly configId: Uint8Array;
  readonly isvProdId: number;
  readonly isvSvn: number;
  readonly configSvn: number;
  readonly isvFamilyId: Uint8Array;
  readonly reportData: Uint8Array;
}

/** TD report body: 584 bytes in TDX 1.0; TDX 1.5 adds two fields. */
export interface TdBody {
  readonly teeTcbSvn: Uint8Array;
  readonly mrseam: Uint8Array;
  readonly mrsignerseam: Uint8Array;
  readonly seamAttributes: Uint8Array;
  readonly tdAttributes: Uint8Array;
  readonly xfam: Uint8Array;
  readonly mrtd: Uint8Array;
  readonly mrconfigid: Uint8Array;
  readonly mrowner: Uint8Array;
  readonly mrownerconfig: Uint8Array;
  readonly rtmrs: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  readonly reportData: Uint8Array;
  readonly later?: { readonly teeTcbSvn2: Uint8Array; readonly mrservicetd: Uint8Array };
}

export const enclaveBytes = 384;
export const tdBytes = 584;
/** TDX 1.5. */
export const laterTdBytes = 648;

/** Reads 384 bytes. Reserved fields are signed, so they need no rule. */
export function readEnclaveBody(bytes: Uint8Array): EnclaveBody {
  return {
    cpuSvn: bytes.subarray(0, 16),
    miscSelect: bytes.subarray(16, 20),
    isvExtProdId: bytes.subarray(32, 48),
    attributes: bytes.subarray(48, 64),
    mrenclave: bytes.subarray(64, 96),
    mrsigner: bytes.subarray(128, 160),
    configId: bytes.subarray(192, 256),
    isvProdId: toU16(bytes, 256),
    isvSvn: toU16(bytes, 258),
    configSvn: toU16(bytes, 260),
    isvFamilyId: bytes.subarray(304, 320),
    reportData: bytes.subarray(320, 384),
  };
}

/** Reads 584 or 648 bytes. */
export function readTdBody(bytes: Uint8Array): TdBody {
  const later = { teeTcbSvn2: bytes.subarray(584, 600), mrservicetd: bytes.subarray(600, 648) };
  return {
    teeTcbSvn: bytes.subarray(0, 16),
    mrseam: bytes.subarray(16, 64),
    mrsignerseam: bytes.subarray(64, 112),
    seamAttributes: bytes.subarray(112, 120),
    tdAttributes: bytes.subarray(120, 128),
    xfam: bytes.subarray(128, 136),
    mrtd: bytes.subarray(136, 184),
    mrconfigid: bytes.subarray(184, 232),
    mrowner: bytes.subarray(232, 280),
    mrownerconfig: bytes.subarray(280, 328),
    rtmrs: [bytes.subarray(328, 376), bytes.subarray(376, 424), bytes.subarray(424, 472), bytes.subarray(472, 520)],
    reportData: bytes.subarray(520, 584),
    ...(bytes.length === laterTdBytes ? { later } : {}),
  };
}

/** Little endian. */
export function toU16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

/** Little endian. */
export function toU32(bytes: Uint8Array, at: number): number {
  return toU16(bytes, at) + toU16(bytes, at + 2) * 65_536;
}
