/** Regular expressions from outside, matched in time that is linear in the text. */
export { PatternError } from './parse.ts';
export { compilePattern, type LinearPattern, type StepBudget } from './pattern.ts';
export type { PatternSyntax } from './syntax.ts';
