/** Identifiers of Asia, Oceania and Africa. */
import { isDay, passesLuhn, passesVerhoeff, weightedSum } from '../checksums.ts';
import { base36, checkAfter, elevenKeepTen, elevenNoTen, hasDay, isRepeated, passesMod112 } from './checks.ts';
import { type IdKind, type IdRow, noCue, toKinds, unchecked } from './id-kind.ts';

const isAadhaar = (digits: string): boolean => /^[2-9]/.test(digits) && !isRepeated(digits) && passesVerhoeff(digits);
const isPan = (value: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/.test(value);

/** State, PAN, entity, Z, check digit; every second character is doubled in base 36. */
function isGstin(value: string): boolean {
  if (!/^(?:[0-3]\d|9[79])[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][0-9A-Z]$/.test(value)) return false;
  let sum = 0;
  for (let index = 0; index < 14; index += 1) {
    const product = base36(value[index]) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return (36 - (sum % 36)) % 36 === base36(value[14]);
}

function isNric(value: string): boolean {
  const first = value.slice(0, 1);
  const offset = first === 'T' || first === 'G' ? 4 : first === 'M' ? 3 : 0;
  const sum = (weightedSum(value.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters = first === 'S' || first === 'T' ? 'JZIHGFEDCBA' : first === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK';
  return /^[STFGM]/.test(value) && letters[first === 'M' ? 10 - sum : sum] === value[8];
}

const isTfn = (digits: string): boolean => {
  const weights = digits.length === 8 ? [10, 7, 8, 4, 6, 3, 5, 1] : [1, 4, 3, 7, 5, 8, 6, 9, 10];
  return !isRepeated(digits) && weightedSum(digits, weights) % 11 === 0;
};
const isAbn = (digits: string): boolean =>
  /^[1-9]/.test(digits) &&
  weightedSum(`${Number(digits[0]) - 1}${digits.slice(1)}`, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
const isAcn = (digits: string): boolean =>
  checkAfter(digits, [8, 7, 6, 5, 4, 3, 2, 1], (sum) => (10 - (sum % 10)) % 10);
const isMedicare = (digits: string): boolean =>
  /^[2-6]/.test(digits) && checkAfter(digits, [1, 3, 7, 9, 1, 3, 7, 9], (sum) => sum % 10);

function isIrd(digits: string): boolean {
  const body = digits.padStart(9, '0');
  const first = elevenKeepTen(weightedSum(body, [3, 2, 7, 6, 5, 4, 3, 2]));
  const check = first === 10 ? elevenNoTen(weightedSum(body, [7, 4, 3, 2, 5, 2, 7, 6])) : first;
  return Number(digits) >= 10_000_000 && Number(digits) < 150_000_000 && check === Number(body[8]);
}

function isMyNumber(digits: string): boolean {
  const rest = weightedSum(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return !isRepeated(digits) && (rest <= 1 ? 0 : 11 - rest) === Number(digits[11]);
}

const isKorean = (digits: string): boolean => hasDay(digits, [0, 2, 4]) && /^.{6}[0-9]/.test(digits);
const isChinese = (value: string): boolean =>
  /^[1-9]\d{16}[\dX]$/.test(value) &&
  isDay(Number(value.slice(6, 10)), Number(value.slice(10, 12)), Number(value.slice(12, 14))) &&
  Number(value.slice(6, 8)) >= 18 &&
  Number(value.slice(6, 8)) <= 21 &&
  passesMod112(value);

function isHongKong(value: string): boolean {
  const letters = value.length === 9 ? value.slice(0, 2) : ` ${value.slice(0, 1)}`;
  const digits = value.slice(-7, -1);
  const code = (sign: string): number => (sign === ' ' ? 36 : base36(sign));
  const check = base36(value.at(-1)) % 36;
  const sum =
    9 * code(letters.slice(0, 1)) +
    8 * code(letters.slice(1)) +
    weightedSum(digits, [7, 6, 5, 4, 3, 2]) +
    (check === 10 ? 10 : check);
  return /[\dA]$/.test(value) && sum % 11 === 0;
}

function isTaiwanese(value: string): boolean {
  const code = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(value.slice(0, 1)) + 10;
  const sum = Math.floor(code / 10) + (code % 10) * 9 + weightedSum(value.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1]);
  return /^[A-Z][1289]/.test(value) && sum % 10 === 0;
}

const isThai = (digits: string): boolean =>
  checkAfter(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], (sum) => (11 - (sum % 11)) % 10);

function isTurkish(digits: string): boolean {
  const odd = weightedSum(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weightedSum(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return /^[1-9]/.test(digits) && tenth === Number(digits[9]) && (odd + even + tenth) % 10 === Number(digits[10]);
}

const isIsraeli = (digits: string): boolean => !isRepeated(digits) && passesLuhn(digits);
const isSouthAfrican = (digits: string): boolean =>
  hasDay(digits, [0, 2, 4]) && /^.{10}[01]/.test(digits) && passesLuhn(digits);
const isEmirati = (digits: string): boolean => digits.startsWith('784') && passesLuhn(digits);
const isSaudi = (digits: string): boolean => /^[12]/.test(digits) && passesLuhn(digits);
const isEgyptian = (digits: string): boolean => /^[23]/.test(digits) && hasDay(digits, [1, 3, 5]);
const isMalaysian = (digits: string): boolean =>
  hasDay(digits, [0, 2, 4]) && !/^.{6}(?:00|1[7-9]|20|69|7[03]|8[01]|9[4-7])/.test(digits);
const isIndonesian = (digits: string): boolean => {
  const day = Number(digits.slice(6, 8)) % 40;
  return (
    /^[1-9]/.test(digits) &&
    day >= 1 &&
    day <= 31 &&
    Number(digits.slice(8, 10)) >= 1 &&
    Number(digits.slice(8, 10)) <= 12
  );
};
const isKazakh = (digits: string): boolean => hasDay(digits, [0, 2, 4]) && /^.{6}[0-6]/.test(digits);
const isNhi = (value: string): boolean => /^[A-HJ-NP-Z]{3}/.test(value);

const aadhaarCue = /\b(?:aadhaar|aadhar|adhaar|uidai|uid)\b|आधार/i;
const trCue = /\b(?:tckn|t\.?c\.?|kimlik)\b/i;

const rows: readonly IdRow[] = [
  ['in_aadhaar', 'IN', '9999 9999 9999|9999-9999-9999', isAadhaar, 0.75, 0.95, aadhaarCue],
  ['in_aadhaar', 'IN', '999999999999', isAadhaar, 0.35, 0.93, aadhaarCue],
  ['in_pan', 'IN', 'UUUUU9999U', isPan, 0.7, 0.95, /\b(?:pan|permanent account|income tax)\b/i],
  ['in_pan', 'IN', 'AAAAA9999A', isPan, 0, 0.9, /\b(?:pan|permanent account)\b/i],
  ['in_gstin', 'IN', '99AAAAA9999AXAX', isGstin, 0.92, 0.97, /\bgst(?:in)?\b/i],
  ['in_voter_id', 'IN', 'AAA9999999', unchecked, 0, 0.88, /\b(?:voter|epic|election (?:card|id|photo))/i],
  [
    'in_driving_licence',
    'IN',
    'AA9999999999999|AA99 99999999999|AA-9999999999999|AA-99-9999-9999999|AA99-99999999999',
    unchecked,
    0.24,
    0.88,
    /\b(?:driv(?:ing|er'?s?) licen[cs]e|dl)\b/i,
  ],
  ['au_tfn', 'AU', '999 999 999|999999999|99999999|99 999 999|999-999-999', isTfn, 0.2, 0.92, /\b(?:tfn|tax file)\b/i],
  ['au_abn', 'AU', '99 999 999 999', isAbn, 0.55, 0.92, /\b(?:abn|business number)\b/i],
  ['au_abn', 'AU', '99999999999|99-999-999-999', isAbn, 0.3, 0.9, /\b(?:abn|business number)\b/i],
  ['au_acn', 'AU', '999 999 999|999999999', isAcn, 0.2, 0.9, /\b(?:acn|company number)\b/i],
  [
    'au_medicare',
    'AU',
    '9999 99999 9|9999999999|9999-99999-9|99999999999|9999 99999 9/9',
    isMedicare,
    0.24,
    0.92,
    /\bmedicare\b/i,
  ],
  [
    'nz_ird',
    'NZ',
    '99-999-999|999-999-999|99999999|999999999|999 999 999|99 999 999',
    isIrd,
    0.2,
    0.92,
    /\b(?:ird|inland revenue)\b/i,
  ],
  ['nz_nhi', 'NZ', 'AAA9999|AAA99AA', isNhi, 0, 0.85, /\b(?:nhi|national health index)\b/i],
  ['sg_nric', 'SG', 'A9999999A', isNric, 0.85, 0.97, /\b(?:nric|fin|singapore)\b/i],
  [
    'jp_my_number',
    'JP',
    '9999 9999 9999|9999-9999-9999|999999999999',
    isMyNumber,
    0.2,
    0.93,
    /my ?number|マイナンバー|個人番号/i,
  ],
  ['kr_rrn', 'KR', '999999-9999999', isKorean, 0.75, 0.95, /주민|resident registration|\brrn\b/i],
  ['kr_rrn', 'KR', '9999999999999', isKorean, 0, 0.9, /주민|resident registration|\brrn\b/i],
  ['cn_resident_id', 'CN', '99999999999999999X', isChinese, 0.93, 0.98, /身份证|resident id|identity card/i],
  [
    'hk_id',
    'HK',
    'U999999(X)|UU999999(X)|A999999(X)|A999999 (X)',
    isHongKong,
    0.85,
    0.96,
    /\b(?:hkid|hong kong)\b|身份證/i,
  ],
  ['hk_id', 'HK', 'A999999X|AA999999X', isHongKong, 0.24, 0.92, /\b(?:hkid|hong kong)\b|身份證/i],
  ['tw_id', 'TW', 'A999999999', isTaiwanese, 0.6, 0.95, /身分證|taiwan|national id/i],
  ['th_id', 'TH', '9-9999-99999-99-9|9 9999 99999 99 9', isThai, 0.85, 0.95, noCue],
  ['th_id', 'TH', '9999999999999', isThai, 0.3, 0.92, /\bthai|บัตรประชาชน/i],
  ['tr_kimlik', 'TR', '99999999999', isTurkish, 0.5, 0.94, trCue],
  [
    'il_id',
    'IL',
    '999999999|99999999-9|9-9999999-9',
    isIsraeli,
    0.2,
    0.92,
    /\b(?:teudat zehut|israeli id|t\.?z\.?)\b|ת\.?ז|תעודת זהות/i,
  ],
  ['ae_emirates_id', 'AE', '784-9999-9999999-9|784 9999 9999999 9', isEmirati, 0.93, 0.98, noCue],
  ['ae_emirates_id', 'AE', '784999999999999', isEmirati, 0.7, 0.95, /\b(?:emirates id|eid)\b/i],
  ['sa_id', 'SA', '9999999999', isSaudi, 0.2, 0.9, /\b(?:iqama|saudi|absher)\b|هوية/i],
  ['eg_national_id', 'EG', '99999999999999', isEgyptian, 0.35, 0.92, /\begypt|الرقم القومي/i],
  [
    'za_id',
    'ZA',
    '9999999999999|999999 9999 999|999999 9999 99 9',
    isSouthAfrican,
    0.6,
    0.94,
    /\b(?:south african?|id (?:number|no)|rsa id)\b/i,
  ],
  ['ng_nin', 'NG', '99999999999', unchecked, 0, 0.85, /\b(?:nin|national identification number)\b/i],
  ['ng_bvn', 'NG', '99999999999', (digits) => digits.startsWith('2'), 0, 0.87, /\b(?:bvn|bank verification)\b/i],
  ['ke_id', 'KE', '99999999|9999999', unchecked, 0, 0.75, /\b(?:kenyan? (?:national )?id|huduma|kra)\b/i],
  ['gh_card', 'GH', 'GHA-999999999-9', (value) => value.startsWith('GHA'), 0.85, 0.95, /\bghana card\b/i],
  ['ph_sss', 'PH', '99-9999999-9', unchecked, 0.24, 0.9, /\b(?:sss|social security system|gsis)\b/i],
  ['ph_tin', 'PH', '999-999-999|999-999-999-999|999-999-999-99999', unchecked, 0, 0.85, /\btin\b/i],
  [
    'ph_philsys',
    'PH',
    '9999-9999-9999|9999-9999-9999-9999',
    unchecked,
    0,
    0.9,
    /\b(?:philsys|philid|phil ?health|umid|pcn)\b/i,
  ],
  ['pk_cnic', 'PK', '99999-9999999-9', unchecked, 0.75, 0.95, /\b(?:cnic|nadra)\b/i],
  ['lk_nic', 'LK', '999999999A', (value) => /[VX]$/.test(value), 0.65, 0.93, /\bnic\b/i],
  ['bd_nid', 'BD', '9999999999|9999999999999|99999999999999999', unchecked, 0, 0.85, /\b(?:nid|bangladesh)\b/i],
  ['my_nric', 'MY', '999999-99-9999', isMalaysian, 0.75, 0.95, /\b(?:mykad|nric|ic (?:number|no)|kad pengenalan)/i],
  ['my_nric', 'MY', '999999999999', isMalaysian, 0, 0.9, /\b(?:mykad|nric|kad pengenalan)/i],
  ['id_nik', 'ID', '9999999999999999', isIndonesian, 0.24, 0.92, /\b(?:nik|ktp|kependudukan)\b/i],
  ['id_npwp', 'ID', '99.999.999.9-999.999', unchecked, 0.9, 0.96, /\bnpwp\b/i],
  ['vn_cccd', 'VN', '999999999999', (digits) => digits.startsWith('0'), 0, 0.88, /\b(?:cccd|cmnd|căn cước)/i],
  ['kz_iin', 'KZ', '999999999999', isKazakh, 0, 0.9, /\biin\b|иин|жсн/i],
];

export const asiaPacificAfricaIds: readonly IdKind[] = toKinds(rows);
