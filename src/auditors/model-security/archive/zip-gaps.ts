/** Inspects bytes of a zip that no directory entry claims: streaming readers find members there. */

import { type ByteSource, sliceSource } from '../byte-source.ts';
import { searchNested } from '../pickle/nested.ts';
import { inspectHidden, type MemberPlace } from './zip-member.ts';
import { noteZip, type ZipReport } from './zip-report.ts';

/** A member that was written as a stream has a data descriptor behind it, with an optional signature. */
const maxDescriptorBytes = 24;
const maxSearchedBytes = 64 * 1024 * 1024;
const maxHidden = 1_000;
const localSignature = Buffer.from('504b0304', 'hex');

/** Inspects bytes before the directory that belong to no member. */
export async function inspectGaps(
  source: ByteSource,
  places: readonly MemberPlace[],
  directoryOffset: number,
  report: ZipReport,
): Promise<void> {
  let reached = 0;
  const sorted = places.toSorted((left, right) => left.start - right.start);
  for (const { start, end } of [...sorted, { start: directoryOffset, end: directoryOffset }]) {
    if (start - reached > maxDescriptorBytes) await inspectGap(source, reached, Math.min(start, source.size), report);
    reached = Math.max(reached, end);
  }
}

async function inspectGap(source: ByteSource, from: number, to: number, report: ZipReport): Promise<void> {
  const { context, findings, unsafeGlobals } = report;
  noteZip(report, 'zip_unclaimed_bytes', 'ambiguous', 'Bytes of the archive belong to no member.', from);
  const size = Math.min(to - from, maxSearchedBytes);
  const gap = Buffer.from(await source.read(from, size));
  let hidden = 0;
  for (
    let at = gap.indexOf(localSignature);
    at !== -1 && hidden < maxHidden;
    at = gap.indexOf(localSignature, at + 4)
  ) {
    context.budget.members += 1;
    if (context.signal.aborted || context.budget.members > context.limits.maxMembers) return;
    hidden += 1;
    await inspectHidden(source, from + at, report);
  }
  const slice = sliceSource(source, from, size);
  await searchNested(slice, { context, reports: { findings, unsafeGlobals }, known: new Set() });
}
