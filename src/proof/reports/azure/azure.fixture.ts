/** Synthetic Azure guests for tests: a hardware report under a test root, an HCL report around it, and the quote of a vTPM. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Collateral } from '../input.ts';
import { createTdxBench, type IntelSampleOptions, intelBenchNow } from '../intel/intel-bench.fixture.ts';
import { parseQuote, type Quote } from '../intel/quote.ts';
import type { VendorRoot } from '../roots.ts';
import { createSnpBench, type SnpSampleOptions } from '../sev-snp/snp.fixture.ts';

/** A time at which everything that a bench makes is in date. */
export const azureBenchNow = intelBenchNow;

/** Differences from valid evidence; all optional. */
export interface AzSampleOptions {
  /** Nonce that the vTPM signs. */
  readonly nonce?: Uint8Array;
  /** 64 bytes that the guest chose. */
  readonly userData?: Uint8Array;
  readonly pcrs?: readonly Uint8Array[];
  /** Of the hardware. Its user data is the hash of the runtime data unless given. */
  readonly snp?: SnpSampleOptions;
  readonly tdx?: IntelSampleOptions;
  /** Changes the runtime data before they are hashed. */
  readonly editRuntime?: (runtime: RuntimeFixture) => unknown;
  /** Changes the HCL report after everything was signed. */
  readonly editHcl?: (hcl: Buffer) => void;
  /** Changes the message before the vTPM signs it. */
  readonly editMessage?: (message: Buffer) => Buffer;
  /** Signs the quote instead of the key in the runtime data. */
  readonly quoteKey?: KeyObject;
  /** `json` by default. */
  readonly form?: 'json' | 'hcl';
}

export interface RuntimeFixture {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
  readonly 'user-data': string;
}

export interface AzSample {
  readonly report: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly collateral: Collateral;
}

export interface AzBench {
  readonly roots: readonly VendorRoot[];
  sample(options?: AzSampleOptions): AzSample;
}

const defaultPcrs = Array.from({ length: 24 }, (_, index) => Buffer.alloc(32, index));

/** A guest of SEV-SNP. The intermediate of the test root is beside the evidence, the VCEK inside. */
export function createAzSnpBench(): AzBench {
  const platform = createSnpBench();
  const attestationKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    roots: platform.roots,
    sample(options = {}) {
      const runtime = toRuntimeText(attestationKey.publicKey, options);
      const reportData = Buffer.concat([createHash('sha256').update(runtime).digest(), Buffer.alloc(32)]);
      const { report, certificates, collateral } = platform.sample({ reportData, ...options.snp });
      const hcl = toHclReport(2, report, runtime);
      options.editHcl?.(hcl);
      if (options.form === 'hcl') return { report: hcl, certificates, collateral };
      const [vcek = new Uint8Array(), ...others] = certificates;
      const evidence = {
        version: 1,
        hcl_report: hcl.toString('base64url'),
        tpm_quote: toQuote(options.quoteKey ?? attestationKey.privateKey, options),
        vcek: Buffer.from(vcek).toString('base64url'),
      };
      return { report: new TextEncoder().encode(JSON.stringify(evidence)), certificates: others, collateral };
    },
  };
}

/** A guest of TDX; TD quote and chain are inside the evidence. */
export function createAzTdxBench(): AzBench {
  const platform = createTdxBench();
  const attestationKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    roots: platform.roots,
    sample(options = {}) {
      const runtime = toRuntimeText(attestationKey.publicKey, options);
      const reportData = Buffer.concat([createHash('sha256').update(runtime).digest(), Buffer.alloc(32)]);
      const { report, certificates, collateral } = platform.report({ reportData, ...options.tdx });
      const hcl = toHclReport(4, toTdReport(report), runtime);
      options.editHcl?.(hcl);
      if (options.form === 'hcl') return { report: hcl, certificates, collateral };
      const evidence = {
        version: 1,
        tpm_quote: toQuote(options.quoteKey ?? attestationKey.privateKey, options),
        hcl_report: hcl.toString('base64url'),
        td_quote: Buffer.from(report).toString('base64url'),
      };
      return { report: new TextEncoder().encode(JSON.stringify(evidence)), certificates, collateral };
    },
  };
}

/** A TD report for the TD of a quote, with a MAC that nobody can check. */
function toTdReport(quoteBytes: Uint8Array): Buffer {
  const parsed = parseQuote(quoteBytes);
  if (!parsed.ok || parsed.quote.body.tee !== 'tdx') throw new Error('no quote of a TD');
  const { qeReport, body }: Quote = parsed.quote;
  const { td } = body;
  const report = Buffer.alloc(1024);
  report.set([0x81], 0);
  report.set(qeReport.cpuSvn, 16);
  report.set(td.reportData, 128);
  report.fill(0xac, 224, 256);
  report.set([0xff, 0x01], 256);
  setAll(report, 264, [td.teeTcbSvn, td.mrseam, td.mrsignerseam, td.seamAttributes]);
  setAll(report, 512, [td.tdAttributes, td.xfam, td.mrtd, td.mrconfigid, td.mrowner, td.mrownerconfig, ...td.rtmrs]);
  if (td.later !== undefined) {
    report.set(td.later.teeTcbSvn2, 384);
    report.set(td.later.mrservicetd, 912);
    report.set([td.later.mrservicetd.some((byte) => byte !== 0) ? 1 : 0], 2);
  }
  report.set(createHash('sha384').update(report.subarray(256, 495)).digest(), 32);
  report.set(createHash('sha384').update(report.subarray(512)).digest(), 80);
  return report;
}

function setAll(target: Buffer, start: number, parts: readonly Uint8Array[]): void {
  let at = start;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
}

function toRuntimeText(key: KeyObject, { userData = Buffer.alloc(64), editRuntime }: AzSampleOptions): Buffer {
  const { n, e } = key.export({ format: 'jwk' });
  const runtime: RuntimeFixture = {
    keys: [
      { kid: 'HCLAkPub', key_ops: ['sign'], kty: 'RSA', e, n },
      { kid: 'HCLEkPub', key_ops: ['encrypt'], kty: 'RSA', e, n },
    ],
    'user-data': Buffer.from(userData).toString('hex').toUpperCase(),
  };
  return Buffer.from(JSON.stringify(editRuntime?.(runtime) ?? runtime));
}

/** Kind 2 for SEV-SNP, 4 for TDX. */
export function toHclReport(kind: 2 | 4, hardware: Uint8Array, runtime: Uint8Array): Buffer {
  const hcl = Buffer.alloc(2600);
  hcl.write('HCLA', 0, 'latin1');
  const words: readonly (readonly [at: number, value: number])[] = [
    [4, kind === 2 ? 1 : 2],
    [8, 1236 + runtime.length],
    [12, 2],
    [1216, 20 + runtime.length],
    [1220, 1],
    [1224, kind],
    [1228, 1],
    [1232, runtime.length],
  ];
  for (const [at, value] of words) hcl.writeUInt32LE(value, at);
  hcl.set(hardware, 32);
  hcl.set(runtime, 1236);
  return hcl;
}

/** A quote over all 24 registers, as the later form of the evidence writes it. */
export function toQuote(
  key: KeyObject,
  { nonce = Buffer.alloc(32, 7), pcrs = defaultPcrs, editMessage }: AzSampleOptions,
) {
  const sized = (bytes: Uint8Array) => Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
  const digest = createHash('sha256').update(Buffer.concat(pcrs)).digest();
  const sound = Buffer.concat([
    Buffer.from('ff5443478018', 'hex'),
    sized(Buffer.alloc(34, 0x0b)),
    sized(nonce),
    // Clock, resets, restarts, safe, firmware.
    Buffer.from(`${'00'.repeat(7)}09${'00'.repeat(3)}02${'00'.repeat(4)}01${'2020031200120003'}`, 'hex'),
    Buffer.from('00000001000b03ffffff', 'hex'),
    sized(digest),
  ]);
  const message = editMessage?.(sound) ?? sound;
  return {
    message: message.toString('hex'),
    signature: sign('sha256', message, key).toString('hex'),
    pcrs: pcrs.map((pcr) => Buffer.from(pcr).toString('hex')),
  };
}
