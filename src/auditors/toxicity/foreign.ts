/** Signals of languages besides English, by a small lexicon of the text's language. */
import { type ForeignLexicon, foreignLexicons } from './languages.ts';
import { matchesAt, type WordList } from './sentence.ts';
import { type Signal, toSignal, weighWord } from './signals.ts';

/** Finds signals by the lexicons of the given languages. */
export function findForeignSignals(list: WordList, languages: readonly string[]): Signal[] {
  const signals: Signal[] = [];
  for (const language of languages) {
    const known = foreignLexicons.get(language);
    if (known !== undefined) findIn(list, known, signals);
  }
  return signals;
}

function findIn(list: WordList, { entries, secondPerson, threats }: ForeignLexicon, signals: Signal[]): void {
  const isYou = (words: WordList, index: number): boolean => secondPerson.has(words.words[index]?.text ?? '');
  for (const [index, word] of list.words.entries()) {
    const entry = entries.get(word.text);
    if (entry !== undefined) signals.push(toSignal(list, weighWord(list, index, { entry, isYou })));
    for (const phrase of threats) {
      if (phrase[0] !== word.text || !matchesAt(list, index, phrase)) continue;
      const place = { from: index, to: index + phrase.length };
      signals.push(toSignal(list, { category: 'threat', score: 0.88, aimed: true, ...place }));
    }
  }
}
