/** Inspects npy files: the header as a literal, object arrays as pickles. */

import { type ByteSource, sliceSource } from './byte-source.ts';
import { createFindingList, type DeepContext, type DeepInspector } from './context.ts';
import { type Finding, type Inspection, toInspection } from './finding.ts';
import { parseNpyHeader } from './npy-header.ts';
import { inspectPickle } from './pickle/inspect-pickle.ts';
import { searchNested } from './pickle/nested.ts';

const magic = Buffer.from('934e554d5059', 'hex');
/** numpy refuses longer headers unless it is told to trust the file. */
const maxHeaderBytes = 64 * 1024;

export const npyInspector: DeepInspector = {
  format: 'npy',
  extensions: ['npy'],
  detect: (head) => magic.equals(head.subarray(0, magic.length)),
  inspect: inspectNpy,
};

async function inspectNpy(source: ByteSource, context: DeepContext): Promise<Inspection> {
  const head = Buffer.from(await source.read(0, 12));
  const major = head[6] ?? 0;
  const isLong = major >= 2;
  const start = isLong ? 12 : 10;
  if (major < 1 || major > 3 || head.length < start) return broken(context, 'The header is no npy header.');
  const length = isLong ? head.readUInt32LE(8) : head.readUInt16LE(8);
  const bytes = Buffer.from(await source.read(start, Math.min(length, maxHeaderBytes)));
  if (bytes.length < length) return broken(context, 'The header is too long, or cut.');
  const header = parseNpyHeader(bytes.toString(major === 3 ? 'utf8' : 'latin1'));
  const dataOffset = start + length;
  if (header === undefined)
    return inspectRest(source, dataOffset, context, 'The header is no literal that numpy writes.');
  if (header.hasObjects) return inspectObjects(source, dataOffset, context);
  const size = source.size - dataOffset;
  if (header.dataBytes === size)
    return toInspection({ format: 'npy', formatValid: true, complete: true, findings: [] });
  const note = size < (header.dataBytes ?? 0) ? 'The data are cut.' : 'Data stand behind the array.';
  return inspectRest(source, dataOffset, context, note);
}

/** The array's data are a pickle, so the pickle's inspection is the file's. */
async function inspectObjects(source: ByteSource, offset: number, context: DeepContext): Promise<Inspection> {
  const inner = await inspectPickle(sliceSource(source, offset, source.size), context);
  const findings = inner.findings.map((finding) => {
    const { path, offset: at } = finding.place;
    return at === undefined || path !== context.path ? finding : { ...finding, place: { path, offset: at + offset } };
  });
  return { ...inner, format: 'npy', findings };
}

async function inspectRest(
  source: ByteSource,
  offset: number,
  context: DeepContext,
  note: string,
): Promise<Inspection> {
  const reports = { findings: createFindingList(context.limits.maxFindings), unsafeGlobals: new Set<string>() };
  reports.findings.add(toFinding(context, note, offset));
  await searchNested(sliceSource(source, offset, source.size), { context, reports, known: new Set() });
  return toInspection({
    format: 'npy',
    formatValid: false,
    complete: false,
    findings: reports.findings.list(),
    unsafeGlobals: [...reports.unsafeGlobals],
  });
}

function broken(context: DeepContext, note: string): Inspection {
  return toInspection({ format: 'npy', formatValid: false, complete: false, findings: [toFinding(context, note, 0)] });
}

function toFinding({ path }: DeepContext, note: string, offset: number): Finding {
  return { id: 'npy_malformed', severity: 'medium', type: 'malformed', place: { path, offset }, note };
}
