/** Identifiers of southern and northern Europe. */
import { passesLuhn, weightedSum } from '../checksums.ts';
import { base36, checkAfter, elevenNoTen, elevenOrZero, hasDay, isRepeated, restOf } from './checks.ts';
import { type IdKind, type IdRow, toKinds } from './id-kind.ts';

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const isDni = (value: string): boolean => dniLetters[Number(value.slice(0, 8)) % 23] === value[8];
const isNie = (value: string): boolean =>
  /^[XYZ]/.test(value) && isDni(`${'XYZ'.indexOf(value.slice(0, 1))}${value.slice(1)}`);

/** Letter of the kind of organisation, Luhn-like check as digit or letter. */
function isCif(value: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(value)) return false;
  let sum = 0;
  for (let index = 1; index <= 7; index += 1) {
    const digit = Number(value[index]) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  const check = (10 - (sum % 10)) % 10;
  return value[8] === String(check) || value[8] === 'JABCDEFGHI'[check];
}

function isSpanishSocial(digits: string): boolean {
  const [province, serial, check] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 10)), Number(digits.slice(10))];
  const number = serial < 10_000_000 ? serial + province * 10_000_000 : restOf(digits.slice(0, 10), 97);
  return province >= 1 && province <= 66 && number % 97 === check;
}

const fiscalOdd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const fiscalShape = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-EHLMPR-T][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;
function isFiscalCode(value: string): boolean {
  if (!fiscalShape.test(value)) return false;
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const digit = base36(value[index]);
    const place = digit > 9 ? digit - 10 : digit;
    sum += index % 2 === 0 ? (fiscalOdd[place] ?? 0) : place;
  }
  return String.fromCharCode(65 + (sum % 26)) === value[15];
}

const isItalianVat = (digits: string): boolean => !isRepeated(digits) && passesLuhn(digits);
const isPortuguese = (digits: string): boolean =>
  /^[1-35689]/.test(digits) && checkAfter(digits, [9, 8, 7, 6, 5, 4, 3, 2], elevenOrZero);
const isGreekTax = (digits: string): boolean =>
  !isRepeated(digits) && (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(digits[8]);
const isAmka = (digits: string): boolean => hasDay(digits, [4, 2, 0]) && passesLuhn(digits);

const isSwedish = (digits: string): boolean => {
  const last = digits.slice(-10);
  return (
    hasDay(`${last.slice(0, 4)}${String(Number(last.slice(4, 6)) % 60).padStart(2, '0')}`, [0, 2, 4]) &&
    passesLuhn(last)
  );
};
const isFinnish = (value: string): boolean => {
  const number = Number(value.slice(0, 6) + value.slice(-4, -1));
  return hasDay(value, [4, 2, 0]) && '0123456789ABCDEFHJKLMNPRSTUVWXY'[number % 31] === value.at(-1);
};
/** Since 2007, numbers are assigned that fail the old check, so only the day is checked. */
const isDanish = (digits: string): boolean => hasDay(digits, [4, 2, 0]);
const isDanishChecked = (digits: string): boolean =>
  isDanish(digits) && weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

function isNorwegian(digits: string): boolean {
  const check = elevenNoTen;
  const day = Number(digits.slice(0, 2)) % 40;
  const month = Number(digits.slice(2, 4)) % 40;
  if (day < 1 || day > 31 || month < 1 || month > 12) return false;
  return (
    checkAfter(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2], check) && checkAfter(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], check)
  );
}

const isIcelandic = (digits: string): boolean =>
  /[089]$/.test(digits) && hasDay(digits, [4, 2, 0]) && checkAfter(digits, [3, 2, 7, 6, 5, 4, 3, 2], elevenNoTen);

const personnummerCue = /\b(?:personnummer|personnr|pnr|personal identity|samordningsnummer|personal number)/i;
const cprCue = /\b(?:cpr|personnummer|cpr-?(?:nr|nummer))/i;
const fnrCue = /\b(?:f[øo]dselsnummer|fnr|personnummer|d-nummer)/i;

const rows: readonly IdRow[] = [
  [
    'es_dni',
    'ES',
    '99999999A|99999999-A|99.999.999-A|99.999.999A|99999999 A',
    isDni,
    0.75,
    0.95,
    /\b(?:dni|nif|documento)\b/i,
  ],
  [
    'es_nie',
    'ES',
    'A9999999A|A-9999999-A|A9999999-A|A-9999999A|A 9999999 A',
    isNie,
    0.85,
    0.95,
    /\b(?:nie|extranjero|nif)\b/i,
  ],
  ['es_cif', 'ES', 'A99999999|A-99999999|A9999999A|A-9999999-A', isCif, 0.45, 0.92, /\b(?:cif|nif)\b/i],
  [
    'es_social_security',
    'ES',
    '999999999999|99/99999999/99|99 99999999 99|99/9999999999|99 9999999999',
    isSpanishSocial,
    0.35,
    0.92,
    /\b(?:seguridad social|nuss|naf|afiliaci[óo]n)/i,
  ],
  [
    'it_fiscal_code',
    'IT',
    'AAAAAAXXAXXAXXXA|AAA AAA XXAXX AXXXA|AAAAAA XXAXX AXXXA',
    isFiscalCode,
    0.95,
    0.98,
    /\b(?:codice fiscale|c\.f\.|cf)\b/i,
  ],
  ['it_vat', 'IT', '99999999999', isItalianVat, 0.24, 0.92, /\b(?:partita iva|p\.? ?iva)\b/i],
  ['pt_nif', 'PT', '999999999|999 999 999', isPortuguese, 0.24, 0.92, /\b(?:nif|contribuinte|niss|finan[çc]as)\b/i],
  ['gr_afm', 'GR', '999999999', isGreekTax, 0.24, 0.9, /\bafm\b|α\.?φ\.?μ|ΑΦΜ/i],
  ['gr_amka', 'GR', '99999999999|999999-99999', isAmka, 0.4, 0.93, /\bamka\b|α\.?μ\.?κ\.?α|ΑΜΚΑ/i],
  ['se_personnummer', 'SE', '999999-9999|99999999-9999|999999+9999', isSwedish, 0.65, 0.95, personnummerCue],
  [
    'se_personnummer',
    'SE',
    '9999999999|999999999999|99999999 9999|999999 9999',
    isSwedish,
    0.35,
    0.93,
    personnummerCue,
  ],
  [
    'fi_hetu',
    'FI',
    '999999-999X|999999+999X|999999A999X|999999B999X|999999Y999X',
    isFinnish,
    0.9,
    0.97,
    /\b(?:henkil[öo]tunnus|hetu)/i,
  ],
  ['dk_cpr', 'DK', '999999-9999', isDanishChecked, 0.6, 0.95, cprCue],
  ['dk_cpr', 'DK', '999999-9999|999999 9999|9999999999', isDanish, 0.24, 0.9, cprCue],
  ['no_fnr', 'NO', '99999999999|999999 99999', isNorwegian, 0.5, 0.95, fnrCue],
  ['is_kennitala', 'IS', '999999-9999|9999999999', isIcelandic, 0.5, 0.93, /\bkennitala/i],
];

export const southNorthEuropeanIds: readonly IdKind[] = toKinds(rows);
