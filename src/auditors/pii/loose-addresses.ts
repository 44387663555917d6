/** Addresses without a street word: after `lives at` and the like, around a flat or a box, military mail, city lines. */
import { extendAddress } from './address-parts.ts';
import { type Entity, hasContext } from './recogniser.ts';
import type { Word } from './words.ts';

type Rule = (text: string, words: readonly Word[], index: number) => Entity | undefined;

/** Finds loose addresses; each rule is tried only at words that may begin it. */
export function findLooseAddresses(text: string, words: readonly Word[]): Entity[] {
  const found: Entity[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const rule = rules.get(word.key) ?? (word.isShouted && usStates.has(word.key) ? findCityLine : undefined);
    if (rule === undefined || (rule !== findBehindLead && word.start < (found.at(-1)?.end ?? 0))) continue;
    const entity = rule(text, words, index);
    if (entity !== undefined) found.push(entity);
  }
  return found;
}

const lead =
  /(?:address(?:es)?(?: here)?(?: now)?(?: is(?: now)?| are|:|(?=\s\d))|liv(?:e|es|ed|ing) (?:at|in)|resid(?:e|es|ing) at|located (?:at|in)|(?:office|house|home|restaurant|shop|store|headquarters) is (?:at|in)|offices? (?:are|is) (?:located )?at|(?:sen[dt]|deliver(?:ed)?|ship(?:ped)?|mail(?:ed)?|return(?:ed)?|taxi|move[ds]?|come|cab)(?: [a-z]{1,10}){0,4} to|meet (?:me |us |you )?at|arrived at|wohn(?:e|t|haft) in|viv[eo] en|habite(?: au)?|domicilio|direcci[óo]n|adresse|indirizzo|anschrift)[:\s]{1,3}/iuy;
/** A number, a name and an optional number; or a name and a number. */
const street =
  /(?:\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})?,? ){1,2}(?:\p{Lu}\p{L}{0,2}\. ?)?\p{Lu}[\p{L}'’-]{0,30}(?: (?:\p{Lu}[\p{L}'’-]{0,30}\.?|de|del|la|of|the|van|von|den|der|do|da|dos)){0,4}(?: \d{1,5}[A-Za-z]?\b\.?)?|\p{Lu}[\p{L}'’-]{1,30}\.?(?: (?:\p{Lu}[\p{L}'’-]{0,30}\.?|de|del|la|of|the|van|von|den|der|do|da|dos)){0,3} \d{1,5}[A-Za-z]?(?![\p{L}\d/:.-])/uy;
const notStreet =
  /^\d{1,2}(?:st|nd|rd|th)? ?(?:january|february|march|april|may|june|july|august|september|october|november|december)|\b(?:19|20)\d{2}$|^\d+ (?:people|million|billion|thousand|hundred|percent|years?|months?|days?|hours?|minutes?|AM|PM|USD|EUR|GBP)/i;
const lineBefore =
  /(?:^|[\n>:,]\s{0,4}|\b(?:at|to|is|with|in) )((?:\d{1,5}[A-Za-z]?,? ){1,2}\p{L}[^\n,>:]{1,40}|(?:\d{1,5} ?){1,2}|\p{Lu}[^\n,>:\d]{2,40}\d{1,5}\.?)[,\s>]{1,6}$/u;
const flat = /(?:apt|apartment|suite|ste|flat)\.? ?#?\d{1,5}[a-z]?(?![\p{L}\d])/iuy;
const box = /box (?:no\.? ?)?\d{1,6}(?!\d)/iuy;
const boxLead = /(?:p\. ?o\. ?|po |post office )$/i;
const namedBox =
  /(?:postfach|apartado(?: de correos)?|casella postale|caixa postal|postboks|postbus|bo[iî]te postale) \d[\d ]{0,7}\d/iuy;
const military = /(?:APO|FPO|DPO),? A[AEP] \d{5}(?:-\d{4})?(?!\d)/uy;
const militaryLead = /(?:(?:USNS|USNV|USS|USCGC|PSC|Unit|CMR) [\p{L}\d]{1,20}(?:,? Box \d{1,6})?[,\s]{1,4})$/u;
const zipBehind = /[A-Z]{2},? \d{5}(?:-\d{4})?(?!\d)/y;
const addressCue = /\b(?:address|deliver|ship|send|sent|mail|billing|home|live|reside|located|office|return)/i;
const usStates: ReadonlySet<string> = new Set(
  'al ak az ar ca co ct dc de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr'.split(
    ' ',
  ),
);

function endAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function findBehindLead(text: string, words: readonly Word[], index: number): Entity | undefined {
  const start = endAt(lead, text, words[index]?.start ?? 0);
  if (start === undefined) return undefined;
  const streetEnd = endAt(street, text, start);
  if (streetEnd === undefined || notStreet.test(text.slice(start, streetEnd))) return undefined;
  const { end, parts } = extendAddress(text, streetEnd);
  const isStop = parts === 0 && text.charAt(end - 1) === '.';
  return { type: 'address', start, end: isStop ? end - 1 : end, score: 0.6 };
}

function findFlat(text: string, words: readonly Word[], index: number): Entity | undefined {
  const start = words[index]?.start ?? 0;
  const end = endAt(flat, text, start);
  return end === undefined ? undefined : around(text, start, end, 0.55);
}

function findBox(text: string, words: readonly Word[], index: number): Entity | undefined {
  const at = words[index]?.start ?? 0;
  const before = boxLead.exec(text.slice(Math.max(0, at - 12), at));
  const end = before === null ? undefined : endAt(box, text, at);
  return before === null || end === undefined ? undefined : around(text, at - before[0].length, end, 0.7);
}

function findNamedBox(text: string, words: readonly Word[], index: number): Entity | undefined {
  const start = words[index]?.start ?? 0;
  const end = endAt(namedBox, text, start);
  return end === undefined ? undefined : { type: 'address', start, end: extendAddress(text, end).end, score: 0.7 };
}

function findMilitary(text: string, words: readonly Word[], index: number): Entity | undefined {
  const at = words[index]?.start ?? 0;
  const end = endAt(military, text, at);
  if (end === undefined) return undefined;
  const before = militaryLead.exec(text.slice(Math.max(0, at - 48), at))?.[0] ?? '';
  return { type: 'address', start: at - before.length, end, score: 0.8 };
}

/** `Springfield, IL 62704` */
function findCityLine(text: string, words: readonly Word[], index: number): Entity | undefined {
  const state = words[index];
  if (state === undefined) return undefined;
  const end = endAt(zipBehind, text, state.start);
  if (end === undefined) return undefined;
  let first = index;
  while (index - first < 3) {
    const previous = words[first - 1];
    const word = words[first];
    if (previous === undefined || word === undefined || !previous.isCapital || word.start - previous.end > 2) break;
    if (word.gap !== 'blank' && !(first === index && word.gap === 'comma')) break;
    first -= 1;
  }
  const start = words[first]?.start ?? state.start;
  const isCued = hasContext(text, start, end, addressCue);
  return first === index && !isCued ? undefined : { type: 'address', start, end, score: isCued ? 0.8 : 0.7 };
}

/** Extends a span by the line before and the parts after it. */
function around(text: string, from: number, to: number, bare: number): Entity {
  const before = lineBefore.exec(text.slice(Math.max(0, from - 64), from));
  const line = before?.[1];
  const start = before === null || line === undefined ? from : from - before[0].length + before[0].indexOf(line);
  const { end, parts } = extendAddress(text, to);
  return { type: 'address', start, end, score: line === undefined && parts === 0 ? bare : Math.max(bare, 0.65) };
}

const rules = new Map<string, Rule>();
for (const [keys, rule] of [
  [
    'address addresses live lives lived living reside resides residing located office house home restaurant shop store headquarters offices send sent deliver delivered ship shipped mail mailed return returned taxi move moves moved come cab meet arrived wohne wohnt wohnhaft vivo vive habite domicilio direccion adresse indirizzo anschrift',
    findBehindLead,
  ],
  ['apt apartment suite ste flat', findFlat],
  ['box', findBox],
  ['postfach apartado casella caixa postboks postbus boite', findNamedBox],
  ['apo fpo dpo', findMilitary],
] as const) {
  for (const key of keys.split(' ')) rules.set(key, rule);
}
