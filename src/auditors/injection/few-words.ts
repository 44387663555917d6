/** Texts with too few words for the trained model: names, labels, one word repeated. Rules judge them alone. */
import type { ModelJudgement } from './classifier.ts';

/** A run between separators, a long one counts for more; a sign of a script without blanks stands for a word. */
const word = /[\u0e01-\u0e4e\u3040-\u9fff]|[^ .\u0e01-\u0e4e\u3040-\u9fff]{1,12}/g;

/** Counts different words of a folded text, up to `most`. Linear; of an ordinary text the first words are looked at. */
export function countWords(folded: string, most: number): number {
  const found = new Set<string>();
  for (const [each] of folded.matchAll(word)) {
    found.add(each);
    if (found.size === most) break;
  }
  return found.size;
}

/** The result for a text that the model was not asked about. */
export function unjudged({ length }: string): ModelJudgement {
  const place = { score: 0, start: 0, end: length };
  return { attack: 0, jailbreak: 0, place, findOrder: () => place };
}
