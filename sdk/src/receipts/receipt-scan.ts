/**
 * Checks the common form of a receipt byte by byte, without creating objects. Fast verification uses it for almost
 * every record. An unrecognised record is not wrong: it is read in full, which then decides.
 */
import { canonicalString } from '../crypto/canonicalize.ts';

/** The expected content of the next receipt of a chain, and places found by the last scan. */
export interface ReceiptScan {
  /** From the start of a record up to its auditor ids; holds the attestation hash of the epoch. */
  readonly opening: Uint8Array;
  /** From the end of the policy hash up to the claim count; holds the chain id. */
  readonly chain: Uint8Array;
  seq: number;
  /** Hash of the previous record, hex. */
  head: string;
  /** Time of the previous record. */
  readonly lastTs: Uint8Array;
  /** Places of the evidence hash and of the time in the last scan. */
  evidenceAt: number;
  tsAt: number;
}

const utf8 = new TextEncoder();
export const tsLength = 24;
const dayLength = 10;
const hexLength = 64;
/** Longer numbers may exceed 2^53-1. */
const maxDigits = 15;
const maxIds = 256;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const zero = 0x30;
const nine = 0x39;
const letterN = 0x6e;

const cedarDecision = utf8.encode('],"cedar_decision":"');
const policyHash = utf8.encode('","cedar_policy_hash":"');
const claimsHash = utf8.encode(',"claims_hash":"');
const evidenceHash = utf8.encode('","evidence_hash":"');
const latency = utf8.encode('","kind":"receipt","latency_ms":');
const prevHash = utf8.encode(',"prev_hash":"');
const requestHash = utf8.encode('","request_hash":"');
const responseHash = utf8.encode('","response_hash":"');
const seqName = utf8.encode('","seq":');
const toolName = utf8.encode(',"tool":');
const nullText = utf8.encode('null');
const tsName = utf8.encode(',"ts":"');
const verdictName = utf8.encode('","v":1,"verdict":"');
const closing = utf8.encode('"}');

const isHexDigit = Uint8Array.from({ length: 256 }, (_, byte) => (/[0-9a-f]/.test(String.fromCharCode(byte)) ? 1 : 0));
/** Letters that canonical JSON prints unchanged: printable ASCII except the quotation mark and the backslash. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte <= 0x7e && byte !== quote && byte !== backslash ? 1 : 0,
);

/** Prepares the scans of an epoch of a chain. Both values must come from a record that was read in full. */
export function toReceiptScan(chainId: string, attestationHash: string): ReceiptScan {
  return {
    opening: utf8.encode(`{"attestation_hash":"${attestationHash}","auditor_ids":[`),
    chain: utf8.encode(`","chain_id":${canonicalString(chainId)},"claim_count":`),
    seq: 0,
    head: '',
    lastTs: new Uint8Array(tsLength),
    evidenceAt: 0,
    tsAt: 0,
  };
}

/**
 * True when the bytes from `start` to `end` are the next receipt. Dates are not computed: a record of another day
 * than the one before is not recognised.
 *
 * INVARIANT: what this takes, the full check takes in the same place; a property test holds it to that.
 */
export function scanReceipt(bytes: Uint8Array, start: number, end: number, scan: ReceiptScan): boolean {
  let at = skipIds(bytes, skipBytes(bytes, start, scan.opening));
  at = skipName(bytes, skipBytes(bytes, at, cedarDecision), 64);
  at = skipHex(bytes, skipBytes(bytes, at, policyHash));
  at = skipCount(bytes, skipBytes(bytes, at, scan.chain));
  at = skipHex(bytes, skipBytes(bytes, at, claimsHash));
  scan.evidenceAt = skipBytes(bytes, at, evidenceHash);
  at = skipHex(bytes, scan.evidenceAt);
  at = skipCount(bytes, skipBytes(bytes, at, latency));
  at = skipText(bytes, skipBytes(bytes, at, prevHash), scan.head);
  at = skipHex(bytes, skipBytes(bytes, at, requestHash));
  at = skipHex(bytes, skipBytes(bytes, at, responseHash));
  at = skipText(bytes, skipBytes(bytes, at, seqName), String(scan.seq));
  at = skipTool(bytes, skipBytes(bytes, at, toolName));
  scan.tsAt = skipBytes(bytes, at, tsName);
  at = skipTime(bytes, scan.tsAt, scan.lastTs);
  at = skipName(bytes, skipBytes(bytes, at, verdictName), 64);
  // Each step only advances, so a scan that ends here has read nothing past the record.
  return skipBytes(bytes, at, closing) === end;
}

/** All of these give the next position, or -1 on a mismatch. */
function skipBytes(bytes: Uint8Array, at: number, expected: Uint8Array): number {
  if (at < 0) return -1;
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return -1;
  return at + expected.length;
}

function skipText(bytes: Uint8Array, at: number, expected: string): number {
  if (at < 0) return -1;
  for (let index = 0; index < expected.length; index++) {
    if (bytes[at + index] !== expected.charCodeAt(index)) return -1;
  }
  return at + expected.length;
}

function skipHex(bytes: Uint8Array, at: number): number {
  if (at < 0) return -1;
  for (let index = at; index < at + hexLength; index++) if (isHexDigit[bytes[index] ?? 0] === 0) return -1;
  return at + hexLength;
}

function skipName(bytes: Uint8Array, at: number, maxLength: number): number {
  if (at < 0) return -1;
  let end = at;
  while (isPlain[bytes[end] ?? 0] === 1) end += 1;
  return end > at && end - at <= maxLength ? end : -1;
}

function skipCount(bytes: Uint8Array, at: number): number {
  if (at < 0) return -1;
  let end = at;
  while (isDigit(bytes[end])) end += 1;
  if (bytes[at] === zero) return end === at + 1 ? end : -1;
  return end > at && end - at <= maxDigits ? end : -1;
}

function skipTool(bytes: Uint8Array, at: number): number {
  if (at < 0) return -1;
  if (bytes[at] === letterN) return skipBytes(bytes, at, nullText);
  return bytes[at] === quote ? skipQuote(bytes, skipName(bytes, at + 1, 256)) : -1;
}

const skipQuote = (bytes: Uint8Array, at: number): number => (at >= 0 && bytes[at] === quote ? at + 1 : -1);

/** Skips a list of names in order, without repeats, up to its closing bracket. */
function skipIds(bytes: Uint8Array, start: number): number {
  if (start < 0 || bytes[start] !== quote) return start;
  let at = start + 1;
  let before = -1;
  for (let count = 1; count <= maxIds; count++) {
    const end = skipName(bytes, at, 128);
    if (end < 0 || bytes[end] !== quote) return -1;
    if (before >= 0 && !isBefore(bytes, before, at)) return -1;
    if (bytes[end + 1] !== comma) return end + 1;
    if (bytes[end + 2] !== quote) return -1;
    before = at;
    at = end + 3;
  }
  return -1;
}

/**
 * Compares two names, each followed by a quotation mark, which no name holds. In ASCII the order of bytes is that of
 * UTF-16.
 */
function isBefore(bytes: Uint8Array, left: number, right: number): boolean {
  for (let index = 0; ; index++) {
    const one = bytes[left + index] ?? quote;
    const other = bytes[right + index] ?? quote;
    if (one === quote || other === quote) return one === quote && other !== quote;
    if (one !== other) return one < other;
  }
}

/** Skips a time of the same day as the last one, and not before it: `2026-01-31T12:00:00.000Z`. */
function skipTime(bytes: Uint8Array, at: number, last: Uint8Array): number {
  if (at < 0) return -1;
  for (let index = 0; index <= dayLength; index++) if (bytes[at + index] !== last[index]) return -1;
  let order = 0;
  for (let index = dayLength + 1; index < tsLength; index++) {
    const byte = bytes[at + index] ?? 0;
    const known = last[index] ?? 0;
    // Digits must match digits of the last time, and signs must be equal.
    if (isDigit(known) ? !isDigit(byte) : byte !== known) return -1;
    if (order === 0) order = byte - known;
  }
  return order >= 0 && isTimeOfDay(bytes, at) ? at + tsLength : -1;
}

function isTimeOfDay(bytes: Uint8Array, at: number): boolean {
  return numberAt(bytes, at + 11) <= 23 && numberAt(bytes, at + 14) <= 59 && numberAt(bytes, at + 17) <= 59;
}

const numberAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) - zero) * 10 + (bytes[at + 1] ?? 0) - zero;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;
