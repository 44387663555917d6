/** The lexicon of all languages as one prefix tree: phrase to bit set of classes. */
import { type Lexicon, type PhraseClass, phraseClass } from './classes.ts';
import { fold } from './fold.ts';
import { arabic, chinese, hindi, japanese, korean, turkish } from './lexicon-asian.ts';
import { english } from './lexicon-english.ts';
import { dutch, french, german, italian, portuguese, russian, spanish } from './lexicon-european.ts';
import { createPhraseTrie, type PhraseTrie } from './phrase-trie.ts';

const languages: readonly Lexicon[] = [
  ...[english, german, spanish, french, italian, portuguese, dutch, russian],
  ...[chinese, japanese, korean, arabic, hindi, turkish],
];

/** Builds the tree. Lexicon and text go through the same fold, so both meet in one spelling. */
export function buildLexicon(): PhraseTrie {
  const trie = createPhraseTrie();
  for (const part of languages) {
    for (const name of Object.keys(part) as PhraseClass[]) {
      for (const entry of (part[name] ?? '').split(',')) trie.add(foldEntry(entry.trim()), phraseClass[name]);
    }
  }
  return trie;
}

function foldEntry(entry: string): string {
  const stem = entry.endsWith('*');
  return `${fold(stem ? entry.slice(0, -1) : entry).text.trim()}${stem ? '*' : ''}`;
}
