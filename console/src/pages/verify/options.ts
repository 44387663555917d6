/** Reads what the address says about how to check. */
import { type ReportKind, reportKinds } from '../../../../src/proof/reports/verdict.ts';

export interface CheckOptions {
  readonly kind?: string | undefined;
  readonly at?: string | undefined;
  readonly nonce?: string | undefined;
}

const maxNonceBytes = 512;

/** Undefined where the content of a file decides. */
export function toKind(text: string | undefined): ReportKind | undefined {
  return reportKinds.find((kind) => kind === text);
}

/** Milliseconds since the epoch. @throws Error for a time that cannot be read, because a check as of now would mislead */
export function toTime(at: string | undefined, now: number): number {
  if (at === undefined || at === '') return now;
  const time = Date.parse(/Z$/i.test(at) ? at : `${at}Z`);
  if (Number.isNaN(time)) throw new Error('The time cannot be read. Write it as 2026-11-24T12:00.');
  return time;
}

/** @throws Error for anything but 1 to 512 bytes in hexadecimal digits */
export function toNonce(text: string | undefined): Uint8Array | undefined {
  const digits = (text ?? '').trim().replace(/^0x/i, '');
  if (digits === '') return undefined;
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits) || digits.length > 2 * maxNonceBytes) {
    throw new Error('The nonce must have 1 to 512 bytes in hexadecimal digits.');
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
