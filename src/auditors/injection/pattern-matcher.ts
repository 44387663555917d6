/** Runs a parsed pattern over text as a non-deterministic automaton: steps ≤ text length × states, always. */
import { type ParsedPattern, type Pattern, PatternError, parsePattern, type UnitSet } from './pattern-parser.ts';

export interface LinearPattern {
  /** End of the first match found from the left, or -1. */
  search(text: string): number;
}

type State =
  | { readonly kind: 'set'; readonly accepts: (unit: number) => boolean; next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' | 'boundary' | 'inside'; next: number }
  | { readonly kind: 'match' };

const maxStates = 2000;

/** Compiles a pattern. @throws PatternError for what is not accepted or too large. */
export function compilePattern(source: string): LinearPattern {
  const parsed = parsePattern(source);
  const states: State[] = [{ kind: 'match' }];
  const start = build(parsed.root, 0, states, parsed);
  return { search: (text) => run(states, start, text) };
}

/** Adds the states of a pattern that go on to `next`; answers the first of them. */
function build(pattern: Pattern, next: number, states: State[], parsed: ParsedPattern): number {
  const add = (state: State): number => {
    if (states.length >= maxStates) throw new PatternError('the pattern is too large');
    return states.push(state) - 1;
  };
  switch (pattern.kind) {
    case 'set':
      return add({ kind: 'set', accepts: toTest(pattern.units, parsed.ignoreCase), next });
    case 'assert':
      return add({ kind: 'assert', at: pattern.at, next });
    case 'sequence':
      return pattern.parts.reduceRight((after, part) => build(part, after, states, parsed), next);
    case 'choice':
      return pattern.parts
        .map((part) => build(part, next, states, parsed))
        .reduceRight((other, first) => add({ kind: 'split', next: first, other }));
    case 'repeat': {
      let after = next;
      if (pattern.max === Infinity) {
        const loop: State = { kind: 'split', next: 0, other: next };
        after = add(loop);
        loop.next = build(pattern.part, after, states, parsed);
      } else {
        for (let count = pattern.min; count < pattern.max; count += 1) {
          after = add({ kind: 'split', next: build(pattern.part, after, states, parsed), other: next });
        }
      }
      for (let count = 0; count < pattern.min; count += 1) after = build(pattern.part, after, states, parsed);
      return after;
    }
  }
}

function toTest(units: UnitSet, ignoreCase: boolean): (unit: number) => boolean {
  const inSet = (unit: number): boolean => units.some(([from, to]) => unit >= from && unit <= to);
  if (!ignoreCase) return inSet;
  return (unit) => {
    if (inSet(unit)) return true;
    const sign = String.fromCharCode(unit);
    const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
    return (lower.length === 1 && inSet(lower.charCodeAt(0))) || (upper.length === 1 && inSet(upper.charCodeAt(0)));
  };
}

function run(states: readonly State[], start: number, text: string): number {
  let current: number[] = [];
  const mark = new Int32Array(states.length).fill(-1);
  for (let index = 0; index <= text.length; index += 1) {
    // Unanchored: a match may begin at every index.
    const live: number[] = [];
    for (const state of [...current, start]) {
      if (follow(states, state, { text, index, mark, live })) return index;
    }
    const unit = text.charCodeAt(index);
    current = [];
    if (index === text.length) break;
    for (const at of live) {
      const state = states[at];
      if (state?.kind === 'set' && state.accepts(unit)) current.push(state.next);
    }
  }
  return -1;
}

interface Step {
  readonly text: string;
  readonly index: number;
  /** Index at which a state was last entered: each state is entered once an index. */
  readonly mark: Int32Array;
  readonly live: number[];
}

/** Enters a state and all that follow without reading; true if a match is reached. */
function follow(states: readonly State[], from: number, step: Step): boolean {
  const open = [from];
  while (open.length > 0) {
    const at = open.pop() ?? 0;
    if (step.mark[at] === step.index) continue;
    step.mark[at] = step.index;
    const state = states[at];
    if (state === undefined) throw new Error('an automaton state is missing');
    if (state.kind === 'match') return true;
    if (state.kind === 'set') step.live.push(at);
    else if (state.kind === 'split') open.push(state.other, state.next);
    else if (holds(state.at, step)) open.push(state.next);
  }
  return false;
}

function holds(at: 'start' | 'end' | 'boundary' | 'inside', { text, index }: Step): boolean {
  if (at === 'start') return index === 0;
  if (at === 'end') return index === text.length;
  const isBoundary = isWord(text.charCodeAt(index - 1)) !== isWord(text.charCodeAt(index));
  return at === 'boundary' ? isBoundary : !isBoundary;
}

function isWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}
