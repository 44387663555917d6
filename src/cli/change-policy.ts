/** How every command changes a policy: it reads the policy, changes it, and prints refusals line by line. */
import { writeAnswer } from './answer.ts';
import type { CommandIo } from './command.ts';
import { readNumber } from './control-options.ts';
import type { ParsedArguments } from './options.ts';
import { tellingProblems } from './policy-refusal.ts';
import { atRevision, type Basis } from './remote-control.ts';
import { connectForChange, connectPolicies, type PolicyCaller } from './remote-policies.ts';
import { renderPolicyHead } from './render/policy.ts';
import type { ProblemSource } from './render/policy-problems.ts';
import type { Policy } from './wire-policies.ts';

export interface PolicyChange {
  readonly idOrName: string;
  /** Gives the text that a refusal is about; that of the newest version if absent. */
  readonly source?: (policy: Policy) => ProblemSource;
  readonly send: (policies: PolicyCaller, basis: Basis, policy: Policy) => Promise<Policy>;
}

/** @returns the exit code */
export async function changePolicy(io: CommandIo, args: ParsedArguments, change: PolicyChange): Promise<number> {
  const revision = readNumber(args, 'revision');
  const before = await connectPolicies(io, args).find(change.idOrName);
  const policies = await connectForChange(io, args, before.scope.level);
  const source = change.source?.(before) ?? sourceOf(before, before.version);
  return tellingProblems(io, source, async () => {
    const changed = await change.send(policies, atRevision(before, revision), before);
    return writeAnswer(io, args, changed, renderPolicyHead);
  });
}

/** Gives the text of a policy's version; only the newest one has its text available. */
export function sourceOf(policy: Policy, version: number | undefined): ProblemSource {
  const { name, text, version: newest } = policy;
  return { file: `policy ${name}`, text: version === newest ? text : '', records: [name] };
}
