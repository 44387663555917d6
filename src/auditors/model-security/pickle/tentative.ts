/** Inspects data that may be a pickle, and reports only what random data never form: an import by a real name. */

import type { ByteSource } from '../byte-source.ts';
import { createFindingList, type DeepContext, type FindingList } from '../context.ts';
import { runPickle } from './machine.ts';
import { hasPlausibleImport } from './plausible.ts';
import { createPickleReader } from './reader.ts';
import type { RunOptions, RunResult } from './run.ts';

export interface Reports {
  findings: FindingList;
  unsafeGlobals: Set<string>;
}

/** The result of a look. `imports`: it certainly is a stream, and unsafe. */
export interface Look extends Reports {
  result: RunResult;
  end: number;
  imports: boolean;
  /** A limit ended the look; the rest is unknown. */
  unfinished: boolean;
}

/** Limits of a look. */
export interface LookOptions extends Pick<RunOptions, 'maxOpcodes' | 'maxProtos'> {
  /** True if the source is the beginning of longer data. */
  isPart?: boolean;
}

/**
 * Runs from an offset with separate reports, which `mergeReports` may take over. Random data end long before `maxOpcodes`; data
 * that go on were constructed and get one more look, within the file's budget.
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

/** Words may begin like an import. Without a magic, a call or an end must show that it is a stream. */
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

/** Takes over the reports of a look. */
export function mergeReports(target: Reports, from: Reports, path?: string): void {
  for (const finding of from.findings.list()) {
    target.findings.add(path === undefined ? finding : { ...finding, place: { ...finding.place, path } });
  }
  for (const name of from.unsafeGlobals) target.unsafeGlobals.add(name);
}
