/**
 * Countries mentioned in a text: telephone numbers with a country prefix, postal codes with a country beside them. They tell what
 * is mentioned, never where data are, and the language of a text says nothing about a country.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const maxPhones = 48;
const maxCountryWords = 64;
const phone = /(?<![\w+])(?:\+|00)[1-9](?:[ ().\u00a0-]{0,2}\d){6,14}(?!\d)/g;

/** Codes that identify their country: form and country. */
const tellingCodes: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\w-])(?:A[BL]|B[ABDHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LU]?|H[ADGPRSUX]|I[GPV]|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE)\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![\w-])/g,
    'GB',
  ],
  [/(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d(?![\w-])/g, 'CA'],
  [
    /, (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?(?![\w-])/g,
    'US',
  ],
  [/〒 ?\d{3}-\d{4}(?!\d)/g, 'JP'],
];

/** `D-10115 Berlin`: the country sign, the code and a name. */
const signedCode = /(?<![\w-])(A|B|CH|D|DK|F|FL|I|L|LT|LV|NL|SI|SK)-(\d{4,5}) (?=\p{Lu}\p{Ll})/gu;
const roadSigns: Readonly<Record<string, readonly [country: string, digits: number]>> = {
  A: ['AT', 4],
  B: ['BE', 4],
  CH: ['CH', 4],
  D: ['DE', 5],
  DK: ['DK', 4],
  F: ['FR', 5],
  FL: ['LI', 4],
  I: ['IT', 5],
  L: ['LU', 4],
  LT: ['LT', 5],
  LV: ['LV', 4],
  NL: ['NL', 4],
  SI: ['SI', 4],
  SK: ['SK', 5],
};

/** Excludes years, at the cost of codes that look like years. */
const four = /(?<![\w-])(?!19\d\d|20\d\d)\d{4}(?![\w-])/;
const five = /(?<![\w-])\d{5}(?![\w-])/;
const six = /(?<![\w-])\d{6}(?![\w-])/;
const threeTwo = /(?<![\w-])\d{3} \d{2}(?![\w-])/;
const countryWords: readonly (readonly [country: string, code: RegExp, names: string])[] = [
  ['AT', four, 'austria|österreich|autriche'],
  ['AU', four, 'australia'],
  ['BE', four, 'belgium|belgië|belgique|belgien'],
  ['BG', four, 'bulgaria|българия'],
  ['BR', /(?<![\w-])\d{5}-?\d{3}(?![\w-])/, 'brazil|brasil'],
  ['CH', four, 'switzerland|schweiz|suisse|svizzera'],
  ['CN', six, 'china|中国'],
  ['CZ', threeTwo, 'czechia|czech republic|česko|česká republika'],
  ['DE', five, 'germany|deutschland|allemagne|alemania'],
  ['DK', four, 'denmark|danmark'],
  ['ES', five, 'spain|españa|espagne|spanien'],
  ['FI', five, 'finland|suomi'],
  ['FR', five, 'france|frankreich|francia'],
  ['GR', threeTwo, 'greece|ελλάδα|griechenland'],
  ['HU', four, 'hungary|magyarország|ungarn'],
  ['IL', /(?<![\w-])\d{7}(?![\w-])/, 'israel|ישראל'],
  ['IN', six, 'india|भारत'],
  ['IT', five, 'italy|italia|italien|italie'],
  ['JP', /(?<![\w-])\d{3}-\d{4}(?![\w-])/, 'japan|日本'],
  ['KR', five, 'south korea|korea|대한민국|한국'],
  ['MX', five, 'mexico|méxico'],
  ['NL', /(?<![\w-])[1-9]\d{3} ?[A-Z]{2}(?![\w-])/, 'netherlands|nederland|niederlande|pays-bas'],
  ['NO', four, 'norway|norge|norwegen'],
  ['PL', /(?<![\w-])\d{2}-\d{3}(?![\w-])/, 'poland|polska|polen'],
  ['PT', /(?<![\w-])\d{4}-\d{3}(?![\w-])/, 'portugal'],
  ['RO', six, 'romania|românia'],
  ['RU', six, 'russia|россия'],
  ['SE', threeTwo, 'sweden|sverige|schweden'],
  ['SG', six, 'singapore'],
  ['TR', five, 'turkey|türkiye|turkei|türkei'],
  ['UA', five, 'ukraine|україна'],
  ['US', five, 'usa|united states'],
];
const codesByName = new Map(
  countryWords.flatMap(([country, code, names]) => names.split('|').map((name) => [name, { country, code }] as const)),
);
const anyCountryWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${countryWords.map(([, , names]) => names).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Lists the ISO 3166-1 codes of the countries mentioned in the texts, sorted. */
export function detectRegions(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    addPhones(text, found);
    for (const [form, country] of tellingCodes) if (text.search(form) >= 0) found.add(country);
    for (const [, sign = '', code = ''] of text.matchAll(signedCode)) {
      const [country, digits] = roadSigns[sign] ?? [];
      if (country !== undefined && code.length === digits) found.add(country);
    }
    addPostalCodes(text, found);
  }
  return [...found].sort();
}

/** A number identifies its country only if its prefix belongs to one country. */
function addPhones(text: string, found: Set<string>): void {
  let parses = 0;
  for (const [value] of text.matchAll(phone)) {
    parses += 1;
    if (parses > maxPhones) return;
    const parsed = parsePhoneNumberFromString(value.replace(/^00/, '+'));
    if (parsed?.isValid() === true && parsed.country !== undefined) found.add(parsed.country);
  }
}

function addPostalCodes(text: string, found: Set<string>): void {
  let words = 0;
  for (const { 0: word, index } of text.matchAll(anyCountryWord)) {
    words += 1;
    if (words > maxCountryWords) return;
    const entry = codesByName.get(word.toLowerCase());
    if (entry === undefined || found.has(entry.country)) continue;
    const around = `${text.slice(Math.max(0, index - 48), index)} ${text.slice(index + word.length, index + word.length + 24)}`;
    if (entry.code.test(around)) found.add(entry.country);
  }
}
