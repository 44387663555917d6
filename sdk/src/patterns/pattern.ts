/**
 * Matches foreign patterns against foreign texts without the language's own engine, which takes exponential time on
 * some. All ways to match advance together, one unit of the text at a time: at most text length × states steps.
 */
import { parsePattern } from './parse.ts';
import { type Program, toProgram } from './program.ts';
import { scan } from './scan.ts';
import type { PatternSyntax } from './syntax.ts';

/** The remaining steps, shared by all parts of one check. Entering 16 states takes one. */
export interface StepBudget {
  steps: number;
}

export interface LinearPattern {
  /** True if the pattern matches somewhere. Undefined when the budget, if there is one, is used up. */
  test(text: string): boolean;
  test(text: string, budget: StepBudget): boolean | undefined;
}

const statesPerStep = 16;

/**
 * Compiles a regular expression. Back-references and lookbehind are refused.
 *
 * @throws PatternError for a pattern that is invalid, unsupported or too large.
 * @example compilePattern('(?i)project \\w+', 'plain').test('the Project Orion') // true
 */
export function compilePattern(source: string, syntax: PatternSyntax = 'ecma'): LinearPattern {
  const { node, isUnicode, limits } = parsePattern(source, syntax);
  const program = toProgram(node, limits.states);

  function test(text: string): boolean;
  function test(text: string, budget: StepBudget): boolean | undefined;
  function test(text: string, budget?: StepBudget): boolean | undefined {
    const left = { entries: budget === undefined ? Number.POSITIVE_INFINITY : budget.steps * statesPerStep };
    const found = search(program, text, isUnicode, left);
    if (budget !== undefined) budget.steps = left.entries / statesPerStep;
    return left.entries < 0 ? undefined : found;
  }
  return { test };
}

function search(program: Program, text: string, isUnicode: boolean, left: { entries: number }): boolean {
  const tables = new Map<Program, Uint8Array>();
  const run = (inner: Program, isBackward: boolean, found: (at: number) => boolean): void =>
    scan(inner, { text, isUnicode, isBackward, left, looksAhead, found });

  /** The positions at which a lookahead holds are computed when the first is asked for. */
  const looksAhead = (inner: Program, at: number): boolean => {
    let table = tables.get(inner);
    if (table === undefined) {
      const holding = new Uint8Array(text.length + 1);
      run(inner, true, (place) => {
        holding[place] = 1;
        return false;
      });
      tables.set(inner, holding);
      table = holding;
    }
    return table[at] === 1;
  };

  let isFound = false;
  run(program, false, () => {
    isFound = true;
    return true;
  });
  return isFound;
}
