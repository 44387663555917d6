/** The opaque data of a response: NVIDIA's own fields, each a type, a length and bytes, and their meaning as JSON. */
import { toHex } from '@assay/sdk/x509';
import type { ReportView } from '../verdict.ts';
import { createByteReader, LayoutError } from './byte-reader.ts';

/** Bytes of each field by its number. */
export type OpaqueFields = ReadonlyMap<number, Uint8Array>;

export type DeviceKind = 'gpu' | 'switch';

/** Number of the field with the digest of the firmware that holds the signing key. */
export const fwidField = 20;
/** A field that only switches send: the GPUs at their ports. */
export const switchGpuPdisField = 26;

type Format = (bytes: Uint8Array) => unknown;

const pdiBytes = 8;
const versionBytes = 8;
const fwidBytes = 48;
/** Longer than any version or product name. */
const maxTextBytes = 64;
/** GPUs that a switch names before the numbers of their ports. */
const gpusAtSwitch = 8;

const text: Format = (bytes) => {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const used = bytes.subarray(0, end);
  const isPrintable = used.length <= maxTextBytes && used.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isPrintable ? String.fromCharCode(...used) : toHex(bytes);
};
const hex: Format = toHex;

/** NVIDIA's version format, e.g. `96.00.9f.00.01`: four bytes from the last, then the fifth. Switches send the text. */
const version: Format = (bytes) => {
  if (bytes.length !== versionBytes) return text(bytes);
  return Array.from([3, 2, 1, 0, 4], (place) => toHex(bytes.subarray(place, place + 1))).join('.');
};

const identifiers: Format = (bytes) => inParts(bytes, pdiBytes).map(toHex);
const counts: Format = (bytes) => inParts(bytes, 4).map((part) => createByteReader(part).uint(4));

const sharedFields: Readonly<Record<number, readonly [name: string, format: Format]>> = {
  1: ['cert_issuer_name', hex],
  2: ['cert_authority_key_identifier', hex],
  3: ['driver_version', text],
  4: ['gpu_info', hex],
  5: ['sku', hex],
  6: ['vbios_version', version],
  7: ['manufacturer_id', hex],
  8: ['tamper_detection', hex],
  9: ['smc', hex],
  10: ['vpr', hex],
  11: ['nvdec0_status', hex],
  12: ['measurement_counts', counts],
  13: ['cpr_info', hex],
  14: ['board_id', hex],
  15: ['chip_sku', text],
  16: ['chip_sku_mod', text],
  17: ['project', text],
  18: ['project_sku', text],
  19: ['project_sku_mod', text],
  [fwidField]: ['fwid', hex],
  21: ['protected_pcie_status', hex],
  32: ['gpu_link_conn', hex],
  33: ['sys_enable_status', hex],
  34: ['opaque_data_version', hex],
  35: ['chip_info', text],
  36: ['feature_flag', hex],
};

/** Numbers with different meanings on a GPU and on a switch. */
const deviceFields: Readonly<Record<DeviceKind, Readonly<Record<number, readonly [name: string, format: Format]>>>> = {
  gpu: {
    22: ['switch_pdis', identifiers],
    23: ['floorswept_ports', hex],
    24: ['position_id', hex],
    25: ['lock_switch_status', hex],
  },
  switch: {
    22: ['device_pdi', hex],
    23: ['disabled_ports', hex],
    24: ['switch_position_id', hex],
    25: ['switch_lock_status', hex],
    [switchGpuPdisField]: ['switch_gpu_pdis', (bytes) => identifiers(bytes.subarray(0, gpusAtSwitch * pdiBytes))],
    27: ['switch_ports', hex],
  },
};

/** Required field sizes for the code below. */
const sizes: Readonly<Record<number, (length: number) => boolean>> = {
  12: (length) => length % 4 === 0,
  [fwidField]: (length) => length === 0 || length === fwidBytes,
  22: (length) => length % pdiBytes === 0,
  [switchGpuPdisField]: (length) => length >= gpusAtSwitch * pdiBytes,
};

/**
 * Reads the fields, each number once, up to the end of the data. An unknown number is kept: newer firmware adds some,
 * and all are signed. @throws LayoutError
 */
export function parseOpaque(bytes: Uint8Array): OpaqueFields {
  const reader = createByteReader(bytes);
  const fields = new Map<number, Uint8Array>();
  while (!reader.isAtEnd()) {
    const number = reader.uint(2);
    const value = reader.take(reader.uint(2));
    if (number === 0) throw new LayoutError('an opaque field has an unknown number');
    if (fields.has(number)) throw new LayoutError('an opaque field occurs twice');
    if (sizes[number]?.(value.length) === false) throw new LayoutError('an opaque field has the wrong size', true);
    fields.set(number, value);
  }
  return fields;
}

/** Gives the fields by name; one without a name is `opaque_<number>`, in hexadecimal digits. */
export function toOpaqueView(fields: OpaqueFields, device: DeviceKind): ReportView {
  return Object.fromEntries(
    [...fields].flatMap(([number, bytes]) => {
      const [name, format] = deviceFields[device][number] ?? sharedFields[number] ?? [`opaque_${number}`, hex];
      const view: [string, unknown][] = [[name, format(bytes)]];
      // The port numbers follow the GPUs that a switch names.
      const ports = bytes.subarray(gpusAtSwitch * pdiBytes);
      if (device === 'switch' && number === switchGpuPdisField) view.push(['switch_gpu_ports', toHex(ports)]);
      return view;
    }),
  );
}

function inParts(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: bytes.length / size }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}
