/**
 * The layout of Intel quotes, version 3 (SGX), 4 and 5 (SGX and TDX). Every declared size must add up exactly, so
 * that a quote has one reading and no byte outside of it.
 */
import {
  type EnclaveBody,
  enclaveBytes,
  laterTdBytes,
  readEnclaveBody,
  readTdBody,
  type TdBody,
  tdBytes,
  toU16,
  toU32,
} from './quote-body.ts';
import { isAcceptedTail } from './quote-tail.ts';

export type QuoteBody =
  | { readonly tee: 'sgx'; readonly enclave: EnclaveBody }
  | { readonly tee: 'tdx'; readonly td: TdBody };

export interface Quote {
  readonly version: 3 | 4 | 5;
  readonly attestationKeyType: number;
  readonly teeType: number;
  /** Version 3: SVNs of the quoting enclave and the PCE; later: reserved. */
  readonly reserved: Uint8Array;
  readonly qeVendorId: Uint8Array;
  readonly userData: Uint8Array;
  /** Version 5 only. */
  readonly bodyType?: number;
  readonly body: QuoteBody;
  /** Header and body, which the attestation key signed. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  /** x||y on P-256. */
  readonly attestationKey: Uint8Array;
  readonly qeReport: EnclaveBody;
  /** The bytes that the PCK signed. */
  readonly qeReportBytes: Uint8Array;
  readonly qeSignature: Uint8Array;
  readonly authData: Uint8Array;
  /** PEM text of the PCK chain, unchanged. */
  readonly chainText: Uint8Array;
  /** Number of bytes after the declared end, which are cut off. */
  readonly tailBytes: number;
}

export type QuoteProblem = { readonly code: 'length' | 'padding' | 'unsupported'; readonly message: string };

/** configfs returns at most 32 KiB; this is twice that. */
const maxQuoteBytes = 64 * 1024;
const headerBytes = 48;
const bodyHeaderBytes = 6;
const sgxTee = 0;
const tdxTee = 0x81;
const ecdsaP256 = 2;
const intelVendor = '939a7233f79c4ca9940a0db3957f0607';
const certification = { pckChain: 5, qeReport: 6 } as const;

class QuoteError extends Error {
  readonly problem: QuoteProblem;

  constructor(code: QuoteProblem['code'], message: string) {
    super(message);
    this.problem = { code, message };
  }
}

/** Reads a quote. Never throws. */
export function parseQuote(bytes: Uint8Array): { ok: true; quote: Quote } | { ok: false; problem: QuoteProblem } {
  try {
    return { ok: true, quote: readQuote(bytes) };
  } catch (error) {
    if (error instanceof QuoteError) return { ok: false, problem: error.problem };
    throw error;
  }
}

function readQuote(bytes: Uint8Array): Quote {
  if (bytes.length > maxQuoteBytes) throw new QuoteError('length', 'a quote is too large');
  const header = readHeader(bytes);
  const { body, bodyType, end } = readBody(bytes, header);
  const signatureData = readSized(bytes, end, 'the signature data');
  const tail = bytes.subarray(end + 4 + signatureData.length);
  if (!isAcceptedTail(tail, body.tee))
    throw new QuoteError('padding', 'there are bytes after the declared end of the quote');
  return {
    ...header,
    ...(bodyType === undefined ? {} : { bodyType }),
    body,
    signed: bytes.subarray(0, end),
    ...readSignatureData(signatureData, header.version),
    tailBytes: tail.length,
  };
}

type Header = Pick<Quote, 'version' | 'attestationKeyType' | 'teeType' | 'reserved' | 'qeVendorId' | 'userData'>;

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < headerBytes) throw new QuoteError('length', 'a quote is shorter than its header');
  const version = toU16(bytes, 0);
  const attestationKeyType = toU16(bytes, 2);
  const teeType = toU32(bytes, 4);
  const qeVendorId = bytes.subarray(12, 28);
  if (version !== 3 && version !== 4 && version !== 5) {
    throw new QuoteError('unsupported', 'a quote has an unknown version');
  }
  if (attestationKeyType !== ecdsaP256)
    throw new QuoteError('unsupported', 'the type of the attestation key is not supported');
  if (teeType !== sgxTee && (teeType !== tdxTee || version === 3)) {
    throw new QuoteError('unsupported', 'the quote is from an unknown TEE');
  }
  if (qeVendorId.some((byte, index) => byte !== Number.parseInt(intelVendor.slice(2 * index, 2 * index + 2), 16))) {
    throw new QuoteError('unsupported', "a quoting enclave is not Intel's");
  }
  return {
    version,
    attestationKeyType,
    teeType,
    reserved: bytes.subarray(8, 12),
    qeVendorId,
    userData: bytes.subarray(28, 48),
  };
}

function readBody(bytes: Uint8Array, header: Header): { body: QuoteBody; bodyType?: number; end: number } {
  const isTdx = header.teeType === tdxTee;
  if (header.version !== 5) {
    const size = isTdx ? tdBytes : enclaveBytes;
    return { body: toBody(take(bytes, headerBytes, size), isTdx), end: headerBytes + size };
  }
  const description = take(bytes, headerBytes, bodyHeaderBytes);
  const bodyType = toU16(description, 0);
  const size = isTdx ? { 2: tdBytes, 3: laterTdBytes }[bodyType] : { 1: enclaveBytes }[bodyType];
  if (size === undefined) throw new QuoteError('unsupported', 'a quote has an unknown body type');
  if (toU32(description, 2) !== size) throw new QuoteError('length', 'the declared size of the body is wrong');
  const start = headerBytes + bodyHeaderBytes;
  return { body: toBody(take(bytes, start, size), isTdx), bodyType, end: start + size };
}

function toBody(bytes: Uint8Array, isTdx: boolean): QuoteBody {
  return isTdx ? { tee: 'tdx', td: readTdBody(bytes) } : { tee: 'sgx', enclave: readEnclaveBody(bytes) };
}

type SignatureData = Pick<
  Quote,
  'signature' | 'attestationKey' | 'qeReport' | 'qeReportBytes' | 'qeSignature' | 'authData' | 'chainText'
>;

function readSignatureData(data: Uint8Array, version: number): SignatureData {
  const inner = version === 3 ? data.subarray(128) : readCertification(data, 128, certification.qeReport);
  const qeReportBytes = take(inner, 0, enclaveBytes);
  const authStart = enclaveBytes + 64;
  const authBytes = toU16(take(inner, authStart, 2), 0);
  const chainStart = authStart + 2 + authBytes;
  return {
    signature: take(data, 0, 64),
    attestationKey: take(data, 64, 64),
    qeReport: readEnclaveBody(qeReportBytes),
    qeReportBytes,
    qeSignature: take(inner, enclaveBytes, 64),
    authData: take(inner, authStart + 2, authBytes),
    chainText: readCertification(inner, chainStart, certification.pckChain),
  };
}

/** Reads certification data: type u16, size u32, and exactly that much up to the end. */
function readCertification(bytes: Uint8Array, at: number, type: number): Uint8Array {
  if (toU16(take(bytes, at, 2), 0) !== type) {
    throw new QuoteError('unsupported', 'the certification data is not a PCK chain');
  }
  const content = readSized(bytes, at + 2, 'the certification data');
  if (at + 6 + content.length !== bytes.length) {
    throw new QuoteError('length', 'the declared sizes of the quote do not match');
  }
  return content;
}

function readSized(bytes: Uint8Array, at: number, what: string): Uint8Array {
  const size = toU32(take(bytes, at, 4), 0);
  if (at + 4 + size > bytes.length) throw new QuoteError('length', `${what} is cut off`);
  return bytes.subarray(at + 4, at + 4 + size);
}

function take(bytes: Uint8Array, at: number, size: number): Uint8Array {
  if (at + size > bytes.length) throw new QuoteError('length', 'a quote is cut off');
  return bytes.subarray(at, at + size);
}
