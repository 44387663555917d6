/** Steps 11 and 12 of Azure's evidence: the vTPM's quote under the attested key, its registers, the nonce. */
import type { PublicKey } from '@assay/sdk/crypto';
import { toHex } from '../../hash.ts';
import { type Findings, isEqual } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import type { ReportView } from '../verdict.ts';
import { parseTpmQuote, type TpmQuote } from './tpm-quote.ts';

/** A quote in the form of the evidence. */
export interface QuoteEvidence {
  readonly message: Uint8Array;
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  readonly signature: Uint8Array;
  /** Values of the registers, in order. */
  readonly pcrs: readonly Uint8Array[];
}

export interface CheckedQuote {
  readonly extraData: Uint8Array;
  /** `pcr0` to `pcr23`, as far as the quote covers them. */
  readonly registers: Readonly<Record<string, string>>;
  readonly view: ReportView;
}

/** Checks a quote; undefined if it cannot be read. */
export async function checkTpmQuote(
  { message, signature, pcrs }: QuoteEvidence,
  key: PublicKey | undefined,
  { crypto }: ReportInput,
  findings: Findings,
): Promise<CheckedQuote | undefined> {
  const isHeld =
    key !== undefined && (await crypto.verifySignature({ name: 'rsa-pkcs1', hash: 'sha256' }, key, message, signature));
  if (!isHeld) {
    findings.add('signature_invalid', 11, 'the quote of the vTPM is not signed by the key in the runtime data');
  }
  const quote = parseTpmQuote(message);
  if (quote === undefined) {
    findings.add('unsupported', 11, 'the vTPM did not sign a quote of its SHA-256 registers');
    return undefined;
  }
  const isComplete = pcrs.length === quote.selected.length && pcrs.every(({ length }) => length === 32);
  const digest = await crypto.sha256(join(pcrs));
  if (!isComplete || !isEqual(digest, quote.pcrDigest)) {
    findings.add('measurement', 12, 'the registers are not the ones that the vTPM signed');
  }
  const registers = Object.fromEntries(
    quote.selected.map((number, index) => [`pcr${number}`, toHex(pcrs[index] ?? new Uint8Array())]),
  );
  return { extraData: quote.extraData, registers, view: toQuoteView(quote, registers) };
}

function toQuoteView(quote: TpmQuote, registers: Readonly<Record<string, string>>): ReportView {
  return {
    qualified_signer: toHex(quote.qualifiedSigner),
    extra_data: toHex(quote.extraData),
    clock: quote.clock.toString(),
    reset_count: quote.resetCount,
    restart_count: quote.restartCount,
    safe: quote.isClockSafe,
    firmware_version: quote.firmwareVersion.toString(16).padStart(16, '0'),
    pcr_digest: toHex(quote.pcrDigest),
    pcrs: registers,
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
