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
}

/** Runs from an offset with reports of its own, which `mergeReports` may take over. */
export async function lookAt(
  source: ByteSource,
  offset: number,
  context: DeepContext,
  options: Pick<RunOptions, 'maxOpcodes' | 'maxProtos'> = {},
): Promise<Look> {
  const reports: Reports = { findings: createFindingList(context.limits.maxFindings), unsafeGlobals: new Set() };
  const reader = createPickleReader(source, offset);
  const result = await runPickle({ reader, context, ...reports, ...options });
  return { ...reports, result, end: reader.position(), imports: hasPlausibleImport(result, reports.unsafeGlobals) };
}

/** Takes over what a look reported. */
export function mergeReports(target: Reports, from: Reports, path?: string): void {
  for (const finding of from.findings.list()) {
    target.findings.add(path === undefined ? finding : { ...finding, place: { ...finding.place, path } });
  }
  for (const name of from.unsafeGlobals) target.unsafeGlobals.add(name);
}
