/** Telephone numbers: a cheap shape scan, then the country plans of libphonenumber, with a bound on parses. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type Entity, hasContext } from './recogniser.ts';

const candidate =
  /(?<![\w.@#/-])(?:\+|\(\+?)?\d(?:[ ().\-/\u00a0\u2011]{0,3}\d){6,16}(?: ?(?:x|ext\.?|#) ?\d{1,6})?(?![\w@]|[-./]\d)/g;
const context =
  /\b(?:phone|tel|telephone|call|calling|called|mobile|cell|cellphone|fax|whatsapp|sms|text|dial|ring|reach|contact|answering|hotline|number is|telefon(?:nummer|nr)?|rufnummer|handy(?:nummer|nr)?|mobil(?:nummer|nr)?|mobiel|gsm|puhelin|portable|num[ée]ro|n[úu]mero|numer|cell[ .]?no|ph|tel[ée]fono|m[óo]vil|t[ée]l[ée]phone|telefono|cellulare|telefone|celular|telefoon(?:nummer)?)\b|☎|📞|电话|電話|전화|тел/i;
const strongContext =
  /\b(?:phone|tel|telephone|mobile|cell|cellphone|fax|whatsapp|sms|telefon\w*|handy\w*|tel[ée]fono|m[óo]vil|t[ée]l[ée]phone|cellulare|telefone|celular|telefoon\w*|(?:me|us|him|her|them|back|reached) (?:at|on|under)|number is)\b|[☎📞]/iu;
/** Words for numbers that look like telephone numbers and are none. */
const otherNumbers =
  /\b(?:order|invoice|account|acct|ssn|social security|isbn|issn|serial|tracking|card|passport|license|licence|version|zip|postal|ticket|case|id|model|part|sku|policy|routing)\b[\s:#.]{0,4}(?:number|no\.?|num|is|#)?[\s:#.]{0,4}(?:is )?$/i;
const dateLike =
  /^(?:\d{4}[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/. ](?:0?[1-9]|[12]\d|3[01])[-/. ](?:(?:19|20)\d{2}|\d{2}))(?:[ T]\d{1,2})?$/;
const yearRange = /^(?:1[89]|20)\d{2} ?[-/] ?(?:1[89]|20)\d{2}$/;
const northAmerican = /^(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$/;
/** A national trunk zero, separators and enough digits: a number format of many countries. */
const trunkZero = /^\(?0[1-9][\d ().\-/]{8,15}$/;
const maxParses = 48;

/** Finds telephone numbers; `region` selects the national formats. */
export function findPhones(text: string, region: string): Entity[] {
  const country: CountryCode = isSupportedCountry(region) ? region : 'US';
  const found: Entity[] = [];
  let parses = 0;
  for (const match of text.matchAll(candidate)) {
    const value = match[0];
    const [start, end] = [match.index, match.index + value.length];
    if (!isPlausible(value)) continue;
    const isNear = hasContext(text, start, end, context);
    const isOther = otherNumbers.test(text.slice(Math.max(0, start - 48), start));
    const international = /^\(?\+/.test(value);
    if (!international && !/[ ().\-/\u00a0\u2011]/.test(value) && !(isNear && isWritable(text, start, value))) continue;
    if (isOther && !international) continue;
    parses += 1;
    const score =
      parses > maxParses ? scoreShape(value, isNear) : scorePhone({ value, country, isNear, international });
    if (score > 0) found.push({ type: 'phone', start, end, score });
  }
  return found;
}

/** A plain row of digits needs more than a verb: `call f with 5551234` is no telephone call. */
function isWritable(text: string, start: number, value: string): boolean {
  return value.length >= 9 || strongContext.test(text.slice(Math.max(0, start - 40), start));
}

/** True for seven to fifteen digits that are no date, range of years or decimal number. */
function isPlausible(value: string): boolean {
  const digits = value.replaceAll(/(?:x|ext\.?|#).*$/gi, '').replaceAll(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false;
  if (dateLike.test(value) || yearRange.test(value)) return false;
  // Two numbers joined by a slash or a dot are a fraction or a decimal, two round ones a range.
  if (/^[1-9]\d{0,5} ?\/ ?\d+$|^\d{1,4} ?- ?\d{0,4}00$|^\d{0,3}00 ?- ?\d{1,4}$/.test(value)) return false;
  return !/^\d+[./]\d+$/.test(value) && !/^\d+ ?[-/] ?\d{1,2}$/.test(value);
}

interface PhoneCandidate {
  readonly value: string;
  readonly country: CountryCode;
  readonly isNear: boolean;
  readonly international: boolean;
}

function scorePhone({ value, country, isNear, international }: PhoneCandidate): number {
  const parsed = parsePhoneNumberFromString(value.replaceAll('\u2011', '-'), country);
  if (parsed?.isValid() === true) {
    if (international || isNear) return 0.95;
    return northAmerican.test(value) || /^\(?0/.test(value) ? 0.8 : 0.45;
  }
  if (international) return parsed?.isPossible() === true || isNear ? 0.75 : 0.55;
  return scoreShape(value, isNear);
}

/** Scores numbers outside any numbering plan; many real ones are made up or mistyped. */
function scoreShape(value: string, isNear: boolean): number {
  if (isNear) return 0.65;
  if (northAmerican.test(value) || /^001[-. ]\d{3}[-. ]\d{3}[-. ]\d{4}/.test(value)) return 0.6;
  return trunkZero.test(value) && /[ ().-]/.test(value) ? 0.55 : 0;
}
