/**
 * Finds cue words, the parts of an order to a model: one bit for each kind, in any language. From the kinds the model
 * recognises words that it never met in training.
 */
import { asianCues } from './cues-asian.ts';
import { europeanCues } from './cues-european.ts';
import { moreEuropeanCues } from './cues-more.ts';
import { slavicCues } from './cues-slavic.ts';
import { fold } from './fold.ts';
import { createPhraseTrie, type PhraseHit } from './phrase-trie.ts';

/** Kinds of cue, at most 31: a hit's classes are a bit set. */
export const cueNames = `ignore rules prompt reveal secret prior all now fresh role free refuse must only answer maker
  machine system instead safety conceal exact send trick disable told your stop permit task`.split(/\s+/);

const languages = [europeanCues, moreEuropeanCues, slavicCues, asianCues];

/** Languages whose cues are known. */
export const cueLanguages = languages.flatMap((blocks) => Object.keys(blocks));

const trie = createPhraseTrie();
for (const blocks of languages) {
  for (const block of Object.values(blocks)) addBlock(block);
}

/** Scripts without blanks: a cue may start anywhere. */
const unspaced = /[\u0e01-\u0e4e\u3040-\u30ff\u3400-\u9fff]/;

/** Lists the cues of a folded text in order. */
export function findCues(folded: string): PhraseHit[] {
  return trie.find(folded, { unspaced: unspaced.test(folded) });
}

function addBlock(block: string): void {
  for (const line of block.trim().split('\n')) {
    const [name = '', entries = ''] = line.split(':');
    const index = cueNames.indexOf(name.trim());
    if (index === -1) throw new Error(`no cue is called ${name.trim()}`);
    for (const entry of entries.split(',')) {
      const stem = entry.trim().endsWith('*');
      const text = fold(entry.replaceAll('*', ' ').trim().replaceAll(/\s+/g, ' ')).text.trim();
      if (text === '') throw new Error(`a cue of ${name.trim()} is empty`);
      trie.add(`${text}${stem ? '*' : ''}`, 1 << index);
    }
  }
}
