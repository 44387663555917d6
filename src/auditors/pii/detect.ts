/** Personal data in one text: recognisers behind a digit count, then overlaps are resolved. */
import { findBirthDates } from './birth-date.ts';
import { findEmails } from './email.ts';
import { europeanIds } from './european-ids.ts';
import { financial } from './financial.ts';
import { nationalIds } from './national-ids.ts';
import { findIpAddresses, macAddress } from './network.ts';
import { findPhones } from './phone.ts';
import { type Entity, recognise } from './recogniser.ts';

export type { Entity } from './recogniser.ts';

export interface PiiOptions {
  /** Lowest score that counts. */
  readonly threshold: number;
  /** Types to report; empty = all. */
  readonly entities: readonly string[];
  /** Country whose national telephone formats are known, e.g. `US`. */
  readonly region: string;
}

const recognisers = [...financial, ...nationalIds, ...europeanIds, macAddress];

/** Every type that can be reported. */
export const piiTypes: readonly string[] = [
  ...new Set(['email', 'phone', 'ip_address', 'date_of_birth', ...recognisers.map((recogniser) => recogniser.type)]),
];

/** Finds personal data; the entities do not overlap and are in text order. */
export function detectPii(text: string, options: PiiOptions): Entity[] {
  const found = text.includes('@') ? findEmails(text) : [];
  const digits = countDigits(text);
  if (digits >= 6) found.push(...findBirthDates(text));
  if (digits >= 4) found.push(...findIpAddresses(text));
  if (digits >= 7) found.push(...findPhones(text, options.region));
  for (const recogniser of recognisers) {
    if (digits < recogniser.minDigits || (recogniser === macAddress && !/[0-9A-Fa-f][:-]/.test(text))) continue;
    for (const entity of recognise(recogniser, text)) found.push(entity);
  }
  const wanted = options.entities;
  return resolveOverlaps(
    text.length,
    found.filter(({ type, score }) => score >= options.threshold && (wanted.length === 0 || wanted.includes(type))),
  );
}

function countDigits(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 48 && unit <= 57) count += 1;
  }
  return count;
}

/** Longest span first, then highest score; what touches a taken place goes. */
function resolveOverlaps(length: number, found: readonly Entity[]): Entity[] {
  if (found.length < 2) return [...found];
  const taken = new Uint8Array(length);
  const kept: Entity[] = [];
  const ranked = found.toSorted(
    (left, right) => right.end - right.start - (left.end - left.start) || right.score - left.score,
  );
  for (const entity of ranked) {
    if (taken.subarray(entity.start, entity.end).includes(1)) continue;
    taken.fill(1, entity.start, entity.end);
    kept.push(entity);
  }
  return kept.toSorted((left, right) => left.start - right.start);
}
