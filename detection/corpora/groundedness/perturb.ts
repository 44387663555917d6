/** Makes faithful and unfaithful sentences from a source, with the omissions and errors of summarisers. */
import { cutSentences } from '../../../src/auditors/groundedness/sentences.ts';
import { distortions } from './distort.ts';

export interface Made {
  readonly text: string;
  readonly label: 0 | 1;
  readonly kind: string;
}

interface Context {
  /** Sentences of the source. */
  readonly sentences: readonly string[];
  readonly at: number;
  /** Names from other sources. */
  readonly foreign: readonly string[];
  readonly random: () => number;
}

/** Changes a sentence; `undefined` if it does not apply. */
export type Change = (sentence: string, context: Context) => string | undefined;

/** Makes sentences from a source, one of each kind that applies. */
export function perturb(text: string, foreign: readonly string[], random: () => number): Made[] {
  const sentences = cutSentences(text)
    .map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, ' '))
    .filter((sentence) => sentence.split(' ').length > 5 && sentence.length < 400);
  return sentences.flatMap((sentence, at) => {
    const context: Context = { sentences, at, foreign, random };
    return [...faithful, ...unfaithful].flatMap(({ kind, label, change, share }) => {
      if (random() > share) return [];
      const made = change(sentence, context);
      if (made === undefined || made === sentence || made.split(' ').length < 4) return [];
      return [{ text: random() < 0.5 ? reword(made, random) : made, label, kind }];
    });
  });
}

/**
 * Makes unfaithful sentences from a freely worded faithful one: replaces half of it by another article's, or changes a name, a
 * number, a date or a negation.
 */
export function spoil(sentence: string, { sentences, others, foreign, random }: SpoilContext): Made[] {
  const context: Context = { sentences: ['', ...sentences], at: 0, foreign, random };
  const changed = unfaithful.flatMap(({ kind, label, change, share }) => {
    const made =
      random() > share || kind === 'stitch' || kind === 'other_subject' ? undefined : change(sentence, context);
    return made === undefined || made === sentence ? [] : [{ text: made, label, kind }];
  });
  const half = stitch(sentence, { sentences: ['', ...others], at: 0, foreign, random });
  return half === undefined ? changed : [...changed, { text: half, label: 1, kind: 'half_invented' }];
}

export interface SpoilContext {
  /** Sentences of the source. */
  readonly sentences: readonly string[];
  /** Sentences about other subjects. */
  readonly others: readonly string[];
  readonly foreign: readonly string[];
  readonly random: () => number;
}

/** One kind of change. */
export interface Maker {
  readonly kind: string;
  readonly label: 0 | 1;
  /** Frequency of the change. */
  readonly share: number;
  readonly change: Change;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const closed = (text: string): string => (/[.!?"”]$/.test(text) ? text : `${text.replace(/[,;: ]+$/, '')}.`);

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

const names = /(?<=[a-z,;:] )[A-Z][\p{L}'’.-]+(?: (?:of |de |van )?[A-Z][\p{L}'’-]+)*/gu;
const numbers = /\b\d{1,3}(?:,\d{3})+\b|\b\d+(?:\.\d+)?\b/g;
const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Lists names in a text, without months and days. */
export function listNames(text: string): string[] {
  return [...text.matchAll(names)]
    .map(([name]) => name.replace(/[.'’]s?$/, ''))
    .filter((name) => !months.includes(name) && !days.includes(name) && name.length > 2);
}

/** Small changes that keep the meaning, so that not only copied words are faithful. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/\bsaid\b/, 'says'],
  [/ that (?=the|he|she|it|they)/, ' '],
  [/\b(?:more than|over)\b/, 'over'],
  [/\bhad been\b/, 'was'],
  [/\bhas been\b/, 'was'],
  [/ (?:\p{Ll}{3,}ly|also|only|now|then|already|still)(?= )/u, ''],
  [/\b(?:and|but)\b(?= (?:is|was|has|had|are|were|will))/, 'who'],
  [/\bpercent\b/, '%'],
  [/\babout (?=\d)/, 'around '],
  [/\bwas born\b/, 'is born'],
  [/\bbest known for\b/, 'known for'],
  [/\bis an?\b/, 'was a'],
  [/\bchildren\b/, 'kids'],
  [/\bafter\b/, 'following'],
  [/\bbecause of\b/, 'due to'],
  [/\bwill\b/, 'is to'],
  [/, /, ' '],
  [/^(?:The|A|An) /, ''],
];

function reword(sentence: string, random: () => number): string {
  let text = sentence;
  for (const [pattern, replacement] of rewordings) if (random() < 0.4) text = text.replace(pattern, replacement);
  return capitalize(text);
}

const whole: Change = (sentence) => `${sentence} `.trimEnd();

const dropInsertion: Change = (sentence) => {
  const cut = sentence.replace(/ ?\([^()]{3,80}\)/, '').replace(/, (?:who|which|a|an|the|where|whose) [^,]{5,90},/, '');
  return cut === sentence ? undefined : cut;
};

const dropTail: Change = (sentence) => {
  const cut =
    /^(.{25,}?),? (?:which|who|although|though|while|because|after|before|when|where|as|including|with|but|and) .{12,}$/.exec(
      sentence,
    )?.[1];
  return cut === undefined || cut.split(' ').length < 5 ? undefined : closed(cut);
};

const dropOpening: Change = (sentence) => {
  const rest =
    /^(?:In|On|At|After|Before|Under|With|For|From|During|By|Of|Among|Until|However|Some|As|According to|Last)\b[^,]{3,60}, (.{25,})$/.exec(
      sentence,
    )?.[1];
  return rest === undefined ? undefined : capitalize(rest);
};

const dropSpeaker: Change = (sentence) => {
  const rest = /^(.{25,}), (?:said|according to) [^,]{3,60}\.$/.exec(sentence)?.[1];
  return rest === undefined || rest.includes('"') ? undefined : closed(rest);
};

const joinNext: Change = (sentence, { sentences, at }) => {
  const next = sentences[at + 1];
  if (next === undefined || sentence.length + next.length > 260 || /["“”]/.test(sentence + next)) return undefined;
  if (!/^(?:It|He|She|They|The|This|These|There|A|An|In)\b/.test(next)) return undefined;
  return `${sentence.replace(/[.!?]$/, '')}, and ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
};

/** Joins two separate sentences. */
const joinOther: Change = (sentence, { sentences, at, random }) => {
  const others = sentences.filter((other, index) => Math.abs(index - at) > 1 && /^(?:The|A|An|In|It)\b/.test(other));
  const other = pick(others, random);
  if (other === undefined || sentence.length + other.length > 240 || /["“”]/.test(sentence + other)) return undefined;
  const join = pick([', while ', ' and ', '; ', ', and '], random) ?? ', and ';
  return `${sentence.replace(/[.!?]$/, '')}${join}${other.charAt(0).toLowerCase()}${other.slice(1)}`;
};

/** Replaces a pronoun by the name before it. */
const nameSubject: Change = (sentence, { sentences, at }) => {
  if (!/^(?:He|She|It|They) /.test(sentence)) return undefined;
  const names = sentences
    .slice(0, at)
    .flatMap((before) => /^(?:The )?((?:[A-Z][\p{L}'’-]+ ?){1,3})\b/u.exec(before)?.[1] ?? []);
  const name = names.at(-1)?.trim();
  return name === undefined || /^(?:It|He|She|They|The|In|This|A)\b/.test(name)
    ? undefined
    : sentence.replace(/^\w+/, () => name);
};

const shortenName: Change = (sentence) => {
  const cut = sentence.replace(
    /\b([A-Z]\p{Ll}+) (?:[A-Z]\. )?([A-Z]\p{Ll}{2,})(?= (?:said|was|is|has|had|told|will|who))/u,
    '$2',
  );
  return cut === sentence ? undefined : cut;
};

/** Words at which one sentence can continue as another. */
const joints =
  /,? (?=(?:was|were|is|are|has|have|had|will|would|said|after|because|when|who|which|with|for|in|from|by|to|of|at|on)\b)/g;

function cutAtJoint(sentence: string, random: () => number, part: 'head' | 'tail', word?: string): string | undefined {
  const places = [...sentence.matchAll(joints)].map(({ index, 0: { length } }) => [index, index + length] as const);
  const inside = places.filter(([from, to]) => {
    const fits = word === undefined || sentence.slice(to).startsWith(`${word} `);
    return fits && from > 12 && to < sentence.length - 12;
  });
  const place = pick(inside, random);
  if (place === undefined) return undefined;
  return part === 'head' ? sentence.slice(0, place[0]) : sentence.slice(place[1]);
}

/** Joins the start of one sentence and the end of another, the most frequent error of copying summarisers. */
const stitch: Change = (sentence, { sentences, at, random }) => {
  const others = sentences.filter((_, index) => Math.abs(index - at) > 0);
  const other = pick(others, random);
  const tail = other === undefined ? undefined : cutAtJoint(other, random, 'tail');
  const word = tail === undefined ? undefined : /^\w+/.exec(tail)?.[0];
  const head = cutAtJoint(sentence, random, 'head', random() < 0.6 ? word : undefined);
  return head === undefined || tail === undefined ? undefined : closed(`${head} ${tail}`);
};

/** Attributes a statement to another subject. */
const otherSubject: Change = (sentence, { sentences, at, random }) => {
  const subject = /^((?:The |A |An )?[\p{L}'’ -]{3,40}?) (?:was|were|is|are|has|have|had|will|said)\b/u;
  const own = subject.exec(sentence)?.[1];
  const others = sentences.flatMap((other, index) => (index === at ? [] : (subject.exec(other)?.[1] ?? [])));
  const other = pick(
    others.filter((one) => one !== own && !/^(?:It|He|She|They|This|There)$/.test(one)),
    random,
  );
  return own === undefined || other === undefined ? undefined : other + sentence.slice(own.length);
};

const swapName: Change = (sentence, { sentences, at, random }) => {
  const name = pick(listNames(sentence), random);
  const others = sentences.flatMap((other, index) => (index === at ? [] : listNames(other)));
  const other = pick(
    others.filter((one) => !sentence.includes(one)),
    random,
  );
  return name === undefined || other === undefined ? undefined : sentence.replace(name, () => other);
};

const foreignName: Change = (sentence, { foreign, random }) => {
  const name = pick(listNames(sentence), random);
  const other = pick(foreign, random);
  return name === undefined || other === undefined || sentence.includes(other)
    ? undefined
    : sentence.replace(name, () => other);
};

const changeNumber: Change = (sentence, { random }) => {
  const number = pick([...sentence.matchAll(numbers)], random);
  if (number === undefined) return undefined;
  const value = Number(number[0].replaceAll(',', ''));
  const isYear = value > 1500 && value < 2100 && Number.isInteger(value);
  const factor = pick([0.5, 2, 3, 10, 1.4], random) ?? 2;
  const changed = isYear ? value + (pick([-20, -7, -3, 4, 11], random) ?? 5) : Math.max(2, Math.round(value * factor));
  if (changed === value) return undefined;
  const written = number[0].includes(',') ? changed.toLocaleString('en-US') : String(changed);
  return sentence.slice(0, number.index) + written + sentence.slice(number.index + number[0].length);
};

const deny: Change = (sentence) => {
  if (/\b(?:not|never|no|nobody|none|n't)\b/.test(sentence)) {
    const told = sentence.replace(/\b(was|were|is|are|has|had|have|will|would|could|may|can|did|does|do) not\b/, '$1');
    return told === sentence ? undefined : told;
  }
  const denied = sentence.replace(/\b(was|were|is|are|has|had|will|would|could|can|should|may)\b/, '$1 not');
  return denied === sentence ? undefined : denied;
};

const shiftDate: Change = (sentence, { random }) => {
  const pattern = new RegExp(`\\b(?:${[...months.filter((month) => month !== 'May'), ...days].join('|')})\\b`);
  const found = pattern.exec(sentence)?.[0];
  if (found === undefined) return undefined;
  const other = pick(
    (days.includes(found) ? days : months).filter((one) => one !== found),
    random,
  );
  return other === undefined ? undefined : sentence.replace(found, other);
};

const swapEnds: Change = (sentence) => {
  const [first, second] = listNames(`x ${sentence}`).filter((name, at, all) => all.indexOf(name) === at);
  if (first === undefined || second === undefined || first.includes(second) || second.includes(first)) return undefined;
  return sentence
    .replace(first, '\u0001')
    .replace(second, () => first)
    .replace('\u0001', () => second);
};

const makeCertain: Change = (sentence) => {
  const sure = sentence
    .replace(/\b(?:may|might|could) be\b/, 'is')
    .replace(/\b(?:is|are) (?:expected|likely|due) to\b/, 'will certainly')
    .replace(/\b(?:plans|hopes|wants|intends) to\b/, 'has decided to');
  return sure === sentence ? undefined : sure;
};

const additions = [
  ', which has already led to several lawsuits',
  ' for the first time in its history',
  ', a spokesman for the police confirmed',
  ' after a long illness',
  ', according to his lawyer',
  ' despite strong protests from residents',
  ', the largest in the world',
  ' and plans to retire next year',
  ', although the government had promised the opposite',
  ' following a secret vote',
  ', causing damage of several million',
  ' together with his younger brother',
];

const addClaim: Change = (sentence, { random }) =>
  `${sentence.replace(/[.!?]"?$/, '')}${pick(additions, random) ?? ''}.`;

const faithful: readonly Maker[] = [
  { kind: 'verbatim', label: 0, share: 0.35, change: whole },
  { kind: 'without_insertion', label: 0, share: 1, change: dropInsertion },
  { kind: 'without_tail', label: 0, share: 0.8, change: dropTail },
  { kind: 'without_opening', label: 0, share: 1, change: dropOpening },
  { kind: 'without_speaker', label: 0, share: 0.7, change: dropSpeaker },
  { kind: 'joined', label: 0, share: 0.6, change: joinNext },
  { kind: 'joined_far', label: 0, share: 0.3, change: joinOther },
  { kind: 'named', label: 0, share: 1, change: nameSubject },
  { kind: 'short_name', label: 0, share: 1, change: shortenName },
];

const unfaithful: readonly Maker[] = [
  { kind: 'stitch', label: 1, share: 1, change: stitch },
  { kind: 'other_subject', label: 1, share: 0.5, change: otherSubject },
  { kind: 'entity', label: 1, share: 0.2, change: swapName },
  { kind: 'foreign_entity', label: 1, share: 0.15, change: foreignName },
  { kind: 'number', label: 1, share: 0.15, change: changeNumber },
  { kind: 'negation', label: 1, share: 0.15, change: deny },
  { kind: 'date', label: 1, share: 0.25, change: shiftDate },
  { kind: 'role', label: 1, share: 0.15, change: swapEnds },
  { kind: 'certainty', label: 1, share: 0.3, change: makeCertain },
  { kind: 'addition', label: 1, share: 0.3, change: addClaim },
  ...distortions,
];
