/**
 * Intel's signed JSON. The signature covers the exact text of one member, so that text is cut out of the document,
 * never parsed and written again.
 */
import { isRecord } from '@assay/sdk/contract';
import { parseStrictJson } from '../../json.ts';

export interface SignedDocument {
  readonly kind: 'tcb_info' | 'qe_identity';
  /** The signed text. */
  readonly text: string;
  readonly value: unknown;
  /** r||s; empty when the document holds no possible signature. */
  readonly signature: Uint8Array;
}

/** Content of one document: signed documents, and the other parts of a collateral file. */
export interface DocumentContents {
  readonly signed: readonly SignedDocument[];
  /** DER. */
  readonly revocationLists: readonly Uint8Array[];
  /** Certificates and lists as PEM. */
  readonly pemTexts: readonly string[];
}

const limits = { maxChars: 4 * 1024 * 1024, maxDepth: 16 } as const;
const signatureBytes = 64;
const hexDigits = /^(?:[0-9a-fA-F]{2})+$/;

/** Members of a response of Intel's certification service. */
const responses = [
  { member: 'tcbInfo', kind: 'tcb_info' },
  { member: 'enclaveIdentity', kind: 'qe_identity' },
] as const;
/** Members of a collateral file: the signed text (or the response) as a string, its signature, certificates, lists. */
const texts = [
  { member: 'tcb_info', signature: 'tcb_info_signature' },
  { member: 'qe_identity', signature: 'qe_identity_signature' },
] as const;
const chains: readonly string[] = ['pck_crl_issuer_chain', 'tcb_info_issuer_chain', 'qe_identity_issuer_chain'];
const lists: readonly string[] = ['root_ca_crl', 'pck_crl'];

/**
 * Reads a response of Intel's certification service (`{"tcbInfo": {…}, "signature": …}`, or `enclaveIdentity`), or a
 * collateral file with the members above. Undefined for anything else, and for one with an unreadable member.
 */
export function readDocument(text: string): DocumentContents | undefined {
  const json = parseStrictJson(text, limits);
  if (!json.ok || !isRecord(json.value)) return undefined;
  const document = json.value;
  const signed = [...readResponses(text, document), ...readTexts(document)];
  const carried = readCarried(document);
  if (signed.length === 0 || carried === undefined || signed.includes(undefined)) return undefined;
  return { ...carried, signed: signed.filter((part) => part !== undefined) };
}

type Read = SignedDocument | undefined;

function readResponses(text: string, document: Record<string, unknown>): Read[] {
  return responses
    .filter(({ member }) => isRecord(document[member]))
    .map(({ member, kind }) => {
      const span = findMember(text, member);
      if (span === undefined) return undefined;
      return { kind, text: span, value: document[member], signature: toSignature(document['signature']) };
    });
}

function readTexts(document: Record<string, unknown>): Read[] {
  return texts.flatMap(({ member, signature }) => {
    const text = document[member];
    if (typeof text !== 'string') return [];
    const json = parseStrictJson(text, limits);
    if (!json.ok) return [undefined];
    // Intel's quote provider library keeps the whole response in the member, signature included.
    const whole = isRecord(json.value) ? readResponses(text, json.value) : [];
    if (whole.length > 0) return whole;
    return [{ kind: member, text, value: json.value, signature: toSignature(document[signature]) }];
  });
}

function readCarried(document: Record<string, unknown>): Omit<DocumentContents, 'signed'> | undefined {
  const pemTexts: string[] = [];
  const revocationLists: Uint8Array[] = [];
  for (const name of [...chains, ...lists]) {
    const value = document[name];
    const bytes = lists.includes(name) ? toBytes(value) : undefined;
    if (value === undefined || value === null) continue;
    if (bytes !== undefined) revocationLists.push(bytes);
    else if (typeof value === 'string' && value.includes('-----BEGIN ')) pemTexts.push(value);
    else return undefined;
  }
  return { pemTexts, revocationLists };
}

/**
 * Gives the exact text of an object member of the outermost object; the text is valid JSON without repeated names.
 * The last string before a bracket that opens the second level is that member's name.
 */
function findMember(text: string, name: string): string | undefined {
  let depth = 0;
  let start = -1;
  let lastString = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1) lastString = text.slice(at + 1, end);
      at = end;
    } else if (char === '{' || char === '[') {
      depth += 1;
      if (depth === 2 && lastString === name) start = at;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 1 && start !== -1) return text.slice(start, at + 1);
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function toSignature(value: unknown): Uint8Array {
  const bytes = toBytes(value);
  return bytes?.length === signatureBytes ? bytes : new Uint8Array(0);
}

/** Bytes as hexadecimal digits, base64, or a list of numbers. */
function toBytes(value: unknown): Uint8Array | undefined {
  if (Array.isArray(value)) return value.every(isByte) ? Uint8Array.from(value) : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (hexDigits.test(value)) return fromHex(value);
  return fromBase64(value);
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xff;
}

function fromBase64(value: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
}

/** Lists can be megabytes, so no intermediate text is made. */
function fromHex(digits: string): Uint8Array {
  const digit = (at: number) => {
    const code = digits.charCodeAt(at);
    return code < 0x40 ? code - 0x30 : (code & 0x1f) + 9;
  };
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => 16 * digit(2 * at) + digit(2 * at + 1));
}
