/** Our own documents, each clean and with an attack in it, beside the user's request. */
import type { Row } from '../../data/row.ts';
import { createRandom } from '../../training/random.ts';
import { grammarLists } from './corpus.ts';
import { documentLists, documentSentences, indirectAttacks } from './documents.ts';
import { expand, pick } from './grammar.ts';

const lists = { ...grammarLists, ...documentLists };

const requests = [
  '[Summarise|Summarize|Sum up] [this|the] [mail|document|page|article|text|file] [for me|in two sentences|]',
  'What [is|are] the [main points|action items|next steps|important dates|key figures] [in|of] [this|the] [mail|notes|document]?',
  '[When|Where|Who] is [the meeting|the trip|$name|the customer]?',
  'How much [did we pay|was charged|is the invoice]?',
  '[Reply to|Answer] [this mail|the customer] [politely|]',
  '[Translate|Proofread] [this|the document]',
  'Find [the cheapest hotel|flights to $place|reviews of $product] and [compare them|tell me the price]',
  'What does [the page|the result|the table] say about $topic?',
];

const newlines = [' ', ' ', '\n', '\n\n'];

/** One sentence hidden in a document. */
export interface HiddenAttack {
  readonly text: string;
  readonly family: string;
}

/** Attacks to hide, about equally many per grammar line. */
export function makeHiddenAttacks(seed: number, perLine: number): HiddenAttack[] {
  const random = createRandom(seed);
  return Object.entries(indirectAttacks).flatMap(([family, lines]) =>
    lines.flatMap((line) => Array.from({ length: perLine }, () => ({ family, text: expand(line, lists, random) }))),
  );
}

/** A row and its hidden attack. */
export interface HidingRow extends Row {
  readonly hidden?: string;
}

/** Pairs of a clean document and the same document with an attack. `source` is `own.document`. */
export function makeDocuments(seed: number, perLine: number): HidingRow[] {
  const random = createRandom(seed);
  return makeHiddenAttacks(seed + 1, perLine).flatMap(({ text, family }) => {
    const sentences = makeSentences(random, 3 + Math.floor(random() * 8));
    const userInput = expand(pick(requests, random), lists, random);
    const at = Math.floor(random() * (sentences.length + 1));
    const attacked = [...sentences.slice(0, at), text, ...sentences.slice(at)];
    const common = { source: 'own.document', language: 'en', userInput };
    return [
      { text: join(sentences, random), label: 0, category: 'clean', ...common } as const,
      { text: join(attacked, random), label: 1, category: family, hidden: text, ...common } as const,
    ];
  });
}

/** Sentences of a clean document. */
export function makeSentences(random: () => number, count: number): string[] {
  const kinds = Object.values(documentSentences);
  return Array.from({ length: count }, () => expand(pick(pick(kinds, random), random), lists, random));
}

function join(sentences: readonly string[], random: () => number): string {
  const gap = pick(newlines, random);
  return sentences.join(gap);
}
