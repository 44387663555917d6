/** Where a problem stands in the text, and the change that mends it where the answer gives one. */
import type { PolicyProblem } from '@assay/client';
import { listRules } from '../rules/rule-list.ts';

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Fix {
  /** What is written. */
  readonly insert: string;
  readonly changes: readonly TextChange[];
}

/** The range that is underlined: the word at the place, at least one character where there is one. */
export function placeOf(
  text: string,
  { line, column }: Pick<PolicyProblem, 'line' | 'column'>,
): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max((line ?? 1) - 1, 0), lines.length - 1);
  const before = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  const own = lines[index] ?? '';
  const offset = Math.min(Math.max((column ?? 1) - 1, 0), own.length);
  const from = before + offset;
  const word = /^(?:[\w.]+|@\w+|"[^"]*"|[^\s])/.exec(own.slice(offset))?.[0] ?? '';
  return { from, to: from + word.length };
}

/** Undefined if the suggestion is a sentence only. */
export function fixOf(text: string, problem: PolicyProblem): Fix | undefined {
  const { from } = placeOf(text, problem);
  const { suggestion } = problem;
  if (suggestion === undefined) return undefined;
  const guard = /presence with `(.+? && )\.\.`/.exec(suggestion)?.[1];
  if (guard !== undefined) return { insert: guard.trim(), changes: [{ from, to: from, insert: guard }] };
  const near = /did you mean `(.+)`\?$|did you mean (@\w+)\?$/.exec(suggestion);
  const insert = near?.[1] ?? near?.[2];
  const wrong = /`(.+?)`/.exec(problem.message)?.[1] ?? /^@\w+/.exec(problem.message)?.[0];
  return insert === undefined || wrong === undefined ? undefined : replaceIn(text, from, wrong, insert);
}

/** Replaces the name everywhere in the rule at the place: a claim stands in its guard and in its comparison. */
function replaceIn(text: string, at: number, wrong: string, insert: string): Fix | undefined {
  const rule = listRules(text).find(({ start, end }) => at >= start && at <= end) ?? { start: 0, end: text.length };
  const changes: TextChange[] = [];
  let from = text.indexOf(wrong, rule.start);
  while (from !== -1 && from + wrong.length <= rule.end) {
    const isWhole = !/\w/.test(text[from - 1] ?? '') && !/\w/.test(text[from + wrong.length] ?? '');
    if (isWhole) changes.push({ from, to: from + wrong.length, insert });
    from = text.indexOf(wrong, from + wrong.length);
  }
  return changes.length === 0 ? undefined : { insert, changes };
}

export function applyFix(text: string, { changes }: Fix): string {
  return changes.toReversed().reduce((sum, { from, to, insert }) => sum.slice(0, from) + insert + sum.slice(to), text);
}
