/** Prompt injection in one text: layers are opened, patterns found, their weights combined to a risk. */

import { fold } from './fold.ts';
import { findLayers, type Layer, type Span } from './layers.ts';
import { type Match, matchFolded, matchPhrases } from './match.ts';
import { isMention } from './mention.ts';
import type { PatternFamily } from './rules.ts';
import { matchTemplates } from './templates.ts';

/** Where a text comes from: a document has no reason to speak to a model. */
export type TextOrigin = 'input' | 'output' | 'document';

export interface InjectionSpan extends Span {
  /** Rule id, with the layer in front when the pattern was hidden, e.g. `base64:override.prior_instructions`. */
  readonly type: string;
  readonly score: number;
}

export interface InjectionFinding {
  readonly risk: number;
  readonly family: PatternFamily | undefined;
  readonly spans: readonly InjectionSpan[];
}

const maxDepth = 3;
const maxSpans = 64;
/** No lexical rule is certain: the score leaves room above. */
const maxRisk = 0.99;
/** Hiding a pattern in an encoding shows intent; it never lowers the weight. */
const hiddenBonus = 0.1;

interface Weighed {
  readonly id: string;
  readonly family: PatternFamily;
  readonly weight: number;
  readonly span: Span;
}

/** Judges one text. */
export function detectInjection(text: string, origin: TextOrigin): InjectionFinding {
  const found: Weighed[] = [];
  collect({ text, origin, depth: 0, kinds: [], toSource: (start, end) => ({ start, end }), found });
  if (found.length === 0) return { risk: 0, family: undefined, spans: [] };
  found.sort((left, right) => right.weight - left.weight);
  const spans = found.slice(0, maxSpans).map(({ id, weight, span }) => ({ ...span, type: id, score: round(weight) }));
  return { risk: combine(found), family: found[0]?.family, spans };
}

interface Search {
  readonly text: string;
  readonly origin: TextOrigin;
  readonly depth: number;
  readonly kinds: readonly string[];
  readonly toSource: (start: number, end: number) => Span;
  readonly found: Weighed[];
}

function collect(search: Search): void {
  const { text, depth } = search;
  weigh(search, [...matchPhrases(text), ...matchTemplates(text)]);
  if (depth >= maxDepth) return;
  for (const layer of findLayers(text)) collectLayer(search, layer);
}

function collectLayer(search: Search, layer: Layer): void {
  const { origin, found } = search;
  const inner: Search = {
    origin,
    found,
    text: layer.text,
    depth: search.depth + 1,
    kinds: [...search.kinds, layer.kind],
    toSource: (start, end) => {
      const outer = layer.toSource(start, end);
      return search.toSource(outer.start, outer.end);
    },
  };
  if (layer.nested) collect(inner);
  else weigh(inner, matchFolded(fold(layer.text), { anywhere: layer.anywhere }));
}

function weigh(search: Search, matches: readonly Match[]): void {
  for (const match of matches) {
    const base = search.origin === 'document' ? match.documentWeight : match.weight;
    if (base === 0) continue;
    const hidden = search.kinds.length > 0;
    const mentioned = !hidden && isMention(search.text, match.start, match.end);
    const weight = hidden ? Math.min(maxRisk, base + (base >= 0.5 ? hiddenBonus : 0)) : mentioned ? base * 0.6 : base;
    const id = [...search.kinds, match.id].join(':');
    // A layer keeps what stood plainly in the text: the plain finding is enough.
    if (search.found.some((known) => known.id.endsWith(match.id) && known.weight >= weight)) continue;
    search.found.push({ id, family: match.family, weight, span: search.toSource(match.start, match.end) });
  }
}

/**
 * Families are combined as independent signs (noisy or). Within a family the strongest pattern counts, and the
 * next one that stands elsewhere in the text counts half: variants of one phrase must not add up.
 */
function combine(found: readonly Weighed[]): number {
  const families = new Map<PatternFamily, { readonly best: Weighed; supported: boolean }>();
  let miss = 1;
  for (const pattern of found) {
    const family = families.get(pattern.family);
    if (family === undefined) {
      families.set(pattern.family, { best: pattern, supported: false });
      miss *= 1 - pattern.weight;
    } else if (!family.supported && !overlaps(family.best.span, pattern.span)) {
      family.supported = true;
      miss *= 1 - pattern.weight / 2;
    }
  }
  return round(Math.min(maxRisk, 1 - miss));
}

function overlaps(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
