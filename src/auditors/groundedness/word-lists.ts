/** Words whose role in a sentence matters more than their meaning: small words, denials, possibilities, speech, dates. */
import { knownNames } from './known-names.ts';
import { stem } from './stem.ts';

/** Roles of a word, as bits. */
export const flag = {
  /** Has little meaning of its own. */
  small: 1,
  denial: 2,
  /** Possible, planned or alleged rather than done. */
  possible: 4,
  speech: 8,
  month: 16,
  weekday: 32,
  be: 64,
  pronoun: 128,
  /** States that something is the first, the only or the most. */
  extreme: 256,
  /** A part of a sentence begins here. */
  clause: 512,
  by: 1024,
  atLeast: 2048,
  atMost: 4096,
  /** Still in the future at the time of the text. */
  future: 8192,
  /** Includes everything: "all", "nobody". */
  absolute: 16384,
  /** Excludes something: "some", "nearly". */
  partial: 32768,
  /** Title of a person: "mayor", "coach". */
  title: 65536,
  have: 131072,
  /** Denies what follows, as a small word or in a word of its own: "not", "failed to". */
  refusal: 262144,
  /** A name that is no other word, of a place or a person. */
  known: 524288,
} as const;

const lists: readonly (readonly [bits: number, words: string])[] = [
  [
    flag.small,
    `a an the this that these those of in on at to for from by with about as into onto over under between among through
    during before after above below up down out off against within without and or but nor so yet if then than because
    while when where which who whom whose what how why there here it its he his him she her they their them we our us i
    my me you your one ones some any each every all both either neither no not never none only also too very just even
    still again more most less least much many few other another same such own is are was were be been being am do does
    did done doing have has had having will would shall should can could may might must s t d ll re ve m now ago per
    via upon towards toward across along around behind beyond near since until till although though whether however
    therefore thus hence meanwhile well mr mrs ms dr sir said says say according himself herself themselves itself
    nobody nothing nowhere everyone everybody everything somebody someone something anything anyone far yet already
    ever cannot without`,
  ],
  [
    flag.refusal,
    'not no never none neither nor without nobody nothing nowhere cannot hardly barely yet little few against unless',
  ],
  [flag.denial, 'not no never none neither nor without nobody nothing nowhere cannot hardly barely lack lacks lacked'],
  [
    flag.possible,
    `may might could would should possibly perhaps maybe likely potentially reportedly allegedly apparently probably
    alleged suspected proposed planned expected if whether rumoured rumored unconfirmed`,
  ],
  [
    flag.month,
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
  ],
  [flag.weekday, 'monday tuesday wednesday thursday friday saturday sunday'],
  [flag.be, 'is are was were be been being am get got gets'],
  [flag.pronoun, 'he she it they we i you his her their our my your its him them us me who this these those that'],
  [
    flag.extreme,
    `first last only most least best worst largest biggest smallest highest lowest longest shortest oldest youngest
    newest fastest richest greatest all every always never entire entirely unanimous unanimously everyone nobody record
    sole completely totally fully guaranteed immediately`,
  ],
  [flag.future, 'will shall would could should may might if unless provided until whether'],
  [flag.have, 'has have had'],
  [
    flag.absolute,
    `all every everyone everybody everything none nobody no-one unanimous unanimously entire entirely whole wholly
    completely totally fully always never only each both`,
  ],
  [
    flag.partial,
    `some most many several few half part partly almost nearly majority minority mostly largely number percent third
    quarter divided against`,
  ],
  [flag.clause, 'and but or while whereas although though because which who that after before when if as'],
  [flag.by, 'by'],
  [flag.atLeast, 'over above exceeding least minimum'],
  [flag.atMost, 'under below most maximum within'],
];

const stemLists: readonly (readonly [bits: number, words: string])[] = [
  [flag.refusal, 'fail refuse decline deny prevent avoid unable unlikely lack dismiss reject'],
  [
    flag.title,
    `mayor governor minister president premier director manager chairman chairwoman chief head leader executive founder
    owner secretary treasurer spokesman spokeswoman spokesperson curator conductor coach trainer captain champion judge
    lawyer prosecutor inspector detective commander officer professor teacher researcher scientist biologist geologist
    economist engineer doctor surgeon nurse farmer fisherman shopkeeper designer architect artist author writer poet
    singer actor councillor senator ambassador bishop priest auditor analyst mother father brother sister son daughter
    husband wife widow runner player goalkeeper striker driver pilot librarian historian critic`,
  ],
  [
    flag.future,
    'plan expect propose hope intend want seek threaten promise consider aim urge ask offer due discuss prepare wish demand',
  ],
  [
    flag.speech,
    'say tell state announce add claim warn insist argue explain report declare reveal testify admit deny confirm tweet write conclude suggest believe estimate predict',
  ],
  [
    flag.possible,
    'plan expect consider propose hope intend want seek suspect allege predict forecast urge threaten promise fear discuss aim suggest believe estimate ask doubt due',
  ],
];

const words = new Map<string, number>();
for (const name of knownNames) words.set(name, flag.known);
for (const [bits, list] of lists) {
  for (const word of list.split(/\s+/)) words.set(word, (words.get(word) ?? 0) | bits);
}
const stems = new Map<string, number>();
for (const [bits, list] of stemLists) {
  for (const word of list.split(' ')) stems.set(stem(word), (stems.get(stem(word)) ?? 0) | bits);
}

/** Gives the bits of a word, by its lower-case form and its stem. */
export function flagsOf(lower: string, stemmed: string): number {
  return (words.get(lower) ?? 0) | (stems.get(stemmed) ?? 0);
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Gives the full name of a possibly shortened month; other words are unchanged. */
export function fullMonth(lower: string): string {
  return months.find((name) => name.slice(0, 3) === lower || (lower === 'sept' && name === 'september')) ?? lower;
}

/** Numbers written as words. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index): [string, number] => [word, 20 + 10 * index]),
  ['dozen', 12],
  ['twice', 2],
  ['double', 2],
  ['half', 0.5],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
]);

/** Words that multiply the number before them. */
export const magnitudes: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['k', 1000],
  ['million', 1e6],
  ['m', 1e6],
  ['mn', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
  ['tn', 1e12],
]);
