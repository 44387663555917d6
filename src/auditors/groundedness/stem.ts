/** Light English stemming, so that inflected forms and near derivations of a word count as the same word. */

/** Forms that no rule reduces to their base. */
const irregular: Readonly<Record<string, string>> = {
  said: 'say',
  told: 'tell',
  went: 'go',
  gone: 'go',
  came: 'come',
  took: 'take',
  taken: 'take',
  made: 'make',
  gave: 'give',
  given: 'give',
  got: 'get',
  gotten: 'get',
  saw: 'see',
  seen: 'see',
  knew: 'know',
  known: 'know',
  found: 'find',
  thought: 'think',
  held: 'hold',
  left: 'leave',
  kept: 'keep',
  began: 'begin',
  begun: 'begin',
  wrote: 'write',
  written: 'write',
  stood: 'stand',
  lost: 'lose',
  won: 'win',
  winning: 'win',
  paid: 'pay',
  met: 'meet',
  led: 'lead',
  ran: 'run',
  running: 'run',
  bought: 'buy',
  brought: 'bring',
  sold: 'sell',
  sent: 'send',
  built: 'build',
  rose: 'rise',
  risen: 'rise',
  fell: 'fall',
  fallen: 'fall',
  grew: 'grow',
  grown: 'grow',
  drew: 'draw',
  drawn: 'draw',
  chose: 'choose',
  chosen: 'choose',
  spoke: 'speak',
  spoken: 'speak',
  broke: 'break',
  broken: 'break',
  drove: 'drive',
  driven: 'drive',
  struck: 'strike',
  hidden: 'hide',
  hid: 'hide',
  flew: 'fly',
  flown: 'fly',
  threw: 'throw',
  thrown: 'throw',
  caught: 'catch',
  taught: 'teach',
  fought: 'fight',
  sought: 'seek',
  felt: 'feel',
  dealt: 'deal',
  meant: 'mean',
  heard: 'hear',
  slept: 'sleep',
  swam: 'swim',
  sang: 'sing',
  sung: 'sing',
  sank: 'sink',
  sunk: 'sink',
  shot: 'shoot',
  born: 'birth',
  ate: 'eat',
  eaten: 'eat',
  beaten: 'beat',
  became: 'become',
  understood: 'understand',
  withdrew: 'withdraw',
  withdrawn: 'withdraw',
  stole: 'steal',
  stolen: 'steal',
  wore: 'wear',
  worn: 'wear',
  bore: 'bear',
  spent: 'spend',
  lent: 'lend',
  shown: 'show',
  laid: 'lay',
  lain: 'lie',
  died: 'die',
  dying: 'die',
  dead: 'die',
  death: 'die',
  lying: 'lie',
  tied: 'tie',
  children: 'child',
  men: 'man',
  women: 'woman',
  people: 'person',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  lives: 'life',
  wives: 'wife',
  leaves: 'leave',
  halves: 'half',
  knives: 'knife',
  wolves: 'wolf',
  shelves: 'shelf',
  better: 'good',
  best: 'good',
  worse: 'bad',
  worst: 'bad',
  further: 'far',
  decision: 'decid',
  decisions: 'decid',
  arrival: 'arriv',
  refusal: 'refus',
  approval: 'approv',
  removal: 'remov',
  survival: 'surviv',
  proposal: 'propos',
  growth: 'grow',
  loss: 'lose',
  losses: 'lose',
  sale: 'sell',
  sales: 'sell',
  flight: 'fly',
  flights: 'fly',
  failure: 'fail',
  failures: 'fail',
  choice: 'choose',
  birth: 'birth',
  belief: 'believ',
  thieves: 'thief',
};

const vowels = /[aeiouy]/;

/** The stem of a word in lower case. */
export function stem(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return finish(known);
  if (word.length <= 3) return word;
  return finish(dropSuffix(dropInflection(word)));
}

function dropInflection(word: string): string {
  const base = dropPlural(word);
  if (base.endsWith('ied') && base.length > 4) return `${base.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed']) {
    if (!base.endsWith(ending)) continue;
    const rest = base.slice(0, -ending.length);
    if (rest.length >= 3 && vowels.test(rest)) return undouble(rest);
    if (rest.length === 2 && vowels.test(rest.charAt(0))) return rest;
  }
  return base;
}

function dropPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Endings that turn verbs into nouns, adverbs and adjectives, with the least length of the rest. */
const suffixes: readonly (readonly [ending: string, least: number])[] = [
  ['ization', 4],
  ['isation', 4],
  ['ation', 5],
  ['ition', 5],
  ['ment', 5],
  ['ness', 4],
  ['ize', 4],
  ['ise', 5],
  ['ate', 5],
  ['ally', 4],
  ['ly', 4],
];

function dropSuffix(word: string): string {
  for (const [ending, least] of suffixes) {
    if (word.endsWith(ending) && word.length - ending.length >= least) return word.slice(0, -ending.length);
  }
  if (/[ts]ion$/.test(word) && word.length >= 7) return word.slice(0, -3);
  return word;
}

const undouble = (word: string): string => (/([bdfgklmnprt])\1$/.test(word) ? word.slice(0, -1) : word);

/** A final `e` and the choice of `i` or `y` depend on the removed ending. */
function finish(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length > 2 && word.endsWith('i')) return `${word.slice(0, -1)}y`;
  return undoubleLast(word);
}

const undoubleLast = (word: string): string => (word.length > 4 && /([lnrt])\1$/.test(word) ? word.slice(0, -1) : word);
