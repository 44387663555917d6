/** Values that Intel's signed documents share: hexadecimal digits, times, masks. */
import { Type } from 'typebox';

/** Validity of a document, and how new it is. */
export interface Dated {
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly nextUpdate: number;
  /** Counts Intel's TCB recoveries: higher is newer. */
  readonly evaluationNumber: number;
}

/** A string of hexadecimal digits for a number of bytes. */
export const hexOf = (bytes: number) => Type.String({ pattern: `^[0-9a-fA-F]{${2 * bytes}}$` });

/** RFC 3339 as Intel writes it: UTC, whole seconds. */
export const timeText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' });

/** Undefined when a time does not exist. */
export function readDates(document: {
  readonly issueDate: string;
  readonly nextUpdate: string;
  readonly tcbEvaluationDataNumber: number;
}): Dated | undefined {
  const issuedAt = Date.parse(document.issueDate);
  const nextUpdate = Date.parse(document.nextUpdate);
  if (Number.isNaN(issuedAt) || Number.isNaN(nextUpdate)) return undefined;
  return { issuedAt, nextUpdate, evaluationNumber: document.tcbEvaluationDataNumber };
}

/** `issueDate <= now < nextUpdate`. */
export function isInDate({ issuedAt, nextUpdate }: Dated, now: number): boolean {
  return issuedAt <= now && now < nextUpdate;
}

/** True when the bytes equal the expected value (hexadecimal) wherever the mask has a bit. */
export function matchesMasked(bytes: Uint8Array, expected: string, mask: string): boolean {
  return bytes.every((byte, index) => ((byte ^ byteAt(expected, index)) & byteAt(mask, index)) === 0);
}

function byteAt(hex: string, index: number): number {
  return Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
}
