/** Detects prompt injection in one text: opens layers, finds patterns, asks the model, and combines the results to a risk. */
import type { Classifier, ModelJudgement, ModelWindow } from './classifier.ts';
import { combineRisk, combineRules, maxRisk, type Weighed } from './combine.ts';
import { countWords, unjudged } from './few-words.ts';
import { type FoldedText, fold } from './fold.ts';
import { blankJson } from './json-words.ts';
import { findLayers, type Layer, type Span } from './layers.ts';
import { type Match, matchFolded } from './match.ts';
import { isMention } from './mention.ts';
import { servesRequest } from './request-words.ts';
import type { PatternFamily } from './rules.ts';
import { matchTemplates } from './templates.ts';

/** Origin of a text: a document has no reason to address a model, a system text has every reason. */
export type TextOrigin = 'input' | 'output' | 'document' | 'system';

export interface InjectionSpan extends Span {
  /** Rule id, preceded by the layer if the pattern was hidden, e.g. `base64:override.prior_instructions`. */
  readonly type: string;
  readonly score: number;
}

export interface InjectionFinding {
  readonly risk: number;
  readonly family: PatternFamily | undefined;
  readonly spans: readonly InjectionSpan[];
  /** Separate results of rules and model. */
  readonly scores: { readonly rules: number; readonly model: number; readonly indirect: number };
}

/** Inputs of the judgement besides the text. */
export interface JudgeOptions {
  readonly origin: TextOrigin;
  /** The user's own request. An order that serves it is no injection. */
  readonly request?: string;
}

const maxDepth = 3;
const maxSpans = 64;
/** Bonus for a pattern hidden in an encoding, which shows intent. It never lowers the weight. */
const hiddenBonus = 0.1;
/** Shorter decoded texts are too little for the model. */
const shortestLayer = 12;
/** From this probability on the model's finding is shown as a span. */
const shownFrom = 0.5;
/** Factor for the probability of an order in a document if it does what the user asked for. */
const servingFactor = 0.6;

/** With fewer different words the model is not asked: the text is a name or a label. */
const wordsOfAttack = 2;
/** The same for an order in a document. */
const wordsOfOrder = 3;

/** Creates the judgement of one text over a model. */
export function createDetector(classifier: Classifier): (text: string, options: JudgeOptions) => InjectionFinding {
  return (text, { origin, request = '' }) => {
    const folded = fold(text);
    const found: Weighed[] = [];
    const { read, judged, words } = askModel(classifier, text, folded);
    collect({
      classifier,
      text,
      folded,
      origin,
      depth: 0,
      kinds: [],
      toSource: (start, end) => ({ start, end }),
      found,
    });
    found.sort((left, right) => right.weight - left.weight);
    const rules = combineRules(found);
    const order = origin === 'document' && words >= wordsOfOrder ? judged.findOrder() : undefined;
    const indirect = order === undefined ? 0 : weighOrder(order, read, request);
    const risk = Math.max(combineRisk(rules, judged.attack), combineRisk(rules, indirect));
    const spans = [
      ...found
        .slice(0, maxSpans)
        .map(({ id, weight, span }) => ({ start: span.start, end: span.end, type: id, score: round(weight) })),
      ...modelSpans(
        read,
        judged,
        order === undefined ? undefined : { score: indirect, start: order.start, end: order.end },
      ),
    ].sort((left, right) => right.score - left.score);
    return {
      risk: round(risk),
      family: familyOf({ origin, found, rules, judged, indirect }),
      spans,
      scores: { rules: round(rules), model: round(judged.attack), indirect: round(indirect) },
    };
  };
}

/** Selects the model's text, and gives its result. */
function askModel(classifier: Classifier, text: string, folded: FoldedText) {
  const said = blankJson(text);
  const read = said === text ? folded : fold(said);
  const words = countWords(read.text, wordsOfOrder);
  return { read, words, judged: words < wordsOfAttack ? unjudged(read.text) : classifier.judge(read.text) };
}

interface Search {
  readonly classifier: Classifier;
  readonly text: string;
  readonly folded: FoldedText;
  readonly origin: TextOrigin;
  readonly depth: number;
  readonly kinds: readonly string[];
  readonly toSource: (start: number, end: number) => Span;
  readonly found: Weighed[];
}

function collect(search: Search): void {
  const { text, folded, depth } = search;
  weigh(search, [...matchFolded(folded), ...matchTemplates(text)]);
  if (depth >= maxDepth) return;
  for (const layer of findLayers(text)) collectLayer(search, layer);
}

function collectLayer(search: Search, layer: Layer): void {
  const { classifier, origin, found } = search;
  const folded = fold(layer.text);
  const inner: Search = {
    classifier,
    origin,
    found,
    folded,
    text: layer.text,
    depth: search.depth + 1,
    kinds: [...search.kinds, layer.kind],
    toSource: (start, end) => {
      const outer = layer.toSource(start, end);
      return search.toSource(outer.start, outer.end);
    },
  };
  if (!layer.nested) {
    weigh(inner, matchFolded(folded, { anywhere: layer.anywhere }));
    return;
  }
  collect(inner);
  if (folded.text.length < shortestLayer) return;
  const { attack } = askModel(classifier, layer.text, folded).judged;
  if (attack < shownFrom) return;
  const weight = Math.min(maxRisk, attack + hiddenBonus);
  const span = inner.toSource(0, layer.text.length);
  found.push({ id: [...inner.kinds, 'model.attack'].join(':'), family: 'override', weight, span });
}

function weigh(search: Search, matches: readonly Match[]): void {
  for (const match of matches) {
    const base = search.origin === 'document' ? match.documentWeight : match.weight;
    if (base === 0) continue;
    const hidden = search.kinds.length > 0;
    const mentioned = !hidden && isMention(search.text, match.start, match.end);
    const weight = hidden ? Math.min(maxRisk, base + (base >= 0.5 ? hiddenBonus : 0)) : mentioned ? base * 0.6 : base;
    const id = [...search.kinds, match.id].join(':');
    // If a layer only repeats visible text, the plain finding is enough.
    if (search.found.some((known) => known.id.endsWith(match.id) && known.weight >= weight)) continue;
    search.found.push({ id, family: match.family, weight, span: search.toSource(match.start, match.end) });
  }
}

/** Compares an order inside a document with the user's own request. */
function weighOrder(window: ModelWindow, folded: FoldedText, request: string): number {
  if (window.score === 0 || request === '') return window.score;
  const serves = servesRequest(folded.text.slice(window.start, window.end), fold(request).text);
  return serves ? window.score * servingFactor : window.score;
}

function modelSpans(folded: FoldedText, { place }: ModelJudgement, order: ModelWindow | undefined): InjectionSpan[] {
  const spans: InjectionSpan[] = [];
  const add = (window: ModelWindow, type: string): void => {
    if (window.score < shownFrom) return;
    const places = folded.places();
    const [start, end] = [places[window.start] ?? 0, places[window.end] ?? 0];
    if (start < end) spans.push({ start, end, type, score: round(window.score) });
  };
  add(place, 'model.window');
  if (order !== undefined) add(order, 'model.order');
  return spans;
}

interface Evidence {
  readonly origin: TextOrigin;
  readonly found: readonly Weighed[];
  readonly rules: number;
  readonly judged: ModelJudgement;
  readonly indirect: number;
}

/** A confident rule names the family, otherwise the model does. */
function familyOf({ origin, found, rules, judged, indirect }: Evidence): PatternFamily | undefined {
  if (rules >= judged.attack && found[0] !== undefined) return found[0].family;
  if (origin === 'document' && indirect >= judged.attack) return indirect > 0 ? 'indirect' : undefined;
  return judged.jailbreak >= 0.5 ? 'jailbreak' : 'override';
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
