/** Refusals with policy problems, printed like compiler messages. */
import type { Scope } from '../contract/control/scope.ts';
import { isAppError } from '../platform/errors.ts';
import { type CommandIo, exitCodes } from './command.ts';
import { type ProblemSource, renderProblems } from './render/policy-problems.ts';
import { createStyle } from './render/style.ts';
import { type PolicyProblem, policyRefusal } from './wire-policies.ts';

/** Runs a policy call. Prints the problems of a refusal and gives `exitCodes.no`. */
export async function tellingProblems(
  io: CommandIo,
  source: ProblemSource,
  act: () => Promise<number>,
): Promise<number> {
  try {
    return await act();
  } catch (error) {
    const problems = readProblems(error);
    if (problems.length === 0) throw error;
    const style = createStyle(io.color && io.stderr.isTTY === true);
    io.stderr.write(renderProblems(problems, source, style));
    io.stderr.write(`${style.red('error')}: refused.\n`);
    return exitCodes.no;
  }
}

/** Reads the problems of a refusal, with the scopes of each. */
export function readProblems(error: unknown): PolicyProblem[] {
  if (!isAppError(error) || !policyRefusal.Check(error.extensions)) return [];
  const { problems = [], places = [] } = error.extensions;
  const merged = new Map<string, { readonly problem: PolicyProblem; readonly where: Scope[] }>();
  for (const place of places) {
    for (const { where: _own, ...problem } of place.problems) {
      const key = JSON.stringify(problem);
      const where = merged.get(key)?.where ?? [];
      merged.set(key, { problem, where: [...where, place.scope] });
    }
  }
  return [...problems, ...[...merged.values()].map(({ problem, where }) => ({ ...problem, where }))];
}
