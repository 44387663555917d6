/** Why a policy set cannot become active: every issue with its place in the text. */

/** One issue of a policy set, in words that a policy author can act on. */
export interface PolicyIssue {
  readonly message: string;
  readonly policyId?: string;
  /** 1-based, in the uploaded text. */
  readonly line?: number;
  readonly column?: number;
  readonly suggestion?: string;
  /** The level and the record of the text, if policies of several scopes are combined. */
  readonly level?: string;
  readonly record?: string;
}

/** Refusal of a policy set, or of its chain. The active set is unchanged. */
export class PolicyError extends Error {
  readonly issues: readonly PolicyIssue[];

  constructor(issues: readonly PolicyIssue[], options: { cause?: unknown } = {}) {
    super(issues.map(describeIssue).join('\n'), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PolicyError';
    this.issues = issues;
  }
}

/** Formats an issue as one line: place, policy, message, suggestion. */
export function describeIssue(issue: PolicyIssue): string {
  const source =
    issue.record === undefined ? '' : `${issue.level === undefined ? '' : `${issue.level}, `}${issue.record}: `;
  const place = `${source}${issue.line === undefined ? '' : `${issue.line}:${issue.column ?? 1}: `}`;
  const policy = issue.policyId === undefined ? '' : `policy ${issue.policyId}: `;
  const suggestion = issue.suggestion === undefined ? '' : ` (${issue.suggestion})`;
  return `${place}${policy}${issue.message}${suggestion}`;
}
