/** A row before the model's verdict: computed once for every fold of training. */
import { type categories, heads } from '../../../src/auditors/toxicity/categories.ts';
import { isEnglish } from '../../../src/auditors/toxicity/english.ts';
import { type Folded, foldWords } from '../../../src/auditors/toxicity/fold.ts';
import { type LexicalScores, scoreSignals } from '../../../src/auditors/toxicity/lexical-scores.ts';
import { toWordList, type WordList } from '../../../src/auditors/toxicity/sentence.ts';
import { findSignals, type Signal } from '../../../src/auditors/toxicity/signals.ts';
import type { Row } from '../../data/row.ts';
import { truthOf } from './training-rows.ts';

export interface Look {
  readonly row: Row;
  readonly list: WordList;
  readonly signals: readonly Signal[];
  readonly lexical: LexicalScores;
  readonly folded: Folded;
  /** Label for each head; undefined if unknown. */
  readonly truth: readonly (number | undefined)[];
  readonly weight: number;
}

export function lookAt(row: Row): Look {
  const list = toWordList(row.text, { multilingual: true });
  const signals = findSignals(list);
  const lexical = scoreSignals(signals);
  const { overall, weight } = truthOf(row);
  const truth = heads.map((head) => (head === 'overall' ? overall : truthOfCategory(row, head, lexical)));
  return { row, list, signals, lexical, folded: foldWords(list, isEnglish), truth, weight };
}

function truthOfCategory(
  { labels, label, source, category }: Row,
  name: (typeof categories)[number],
  { scores }: LexicalScores,
): number | undefined {
  const known = labels?.[name];
  if (known !== undefined) return known;
  // The lexicon has all swear words; the model learns their misspellings from them.
  if (name === 'profanity') return scores.profanity > 0 ? 1 : 0;
  const isPlain = label === 0 && (source !== 'davidson' || category === 'neither');
  return isPlain && source !== 'own.toxicity' && (name === 'insult' || name === 'threat' || name === 'severe_toxicity')
    ? 0
    : undefined;
}
