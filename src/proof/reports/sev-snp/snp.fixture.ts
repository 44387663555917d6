/**
 * Synthetic SEV-SNP platforms for tests, under test roots: any product, kind of key and version, valid or invalid on
 * purpose. No such report ends at a pinned root.
 */
import { sign } from 'node:crypto';
import { type Credential, extension, issue, p384, revoke, rsa } from '../../../../test/support/certificates.ts';
import { ia5, integer } from '../../../../test/support/der.ts';
import type { Collateral } from '../input.ts';
import type { VendorRoot } from '../roots.ts';
import type { LeafKind } from './endorsement.ts';
import { type SnpProduct, type Tcb, tcbLayouts } from './product.ts';

export interface SnpBenchOptions {
  /** Milan by default. */
  readonly product?: SnpProduct;
}

/** Differences from a valid report; all optional. */
export interface SnpSampleOptions {
  readonly kind?: LeafKind;
  readonly version?: 2 | 3 | 5;
  readonly reportData?: Uint8Array;
  readonly measurement?: Uint8Array;
  readonly hostData?: Uint8Array;
  readonly vmpl?: number;
  readonly policy?: bigint;
  /** Of the report and, unless `certified` differs, of the certificate. */
  readonly tcb?: Tcb;
  readonly chipId?: Uint8Array;
  /** Values of the leaf certificate instead. */
  readonly certified?: {
    readonly kind?: LeafKind;
    readonly product?: string;
    readonly tcb?: Tcb;
    readonly hardwareId?: Uint8Array;
  };
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Changes the bytes before they are signed. */
  readonly edit?: (report: Buffer) => void;
  readonly revocation?: {
    readonly isRevoked?: boolean;
    readonly thisUpdate?: string;
    readonly nextUpdate?: string;
    /** Signs the list instead of the root. */
    readonly issuer?: Credential;
  };
}

export interface SnpSample {
  readonly report: Uint8Array;
  /** The leaf, then the intermediate. */
  readonly certificates: readonly Uint8Array[];
  readonly collateral: Collateral;
}

export interface SnpBench {
  readonly product: SnpProduct;
  /** Of the profile `test`. */
  readonly roots: readonly VendorRoot[];
  readonly root: Credential;
  sample(options?: SnpSampleOptions): SnpSample;
}

const cpuids: Readonly<Record<SnpProduct, readonly number[]>> = {
  Milan: [0x19, 0x01, 0x01],
  Genoa: [0x19, 0x11, 0x01],
  Turin: [0x1a, 0x02, 0x01],
};
const arc = '1.3.6.1.4.1.3704.1.';
const levelIds = { fmc: '3.9', bootloader: '3.1', tee: '3.2', snp: '3.3', microcode: '3.8' } as const;
const intermediateSerial = 0x1_00_01;

/** Makes the root and intermediates of one product; a second bench has other ones. */
export function createSnpBench({ product = 'Milan' }: SnpBenchOptions = {}): SnpBench {
  const root = issue({ subject: toSubject(`ARK-${product}`), keys: rsa(), isAuthority: true });
  const intermediateKeys = rsa();
  const intermediate = (kind: LeafKind) =>
    issue({
      subject: toSubject(kind === 'vcek' ? `SEV-${product}` : `SEV-VLEK-${product}`),
      keys: intermediateKeys,
      issuer: root,
      isAuthority: true,
      pathLength: 0,
      serial: intermediateSerial,
    });
  const leafKeys = p384();
  return {
    product,
    root,
    roots: [{ vendor: 'amd', name: `ARK-${product}`, der: root.der, profile: 'test' }],
    sample(options = {}) {
      const kind = options.certified?.kind ?? options.kind ?? 'vcek';
      const issuer = intermediate(kind);
      const leaf = issue({
        subject: toSubject(kind === 'vcek' ? 'SEV-VCEK' : 'SEV-VLEK'),
        keys: leafKeys,
        issuer,
        serial: 0,
        extensions: toExtensions(product, kind, options),
        ...(options.notBefore === undefined ? {} : { notBefore: options.notBefore }),
        ...(options.notAfter === undefined ? {} : { notAfter: options.notAfter }),
      });
      const { isRevoked, issuer: listIssuer, ...dates } = options.revocation ?? {};
      const list = revoke({ ...dates, issuer: listIssuer ?? root, revoked: isRevoked ? [intermediateSerial] : [] });
      return {
        report: toReport(product, options, leaf),
        certificates: [leaf.der, issuer.der],
        collateral: { revocationLists: [list], documents: [], certificates: [] },
      };
    },
  };
}

const toSubject = (name: string) => ({ '2.5.4.11': 'Engineering', '2.5.4.3': name });

const tcbOf = (product: SnpProduct, { tcb = {} }: SnpSampleOptions): Tcb => ({
  bootloader: 4,
  tee: 0,
  snp: 24,
  microcode: 217,
  ...(product === 'Turin' ? { fmc: 1 } : {}),
  ...tcb,
});

/** 64 bytes in the report; Turin has 8 and zeros. */
function chipIdOf(product: SnpProduct, kind: LeafKind, { chipId }: SnpSampleOptions): Uint8Array {
  if (chipId !== undefined) return chipId;
  const bytes = new Uint8Array(64);
  return kind === 'vlek' ? bytes : bytes.fill(0xc5, 0, product === 'Turin' ? 8 : 64);
}

function toExtensions(product: SnpProduct, kind: LeafKind, options: SnpSampleOptions): Buffer[] {
  const { certified = {} } = options;
  const levels = Object.entries({ ...tcbOf(product, options), ...certified.tcb });
  const chipId = chipIdOf(product, 'vcek', options);
  const hardwareId = certified.hardwareId ?? (product === 'Turin' ? chipId.subarray(0, 8) : chipId);
  return [
    extension(`${arc}1`, integer(product === 'Turin' ? 1 : 0)),
    extension(`${arc}2`, ia5(certified.product ?? (kind === 'vcek' && product === 'Milan' ? 'Milan-B0' : product))),
    ...levels.map(([name, level]) => extension(arc + levelIds[toComponent(name)], integer(level))),
    ...['3.5', '3.6', '3.7'].map((id) => extension(arc + id, integer(0))),
    kind === 'vcek' ? extension(`${arc}4`, hardwareId) : extension(`${arc}5`, ia5('CN=test-region.example')),
  ];
}

function toReport(product: SnpProduct, options: SnpSampleOptions, leaf: Credential): Uint8Array {
  const { kind = 'vcek', version = product === 'Turin' ? 5 : 3, vmpl = 0, policy = 0x3_0000n } = options;
  const report = Buffer.alloc(0x4a0);
  report.writeUInt32LE(version, 0);
  report.writeBigUInt64LE(policy, 0x08);
  report.writeUInt32LE(vmpl, 0x30);
  report.writeUInt32LE(1, 0x34);
  report.writeBigUInt64LE(0x25n, 0x40);
  report.writeUInt32LE(kind === 'vlek' ? 1 << 2 : 0, 0x48);
  report.set(options.reportData ?? Buffer.alloc(64, 0xd1), 0x50);
  report.set(options.measurement ?? Buffer.alloc(48, 0xa1), 0x90);
  report.set(options.hostData ?? Buffer.alloc(32), 0xc0);
  report.fill(0xff, 0x160, 0x180);
  if (version >= 3) report.set(cpuids[product], 0x188);
  report.set(chipIdOf(product, kind, options), 0x1a0);
  for (const at of [0x38, 0x180, 0x1e0, 0x1f0]) report.set(toTcbBytes(product, tcbOf(product, options)), at);
  for (const at of [0x1e8, 0x1ec]) report.set([29, 55, 1], at);
  if (version >= 5) report.writeBigUInt64LE(3n, 0x200);
  options.edit?.(report);
  const signature = sign('sha384', report.subarray(0, 0x2a0), {
    key: leaf.keys.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  report.set(Buffer.from(signature.subarray(0, 48)).reverse(), 0x2a0);
  report.set(Buffer.from(signature.subarray(48)).reverse(), 0x2e8);
  return new Uint8Array(report);
}

function toTcbBytes(product: SnpProduct, tcb: Tcb): Uint8Array {
  const bytes = new Uint8Array(8);
  for (const [name, at] of Object.entries(tcbLayouts[product])) bytes[at] = tcb[toComponent(name)] ?? 0;
  return bytes;
}

function toComponent(name: string): keyof typeof levelIds {
  const component = (['fmc', 'bootloader', 'tee', 'snp', 'microcode'] as const).find((known) => known === name);
  if (component === undefined) throw new Error(`no component ${name}`);
  return component;
}
