/** AMD's statements about a key in its VCEK or VLEK certificate (AMD 57230). */
import {
  type Certificate,
  commonName,
  DerError,
  derTag,
  expectTag,
  nameValues,
  readDer,
  toNumber,
  toText,
} from '@assay/sdk/x509';
import { productOfName, type SnpProduct } from './product.ts';

export type LeafKind = 'vcek' | 'vlek';

export interface Endorsement {
  readonly kind: LeafKind;
  readonly product: SnpProduct;
  /** Security patch level by byte of the TCB version, in this product's layout. */
  readonly levels: ReadonlyMap<number, number>;
  /** 64 bytes, on Turin 8; only in a VCEK. */
  readonly hardwareId?: Uint8Array;
  /** Cloud provider, only in a VLEK. */
  readonly cspId?: string;
}

const arc = '1.3.6.1.4.1.3704.1.';
type Level = readonly [id: string, byte: number];
/** Byte of the TCB version for each extension; 3.4 to 3.7 are reserved parts, which some certificates leave out. */
const components: Readonly<Record<SnpProduct, readonly Level[]>> = {
  Milan: [
    ['3.1', 0],
    ['3.2', 1],
    ['3.3', 6],
    ['3.8', 7],
  ],
  Genoa: [
    ['3.1', 0],
    ['3.2', 1],
    ['3.3', 6],
    ['3.8', 7],
  ],
  Turin: [
    ['3.9', 0],
    ['3.1', 1],
    ['3.2', 2],
    ['3.3', 3],
    ['3.8', 7],
  ],
};
const reservedParts: Readonly<Record<SnpProduct, readonly Level[]>> = {
  Milan: [
    ['3.4', 2],
    ['3.5', 3],
    ['3.6', 4],
    ['3.7', 5],
  ],
  Genoa: [
    ['3.4', 2],
    ['3.5', 3],
    ['3.6', 4],
    ['3.7', 5],
  ],
  Turin: [
    ['3.5', 4],
    ['3.6', 5],
    ['3.7', 6],
  ],
};
const kinds: Readonly<Record<string, LeafKind>> = { 'SEV-VCEK': 'vcek', 'SEV-VLEK': 'vlek' };

/** Reads a leaf certificate; undefined when it is no VCEK or VLEK, or lacks a required part. */
export function readEndorsement(certificate: Certificate): Endorsement | undefined {
  const kind = kinds[nameValues(certificate.subject, commonName).join()];
  if (kind === undefined || certificate.isAuthority) return undefined;
  try {
    return readExtensions(certificate, kind);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function readExtensions(certificate: Certificate, kind: LeafKind): Endorsement | undefined {
  const find = (id: string) => certificate.extensions.find(({ oid }) => oid === arc + id)?.value;
  const name = find('2');
  const product = name === undefined ? undefined : productOfName(toText(readDer(name, derTag.ia5)));
  if (product === undefined) return undefined;
  const levels = new Map<number, number>();
  for (const [id, byte] of components[product]) {
    const value = find(id);
    if (value === undefined) return undefined;
    levels.set(byte, toNumber(readDer(value)));
  }
  for (const [id, byte] of reservedParts[product]) {
    const value = find(id);
    levels.set(byte, value === undefined ? 0 : toNumber(readDer(value)));
  }
  const hardwareId = find('4');
  const cspId = find('5');
  // A VCEK is of one chip, a VLEK of one provider: never both.
  if ((hardwareId !== undefined) !== (kind === 'vcek') || (cspId !== undefined) !== (kind === 'vlek')) return undefined;
  return {
    kind,
    product,
    levels,
    ...(hardwareId === undefined ? {} : { hardwareId: readHardwareId(hardwareId) }),
    ...(cspId === undefined ? {} : { cspId: toText(expectTag(readDer(cspId))).slice(0, 256) }),
  };
}

/** Raw octets in current certificates; newer ones wrap them in an OCTET STRING of their own. */
function readHardwareId(value: Uint8Array): Uint8Array {
  const isWrapped = value.length === 66 || value.length === 10;
  const octets = isWrapped ? readDer(value, derTag.octetString).content : value;
  if (octets.length !== 64 && octets.length !== 8) throw new DerError('a hardware id has the wrong length');
  return octets;
}

/** Finds mismatches between certificate and report: each byte of the TCB version, and the chip. */
export function findMismatches(
  { levels, product, hardwareId }: Endorsement,
  report: { readonly reportedTcb: Uint8Array; readonly chipId: Uint8Array },
): ('tcb' | 'chip')[] {
  const isSameTcb = report.reportedTcb.every((level, byte) => level === (levels.get(byte) ?? 0));
  return [
    ...(isSameTcb ? [] : ['tcb' as const]),
    ...(isSameChip(hardwareId, report.chipId, product) ? [] : ['chip' as const]),
  ];
}

/** Turin's id has 8 bytes, the rest of the field is zero. A host may hide the id: then the whole field is zero. */
function isSameChip(hardwareId: Uint8Array | undefined, chipId: Uint8Array, product: SnpProduct): boolean {
  if (chipId.every((byte) => byte === 0)) return true;
  if (hardwareId === undefined || (hardwareId.length === 8) !== (product === 'Turin')) return false;
  return chipId.every((byte, index) => byte === (hardwareId[index] ?? 0));
}
