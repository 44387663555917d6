/** Refusals with policy problems, printed like compiler messages. */
import type { PolicyProblem } from '@assay/client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isAppError } from '../platform/errors.ts';
import { type CommandIo, exitCodes } from './command.ts';
import { type ProblemSource, renderProblems } from './render/policy-problems.ts';
import { createStyle } from './render/style.ts';

const ScopeShape = Type.Object({ level: Type.String(), id: Type.String() });

/** Words stay open: a newer verifier may know more of them. */
const ProblemShape = Type.Object({
  severity: Type.String(),
  code: Type.String(),
  message: Type.String(),
  policy_id: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
  suggestion: Type.Optional(Type.String()),
  record: Type.Optional(Type.String()),
  level: Type.Optional(Type.String()),
  where: Type.Optional(Type.Array(ScopeShape)),
});

const policyRefusal = Compile(
  Type.Object({
    problems: Type.Optional(Type.Array(ProblemShape)),
    places: Type.Optional(Type.Array(Type.Object({ scope: ScopeShape, problems: Type.Array(ProblemShape) }))),
  }),
);

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
  const merged = new Map<
    string,
    { readonly problem: PolicyProblem; readonly where: Type.Static<typeof ScopeShape>[] }
  >();
  for (const place of places) {
    for (const { where: _own, ...problem } of place.problems) {
      const key = JSON.stringify(problem);
      const where = merged.get(key)?.where ?? [];
      merged.set(key, { problem, where: [...where, place.scope] });
    }
  }
  return [...problems, ...[...merged.values()].map(({ problem, where }) => ({ ...problem, where }))];
}
