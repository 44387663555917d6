/**
 * Inspects zip archives (torch, npz, Keras, plain): compares the directory with the local headers, and inspects every member by
 * its content and the bytes between members. Readers differ on contradictory archives, so such an archive is never called
 * complete.
 */

import type { ByteSource } from '../byte-source.ts';
import { createFindingList, type DeepContext, type DeepInspector } from '../context.ts';
import { type Inspection, toInspection } from '../finding.ts';
import { findZipEnds, type ZipEnd } from './zip-end.ts';
import { readDirectory, type ZipEntry } from './zip-entries.ts';
import { formatOfZip } from './zip-format.ts';
import { inspectGaps } from './zip-gaps.ts';
import { inspectMember, type MemberPlace } from './zip-member.ts';
import { noteZip, type ZipReport } from './zip-report.ts';

export const zipInspector: DeepInspector = {
  format: 'zip',
  extensions: ['zip', 'npz', 'pt', 'pth', 'bin', 'ckpt', 'keras', 'whl', 'model', 'mar', 'pkl'],
  detect: (head) =>
    head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6)),
  inspect: inspectZip,
};

export async function inspectZip(source: ByteSource, context: DeepContext): Promise<Inspection> {
  const report: ZipReport = {
    context,
    findings: createFindingList(context.limits.maxFindings),
    unsafeGlobals: new Set(),
    valid: true,
    complete: true,
  };
  const ends = await findZipEnds(source);
  if (ends.length === 0) {
    noteZip(report, 'zip_broken', 'malformed', 'The archive has no directory: it is broken, or cut.', 0);
    await inspectGaps(source, [], source.size, report);
  }
  let format = 'zip';
  const places: MemberPlace[] = [];
  for (const [index, end] of ends.entries()) {
    // An end record inside a member belongs to a nested archive.
    if (places.some((place) => end.offset >= place.start && end.offset < place.end)) continue;
    if (index > 0) noteZip(report, 'zip_several_ends', 'ambiguous', 'There are several directories.', end.offset);
    const found = await inspectDirectory(source, end, report);
    places.push(...found.places);
    if (index === 0) format = formatOfZip(found.names);
  }
  if (format === 'torchscript') {
    noteZip(report, 'torchscript_code', 'unchecked', 'The archive holds TorchScript code, which is not checked.', 0);
  }
  return toInspection({
    format,
    formatValid: report.valid,
    complete: report.complete,
    findings: report.findings.list(),
    unsafeGlobals: [...report.unsafeGlobals],
  });
}

async function inspectDirectory(
  source: ByteSource,
  end: ZipEnd,
  report: ZipReport,
): Promise<{ names: string[]; places: MemberPlace[] }> {
  const { context } = report;
  const directory = await readDirectory(source, end, context.limits.maxMembers);
  if (end.prefix > 0) noteZip(report, 'zip_prefix', 'ambiguous', 'Bytes stand before the archive.', 0);
  if (end.trailing > 0) noteZip(report, 'zip_trailing', 'ambiguous', 'Bytes stand behind the archive.', end.offset);
  if (end.contradicts) noteZip(report, 'zip_end_contradicts', 'ambiguous', 'The two end records differ.', end.offset);
  if (directory.damaged)
    noteZip(report, 'zip_directory', 'ambiguous', "The directory isn't what its end record says.", end.offset);
  if (directory.limited) noteZip(report, 'zip_limit', 'limit', 'There are too many members.', end.offset);
  noteDuplicates(directory.entries, report);
  const places: MemberPlace[] = [];
  for (const entry of directory.entries) {
    context.budget.members += 1;
    if (context.budget.members > context.limits.maxMembers || context.signal.aborted) {
      noteZip(report, 'zip_limit', 'limit', 'A limit ended the look at the members.', entry.localOffset);
      break;
    }
    places.push(await inspectMember(source, entry, report));
  }
  noteOverlaps(places, end, report);
  await inspectGaps(source, places, end.directoryOffset, report);
  return { names: directory.entries.map(({ name }) => name), places };
}

function noteDuplicates(entries: readonly ZipEntry[], report: ZipReport): void {
  const seen = new Set<string>();
  for (const { name, localOffset } of entries) {
    const folded = name.replaceAll('\\', '/').toLowerCase();
    if (seen.has(folded))
      noteZip(report, 'zip_duplicate', 'ambiguous', 'Two members have one name.', localOffset, name);
    seen.add(folded);
  }
}

/** Notes members that share bytes: a sign of a bomb, or of two readings. */
function noteOverlaps(places: readonly MemberPlace[], end: ZipEnd, report: ZipReport): void {
  const sorted = places.toSorted((left, right) => left.start - right.start);
  let reached = 0;
  for (const { start, end: until, name } of sorted) {
    if (start < reached || until > end.directoryOffset) {
      noteZip(
        report,
        'zip_overlap',
        'ambiguous',
        'Members share bytes with others or with the directory.',
        start,
        name,
      );
    }
    reached = Math.max(reached, until);
  }
}
