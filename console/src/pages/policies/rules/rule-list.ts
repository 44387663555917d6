/** The rules of a policy text, each with its place, so that one of them can be changed without the others. */
import { tokenise } from './cedar-tokens.ts';
import { type ReadRule, readRule } from './read-rule.ts';
import type { Rule } from './rule.ts';
import { writeRule } from './write-rule.ts';

export interface PlacedRule {
  /** First character of the rule, after the comments above it. */
  readonly start: number;
  /** After its semicolon. */
  readonly end: number;
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly read: ReadRule;
}

export function listRules(text: string): PlacedRule[] {
  const rules: PlacedRule[] = [];
  let start: number | undefined;
  for (const { kind, text: token, start: at } of tokenise(text)) {
    if (start === undefined && kind === 'comment') continue;
    start ??= at;
    if (token !== ';') continue;
    rules.push(placed(text, start, at + 1));
    start = undefined;
  }
  return start === undefined ? rules : [...rules, placed(text, start, text.length)];
}

function placed(text: string, start: number, end: number): PlacedRule {
  const own = text.slice(start, end);
  return { start, end, text: own, line: text.slice(0, start).split('\n').length, read: readRule(own) };
}

/** The text with the rule written in place of the one at `index`, or at the end if there is none. */
export function putRule(text: string, index: number, rule: Rule): string {
  const old = listRules(text)[index];
  const written = writeRule(rule);
  if (old !== undefined) return `${text.slice(0, old.start)}${written.trimEnd()}${text.slice(old.end)}`;
  const before = text.trimEnd();
  return before === '' ? written : `${before}\n\n${written}`;
}

export function dropRule(text: string, index: number): string {
  const old = listRules(text)[index];
  return old === undefined ? text : `${text.slice(0, old.start)}${text.slice(old.end).replace(/^\s+/, '')}`;
}
