// Runs one format's inspection and turns its early end (end of the bytes, broken JSON, a limit, the deadline) into findings:
// hostile content never throws out of an inspector.

import type { Inspection, InspectionContext } from '../finding.ts';
import { EndOfBytesError } from './cursor.ts';
import { JsonSyntaxError } from './json-tokenizer.ts';
import type { KnownVulnerabilityId } from './known-vulnerabilities.ts';
import { createReport, type Particulars, type Report } from './report.ts';

/** Ends an inspection after its reason was reported. */
export class StopInspectionError extends Error {
  readonly id: KnownVulnerabilityId;
  readonly particulars: Particulars;

  constructor(id: KnownVulnerabilityId, particulars: Particulars = {}) {
    super(id);
    this.name = 'StopInspectionError';
    this.id = id;
    this.particulars = particulars;
  }
}

/** Runs `look` and makes the inspection from its reports and its end. */
export async function inspectGuarded(
  format: string,
  context: InspectionContext,
  look: (report: Report) => Promise<void>,
): Promise<Inspection> {
  const report = createReport(context);
  try {
    await look(report);
  } catch (error) {
    reportEnd(report, error);
  }
  return report.finish(format);
}

/** Ends the inspection after the deadline; called in every loop whose length depends on the file. */
export function assertInTime(context: InspectionContext): void {
  if (context.signal.aborted) throw new StopInspectionError('format_limit', { more: 'The deadline has passed.' });
}

/** Counts work that a file asks for and ends the inspection past the bound. */
export function createBudget(bound: number, unit: string): (amount?: number) => void {
  let used = 0;
  return (amount = 1) => {
    used += amount;
    if (used > bound) throw new StopInspectionError('format_limit', { more: `More than ${bound} ${unit}.` });
  };
}

/** Reports an error that the content of the file caused; rethrows any other. */
export function reportEnd(report: Report, error: unknown): void {
  if (error instanceof StopInspectionError) report.add(error.id, error.particulars);
  else if (error instanceof EndOfBytesError) report.add('format_truncated', { offset: error.offset });
  else if (error instanceof JsonSyntaxError) {
    report.add(error.kind === 'limit' ? 'format_limit' : 'json_malformed', { offset: error.offset });
  } else throw error;
}
