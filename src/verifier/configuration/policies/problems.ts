/** Formats issues of policies for the API, and makes the refusals that carry them. */

import type { PolicyProblem } from '../../../contract/api/policies/shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { describeIssue, type PolicyIssue } from '../../../policy/policy-error.ts';

/** A place where a set of policies is invalid. */
export interface BrokenPlace {
  readonly scope: Scope;
  readonly problems: readonly PolicyProblem[];
}

const maxListed = 50;
const maxPlaces = 20;

export function toProblem(issue: PolicyIssue, severity: PolicyProblem['severity'], code: string): PolicyProblem {
  const { message, policyId, line, column, suggestion, record, level } = issue;
  return {
    severity,
    code,
    message,
    ...(policyId === undefined ? {} : { policy_id: policyId }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(record === undefined ? {} : { record }),
    ...(level === undefined ? {} : { level }),
  };
}

/** Merges the problems of several places: each once, with the scopes that it concerns. */
export function mergeProblems(
  places: readonly { readonly scope: Scope; readonly problems: readonly PolicyProblem[] }[],
) {
  const merged = new Map<string, { problem: PolicyProblem; where: Scope[] }>();
  for (const { scope, problems } of places) {
    for (const problem of problems) {
      const key = JSON.stringify(problem);
      const known = merged.get(key) ?? { problem, where: [] };
      if (known.where.length < maxPlaces) known.where.push(scope);
      merged.set(key, known);
    }
  }
  return [...merged.values()].slice(0, maxListed).map(({ problem, where }): PolicyProblem => ({ ...problem, where }));
}

/** Refuses a text that is not a policy. */
export function unreadable(issues: readonly PolicyIssue[], pointer = '/text'): AppError {
  const [first] = issues;
  const detail = first === undefined ? 'the text is not a policy' : describeIssue(first);
  return new AppError('unprocessable', detail, {
    detail,
    errors: issues.slice(0, maxListed).map((issue) => ({ pointer, message: describeIssue(issue) })),
    extensions: {
      reason: 'policy_syntax',
      problems: issues.slice(0, maxListed).map((issue) => toProblem(issue, 'error', 'syntax')),
    },
  });
}

/** Refuses an activation, with every place that would become invalid. */
export function breaks(code: 'unprocessable' | 'conflict', reason: string, places: readonly BrokenPlace[]): AppError {
  const [first] = places;
  const [problem] = first?.problems ?? [];
  const more = places.length > 1 ? `, and at ${places.length - 1} more places` : '';
  const scope = first === undefined ? '' : ` at ${first.scope.level} ${first.scope.id}`;
  const detail = `${reasonTexts[reason] ?? reason}${scope}${more}: ${problem?.message ?? 'see places'}`;
  return new AppError(code, detail, {
    detail,
    errors: places.slice(0, maxPlaces).flatMap(({ scope: { level, id }, problems }) =>
      problems.slice(0, 5).map(({ message, record, line, column }) => ({
        pointer: '',
        message: `${level} ${id}: ${record === undefined ? '' : `${record} `}${line === undefined ? '' : `${line}:${column ?? 1}: `}${message}`,
      })),
    ),
    extensions: { reason, places: places.slice(0, maxPlaces), place_count: places.length },
  });
}

const reasonTexts: Readonly<Record<string, string>> = {
  policy_does_not_compile: 'the policies are invalid',
  policy_too_slow: 'the policies are too slow',
  chain_breaks_policies: 'this change would break policies in force',
};
