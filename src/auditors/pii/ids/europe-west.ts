/** Identifiers of the British Isles, France, Benelux, Germany, Austria and Switzerland. */
import { isDay, passesLuhn, passesMod1110, weightedSum } from '../checksums.ts';
import { checkAfter, documentCheck, elevenNoTen, hasDay, isRepeated, restOf } from './checks.ts';
import { type IdKind, type IdRow, toKinds, unchecked } from './id-kind.ts';

const isNhs = (digits: string): boolean => checkAfter(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2], elevenNoTen);
const isNino = (value: string): boolean =>
  /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(value) && !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/.test(value);
const isUtr = (digits: string): boolean =>
  '21987654321'[weightedSum(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === digits[0];

/** Five characters of the surname, decade, month (plus 50 for women), day, year, initials, check (DVLA). */
function isDrivingLicence(value: string): boolean {
  if (!/^[A-Z]{1,5}9{0,4}\d{6}[A-Z][A-Z9][A-Z0-9][A-Z]{2}$/.test(value)) return false;
  const month = Number(value.slice(6, 8)) % 50;
  return month >= 1 && month <= 12 && Number(value.slice(8, 10)) >= 1 && Number(value.slice(8, 10)) <= 31;
}

function isPps(value: string): boolean {
  const second = value[8] ?? '';
  const sum =
    weightedSum(value, [8, 7, 6, 5, 4, 3, 2]) + (second === '' || second === 'W' ? 0 : 9 * (second.charCodeAt(0) - 64));
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === value[7];
}

/** Among the first ten digits one occurs two or three times, the others at most once. */
function isGermanTaxId(digits: string): boolean {
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return /^[1-9]/.test(digits) && repeated.length === 1 && (repeated[0] ?? 0) <= 3 && passesMod1110(digits);
}

const isGermanCard = (value: string): boolean =>
  /^[CFGHJKLMNPRTVWXYZ0-9]{9}\d$/.test(value) &&
  /^[CFGHJKLMNPRTVWXYZ]/.test(value) &&
  documentCheck(value.slice(0, 9), [7, 3, 1]) === Number(value[9]);
const isGermanCardBody = (value: string): boolean =>
  /^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}$/.test(value) && /\d/.test(value);

/** Area, birth date, letter of the name, serial, check (Deutsche Rentenversicherung). */
function isGermanPension(value: string): boolean {
  const letter = String(value.charCodeAt(8) - 64).padStart(2, '0');
  const digits = value.slice(0, 8) + letter + value.slice(9, 11);
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
  const sum = weights.reduce((all, weight, index) => {
    const product = weight * Number(digits[index]);
    return all + Math.floor(product / 10) + (product % 10);
  }, 0);
  return hasDay(value, [6, 4, 2]) && sum % 10 === Number(value[11]);
}

function isAustrian(digits: string): boolean {
  const sum = weightedSum(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11;
  const month = Number(digits.slice(6, 8));
  return sum === Number(digits[3]) && month >= 1 && month <= 15;
}

/** EAN-13 over a number with Switzerland's prefix. */
const isSwiss = (digits: string): boolean =>
  digits.startsWith('756') &&
  (10 - (weightedSum(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === Number(digits[12]);

function isFrenchNir(value: string): boolean {
  const month = Number(value.slice(3, 5));
  const number = value.slice(0, 13).replace('2A', '19').replace('2B', '18');
  const isMonth = (month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50;
  return (
    /^[1-478]/.test(value) &&
    /^\d{13}$/.test(number) &&
    isMonth &&
    97 - restOf(number, 97) === Number(value.slice(13, 15))
  );
}

const isLuhn = (digits: string): boolean => !isRepeated(digits) && passesLuhn(digits);
const isBsn = (digits: string): boolean =>
  !isRepeated(digits) && weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

/** Birth date, serial, 97 minus the remainder; with a leading 2 from the year 2000 on. */
function isBelgian(digits: string): boolean {
  const check = Number(digits.slice(9));
  const month = Number(digits.slice(2, 4)) % 20;
  const body = digits.slice(0, 9);
  if (month > 12 || Number(digits.slice(4, 6)) > 31) return false;
  return 97 - restOf(body, 97) === check || 97 - restOf(`2${body}`, 97) === check;
}

function isLuxembourg(digits: string): boolean {
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8))];
  return year > 1880 && year < 2100 && isDay(year, month, day) && passesLuhn(digits.slice(0, 12));
}

const nhsCue = /\b(?:nhs|national health|patient)\b/i;
const ninoCue = /\b(?:national insurance|nino|ni (?:number|no))/i;
const nirCue = /\b(?:insee|nir|s[ée]curit[ée] sociale|num[ée]ro de s[ée]cu|carte vitale)/i;
const bsnCue = /\b(?:bsn|burgerservicenummer|sofi-?nummer|citizen service)/i;
const nrnCue = /\b(?:rijksregister|registre national|niss|insz|nrn|national register)/i;

const rows: readonly IdRow[] = [
  ['uk_nhs', 'GB', '999 999 9999|999-999-9999', isNhs, 0.3, 0.95, nhsCue],
  ['uk_nhs', 'GB', '9999999999', isNhs, 0.2, 0.9, nhsCue],
  [
    'uk_nino',
    'GB',
    'AA999999A|AA 99 99 99 A|AA 999999 A|AA99 99 99A|AA-99-99-99-A|AA 999999A|AA999999 A',
    isNino,
    0.8,
    0.95,
    ninoCue,
  ],
  [
    'uk_utr',
    'GB',
    '9999999999|99999 99999|999 9999 999',
    isUtr,
    0.2,
    0.92,
    /\b(?:utr|unique tax(?:payer)?|self[- ]assessment|hmrc)/i,
  ],
  [
    'uk_driving_licence',
    'GB',
    'XXXXX999999XXXXX|XXXXX 999999 XXXXX|XXXXX999999XX 9XX|XXXXX999999XXXAA',
    isDrivingLicence,
    0.75,
    0.95,
    /\b(?:driv(?:ing|er'?s?) licen[cs]e|dvla|licen[cs]e)/i,
  ],
  ['uk_sort_code', 'GB', '99-99-99', unchecked, 0, 0.85, /\b(?:sort ?code|s\/c)\b/i],
  ['uk_sort_code', 'GB', '999999|99 99 99', unchecked, 0, 0.8, /\bsort ?code\b/i],
  ['ie_pps', 'IE', '9999999A|9999999AA', isPps, 0.6, 0.95, /\b(?:pps|ppsn|personal public)/i],
  [
    'de_tax_id',
    'DE',
    '99999999999|99 999 999 999|99/999/999/999',
    isGermanTaxId,
    0.45,
    0.93,
    /\b(?:steuer-?id|steuerliche|steuer-?ident|identifikationsnummer|idnr|tin|tax id)/i,
  ],
  [
    'de_id_card',
    'DE',
    'XXXXXXXXX9',
    isGermanCard,
    0.5,
    0.93,
    /\b(?:personalausweis|ausweis(?:nummer|nr)?|identity card|id card|reisepass)/i,
  ],
  ['de_id_card', 'DE', 'XXXXXXXXX', isGermanCardBody, 0, 0.8, /\b(?:personalausweis|ausweis(?:nummer|nr)?|perso)\b/i],
  [
    'de_social_security',
    'DE',
    '99999999A999|99 999999 A 999|99 999999 A999',
    isGermanPension,
    0.8,
    0.95,
    /\b(?:rentenversicherung|sozialversicherung|rvnr|svnr)/i,
  ],
  [
    'at_svnr',
    'AT',
    '9999 999999|9999999999|9999-999999',
    isAustrian,
    0.3,
    0.93,
    /\b(?:svnr|sv-?nr|sozialversicherung|versicherungsnummer|e-card)/i,
  ],
  ['ch_ahv', 'CH', '756.9999.9999.99', isSwiss, 0.92, 0.97, /\b(?:ahv|avs|oasi)\b/i],
  ['ch_ahv', 'CH', '756 9999 9999 99|7569999999999', isSwiss, 0.5, 0.95, /\b(?:ahv|avs|oasi)\b/i],
  [
    'fr_nir',
    'FR',
    '999999999999999|9 99 99 99 999 999 99|9 99 99 99 999 999|99999X999999999|9 99 99 9X 999 999 99',
    isFrenchNir,
    0.85,
    0.97,
    nirCue,
  ],
  ['fr_siren', 'FR', '999 999 999|999999999', isLuhn, 0.2, 0.9, /\bsiren\b/i],
  ['fr_siret', 'FR', '999 999 999 99999|99999999999999', isLuhn, 0.3, 0.92, /\bsiret\b/i],
  [
    'fr_tax_number',
    'FR',
    '9999999999999|99 99 999 999 999',
    (digits) => /^[0-3]/.test(digits),
    0,
    0.85,
    /\b(?:num[ée]ro fiscal|spi|num[ée]ro d'imposition)/i,
  ],
  ['nl_bsn', 'NL', '999999999|999.999.999|9999.99.999|999 999 999', isBsn, 0.2, 0.93, bsnCue],
  ['be_nrn', 'BE', '99.99.99-999.99|99.99.99 999.99', isBelgian, 0.92, 0.97, nrnCue],
  ['be_nrn', 'BE', '99999999999|999999-999-99|999999 999 99', isBelgian, 0.4, 0.95, nrnCue],
  ['lu_id', 'LU', '9999999999999|9999 9999 99999', isLuxembourg, 0.5, 0.92, /\b(?:matricule|luxembourg)/i],
];

export const westEuropeanIds: readonly IdKind[] = toKinds(rows);
