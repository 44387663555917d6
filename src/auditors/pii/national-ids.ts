/** National identifiers with their check digits: Americas, Asia, Oceania, Africa. Europe stands in its own file. */
import { isDay, passesLuhn, passesVerhoeff, weightedSum } from './checksums.ts';
import { digitsOf, type Recogniser } from './recogniser.ts';

const edge = { left: '(?<![\\w.-])', right: '(?![\\w-]|\\.\\d)' } as const;
const between = (body: string): RegExp => new RegExp(`${edge.left}(?:${body})${edge.right}`, 'g');
const allSame = (digits: string): boolean => /^(\d)\1+$/.test(digits);

const ssnContext = /\b(?:ssn|social security|soc\.? sec|socials?|ss#)/i;
const taxContext = /\b(?:itin|tin|taxpayer|tax id|tax number)/i;

/** Ranges that were never given out, and numbers printed in advertisements (SSA). */
function isSsn(value: string): boolean {
  const digits = digitsOf(value);
  if (['078051120', '219099999', '123456789', '987654321'].includes(digits) || allSame(digits)) return false;
  return !/^(?:000|666|9\d\d)|^\d{3}00|0000$/.test(digits);
}

const isItin = (value: string): boolean => /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])/.test(digitsOf(value));

function isNric(value: string): boolean {
  const upper = value.toUpperCase();
  const offset = /^[TG]/.test(upper) ? 4 : upper.startsWith('M') ? 3 : 0;
  const sum = weightedSum(upper.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) + offset;
  const letters = /^[ST]/.test(upper) ? 'JZIHGFEDCBA' : upper.startsWith('M') ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK';
  const index = upper.startsWith('M') ? 10 - (sum % 11) : sum % 11;
  return letters[index] === upper.at(-1);
}

function isCpf(value: string): boolean {
  const digits = digitsOf(value);
  if (allSame(digits)) return false;
  const check = (length: number): number => {
    const weights = Array.from({ length }, (_, index) => length + 1 - index);
    const rest = (weightedSum(digits, weights) * 10) % 11;
    return rest === 10 ? 0 : rest;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

function isTurkish(value: string): boolean {
  const digits = Array.from(value, Number);
  const sum = (indices: readonly number[]): number => indices.reduce((total, index) => total + (digits[index] ?? 0), 0);
  const tenth = (((sum([0, 2, 4, 6, 8]) * 7 - sum([1, 3, 5, 7])) % 10) + 10) % 10;
  return tenth === digits[9] && sum([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) % 10 === digits[10];
}

function isAbn(value: string): boolean {
  const digits = digitsOf(value);
  const first = `${Number(digits[0]) - 1}${digits.slice(1)}`;
  return weightedSum(first, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}

function isSouthAfrican(value: string): boolean {
  return isDay(Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(value.slice(4, 6))) && passesLuhn(value);
}

function isKorean(value: string): boolean {
  return isDay(Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(value.slice(4, 6)));
}

function isThai(value: string): boolean {
  const digits = digitsOf(value);
  const sum = weightedSum(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return !allSame(digits) && (11 - (sum % 11)) % 10 === Number(digits[12]);
}

const none = /(?!)/;
type Row = readonly [
  type: string,
  minDigits: number,
  body: string,
  accepts: (value: string) => boolean,
  bare: number,
  withContext: number,
  context: RegExp,
];

const rows: readonly Row[] = [
  ['us_ssn', 9, '\\d{3}-\\d{2}-\\d{4}', isSsn, 0.75, 0.97, ssnContext],
  ['us_ssn', 9, '\\d{3}[ .]\\d{2}[ .]\\d{4}|\\d{9}', isSsn, 0.3, 0.9, ssnContext],
  ['us_itin', 9, '9\\d{2}-\\d{2}-\\d{4}', isItin, 0.75, 0.95, taxContext],
  ['us_itin', 9, '9\\d{2} \\d{2} \\d{4}|9\\d{8}', isItin, 0.2, 0.85, taxContext],
  [
    'us_medicare',
    5,
    '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\\d-?[AC-HJKMNP-RT-Y]{2}\\d{2}',
    () => true,
    0.6,
    0.95,
    /\b(?:medicare|mbi|beneficiary)/i,
  ],
  [
    'us_driver_license',
    4,
    '[A-Z]{1,2}[ -]?\\d{3,4}[ -]?\\d{3,4}(?:[ -]?\\d{2,5})?|[A-Za-z]{0,2}\\d{5,14}[A-Za-z]{0,2}',
    () => true,
    0,
    0.65,
    /\b(?:driver'?s?'? ?(?:license|licence|lic\b)|driving licence|dl (?:number|no|#)|license number|licence number)/i,
  ],
  [
    'passport',
    6,
    '[A-Za-z]{0,2}\\d{6,9}[A-Za-z]?',
    () => true,
    0,
    0.8,
    /\b(?:passport|reisepass|pasaporte|passeport|passaporto)/i,
  ],
  [
    'ca_sin',
    9,
    '[1-79]\\d{2}([ -])\\d{3}\\1\\d{3}',
    (value) => passesLuhn(digitsOf(value)),
    0.45,
    0.95,
    /\b(?:sin|social insurance|nas)\b/i,
  ],
  ['ca_sin', 9, '[1-79]\\d{8}', passesLuhn, 0, 0.85, /\b(?:sin|social insurance)\b/i],
  ['br_cpf', 11, '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', isCpf, 0.95, 0.98, none],
  ['br_cpf', 11, '\\d{11}', isCpf, 0.4, 0.9, /\bcpf\b/i],
  [
    'in_aadhaar',
    12,
    '[2-9]\\d{3}([ -])\\d{4}\\1\\d{4}',
    (value) => passesVerhoeff(digitsOf(value)),
    0.75,
    0.95,
    /\b(?:aadhaar|aadhar|uidai|uid)\b/i,
  ],
  ['in_aadhaar', 12, '[2-9]\\d{11}', passesVerhoeff, 0.35, 0.9, /\b(?:aadhaar|aadhar|uidai)\b/i],
  [
    'in_pan',
    4,
    '[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]',
    () => true,
    0.7,
    0.95,
    /\b(?:pan|permanent account|income tax)\b/i,
  ],
  ['sg_nric', 7, '[STFGMstfgm]\\d{7}[A-Za-z]', isNric, 0.85, 0.97, /\b(?:nric|fin|singapore)\b/i],
  [
    'au_tfn',
    8,
    '\\d{3} ?\\d{3} ?\\d{2,3}',
    (value) => weightedSum(digitsOf(value), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    0,
    0.9,
    /\b(?:tfn|tax file)\b/i,
  ],
  ['au_abn', 11, '[1-9]\\d \\d{3} \\d{3} \\d{3}', isAbn, 0.55, 0.9, /\b(?:abn|business number)\b/i],
  ['au_abn', 11, '[1-9]\\d{10}', isAbn, 0.2, 0.85, /\b(?:abn|business number)\b/i],
  [
    'au_medicare',
    10,
    '[2-6]\\d{3}[ -]?\\d{5}[ -]?\\d',
    (value) => weightedSum(digitsOf(value), [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(digitsOf(value)[8]),
    0.2,
    0.9,
    /\bmedicare\b/i,
  ],
  ['za_id', 13, '\\d{10}[01]\\d{2}', isSouthAfrican, 0.6, 0.92, /\b(?:south african?|id (?:number|no)|rsa)\b/i],
  ['kr_rrn', 13, '\\d{6}-[1-8]\\d{6}', isKorean, 0.75, 0.95, /주민|resident registration/i],
  ['th_id', 13, '\\d-\\d{4}-\\d{5}-\\d{2}-\\d', isThai, 0.85, 0.95, none],
  ['th_id', 13, '[1-8]\\d{12}', isThai, 0.25, 0.85, /\bthai|บัตรประชาชน/i],
  ['tr_kimlik', 11, '[1-9]\\d{10}', isTurkish, 0.5, 0.92, /\b(?:tckn|t\.?c\.?|kimlik)\b/i],
];

/** Recognisers of this file. */
export const nationalIds: readonly Recogniser[] = rows.map(
  ([type, minDigits, body, accepts, bare, withContext, context]) => ({
    ...{ type, minDigits, accepts, bare, withContext, context },
    pattern: between(body),
  }),
);
