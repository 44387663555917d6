/** Splits policy text into policies with the ids of reasons: `@id`, otherwise `policyN` by their order in the text. */
import type { CedarEngine } from './cedar-engine.ts';

/** Refused policies; each issue gives a reason. */
export class CedarPolicyError extends Error {
  readonly issues: readonly string[];

  constructor(issues: readonly string[], options?: ErrorOptions) {
    super(issues.join('; '), options);
    this.name = 'CedarPolicyError';
    this.issues = issues;
  }
}

export interface NamedPolicy {
  readonly id: string;
  readonly text: string;
  readonly effect: string;
}

/** Bounds of a policy set and its schema. */
export const policyBounds = { textCharacters: 1_048_576, policies: 1000 } as const;

/** Reads the policies of a text. @throws CedarPolicyError */
export function readPolicies(cedar: CedarEngine, text: string): NamedPolicy[] {
  assertText(text, 'the policy text');
  const parts = cedar.policySetTextToParts(text);
  if (parts.type === 'failure') throw new CedarPolicyError(parts.errors.map(({ message }) => message));
  if (parts.policy_templates.length > 0) throw new CedarPolicyError(['templates are not accepted']);
  if (parts.policies.length > policyBounds.policies) {
    throw new CedarPolicyError([`the set has more than ${policyBounds.policies} policies`]);
  }
  const policies = inTextOrder(parts.policies).map((part, index) => readPolicy(cedar, part, index));
  const ids = new Set<string>();
  for (const { id } of policies) {
    if (ids.has(id)) throw new CedarPolicyError([`two policies have the id ${id}`]);
    ids.add(id);
  }
  return policies;
}

/** @throws CedarPolicyError */
export function assertText(text: string, name: string): void {
  if (typeof text !== 'string' || !text.isWellFormed())
    throw new CedarPolicyError([`${name} is not well-formed Unicode`]);
  if (text.length > policyBounds.textCharacters) throw new CedarPolicyError([`${name} is too long`]);
}

function readPolicy(cedar: CedarEngine, text: string, index: number): NamedPolicy {
  const answer = cedar.policyToJson(text);
  if (answer.type === 'failure') throw new CedarPolicyError(answer.errors.map(({ message }) => message));
  return { id: answer.json.annotations?.['id'] ?? `policy${index}`, text, effect: answer.json.effect };
}

/** The engine sorts the parts by their id as text: policy0, policy1, policy10, policy2 ... */
function inTextOrder(parts: readonly string[]): string[] {
  const byRank = parts.map((_, index) => index).sort((left, right) => (`policy${left}` < `policy${right}` ? -1 : 1));
  const ordered: string[] = [];
  for (const [rank, index] of byRank.entries()) ordered[index] = parts[rank] ?? '';
  return ordered;
}
