/** Applies the phrase rules to one text: fold, one walk over the lexicon, then rules over the few hits. */
import type { FoldedText } from './fold.ts';
import { buildLexicon } from './lexicon.ts';
import type { PhraseHit } from './phrase-trie.ts';
import { countRules, type PatternFamily, type PhraseRule, phraseRules } from './rules.ts';

/** One pattern found, with UTF-16 offsets into the text that was handed in. */
export interface Match {
  readonly id: string;
  readonly family: PatternFamily;
  readonly weight: number;
  readonly documentWeight: number;
  readonly start: number;
  readonly end: number;
}

const lexicon = buildLexicon();

/** Finds phrase patterns in folded text. `anywhere` finds phrases inside words, for text without blanks. */
export function matchFolded(folded: FoldedText, options: { anywhere?: boolean } = {}): Match[] {
  const hits = lexicon.find(folded.text, { unspaced: folded.unspaced, ...options });
  if (hits.length === 0) return [];
  let seen = 0;
  for (const hit of hits) seen |= hit.classes;
  const matches: Match[] = [];
  for (const rule of phraseRules) {
    if ((seen & rule.mask) !== rule.mask) continue;
    const found = findRule(rule, hits);
    if (found !== undefined) matches.push(toMatch(rule, folded, found));
  }
  for (const rule of countRules) {
    if ((seen & rule.bit) === 0) continue;
    const counted = hits.filter((hit) => (hit.classes & rule.bit) !== 0);
    const [first, last] = [counted[0], counted.at(-1)];
    if (counted.length < rule.atLeast || first === undefined || last === undefined) continue;
    const weights = { weight: rule.weight, documentWeight: rule.weight };
    matches.push(
      toMatch({ id: rule.id, family: 'jailbreak', ...weights }, folded, { start: first.start, end: last.end }),
    );
  }
  return matches;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the first place where every class of a rule is within its distance, in one sentence. */
function findRule(rule: PhraseRule, hits: readonly PhraseHit[]): Range | undefined {
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index];
    if (hit === undefined || (hit.classes & rule.mask) === 0) continue;
    if (rule.first !== 0 && (hit.classes & rule.first) === 0) continue;
    let missing = rule.mask & ~(rule.first === 0 ? hit.classes & rule.mask : rule.first);
    if (missing === 0) return hit;
    for (let next = index + 1; next < hits.length; next += 1) {
      const other = hits[next];
      if (other === undefined || other.sentence !== hit.sentence || other.word - hit.word > rule.withinWords) break;
      missing &= ~other.classes;
      if (missing === 0) return { start: hit.start, end: other.end };
    }
  }
  return undefined;
}

function toMatch(
  rule: Pick<PhraseRule, 'id' | 'family' | 'weight' | 'documentWeight'>,
  folded: FoldedText,
  range: Range,
): Match {
  const { id, family, weight, documentWeight } = rule;
  const places = folded.places();
  return { id, family, weight, documentWeight, start: places[range.start] ?? 0, end: places[range.end] ?? 0 };
}
