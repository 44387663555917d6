/** Compiles the tree of a pattern into the states of a non-deterministic automaton. */
import { PatternError } from './parse.ts';
import type { EdgeKind, PatternNode, UnitTest } from './syntax.ts';

export type State =
  | { readonly kind: 'match' }
  | { readonly kind: 'unit'; readonly test: UnitTest; readonly next: number }
  /** Counts the units that it reads, so that a large count costs no states of its own. */
  | {
      readonly kind: 'run';
      readonly test: UnitTest;
      readonly least: number;
      readonly most: number;
      readonly next: number;
    }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: EdgeKind; readonly next: number }
  | { readonly kind: 'look'; readonly program: Program; readonly isNegative: boolean; readonly next: number };

export interface Program {
  readonly states: readonly State[];
  readonly start: number;
}

/**
 * Makes a program that reads forward. A lookahead becomes a program of its own that reads backward: run once over the
 * text, it tells every position at which the lookahead holds.
 *
 * @throws PatternError for a pattern that needs more than `maxStates` states.
 */
export function toProgram(node: PatternNode, maxStates: number): Program {
  let count = 0;

  const compile = (root: PatternNode, isBackward: boolean): Program => {
    const states: State[] = [];

    const add = (state: State): number => {
      count += 1;
      if (count > maxStates) throw new PatternError('the pattern is too large');
      return states.push(state) - 1;
    };

    /** Adds the states of a part that go on to `next`; gives the first of them. */
    const build = (part: PatternNode, next: number): number => {
      switch (part.kind) {
        case 'unit':
          return add({ kind: 'unit', test: part.test, next });
        case 'sequence': {
          const parts = isBackward ? part.parts : part.parts.toReversed();
          return parts.reduce((after, each) => build(each, after), next);
        }
        case 'choice':
          return add({ kind: 'split', to: part.parts.map((each) => build(each, next)) });
        case 'repeat':
          return buildRepeat(part, next);
        case 'look':
          return add({ kind: 'look', program: compile(part.part, true), isNegative: part.isNegative, next });
        default:
          return add({ kind: part.kind, next });
      }
    };

    const buildRepeat = ({ part, least, most }: PatternNode & { kind: 'repeat' }, next: number): number => {
      if (most === 0) return next;
      if (part.kind === 'unit') return add({ kind: 'run', test: part.test, least, most, next });
      let after = next;
      if (most === Number.POSITIVE_INFINITY) {
        const to = [next];
        after = add({ kind: 'split', to });
        to.push(build(part, after));
      } else {
        for (let copy = least; copy < most; copy++) after = add({ kind: 'split', to: [build(part, after), next] });
      }
      for (let copy = 0; copy < least; copy++) after = build(part, after);
      return after;
    };

    const match = add({ kind: 'match' });
    return { start: build(root, match), states };
  };

  return compile(node, false);
}
