/** Inputs of the combination of model and rules, as numbers of similar size. */
import { categories, heads } from './categories.ts';
import type { LexicalScores } from './lexical-scores.ts';
import type { LinearScores } from './linear-scores.ts';
import type { WordList } from './sentence.ts';
import type { Signal } from './signals.ts';
import { bit } from './word-classes.ts';

export interface Seen {
  readonly list: WordList;
  readonly signals: readonly Signal[];
  readonly lexical: LexicalScores;
  readonly linear: LinearScores;
}

const [overallHead, severeHead, threatHead, insultHead, identityHead] = heads.map((_, index) => index);

/** Features of the overall score, in the order of {@link overallFeatureNames}. */
export function overallFeatures({ list, signals, lexical, linear }: Seen): number[] {
  const { whole, worst } = linear;
  const { scores } = lexical;
  const words = list.words.length;
  const counts = countWords(list);
  let strongest = 0;
  let sum = 0;
  let aimed = 0;
  for (const signal of signals) {
    sum += signal.score;
    if (signal.score > strongest) strongest = signal.score;
    if (signal.aimed && signal.score > aimed) aimed = signal.score;
  }
  return [
    clip(whole[overallHead ?? 0]),
    clip(worst[overallHead ?? 0]),
    clip(worst[severeHead ?? 0]),
    clip(worst[threatHead ?? 0]),
    clip(worst[insultHead ?? 0]),
    clip(worst[identityHead ?? 0]),
    lexical.overall,
    scores.threat,
    scores.insult,
    scores.identity_attack,
    scores.profanity,
    scores.self_harm,
    scores.sexually_explicit,
    scores.violence,
    strongest,
    aimed,
    Math.min(3, sum / Math.sqrt(words + 1)),
    Math.log(words + 1) / 3,
    Math.min(2, counts.you / Math.sqrt(words + 1)),
    counts.quotedHostile > 0 ? 1 : 0,
    counts.report > 0 ? 1 : 0,
    counts.deniedGroup > 0 ? 1 : 0,
  ];
}

export const overallFeatureNames: readonly string[] = [
  'whole.overall',
  'worst.overall',
  'worst.severe_toxicity',
  'worst.threat',
  'worst.insult',
  'worst.identity_attack',
  'lexical.overall',
  'lexical.threat',
  'lexical.insult',
  'lexical.identity_attack',
  'lexical.profanity',
  'lexical.self_harm',
  'lexical.sexually_explicit',
  'lexical.violence',
  'signal.strongest',
  'signal.aimed',
  'signal.density',
  'length',
  'second_person',
  'quoted_hostile',
  'report',
  'denied_group',
];

/** Features of one category: the model over the whole text, over the worst chunk, and the lexical score. */
export function categoryFeatures({ lexical, linear }: Seen, category: number): number[] {
  const name = categories[category];
  const head = category + 1;
  return [clip(linear.whole[head]), clip(linear.worst[head]), name === undefined ? 0 : lexical.scores[name]];
}

/** Larger logits carry no further information. */
const clip = (logit: number | undefined): number => Math.max(-8, Math.min(8, logit ?? 0)) / 4;

interface Counts {
  you: number;
  quotedHostile: number;
  report: number;
  deniedGroup: number;
}

const hostile = bit.entry | bit.dehumanizer | bit.hateVerb | bit.violenceVerb | bit.group;

function countWords({ words, bits }: WordList): Counts {
  const counts: Counts = { you: 0, quotedHostile: 0, report: 0, deniedGroup: 0 };
  for (let index = 0; index < bits.length; index += 1) {
    const here = bits[index] ?? 0;
    if (here === 0) continue;
    if ((here & bit.you) !== 0) counts.you += 1;
    if ((here & bit.report) !== 0) counts.report += 1;
    if ((here & hostile) !== 0 && words[index]?.quoted === true) counts.quotedHostile += 1;
    if ((here & bit.group) === 0) continue;
    for (let near = Math.max(0, index - 2); near < index + 4; near += 1) {
      if (((bits[near] ?? 0) & bit.negator) !== 0) counts.deniedGroup += 1;
    }
  }
  return counts;
}
