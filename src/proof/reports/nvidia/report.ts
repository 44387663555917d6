/**
 * The layout of an NVIDIA report: an SPDM 1.1 GET_MEASUREMENTS request and its response (DSP0274 section 10.11), as
 * GPUs of the Hopper and Blackwell kinds and LS10 switches sign them.
 */
import { toHex } from '@assay/sdk/x509';
import type { ReportView } from '../verdict.ts';
import { createByteReader, LayoutError } from './byte-reader.ts';
import { type MeasurementBlock, parseMeasurements } from './measurements.ts';
import { type DeviceKind, fwidField, type OpaqueFields, parseOpaque, toOpaqueView } from './opaque.ts';

export interface NvidiaReport {
  /** The report up to the end of its signature: the only form to store or hash. */
  readonly bytes: Uint8Array;
  /** The signed bytes: everything before the signature. */
  readonly signed: Uint8Array;
  /** Raw r||s. */
  readonly signature: Uint8Array;
  readonly request: { readonly attributes: number; readonly operation: number; readonly slot: number };
  readonly requestNonce: Uint8Array;
  /** The two parameters of the response. */
  readonly parameters: Uint8Array;
  readonly responseNonce: Uint8Array;
  readonly measurements: readonly MeasurementBlock[];
  readonly opaque: OpaqueFields;
}

const spdmVersion = 0x11;
const requestCode = 0xe0;
const responseCode = 0x60;
const nonceBytes = 32;
const signatureBytes = 96;
const maxBytes = 128 * 1024;
/** Drivers return the report in a buffer: up to this many bytes may follow it, and are cut off. */
const maxTrailing = 16;
/** GET_MEASUREMENTS attribute: a signature is requested. */
const signatureRequested = 0x01;

/** Parses a report and cuts off the bytes after the signature. @throws LayoutError */
export function parseReport(bytes: Uint8Array): NvidiaReport {
  if (bytes.length > maxBytes) throw new LayoutError('a report is too large', true);
  const reader = createByteReader(bytes);
  const header = (code: number): void => {
    if (reader.uint(1) !== spdmVersion) throw new LayoutError('the report is not SPDM 1.1');
    if (reader.uint(1) !== code) throw new LayoutError('the report has an unexpected SPDM message');
  };
  header(requestCode);
  const attributes = reader.uint(1);
  if ((attributes & signatureRequested) === 0) throw new LayoutError('the request does not ask for a signature');
  const operation = reader.uint(1);
  const requestNonce = reader.take(nonceBytes);
  const slot = reader.uint(1);
  header(responseCode);
  // Reserved, and the slot of the certificates.
  const parameters = reader.take(2);
  const count = reader.uint(1);
  const measurements = parseMeasurements(reader.take(reader.uint(3)), count);
  const responseNonce = reader.take(nonceBytes);
  const opaque = parseOpaque(reader.take(reader.uint(2)));
  const signedLength = reader.position();
  const signature = reader.take(signatureBytes);
  const length = reader.position();
  if (bytes.length - length > maxTrailing) throw new LayoutError('there are too many bytes after the report', true);
  return {
    bytes: bytes.subarray(0, length),
    signed: bytes.subarray(0, signedLength),
    signature,
    request: { attributes, operation, slot },
    requestNonce,
    parameters,
    responseNonce,
    measurements,
    opaque,
  };
}

/**
 * Gives the report without the up to 16 bytes after it, for storing and hashing, so that nobody can give the same
 * report a second name by adding bytes. Undefined if it is invalid.
 */
export function cutReport(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return parseReport(bytes).bytes;
  } catch (error) {
    if (error instanceof LayoutError) return undefined;
    throw error;
  }
}

/** Gives the values that a policy can compare: `measurement_<index>` and `fwid`, lower-case hexadecimal. */
export function toRegisters({ measurements, opaque }: NvidiaReport): Record<string, string> {
  const fwid = opaque.get(fwidField);
  return {
    ...Object.fromEntries(measurements.map(({ index, value }) => [`measurement_${index}`, toHex(value)])),
    ...(fwid === undefined || fwid.length === 0 ? {} : { fwid: toHex(fwid) }),
  };
}

/**
 * Gives every field as JSON: bytes as hexadecimal digits, versions and product names as text, counts as numbers; the
 * types in the order of the measurements.
 */
export function toView(report: NvidiaReport, device: DeviceKind): ReportView {
  const { request, requestNonce, parameters, responseNonce, measurements, opaque } = report;
  return {
    device,
    spdm_version: '1.1',
    request_attributes: request.attributes,
    request_operation: request.operation,
    request_slot: request.slot,
    request_nonce: toHex(requestNonce),
    response_parameters: toHex(parameters),
    response_nonce: toHex(responseNonce),
    ...toOpaqueView(opaque, device),
    measurement_types: measurements.map(({ type }) => type),
    ...toRegisters(report),
  };
}
