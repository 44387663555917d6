/**
 * Reads the files of a report by content, never by name: raw, hexadecimal or base64; DER or PEM; JSON documents as
 * their exact text. Pure, so that a page can read dropped files too.
 */
import { DerError, derTag, parseCertificate, parseRevocationList, readChildren, readPem } from '@assay/sdk/x509';
import { decodeUtf8 } from '../json.ts';
import type { Collateral } from './input.ts';
import { parseCertificateTable } from './sev-snp/certificate-table.ts';

/** The files beside a report. */
export interface Companions {
  readonly certificates: readonly Uint8Array[];
  /** Undefined when no file holds any. */
  readonly collateral: Collateral | undefined;
}

interface Found {
  readonly certificates: Uint8Array[];
  readonly revocationLists: Uint8Array[];
  readonly documents: string[];
}

/** Tests for forbidden characters: an expression that matches a whole large file would exhaust the stack. */
const noHexDigit = /[^0-9a-fA-F]/;
const noBase64 = /[^A-Za-z0-9+/_-]/;
const minBase64Chars = 16;

/** Gives the bytes of a file: decoded from hexadecimal or base64 text, otherwise its own. */
export function decodeFile(bytes: Uint8Array): Uint8Array {
  const text = toAscii(bytes);
  // PEM without padding consists of characters of base64url only.
  if (text === undefined || text.includes('-----BEGIN ')) return bytes;
  const compact = text.replace(/\s+/g, '');
  return fromHex(compact.replace(/^0x/i, '')) ?? fromBase64(compact.replace(/={1,2}$/, '')) ?? bytes;
}

/**
 * Sorts files into certificates and collateral; undefined for a file that is neither. A damaged certificate is kept,
 * so that the check reports it.
 */
export function readCompanions(files: readonly Uint8Array[]): Companions | { readonly unknown: number } {
  const found: Found = { certificates: [], revocationLists: [], documents: [] };
  for (const [index, file] of files.entries()) {
    if (!take(decodeFile(file), found)) return { unknown: index };
  }
  const { certificates, revocationLists, documents } = found;
  const hasCollateral = revocationLists.length > 0 || documents.length > 0;
  return { certificates, collateral: hasCollateral ? { revocationLists, documents, certificates } : undefined };
}

function take(bytes: Uint8Array, found: Found): boolean {
  const text = decodeUtf8(bytes);
  if (text?.includes('-----BEGIN ') && !text.trimStart().startsWith('{')) return takePem(text, found);
  if (text !== undefined && /^[\s]*[[{]/.test(text)) {
    found.documents.push(text);
    return true;
  }
  if (bytes[0] !== derTag.sequence) return takeTable(bytes, found);
  for (const der of splitDer(bytes)) takeDer(der, found);
  return true;
}

function takePem(text: string, found: Found): boolean {
  let blocks: ReturnType<typeof readPem>;
  try {
    blocks = readPem(text);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return takeDamagedPem(text, found);
  }
  for (const { der } of blocks) takeDer(der, found);
  // The reader skips a block with a letter outside base64.
  const isWhole = blocks.length >= text.split('-----BEGIN ').length - 1;
  return isWhole ? blocks.length > 0 : takeDamagedPem(text, found) || blocks.length > 0;
}

/** Kept unchanged, so that the check reports it as invalid. */
function takeDamagedPem(text: string, found: Found): boolean {
  const target = text.includes('-----BEGIN X509 CRL-----')
    ? found.revocationLists
    : text.includes('-----BEGIN CERTIFICATE-----')
      ? found.certificates
      : undefined;
  target?.push(new TextEncoder().encode(text));
  return target !== undefined;
}

/** Reads the table in which an SNP host hands certificates to its guest. */
function takeTable(bytes: Uint8Array, found: Found): boolean {
  const table = parseCertificateTable(bytes);
  for (const { kind, der } of table ?? []) if (kind !== 'unknown') takeDer(der, found);
  return table !== undefined && bytes.length > 0;
}

function takeDer(der: Uint8Array, found: Found): void {
  (isList(der) ? found.revocationLists : found.certificates).push(der);
}

/** Classifies a damaged file by its beginning: certificates start with their version in a tag of its own, lists do not. */
function isList(der: Uint8Array): boolean {
  if (parses(() => parseCertificate(der))) return false;
  if (parses(() => parseRevocationList(der))) return true;
  const first = contentStart(der, 0);
  return (
    first !== undefined && der[first] === derTag.sequence && der[contentStart(der, first) ?? -1] === derTag.integer
  );
}

/** Gives the start of the content of the element at `at`, even if the element is truncated. */
function contentStart(der: Uint8Array, at: number): number | undefined {
  const length = der[at + 1];
  if (length === undefined) return undefined;
  return at + 2 + (length < 0x80 ? 0 : length - 0x80);
}

/** Splits concatenated DER, the form in which some services return chains. The rest stays whole. */
function splitDer(bytes: Uint8Array): Uint8Array[] {
  try {
    return readChildren({ tag: derTag.sequence, bytes, content: bytes }).map((node) => node.bytes);
  } catch (error) {
    if (error instanceof DerError) return [bytes];
    throw error;
  }
}

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** Gives the text of bytes that are all printable ASCII and white space. */
function toAscii(bytes: Uint8Array): string | undefined {
  const isText = bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
  return isText ? decodeUtf8(bytes) : undefined;
}

function fromHex(digits: string): Uint8Array | undefined {
  if (digits === '' || digits.length % 2 !== 0 || noHexDigit.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** Digits without their padding. */
function fromBase64(digits: string): Uint8Array | undefined {
  if (digits.length < minBase64Chars || digits.length % 4 === 1 || noBase64.test(digits)) return undefined;
  // Unused bits of the last digit are zero (RFC 4648 section 3.5), so the bytes have one spelling.
  const lastDigit = [/./, /./, /[AQgw]$/, /[AEIMQUYcgkosw048]$/][digits.length % 4];
  if (lastDigit?.test(digits) === false) return undefined;
  return Uint8Array.from(atob(digits.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
