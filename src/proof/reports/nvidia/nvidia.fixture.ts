/** Reports of NVIDIA GPUs and switches under a test root: valid, or invalid on purpose. */
import { sign } from 'node:crypto';
import { type Credential, extension, issue, p384, revoke } from '../../../../test/support/certificates.ts';
import { der, explicit, integer, octets, oid, sequence } from '../../../../test/support/der.ts';
import type { Collateral } from '../input.ts';
import type { VendorRoot } from '../roots.ts';

/** Hopper and LS10 certify their firmware in one form, Blackwell in another. */
export type NvidiaProduct = 'GH100' | 'GB100' | 'LS10';

export interface NvidiaReportOptions {
  readonly nonce?: Uint8Array;
  /** Values by index; 64 digests by default. */
  readonly measurements?: readonly (readonly [index: number, value: Uint8Array])[];
  /** Replaces opaque fields, or removes them with undefined. */
  readonly opaque?: Readonly<Record<number, Uint8Array | undefined>>;
  /** Bytes after the signature. */
  readonly trailing?: Uint8Array;
  /** Serial number that the lists of root and identity revoke. */
  readonly revoked?: readonly number[];
  /** Changes the bytes before signing. */
  readonly change?: (unsigned: Buffer) => Uint8Array;
}

export interface NvidiaReportFiles {
  readonly report: Uint8Array;
  /** Leaf first, root last. */
  readonly certificates: readonly Uint8Array[];
  /** Lists of the root and of the identity authority, as NVIDIA publishes them. */
  readonly collateral: Collateral;
}

export interface NvidiaChain {
  readonly root: Credential;
  readonly identity: Credential;
  readonly provisioner: Credential;
  readonly bootRom: Credential;
  readonly leaf: Credential;
}

export interface NvidiaBench {
  readonly roots: readonly VendorRoot[];
  readonly chain: NvidiaChain;
  readonly fwid: Uint8Array;
  report(options?: NvidiaReportOptions): NvidiaReportFiles;
}

/** Any time works: certificates of devices have no end. */
export const nvidiaBenchNow = Date.parse('2026-06-01T12:00:00Z');

type Changes = Partial<Record<keyof NvidiaChain, Partial<Parameters<typeof issue>[0]>>>;

const benchFwid = Buffer.alloc(48, 0xf1);
const listsAt = extension(
  '2.5.29.31',
  sequence(sequence(explicit(0, explicit(0, der(0x86, Buffer.from('http://lists.example/1.crl')))))),
);

/** The five certificates of a device. */
export function createNvidiaChain(product: NvidiaProduct = 'GH100', changes: Changes = {}): NvidiaChain {
  const life = { notBefore: '2022-01-01', notAfter: '9999-12-31T23:59:59Z' };
  const authority = { ...life, isAuthority: true };
  const lists = { extensions: [listsAt] };
  const root = issue({ subject: 'Test Device Identity CA', keys: p384(), ...authority, ...changes.root });
  const identity = issue({
    subject: `NVIDIA ${product} Identity`,
    keys: p384(),
    issuer: root,
    serial: 2,
    ...authority,
    ...lists,
    ...changes.identity,
  });
  const provisioner = issue({
    subject: `${product} Provisioner ICA 1`,
    keys: p384(),
    issuer: identity,
    serial: 3,
    ...authority,
    ...lists,
    ...changes.provisioner,
  });
  const bootRom = issue({
    subject: `${product} A01 GSP BROM`,
    keys: p384(),
    issuer: provisioner,
    serial: 4,
    ...authority,
    ...changes.bootRom,
  });
  const leaf = issue({
    subject: `${product} A01 GSP FMC LF`,
    keys: p384(),
    issuer: bootRom,
    serial: 5,
    ...life,
    extensions: [toFwidExtension(product, benchFwid, bootRom)],
    ...changes.leaf,
  });
  return { root, identity, provisioner, bootRom, leaf };
}

/** Makes reports of one device. */
export function createNvidiaBench(
  product: NvidiaProduct = 'GH100',
  chain: NvidiaChain = createNvidiaChain(product),
): NvidiaBench {
  return {
    roots: [{ vendor: 'nvidia', name: 'Test Device Identity CA', der: chain.root.der, profile: 'test' }],
    chain,
    fwid: benchFwid,
    report: (options = {}) => ({
      report: toReport(product, chain, options),
      certificates: [chain.leaf, chain.bootRom, chain.provisioner, chain.identity, chain.root].map((one) => one.der),
      collateral: {
        revocationLists: [chain.root, chain.identity].map((issuer) =>
          revoke({ issuer, revoked: options.revoked ?? [] }),
        ),
        documents: [],
        certificates: [],
      },
    }),
  };
}

/** The extension with the digest of the firmware, in the form of the product. */
export function toFwidExtension(product: NvidiaProduct, fwid: Uint8Array, bootRom: Credential): Buffer {
  const digest = sequence(oid('2.16.840.1.101.3.4.2.2'), octets(fwid));
  if (product !== 'GB100') {
    const key = bootRom.keys.publicKey.export({ type: 'spki', format: 'der' });
    return extension('2.23.133.5.4.1', sequence(integer(1), key, digest));
  }
  // DiceTcbInfo: vendor [0], svn [3], fwids [6], flags [7].
  const fwids = explicit(6, digest);
  const flags = der(0x87, Buffer.of(0, 0));
  const value = sequence(der(0x80, Buffer.from('NVIDIA')), der(0x83, Buffer.of(1)), fwids, flags);
  return extension('2.23.133.5.4.1.1', value, true);
}

function toReport(product: NvidiaProduct, chain: NvidiaChain, options: NvidiaReportOptions): Buffer {
  const measurements =
    options.measurements ?? Array.from({ length: 64 }, (_, place) => [place + 1, Buffer.alloc(48, place)] as const);
  const blocks = measurements.map(([index, value]) =>
    Buffer.concat([Buffer.of(index, 1), uint(value.length + 3, 2), Buffer.of(1), uint(value.length, 2), value]),
  );
  const record = Buffer.concat(blocks);
  const fields = { ...(product === 'LS10' ? switchFields : gpuFields), ...options.opaque };
  const opaque = Buffer.concat(
    Object.entries(fields).flatMap(([number, value]) =>
      value === undefined ? [] : [uint(Number(number), 2), uint(value.length, 2), value],
    ),
  );
  const unsigned = Buffer.concat([
    Buffer.of(0x11, 0xe0, 0x01, 0xff),
    options.nonce ?? Buffer.alloc(32, 0x0e),
    Buffer.of(0),
    Buffer.of(0x11, 0x60, 0, 0, blocks.length),
    uint(record.length, 3),
    record,
    Buffer.alloc(32, 0x0f),
    uint(opaque.length, 2),
    opaque,
  ]);
  const changed = options.change?.(unsigned) ?? unsigned;
  const key = { key: chain.leaf.keys.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return Buffer.concat([changed, sign('sha384', changed, key), options.trailing ?? Buffer.alloc(0)]);
}

const sharedFields: Readonly<Record<number, Buffer>> = {
  3: Buffer.from('570.01\0'),
  6: Buffer.from('009f009601000000', 'hex'),
  12: Buffer.concat([uint(1, 4), uint(130, 4)]),
  20: benchFwid,
  21: Buffer.of(0x55),
};
const gpuFields: Readonly<Record<number, Buffer>> = {
  ...sharedFields,
  22: Buffer.alloc(32, 0x22),
  34: Buffer.of(1),
  35: Buffer.from('GH100\0'),
  36: Buffer.of(0),
};
const switchFields: Readonly<Record<number, Buffer>> = {
  ...sharedFields,
  22: Buffer.alloc(8, 0x22),
  23: Buffer.alloc(8),
  26: Buffer.concat([Buffer.alloc(64, 0x26), Buffer.of(1, 2, 3)]),
};

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
}
