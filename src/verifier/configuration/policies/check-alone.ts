/** Checks one text alone against the chain of every scope in which it would apply; errors keep it a draft. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { PolicyProblem } from '../../../contract/api/policies/shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { PolicyIssue } from '../../../policy/policy-error.ts';
import type { PolicyCompiler } from './compile.ts';
import type { PolicyContext } from './contexts.ts';
import { mergeProblems, toProblem } from './problems.ts';

/** A text and its intended name. */
export interface CheckedText {
  readonly scope: Scope;
  readonly name: string;
  readonly text: string;
}

/** Gives errors and the engine's warnings, each once with the scopes that it concerns. */
export function checkAlone(
  compiler: PolicyCompiler,
  contexts: readonly PolicyContext[],
  { scope, name, text }: CheckedText,
): PolicyProblem[] {
  const level = { kind: scope.level, id: scope.id, records: [{ name, text }] } as const;
  const places = distinctChains(compiler, contexts).map((context) => {
    const alone: PolicyContext = { ...context, levels: [level] };
    return { scope: context.scope, problems: problemsAt(compiler, alone) };
  });
  return mergeProblems(places);
}

function problemsAt(compiler: PolicyCompiler, context: PolicyContext): PolicyProblem[] {
  const { issues } = compiler.check(context);
  if (issues.length > 0) return issues.map((issue) => toProblem(ownIssue(issue), 'error', 'schema'));
  // A level that only forbids is valid: whether anything is permitted depends on all levels together.
  const warnings = compiler.load(context).set.warnings.filter(({ policyId }) => policyId !== undefined);
  return warnings.map((issue) => toProblem(ownIssue(issue), 'warning', 'engine'));
}

/** Removes the record's name: all issues are about the one text. */
function ownIssue({ level: _level, record: _record, ...issue }: PolicyIssue): PolicyIssue {
  return issue;
}

/** Gives one context for each schema. */
export function distinctChains(compiler: PolicyCompiler, contexts: readonly PolicyContext[]): PolicyContext[] {
  const bySchema = new Map(contexts.toReversed().map((context) => [compiler.schemaOf(context).hash, context]));
  return [...bySchema.values()].reverse();
}

/** Gives `sha256:` of a text. */
export function hashOfText(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}
