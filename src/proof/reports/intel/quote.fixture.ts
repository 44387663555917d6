/** Synthetic quotes for tests, of every version and TEE: valid, or invalid on purpose. */
import { createHash, sign } from 'node:crypto';
import { toPem } from '@assay/sdk/x509';
import { type KeyPair, p256 } from '../../../../test/support/certificates.ts';
import type { Platform } from './platform.fixture.ts';
import { intelQuotingEnclaves } from './qe-identity.ts';

/** Fields of a body by their offset in it. */
export type Fields = Readonly<Record<number, Uint8Array>>;

export interface QuoteOptions {
  readonly version?: 3 | 4 | 5;
  /** Version 5: 1 SGX, 2 TDX 1.0, 3 TDX 1.5. */
  readonly bodyType?: number;
  readonly body?: Fields;
  readonly header?: Fields;
  readonly qeReport?: Fields;
  readonly authData?: Uint8Array;
  /** Instead of the digest that binds the attestation key. */
  readonly qeReportData?: Uint8Array;
  readonly attestationKey?: KeyPair;
  /** Instead of the PCK. */
  readonly qeSigner?: KeyPair;
  /** Instead of leaf, CA and root. */
  readonly chain?: readonly Uint8Array[];
  /** Changes the PEM text. */
  readonly spell?: (text: string) => string;
  /** Changes the finished quote. */
  readonly edit?: (quote: Buffer) => Buffer;
}

export const bodyOffsets = {
  td: {
    teeTcbSvn: 0,
    mrsignerseam: 64,
    seamAttributes: 112,
    tdAttributes: 120,
    mrtd: 136,
    rtmr0: 328,
    reportData: 520,
    teeTcbSvn2: 584,
    mrservicetd: 600,
  },
  enclave: {
    miscSelect: 16,
    attributes: 48,
    mrenclave: 64,
    mrsigner: 128,
    isvProdId: 256,
    isvSvn: 258,
    reportData: 320,
  },
} as const;

const sizes = { sgx: 384, tdx: 584, tdx15: 648 } as const;

/** Builds and signs a quote. */
export function toQuote(tee: 'sgx' | 'tdx', platform: Platform, options: QuoteOptions = {}): Buffer {
  const { version = tee === 'tdx' ? 4 : 3, attestationKey = p256() } = options;
  const signed = Buffer.concat([toHeader(tee, version, options), toBodyPart(tee, version, options)]);
  const point = toPoint(attestationKey);
  const authData = Buffer.from(options.authData ?? Buffer.alloc(32, 7));
  const digest = createHash('sha256').update(point).update(authData).digest();
  const qeReport = toQeReport(tee, options.qeReportData ?? digest, options.qeReport);
  const inner = Buffer.concat([
    qeReport,
    signRaw(qeReport, options.qeSigner ?? platform.leaf.keys),
    u16(authData.length),
    authData,
    toCertification(5, Buffer.from(toChainText(platform, options))),
  ]);
  const data = Buffer.concat([
    signRaw(signed, attestationKey),
    point,
    version === 3 ? inner : toCertification(6, inner),
  ]);
  const quote = Buffer.concat([signed, u32(data.length), data]);
  return options.edit?.(quote) ?? quote;
}

function toHeader(tee: 'sgx' | 'tdx', version: number, { header = {} }: QuoteOptions): Buffer {
  const bytes = Buffer.alloc(48);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(2, 2);
  bytes.writeUInt32LE(tee === 'tdx' ? 0x81 : 0, 4);
  bytes.write('939a7233f79c4ca9940a0db3957f0607', 12, 'hex');
  return write(bytes, header);
}

function toBodyPart(tee: 'sgx' | 'tdx', version: number, options: QuoteOptions): Buffer {
  const { bodyType = tee === 'tdx' ? 2 : 1, body = {} } = options;
  const size = tee === 'sgx' ? sizes.sgx : version === 5 && bodyType === 3 ? sizes.tdx15 : sizes.tdx;
  const bytes = write(tee === 'sgx' ? toEnclave(size) : toTd(size), body);
  return version === 5 ? Buffer.concat([u16(bodyType), u32(size), bytes]) : bytes;
}

function toEnclave(size: number): Buffer {
  const { enclave } = bodyOffsets;
  return write(Buffer.alloc(size), {
    [enclave.attributes]: Buffer.from('0500000000000000e700000000000000', 'hex'),
    [enclave.mrenclave]: Buffer.alloc(32, 0xe1),
    [enclave.mrsigner]: Buffer.alloc(32, 0xe2),
    [enclave.isvProdId]: u16(1),
    [enclave.isvSvn]: u16(2),
    [enclave.reportData]: Buffer.alloc(64, 0xd1),
  });
}

function toTd(size: number): Buffer {
  const { td } = bodyOffsets;
  return write(Buffer.alloc(size), {
    [td.teeTcbSvn]: Buffer.from([3, 1, 4]),
    // SEPT_VE_DISABLE.
    [td.tdAttributes]: Buffer.from('0000001000000000', 'hex'),
    [td.mrtd]: Buffer.alloc(48, 0xa1),
    [td.rtmr0]: Buffer.alloc(48, 0xb0),
    [td.reportData]: Buffer.alloc(64, 0xd1),
    ...(size === sizes.tdx15 ? { [td.teeTcbSvn2]: Buffer.from([3, 1, 4]) } : {}),
  });
}

function toQeReport(tee: 'sgx' | 'tdx', digest: Uint8Array, changes: Fields = {}): Buffer {
  const { enclave } = bodyOffsets;
  const { mrsigner, isvProdId } = intelQuotingEnclaves[tee];
  return write(Buffer.alloc(sizes.sgx), {
    [enclave.attributes]: Buffer.from('1500000000000000e700000000000000', 'hex'),
    [enclave.mrenclave]: Buffer.alloc(32, 0x0e),
    [enclave.mrsigner]: Buffer.from(mrsigner, 'hex'),
    [enclave.isvProdId]: u16(isvProdId),
    [enclave.isvSvn]: u16(4),
    [enclave.reportData]: digest,
    ...changes,
  });
}

function toChainText({ leaf, authority, root }: Platform, { chain, spell }: QuoteOptions): string {
  const text = (chain ?? [leaf.der, authority.der, root.der]).map((certificate) => toPem(certificate)).join('');
  return spell?.(text) ?? `${text}\0`;
}

function toCertification(type: number, content: Buffer): Buffer {
  return Buffer.concat([u16(type), u32(content.length), content]);
}

function signRaw(bytes: Buffer, { privateKey }: KeyPair): Buffer {
  return sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

/** x||y. */
function toPoint({ publicKey }: KeyPair): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(-64);
}

function write(bytes: Buffer, fields: Fields): Buffer {
  for (const [offset, value] of Object.entries(fields)) bytes.set(value, Number(offset));
  return bytes;
}

/** Little endian. */
export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
