/** Changes a policy for a command: reads it, changes it by revision, and prints refusals line by line. */
import type { Client, Policy } from '@assay/client';
import { writeAnswer } from './answer.ts';
import { connectForChange } from './client.ts';
import type { CommandIo } from './command.ts';
import { readNumber } from './control-options.ts';
import { findPolicy } from './find-policy.ts';
import type { ParsedArguments } from './options.ts';
import { tellingProblems } from './policy-refusal.ts';
import { renderPolicyHead } from './render/policy.ts';
import type { ProblemSource } from './render/policy-problems.ts';
import { explainStale, maxChanges } from './stale.ts';

/** The record that a change is made to, as it was read. */
export type Basis = Pick<Policy, 'id' | 'revision'>;

export interface PolicyChange {
  readonly idOrName: string;
  /** Gives the text that a refusal is about; that of the newest version if absent. */
  readonly source?: (policy: Policy) => ProblemSource;
  readonly send: (client: Client, basis: Basis, policy: Policy) => Promise<Policy>;
}

/** @returns the exit code */
export async function changePolicy(
  client: Client,
  args: ParsedArguments,
  io: CommandIo,
  change: PolicyChange,
): Promise<number> {
  const revision = readNumber(args, 'revision');
  const before = await findPolicy(client, change.idOrName);
  const changer = await connectForChange(io, args, before.scope.level);
  const source = change.source?.(before) ?? sourceOf(before, before.version);
  return tellingProblems(io, source, async () => {
    const basis = { id: before.id, revision: revision ?? before.revision };
    return writeAnswer(io, args, await change.send(changer, basis, before), renderPolicyHead);
  });
}

/** Sends one change that was made from a revision. @throws AppError `conflict` that names who changed the policy meanwhile */
export function changeAt<R>(
  { policies }: Client,
  { id, revision }: Basis,
  send: (at: { readonly id: string; readonly ifMatch: number }) => Promise<R>,
): Promise<R> {
  const history = () => policies.history({ id, limit: maxChanges });
  return explainStale({ noun: 'policy', id, revision, history }, () => send({ id, ifMatch: revision }));
}

/** Gives the text of a policy's version; only the newest one has its text available. */
export function sourceOf({ name, text, version: newest }: Policy, version: number | undefined): ProblemSource {
  return { file: `policy ${name}`, text: version === newest ? text : '', records: [name] };
}
