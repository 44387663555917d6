/** The payload of a Nitro document, member by member, as AWS describes it ("Verifying the root of trust"). */
import { toHex } from '@assay/sdk/x509';
import type { ReportView } from '../verdict.ts';
import { CborError, type CborMap, type CborValue, readCbor } from './cbor.ts';

export interface NitroDocument {
  readonly moduleId: string;
  /** Milliseconds since the epoch, by the clock of the host. */
  readonly timestamp: number;
  /** By number, ascending. */
  readonly pcrs: ReadonlyMap<number, Uint8Array>;
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER, root first. */
  readonly cabundle: readonly Uint8Array[];
  readonly publicKey: Uint8Array | null;
  readonly userData: Uint8Array | null;
  readonly nonce: Uint8Array | null;
}

const members = [
  'module_id',
  'digest',
  'timestamp',
  'pcrs',
  'certificate',
  'cabundle',
  'public_key',
  'user_data',
  'nonce',
] as const;
const optionalMembers: readonly string[] = ['public_key', 'user_data', 'nonce'];
const limits = { maxDepth: 3, maxItems: 256 };
const pcrBytes: readonly number[] = [32, 48, 64];
const maxPcr = 31;
const maxCertificateBytes = 1024;
const maxChain = 8;

/**
 * Parses the payload. A member that AWS does not document is refused, although it is signed, because its effect is
 * unknown. @throws CborError
 */
export function parseDocument(payload: Uint8Array): NitroDocument {
  const map = readCbor(payload, limits);
  if (!(map instanceof Map)) throw new CborError('the payload is not a map');
  const names: readonly string[] = members;
  if ([...map.keys()].some((key) => typeof key !== 'string' || !names.includes(key))) {
    throw new CborError('the payload has a member that is not known');
  }
  const missing = members.find((name) => !map.has(name) && !optionalMembers.includes(name));
  if (missing !== undefined) throw new CborError(`the payload has no ${missing}`);
  if (map.get('digest') !== 'SHA384') throw new CborError('the digest is not SHA384');
  return {
    moduleId: toModuleId(map.get('module_id')),
    timestamp: toTimestamp(map.get('timestamp')),
    pcrs: toPcrs(map.get('pcrs')),
    certificate: toBytes(map.get('certificate'), 'certificate', 1, maxCertificateBytes),
    cabundle: toBundle(map.get('cabundle')),
    publicKey: toOptional(map.get('public_key'), 'public_key', 1, 1024),
    userData: toOptional(map.get('user_data'), 'user_data', 0, 512),
    nonce: toOptional(map.get('nonce'), 'nonce', 0, 512),
  };
}

/** Gives the registers by their names in a policy: `pcr0` … `pcr31`, lower-case hexadecimal. */
export function toRegisters({ pcrs }: NitroDocument): Record<string, string> {
  return Object.fromEntries([...pcrs].map(([number, value]) => [`pcr${number}`, toHex(value)]));
}

/** Gives every member as JSON: bytes as hexadecimal digits, each PCR a member of its own, `timestamp` in milliseconds. */
export function toView(document: NitroDocument): ReportView {
  const { moduleId, timestamp, certificate, cabundle, publicKey, userData, nonce } = document;
  return {
    module_id: moduleId,
    digest: 'SHA384',
    timestamp,
    ...toRegisters(document),
    certificate: toHex(certificate),
    cabundle: cabundle.map(toHex),
    public_key: publicKey === null ? null : toHex(publicKey),
    user_data: userData === null ? null : toHex(userData),
    nonce: nonce === null ? null : toHex(nonce),
  };
}

function toModuleId(value: CborValue | undefined): string {
  // The identifiers of instances and enclaves are plain ASCII; a verdict must not carry other text.
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(value)) throw new CborError('module_id is malformed');
  return value;
}

function toTimestamp(value: CborValue | undefined): number {
  if (typeof value !== 'number' || value <= 0) throw new CborError('timestamp is not a time');
  return value;
}

function toPcrs(value: CborValue | undefined): ReadonlyMap<number, Uint8Array> {
  if (!isMap(value) || value.size === 0) throw new CborError('pcrs is not a map');
  const pcrs: [number, Uint8Array][] = [...value].map(([number, digest]) => {
    if (typeof number !== 'number' || number < 0 || number > maxPcr) throw new CborError('a PCR has an unknown number');
    const bytes = toBytes(digest, 'a PCR', 32, 64);
    if (!pcrBytes.includes(bytes.length)) throw new CborError('a PCR does not have 32, 48 or 64 bytes');
    return [number, bytes];
  });
  pcrs.sort(([left], [right]) => left - right);
  return new Map(pcrs);
}

function toBundle(value: CborValue | undefined): Uint8Array[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxChain) {
    throw new CborError(`cabundle does not have 1 to ${maxChain} certificates`);
  }
  return value.map((entry: CborValue) => toBytes(entry, 'a certificate of cabundle', 1, maxCertificateBytes));
}

function toOptional(value: CborValue | undefined, name: string, min: number, max: number): Uint8Array | null {
  return value === undefined || value === null ? null : toBytes(value, name, min, max);
}

function toBytes(value: CborValue | undefined, name: string, min: number, max: number): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new CborError(`${name} is not bytes`);
  if (value.length < min || value.length > max) throw new CborError(`${name} does not have ${min} to ${max} bytes`);
  return value;
}

function isMap(value: CborValue | undefined): value is CborMap {
  return value instanceof Map;
}
