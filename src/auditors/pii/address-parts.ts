/** Parts of an address after the street: flat, postal code, city, region, country. */
import { fold, known, lookUp, placesBeginningWith } from './lexicon/lexicon.ts';

const unit =
  /[,;>\s]{1,8}(?:(?:apt|apartment|suite|ste|unit|flat|room|rm|floor|fl|building|bldg|block|blk|tower|lot|piso|planta|puerta|esc|scala|interno|app|bte|bo[iî]te|[ée]tage|whg|wohnung|stiege|t[üu]r|lok|dpto|depto|sala|andar|bloco|unidad|sector|phase|plot|wing|po box)\.? ?#?\d{0,5}[A-Za-z]?\d{0,3}|#\d{1,5}[A-Z]?|\d{1,2}[ºª°](?: ?[A-Z])?)(?![\p{L}\d])/iuy;
const postcode =
  /[,;>\s–-]{1,8}(?:\d{4} ?[A-Z]{2}|(?:[A-Z]{1,3}-)?\d{4,6}(?:-\d{3,4})?|\d{3} ?\d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{2}-\d{3})(?![\p{L}\d]|[ -]\d)/uy;
const state =
  /[,;>\s]{1,8}(?:[A-Z]{2}|NSW|VIC|QLD|TAS|ACT)(?![\p{L}\d]| (?:Road|Street|Nagar|Marg|Rd|St|Lane|Main|Cross|Layout|Colony)\b)/uy;
const names =
  /([,;>\s]{1,8})((?:St\. |Mt\. |Ft\. )?\p{Lu}[\p{L}'’-]{1,30}(?![\p{L}\d])(?:[ -](?:\p{Lu}[\p{L}'’-]{1,30}(?![\p{L}\d])|of|de|la|le|les|del|du|sur|am|an|im|der|die|di|do|da|upon|sous|aan|den|bei|and|y|\d{1,2}(?!\d))){0,4})/uy;
const maxParts = 7;

/** Extends an address by flat, city, region, postal code and country after a street. */
export function extendAddress(text: string, from: number): { end: number; parts: number } {
  let end = from;
  let parts = 0;
  let hasPostcode = false;
  while (parts < maxParts) {
    const code: number | undefined = hasPostcode ? undefined : matchAt(postcode, text, end);
    const next: number | undefined =
      matchAt(unit, text, end) ?? code ?? matchAt(state, text, end) ?? cityAt(text, end, hasPostcode);
    if (next === undefined) break;
    hasPostcode ||= next === code;
    end = next;
    parts += 1;
  }
  return { end, parts };
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null || match[0] === '' ? undefined : at + match[0].length;
}

/** Matches capitalised words after a comma or a new line, or a known place; not the beginning of a sentence. */
function cityAt(text: string, at: number, isBehindCode: boolean): number | undefined {
  names.lastIndex = at;
  const match = names.exec(text);
  if (match === null) return undefined;
  const [, gap = '', name = ''] = match;
  const words = name.split(' ');
  const key = fold(words[0] ?? '');
  const isPlace = (lookUp(key) & known.place) !== 0 || beginsLongPlace(key, name);
  const whole = withoutTail(text, at + gap.length, name);
  const isFollowed = matchAt(postcode, text, whole) !== undefined || matchAt(state, text, whole) !== undefined;
  if (!isPlace && !isFollowed && (lookUp(key) & known.common) !== 0) return undefined;
  if (text.charAt(whole) === ':' || (text.charAt(whole) === '.' && words.length > 2 && !isPlace)) return undefined;
  return /[,\n]/.test(gap) || isPlace || isFollowed || isBehindCode ? whole : undefined;
}

/** True for `New York`, but not for `New` or `The` alone. */
function beginsLongPlace(key: string, name: string): boolean {
  const rests = placesBeginningWith(key);
  if (rests === undefined) return false;
  const folded = fold(name);
  return rests.some((rest) => folded.startsWith(`${key} ${rest}`));
}

/** Cuts joining words and full stops from the end of a name. */
function withoutTail(text: string, start: number, name: string): number {
  const end =
    start +
    name.replace(/(?:[ -](?:of|de|la|le|les|del|du|sur|am|an|im|der|die|di|do|da|den|bei|and|y|aan))+$/u, '').length;
  return text.charAt(end - 1) === '.' ? end - 1 : end;
}
