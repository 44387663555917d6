/** Identifiers of central and eastern Europe, and the tax numbers of the Union with a country prefix. */
import { passesLuhn, passesMod1110, weightedSum } from '../checksums.ts';
import { base36, checkAfter, elevenNoEleven, elevenNoTen, elevenOrZero, hasDay, isRepeated, restOf } from './checks.ts';
import { type IdKind, type IdRow, toKinds, unchecked } from './id-kind.ts';

const isPesel = (digits: string): boolean =>
  hasDay(digits, [0, 2, 4], 20) && checkAfter(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3], (sum) => (10 - (sum % 10)) % 10);
const isNip = (digits: string): boolean => checkAfter(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7], (sum) => sum % 11);
const isRegon = (digits: string): boolean => checkAfter(digits, [8, 9, 2, 3, 4, 5, 6, 7], (sum) => (sum % 11) % 10);
const isPolishCard = (value: string): boolean =>
  Array.from(value).reduce((sum, sign, index) => sum + base36(sign) * ([7, 3, 1, 9, 7, 3, 1, 7, 3][index] ?? 0), 0) %
    10 ===
  0;

/** Month plus 50 for women, plus 20 when a day runs out of numbers; ten digits are divisible by 11 since 1954. */
function isRodneCislo(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 50;
  if (
    !hasDay(
      `${digits.slice(0, 2)}${String(month > 20 ? month - 20 : month).padStart(2, '0')}${digits.slice(4, 6)}`,
      [0, 2, 4],
    )
  )
    return false;
  return (
    digits.length === 9 || restOf(digits, 11) === 0 || (restOf(digits.slice(0, 9), 11) === 10 && digits[9] === '0')
  );
}

const isCnp = (digits: string): boolean =>
  /^[1-9]/.test(digits) &&
  hasDay(digits, [1, 3, 5]) &&
  checkAfter(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], (sum) => (sum % 11 === 10 ? 1 : sum % 11));
const isEgn = (digits: string): boolean =>
  hasDay(digits, [0, 2, 4], 20) && checkAfter(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6], (sum) => (sum % 11) % 10);
const isTaj = (digits: string): boolean => checkAfter(digits, [3, 7, 3, 7, 3, 7, 3, 7], (sum) => sum % 10);
const isHungarianTax = (digits: string): boolean =>
  /^8/.test(digits) && checkAfter(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9], (sum) => sum % 11);
const isOib = (digits: string): boolean => !isRepeated(digits) && passesMod1110(digits);
/** Birth date, region, serial, check: the number of the former Yugoslavia. */
const isJmbg = (digits: string): boolean =>
  hasDay(`${digits.slice(5, 7)}${digits.slice(2, 4)}${digits.slice(0, 2)}`, [0, 2, 4]) &&
  /^.{4}[09]/.test(digits) &&
  checkAfter(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], elevenNoTen);

/** Two rows of weights; the second applies when the first leaves 10 (Estonia, Lithuania). */
function isBaltic(digits: string): boolean {
  if (!/^[1-6]/.test(digits) || !hasDay(digits, [1, 3, 5])) return false;
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return (first < 10 ? first : second % 10) === Number(digits[10]);
}

const isLatvian = (digits: string): boolean => /^3[2-9]/.test(digits) || hasDay(digits, [4, 2, 0]);
const isSnils = (digits: string): boolean =>
  (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(digits.slice(9));
const innTail = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const mod11to10 = (sum: number): number => (sum % 11) % 10;
const isInn12 = (digits: string): boolean =>
  checkAfter(digits, [7, ...innTail], mod11to10) && checkAfter(digits, [3, 7, ...innTail], mod11to10);
const isUkrainian = (digits: string): boolean => checkAfter(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7], mod11to10);

/** Checks of numbers with a country prefix, for countries that publish a simple check. */
const vatChecks: Readonly<Record<string, (digits: string) => boolean>> = {
  BE: (digits) => 97 - restOf(digits.slice(0, 8), 97) === Number(digits.slice(8)),
  DE: passesMod1110,
  DK: (digits) => weightedSum(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EL: (digits) => (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(digits[8]),
  FI: (digits) => checkAfter(digits, [7, 9, 10, 5, 8, 4, 2], elevenNoTen),
  HR: passesMod1110,
  HU: (digits) => checkAfter(digits, [9, 7, 3, 1, 9, 7, 3], (sum) => (10 - (sum % 10)) % 10),
  IT: passesLuhn,
  LU: (digits) => Number(digits.slice(0, 6)) % 89 === Number(digits.slice(6)),
  PL: isNip,
  PT: (digits) => checkAfter(digits, [9, 8, 7, 6, 5, 4, 3, 2], elevenOrZero),
  SE: (digits) => passesLuhn(digits.slice(0, 10)),
  SI: (digits) => checkAfter(digits, [8, 7, 6, 5, 4, 3, 2], elevenNoEleven),
};

const vatCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB XI CH'.split(' '),
);

function isVat(value: string): boolean {
  if (!vatCountries.has(value.slice(0, 2)) || (value.startsWith('AT') && value[2] !== 'U')) return false;
  const check = vatChecks[value.slice(0, 2)];
  return check === undefined || check(value.slice(2));
}

const vatForms =
  'ATU99999999|BE9999999999|BE 9999.999.999|BG999999999|BG9999999999|CY99999999A|CZ99999999|CZ999999999|CZ9999999999|DE999999999|DE 999 999 999|DE 999999999|DK99999999|DK 99 99 99 99|EE999999999|EL999999999|ESX9999999X|FI99999999|FRXX999999999|FR XX 999 999 999|FR XX 999999999|HR99999999999|HU99999999|IE9X99999A|IE9999999AA|IT99999999999|LT999999999|LT999999999999|LU99999999|LV99999999999|MT99999999|NL999999999B99|PL9999999999|PT999999999|RO99999999|RO999999999|SE999999999901|SI99999999|SK9999999999|GB999999999|GB 999 9999 99|XI999999999|CHE-999.999.999';
const rodneCue = /\b(?:rodn[ée] [čc][íi]slo|r\.? ?[čc]\.?|birth number)/i;
const jmbgCue = /\b(?:jmbg|emšo|emso|mati[čc]ni broj)/i;

const rows: readonly IdRow[] = [
  ['pl_pesel', 'PL', '99999999999', isPesel, 0.45, 0.95, /\bpesel\b/i],
  ['pl_nip', 'PL', '999-999-99-99|999-99-99-999', isNip, 0.6, 0.95, /\bnip\b/i],
  ['pl_nip', 'PL', '9999999999|999 999 99 99', isNip, 0.24, 0.93, /\bnip\b/i],
  ['pl_regon', 'PL', '999999999', isRegon, 0.2, 0.92, /\bregon\b/i],
  [
    'pl_id_card',
    'PL',
    'AAA999999|AAA 999999',
    isPolishCard,
    0.4,
    0.93,
    /\b(?:dow[óo]d|dowodu|identity card|seria i numer)/i,
  ],
  ['cz_rodne_cislo', 'CZ', '999999/9999|999999/999', isRodneCislo, 0.8, 0.96, rodneCue],
  ['cz_rodne_cislo', 'CZ', '9999999999', isRodneCislo, 0.24, 0.93, rodneCue],
  ['ro_cnp', 'RO', '9999999999999', isCnp, 0.6, 0.95, /\bcnp\b|cod numeric/i],
  ['bg_egn', 'BG', '9999999999', isEgn, 0.3, 0.93, /\begn\b|ЕГН/i],
  ['hu_taj', 'HU', '999 999 999|999-999-999|999999999', isTaj, 0.2, 0.93, /\btaj\b|t[áa]rsadalombiztos/i],
  ['hu_tax_id', 'HU', '9999999999', isHungarianTax, 0.3, 0.93, /\bad[óo]azonos[íi]t[óo]/i],
  ['hr_oib', 'HR', '99999999999', isOib, 0.3, 0.95, /\boib\b/i],
  ['jmbg', 'RS', '9999999999999', isJmbg, 0.55, 0.95, jmbgCue],
  ['ee_isikukood', 'EE', '99999999999', isBaltic, 0.4, 0.94, /\bisikukood|estonia/i],
  ['lt_asmens_kodas', 'LT', '99999999999', isBaltic, 0.35, 0.95, /\basmens kod|lithuania/i],
  ['lv_personas_kods', 'LV', '999999-99999|99999999999', isLatvian, 0.24, 0.92, /\bpersonas kod|latvia/i],
  ['ru_snils', 'RU', '999-999-999 99|999-999-999-99', isSnils, 0.85, 0.96, /снилс|\bsnils\b/i],
  ['ru_inn', 'RU', '999999999999', isInn12, 0.4, 0.93, /инн|\binn\b/i],
  ['ru_passport', 'RU', '9999 999999|99 99 999999', unchecked, 0, 0.85, /паспорт|russian passport/i],
  ['ua_ipn', 'UA', '9999999999', isUkrainian, 0.2, 0.92, /рнокпп|ідентифікаційн|\b(?:rnokpp|ipn)\b/i],
  [
    'eu_vat',
    'EU',
    vatForms,
    isVat,
    0.5,
    0.92,
    /\b(?:vat|ust-?id(?:nr)?|umsatzsteuer|tva|btw|iva|moms|nip|tax (?:id|number|reg))/i,
  ],
];

export const eastEuropeanIds: readonly IdKind[] = toKinds(rows);
