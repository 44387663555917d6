/** Personal data in one text: recognisers behind a digit count, then overlaps are resolved. */
import { findBirthDates } from './birth-date.ts';
import { findEmails } from './email.ts';
import { europeanIds } from './european-ids.ts';
import { financial } from './financial.ts';
import { nationalIds } from './national-ids.ts';
import { findIpAddresses, macAddress } from './network.ts';
import { findPhones } from './phone.ts';
import { type Entity, type Recogniser, recognise } from './recogniser.ts';

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
  const digits = countDigits(text);
  const found = [
    ...(text.includes('@') ? findEmails(text) : []),
    ...(digits >= 6 ? findBirthDates(text) : []),
    ...(digits >= 4 ? findIpAddresses(text) : []),
    ...(digits >= 7 ? findPhones(text, options.region) : []),
    ...recognisers.flatMap((recogniser) =>
      isWorthTrying(recogniser, text, digits) ? recognise(recogniser, text) : [],
    ),
  ];
  const wanted = options.entities;
  return resolveOverlaps(
    text.length,
    found.filter(({ type, score }) => score >= options.threshold && (wanted.length === 0 || wanted.includes(type))),
  );
}

/** Cheap tests that spare most expressions on most texts. */
function isWorthTrying(recogniser: Recogniser, text: string, digits: number): boolean {
  return digits >= recogniser.minDigits && (recogniser !== macAddress || /[0-9A-Fa-f][:-]/.test(text));
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
