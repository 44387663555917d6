/** Shared state of the parts of a zip inspection, and their damage notes. */

import { type DeepContext, type FindingList, joinPath } from '../context.ts';
import type { Finding } from '../finding.ts';

export interface ZipReport {
  context: DeepContext;
  findings: FindingList;
  unsafeGlobals: Set<string>;
  valid: boolean;
  complete: boolean;
}

/** Notes damage or a contradiction: the archive is invalid and the inspection incomplete. */
export function noteZip(
  report: ZipReport,
  id: string,
  type: Finding['type'],
  note: string,
  offset: number | undefined,
  member = '',
): void {
  report.complete = false;
  if (type === 'malformed' || type === 'ambiguous') report.valid = false;
  const path = member === '' ? report.context.path : joinPath(report.context.path, member);
  // An offset refers to the source that the path names: the archive, not the member.
  const place = offset === undefined || member !== '' ? { path } : { path, offset };
  report.findings.add({ id, severity: 'medium', type, place, note });
}
