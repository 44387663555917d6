/**
 * Inspects data inside a stream in its other reading: a plain pickle loader executes what joblib reads as an array. A file made
 * for one must not be harmful in the other.
 */

import { createFindingList } from '../context.ts';
import { knownDanger } from './dangerous.ts';
import type { OpcodeContext, PendingArray } from './opcode-context.ts';
import { hasPlausibleImport } from './plausible.ts';
import type { RunOptions, RunResult } from './run.ts';

const firstShadowOpcodes = 5_000;
const maxCopied = 100_000;

/** Runs the stream from here as if there were no array, then returns; reports unsafe results of that reading. */
export async function shadowRun(
  { stack, marks, memo, reader }: OpcodeContext,
  array: PendingArray,
  options: RunOptions,
  run: (options: RunOptions) => Promise<RunResult>,
): Promise<'unsafe' | 'unfinished' | undefined> {
  const position = reader.position();
  const findings = createFindingList(options.context.limits.maxFindings);
  const unsafeGlobals = new Set<string>();
  const isSmall = stack.length + memo.size < maxCopied;
  const runOn = async (maxOpcodes: number): Promise<RunResult> => {
    const initial = isSmall
      ? { stack: [...stack], marks: [...marks], memo: new Map(memo) }
      : { stack: stack.slice(-64), marks: [], memo: new Map() };
    reader.seek(position);
    return run({ ...options, findings, unsafeGlobals, maxOpcodes, isShadow: true, initial });
  };
  let result = await runOn(firstShadowOpcodes);
  // Random numbers break long before; a longer run was constructed.
  if (result.opcodes >= firstShadowOpcodes) result = await runOn(Number.POSITIVE_INFINITY);
  reader.seek(position);
  // Read with the outer memo, an honest inner stream mixes up names, so only a dangerous name counts.
  const tells = array.kind === 'raw' ? hasPlausibleImport(result, unsafeGlobals) : hasDanger(unsafeGlobals);
  if (!tells) return result.ending === 'limit' ? 'unfinished' : undefined;
  for (const finding of findings.list()) options.findings.add(finding);
  for (const name of unsafeGlobals) options.unsafeGlobals.add(name);
  return 'unsafe';
}

function hasDanger(ids: ReadonlySet<string>): boolean {
  for (const id of ids) if (knownDanger(id) !== undefined) return true;
  return false;
}
