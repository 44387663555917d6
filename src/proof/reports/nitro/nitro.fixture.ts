/** Nitro documents under a test root: valid, or invalid on purpose. */
import { sign } from 'node:crypto';
import {
  type Credential,
  extension,
  issue,
  type KeyPair,
  p384,
  revoke,
} from '../../../../test/support/certificates.ts';
import { explicit, sequence, der as toDer } from '../../../../test/support/der.ts';
import type { Collateral } from '../input.ts';
import type { VendorRoot } from '../roots.ts';

/** A value to encode: a number, text, bytes, null, an array, or entries of a map in their order. */
export type Encodable = number | string | boolean | null | Uint8Array | readonly Encodable[] | CborEntries;
export interface CborEntries {
  readonly entries: readonly (readonly [number | string, Encodable])[];
}

export interface NitroReportOptions {
  readonly nonce?: Uint8Array | null;
  readonly userData?: Uint8Array | null;
  readonly publicKey?: Uint8Array | null;
  /** Milliseconds since the epoch. */
  readonly timestamp?: number;
  /** By number; PCR0 to PCR2 and PCR8 have values when left out. */
  readonly pcrs?: Readonly<Record<number, Uint8Array>>;
  /** Replaces members of the payload, or removes them with undefined. */
  readonly members?: Readonly<Record<string, Encodable | undefined>>;
  /** Bytes of the protected header. */
  readonly header?: Uint8Array;
  /** Serial numbers of the regional certificate (2) and the zonal one (3) that lists revoke. */
  readonly revoked?: readonly number[];
}

export interface NitroReport {
  readonly report: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  /** Lists of the root and of the regional authority. */
  readonly collateral: Collateral;
}

export interface NitroBench {
  readonly roots: readonly VendorRoot[];
  /** Root, region, zone, instance, enclave. Change one to make an invalid chain. */
  readonly chain: NitroChain;
  report(options?: NitroReportOptions): NitroReport;
}

export interface NitroChain {
  readonly root: Credential;
  readonly region: Credential;
  readonly zone: Credential;
  readonly instance: Credential;
  readonly enclave: Credential;
}

/** A time at which documents of the bench are valid and fresh. */
export const nitroBenchNow = Date.parse('2026-06-01T12:00:00Z');

const listsAt = extension(
  '2.5.29.31',
  sequence(sequence(explicit(0, explicit(0, toDer(0x86, Buffer.from('http://lists.example/1.crl')))))),
);

/** A whole hierarchy like that of AWS, with its lifetimes: the certificate of an enclave lives three hours. */
export function createNitroChain(
  changes: Partial<Record<keyof NitroChain, Partial<Parameters<typeof issue>[0]>>> = {},
) {
  const from = '2026-06-01T11:00:00Z';
  const to = '2026-06-01T14:00:00Z';
  const authority = { isAuthority: true, notBefore: '2026-05-25', notAfter: '2026-06-14' };
  const root = issue({ subject: 'test.nitro-enclaves', keys: p384(), isAuthority: true, ...changes.root });
  const region = issue({
    subject: 'region',
    keys: p384(),
    issuer: root,
    ...authority,
    pathLength: 2,
    serial: 2,
    extensions: [listsAt],
    ...changes.region,
  });
  const zone = issue({
    subject: 'zone',
    keys: p384(),
    issuer: region,
    ...authority,
    pathLength: 1,
    serial: 3,
    extensions: [listsAt],
    ...changes.zone,
  });
  const instance = issue({
    subject: 'instance',
    keys: p384(),
    issuer: zone,
    ...authority,
    pathLength: 0,
    serial: 4,
    ...changes.instance,
  });
  const enclave = issue({
    subject: 'enclave',
    keys: p384(),
    issuer: instance,
    notBefore: from,
    notAfter: to,
    serial: 5,
    ...changes.enclave,
  });
  return { root, region, zone, instance, enclave };
}

/** Makes documents under one hierarchy. */
export function createNitroBench(chain: NitroChain = createNitroChain()): NitroBench {
  return {
    roots: [{ vendor: 'aws', name: 'test.nitro-enclaves', der: chain.root.der, profile: 'test' }],
    chain,
    report: (options = {}) => ({
      report: toDocument(toPayload(chain, options), chain.enclave.keys, options.header),
      certificates: [],
      collateral: {
        revocationLists: [chain.root, chain.region].map((issuer) => revoke({ issuer, revoked: options.revoked ?? [] })),
        documents: [],
        certificates: [],
      },
    }),
  };
}

/** COSE_Sign1 over a payload. */
export function toDocument(
  payload: Uint8Array,
  { privateKey }: KeyPair,
  header: Uint8Array = Buffer.from('a1013822', 'hex'),
): Buffer {
  const signed = encodeCbor(['Signature1', header, Buffer.alloc(0), payload]);
  const signature = sign('sha384', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return encodeCbor([header, { entries: [] }, payload, signature]);
}

/** A certificate that carries the document in the first label of a DNS name. */
export function toCarrier(document: Uint8Array): Buffer {
  const names = ['enclave.example', `${Buffer.from(document).toString('hex')}.enclave.example`];
  const value = sequence(...names.map((name) => toDer(0x82, Buffer.from(name))));
  return issue({ subject: 'carrier', keys: p384(), extensions: [extension('2.5.29.17', value)] }).der;
}

function toPayload(chain: NitroChain, options: NitroReportOptions): Buffer {
  const pcr = (fill: number) => Buffer.alloc(48, fill);
  const pcrs = options.pcrs ?? { 0: pcr(0xa0), 1: pcr(0xa1), 2: pcr(0xa2), 3: pcr(0), 8: pcr(0xa8) };
  const members: Record<string, Encodable | undefined> = {
    module_id: 'i-0123456789abcdef0-enc0123456789abcdef',
    digest: 'SHA384',
    timestamp: options.timestamp ?? nitroBenchNow,
    pcrs: { entries: Object.entries(pcrs).map(([number, value]) => [Number(number), value] as const) },
    certificate: chain.enclave.der,
    cabundle: [chain.root, chain.region, chain.zone, chain.instance].map(({ der }) => der),
    public_key: options.publicKey ?? null,
    user_data: options.userData ?? null,
    nonce: options.nonce ?? null,
    ...options.members,
  };
  const entries = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return encodeCbor({ entries });
}

/** Encodes a value in its shortest form. */
export function encodeCbor(value: Encodable): Buffer {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const { entries } = value;
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ]);
}

function isArray(value: readonly Encodable[] | CborEntries): value is readonly Encodable[] {
  return Array.isArray(value);
}

function head(major: number, argument: number): Buffer {
  const first = major << 5;
  if (argument < 24) return Buffer.of(first | argument);
  if (argument < 0x100) return Buffer.of(first | 24, argument);
  const sized = Buffer.alloc(8);
  sized.writeBigUInt64BE(BigInt(argument));
  if (argument < 0x1_0000) return Buffer.concat([Buffer.of(first | 25), sized.subarray(6)]);
  if (argument < 0x1_0000_0000) return Buffer.concat([Buffer.of(first | 26), sized.subarray(4)]);
  return Buffer.concat([Buffer.of(first | 27), sized]);
}
