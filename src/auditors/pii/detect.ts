/** Personal data in one text: runs each finder whose preconditions are met, then ties places to persons and resolves overlaps. */
import { findAddresses } from './addresses.ts';
import { findBirthDates } from './birth-date.ts';
import { findEmails, findSpelledEmails } from './email.ts';
import { financial, findIbans } from './financial.ts';
import { allIds } from './ids/all-ids.ts';
import { kindsByContext } from './ids/by-context.ts';
import { createIdScanner } from './ids/id-scanner.ts';
import { findLocations, linkPlaces } from './locations.ts';
import { findLooseAddresses } from './loose-addresses.ts';
import { findNames } from './names.ts';
import { expandTypes } from './national-ids.ts';
import { findIpAddresses, macAddress } from './network.ts';
import { findPhones } from './phone.ts';
import { type Entity, type Recogniser, recognise } from './recogniser.ts';
import { listWords } from './words.ts';

export type { Entity } from './recogniser.ts';

export interface PiiOptions {
  /** Lowest score that counts. */
  readonly threshold: number;
  /** Types to report, `national_id` for all of those; empty = all. */
  readonly entities: readonly string[];
  /** Also look for persons and places; default true. */
  readonly names?: boolean;
  /** Country whose telephone formats apply and whose identifiers need fewer words around them, e.g. `US`. */
  readonly region: string;
}

const recognisers = [...financial, macAddress];
const scanIds = createIdScanner([...allIds, ...kindsByContext]);

export const piiTypes: readonly string[] = [
  ...new Set([
    'email',
    'in_upi',
    'iban',
    'phone',
    'ip_address',
    'date_of_birth',
    'person',
    'address',
    'postal_code',
    'location',
    ...recognisers.map(({ type }) => type),
    ...[...allIds, ...kindsByContext].map(({ type }) => type),
  ]),
];

/** Finds personal data. The entities do not overlap and are in text order. */
export function detectPii(text: string, options: PiiOptions): Entity[] {
  const digits = countDigits(text);
  const found = [
    ...(text.includes('@') ? findEmails(text) : []),
    ...findSpelledEmails(text),
    ...(digits >= 6 ? findIbans(text) : []),
    ...(digits >= 5 ? findBirthDates(text) : []),
    ...(digits >= 4 ? findIpAddresses(text) : []),
    ...findInWords(text, digits, options.names !== false),
    ...(digits >= 7 ? findPhones(text, options.region) : []),
    ...(digits >= 4 ? scanIds(text, options.region) : []),
    ...recognisers.flatMap((recogniser) =>
      isWorthTrying(recogniser, text, digits) ? recognise(recogniser, text) : [],
    ),
  ];
  const wanted = expandTypes(options.entities);
  return resolveOverlaps(
    text.length,
    linkPlaces(found).filter(
      ({ type, score }) => score >= options.threshold && (wanted.length === 0 || wanted.includes(type)),
    ),
  );
}

/** Finds addresses, and names and places if requested. */
function findInWords(text: string, digits: number, names: boolean): Entity[] {
  const words = listWords(text);
  return [
    ...(names ? [...findNames(text, words), ...findLocations(text, words)] : []),
    ...findAddresses(text, words),
    ...(digits >= 1 ? findLooseAddresses(text, words) : []),
  ];
}

/** Skips most expressions on most texts by cheap tests. */
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

/** Keeps the longest span first, then the highest score, and drops any span that overlaps one already kept. */
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
