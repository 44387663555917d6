/** Looks at data that may or may not be a pickle, and reports only what no chance makes: an import by a real name. */

import type { ByteSource } from '../byte-source.ts';
import { createFindingList, type DeepContext, type FindingList } from '../context.ts';
import { runPickle } from './machine.ts';
import { hasPlausibleImport } from './plausible.ts';
import { createPickleReader } from './reader.ts';
import type { RunOptions, RunResult } from './run.ts';

/** Where reports go. */
export interface Reports {
  findings: FindingList;
  unsafeGlobals: Set<string>;
}

/** What a look brought: `imports` if it's certainly a stream, and unsafe. */
export interface Look extends Reports {
  result: RunResult;
  end: number;
  imports: boolean;
  /** A limit ended it: what comes behind isn't known. */
  unfinished: boolean;
}

/** What ends a look. */
export interface LookOptions extends Pick<RunOptions, 'maxOpcodes' | 'maxProtos'> {
  /** The source is the beginning of something longer. */
  isPart?: boolean;
}

/**
 * Runs from an offset with reports of its own, which `mergeReports` may take over. `maxOpcodes` is where data by chance
 * ends long before: what goes on there was made to, and is looked at once more, as far as the file's budget goes.
 */
export async function lookAt(
  source: ByteSource,
  offset: number,
  context: DeepContext,
  options: LookOptions = {},
): Promise<Look> {
  const look = await lookOnce(source, offset, context, options);
  const { maxOpcodes, ...others } = options;
  if (look.imports || maxOpcodes === undefined || look.result.opcodes < maxOpcodes) return look;
  return lookOnce(source, offset, context, others);
}

/** Words may begin like an import: without a magic, a call or an end must show that it's a stream. */
export function asString(look: Look): Look {
  const { executed, ending } = look.result;
  return { ...look, imports: look.imports && (executed || ending === 'stop') };
}

async function lookOnce(
  source: ByteSource,
  offset: number,
  context: DeepContext,
  { isPart, ...options }: LookOptions,
): Promise<Look> {
  const reports: Reports = { findings: createFindingList(context.limits.maxFindings), unsafeGlobals: new Set() };
  const reader = createPickleReader(source, offset, isPart);
  const result = await runPickle({ reader, context, ...reports, ...options });
  return {
    ...reports,
    result,
    end: reader.position(),
    imports: hasPlausibleImport(result, reports.unsafeGlobals),
    unfinished: result.ending === 'limit' || result.ending === 'aborted' || result.cutByProtos,
  };
}

/** Takes over what a look reported. */
export function mergeReports(target: Reports, from: Reports, path?: string): void {
  for (const finding of from.findings.list()) {
    target.findings.add(path === undefined ? finding : { ...finding, place: { ...finding.place, path } });
  }
  for (const name of from.unsafeGlobals) target.unsafeGlobals.add(name);
}
