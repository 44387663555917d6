/** National identifiers of Europe with their check digits. */
import { isDay, passesLuhn, passesMod1110, weightedSum } from './checksums.ts';
import { digitsOf, type Recogniser } from './recogniser.ts';

const between = (body: string): RegExp => new RegExp(`(?<![\\w.-])(?:${body})(?![\\w-]|\\.\\d)`, 'g');
const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

function isNhs(value: string): boolean {
  const digits = digitsOf(value);
  const check = 11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return !/^(\d)\1+$/.test(digits) && (check === 11 ? 0 : check) === Number(digits[9]);
}

const isNino = (value: string): boolean => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/.test(value.replaceAll(' ', '').toUpperCase());

const isDni = (value: string): boolean => dniLetters[Number(value.slice(0, 8)) % 23] === value.at(-1)?.toUpperCase();

function isNie(value: string): boolean {
  const compact = value.replaceAll(/[ -]/g, '').toUpperCase();
  return isDni(`${'XYZ'.indexOf(compact.slice(0, 1))}${compact.slice(1)}`);
}

const fiscalOdd = new Map(
  Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (sign, index): [string, number] => {
    const letters = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    return [sign, letters[index < 10 ? index : index - 10] ?? 0];
  }),
);

function isFiscalCode(value: string): boolean {
  const upper = value.toUpperCase();
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const sign = upper[index] ?? '';
    const digit = Number.parseInt(sign, 36);
    sum += index % 2 === 0 ? (fiscalOdd.get(sign) ?? 0) : digit > 9 ? digit - 10 : digit;
  }
  return String.fromCharCode(65 + (sum % 26)) === upper[15];
}

function isPesel(value: string): boolean {
  const month = Number(value.slice(2, 4)) % 20;
  if (!isDay(Number(value.slice(0, 2)), month, Number(value.slice(4, 6)))) return false;
  return (10 - (weightedSum(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(value[10]);
}

/** Among the first ten digits one occurs twice or three times, the others at most once. */
function isGermanTaxId(value: string): boolean {
  const digits = digitsOf(value);
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3 && passesMod1110(digits);
}

function isFrenchNir(value: string): boolean {
  const compact = value.replaceAll(' ', '');
  const month = Number(compact.slice(3, 5));
  const number = compact.slice(0, 13).replace('2A', '19').replace('2B', '18');
  const isMonth = (month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50;
  return isMonth && 97 - Number(BigInt(number) % 97n) === Number(compact.slice(13, 15));
}

const isBsn = (value: string): boolean => weightedSum(digitsOf(value), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

function isSwedish(value: string): boolean {
  const digits = digitsOf(value).slice(-10);
  return (
    isDay(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4, 6)) % 60) && passesLuhn(digits)
  );
}

function isFinnish(value: string): boolean {
  const number = Number(value.slice(0, 6) + value.slice(7, 10));
  return (
    isDay(Number(value.slice(4, 6)), Number(value.slice(2, 4)), Number(value.slice(0, 2))) &&
    '0123456789ABCDEFHJKLMNPRSTUVWXY'[number % 31] === value.at(-1)
  );
}

type Row = readonly [
  type: string,
  minDigits: number,
  body: string,
  accepts: (value: string) => boolean,
  bare: number,
  withContext: number,
  context: RegExp,
];

const nhsContext = /\b(?:nhs|national health|patient)\b/i;
const rows: readonly Row[] = [
  ['uk_nhs', 10, '\\d{3}[ -]\\d{3}[ -]\\d{4}', isNhs, 0.3, 0.95, nhsContext],
  ['uk_nhs', 10, '\\d{10}', isNhs, 0.2, 0.9, nhsContext],
  [
    'uk_nino',
    6,
    '[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Da-d]',
    isNino,
    0.8,
    0.95,
    /\b(?:national insurance|nino|ni (?:number|no))/i,
  ],
  ['es_dni', 8, '\\d{8}-?[A-HJ-NP-TV-Za-hj-np-tv-z]', isDni, 0.75, 0.95, /\b(?:dni|nif|documento)\b/i],
  ['es_nie', 7, '[XYZxyz][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Za-hj-np-tv-z]', isNie, 0.85, 0.95, /\b(?:nie|extranjero)\b/i],
  [
    'it_fiscal_code',
    4,
    '[A-Za-z]{6}[0-9LMNPQRSTUVlmnpqrstuv]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9LMNPQRSTUVlmnpqrstuv]{2}[A-Za-z][0-9LMNPQRSTUVlmnpqrstuv]{3}[A-Za-z]',
    isFiscalCode,
    0.95,
    0.98,
    /\b(?:codice fiscale|c\.f\.)/i,
  ],
  ['pl_pesel', 11, '\\d{11}', isPesel, 0.6, 0.95, /\bpesel\b/i],
  [
    'de_tax_id',
    11,
    '[1-9]\\d{10}|[1-9]\\d \\d{3} \\d{3} \\d{3}',
    isGermanTaxId,
    0.45,
    0.93,
    /\b(?:steuer-?id|steuerliche|identifikationsnummer|idnr|tin|tax id)/i,
  ],
  [
    'fr_nir',
    13,
    '[12] ?\\d{2} ?\\d{2} ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}',
    isFrenchNir,
    0.85,
    0.97,
    /\b(?:insee|nir|s[ée]curit[ée] sociale)/i,
  ],
  [
    'nl_bsn',
    8,
    '\\d{9}|\\d{3}\\.\\d{3}\\.\\d{3}|\\d{4}\\.\\d{2}\\.\\d{3}',
    isBsn,
    0,
    0.9,
    /\b(?:bsn|burgerservicenummer|sofinummer)/i,
  ],
  [
    'se_personnummer',
    10,
    '(?:19|20)?\\d{6}[-+]\\d{4}',
    isSwedish,
    0.65,
    0.95,
    /\b(?:personnummer|personal identity|samordningsnummer)/i,
  ],
  ['fi_hetu', 6, '\\d{6}[-+A]\\d{3}[0-9A-FHJ-NPR-Y]', isFinnish, 0.9, 0.97, /\b(?:henkil[öo]tunnus|hetu)/i],
];

/** Recognisers of this file. */
export const europeanIds: readonly Recogniser[] = rows.map(
  ([type, minDigits, body, accepts, bare, withContext, context]) => ({
    ...{ type, minDigits, accepts, bare, withContext, context },
    pattern: between(body),
  }),
);
