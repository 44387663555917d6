/** Inspects one zip member: its two headers, its name, its checksum, its content. */

import { type ByteSource, sliceSource } from '../byte-source.ts';
import { joinPath } from '../context.ts';
import { type Inspection, shortName } from '../finding.ts';
import { checksum } from './checksum.ts';
import { SourceLimitError, unpack } from './unpack.ts';
import { readLocal, type ZipEntry, type ZipHeader } from './zip-entries.ts';
import { noteZip, type ZipReport } from './zip-report.ts';

export interface MemberPlace {
  name: string;
  start: number;
  end: number;
}

const stored = 0;
const deflated = 8;
const encryptedFlag = 0x1;
const descriptorFlag = 0x8;
const maskedFlag = 0x2000;

export async function inspectMember(source: ByteSource, entry: ZipEntry, report: ZipReport): Promise<MemberPlace> {
  const name = shortName(entry.name);
  const local = await readLocal(source, entry.localOffset);
  checkName(entry, report);
  if (local === undefined) {
    noteZip(report, 'zip_no_local_header', 'malformed', 'The member has no header.', entry.localOffset, name);
    return { name, start: entry.localOffset, end: entry.localOffset };
  }
  checkHeaders(entry, local, report);
  const isEncrypted = ((entry.flags | local.flags) & (encryptedFlag | maskedFlag)) !== 0;
  if (isEncrypted)
    noteZip(report, 'zip_encrypted', 'unchecked', 'The member is marked as encrypted.', entry.localOffset, name);
  const end = local.dataOffset + entry.packedSize;
  if (end > source.size)
    noteZip(report, 'zip_truncated', 'malformed', 'The member ends behind the file.', entry.localOffset, name);
  // Some readers use one header, some the other, so each way to unpack is inspected.
  for (const method of new Set([entry.method, local.method])) {
    await inspectContent(source, entry, local.dataOffset, method, { isEncrypted, report });
  }
  return { name, start: entry.localOffset, end };
}

/** Inspects a member that has a local header only. */
export async function inspectHidden(source: ByteSource, offset: number, report: ZipReport): Promise<void> {
  const local = await readLocal(source, offset);
  if (local === undefined) return;
  const entry: ZipEntry = { ...local, localOffset: offset, isLink: false };
  // The size may follow the data; then everything to the end is inspected.
  if (entry.packedSize === 0) entry.packedSize = Math.max(0, source.size - local.dataOffset);
  await inspectContent(source, entry, local.dataOffset, entry.method, { isEncrypted: true, report });
}

function checkName({ name, otherName, isLink, localOffset }: ZipEntry, report: ZipReport): void {
  const shown = shortName(name);
  const path = joinPath(report.context.path, shown);
  const parts = name.split(/[/\\]/);
  const leaves = parts.includes('..') || name.startsWith('/') || name.startsWith('\\') || /^[A-Za-z]:/.test(name);
  if (leaves || isLink) {
    const note = isLink ? 'The member is a symbolic link.' : 'Unpacking this member writes outside of its folder.';
    report.findings.add({
      id: isLink ? 'zip_link' : 'zip_path_traversal',
      severity: 'high',
      type: 'file_access',
      place: { path },
      note,
    });
  }
  if (name.includes('\0')) noteZip(report, 'zip_name', 'ambiguous', 'The name holds a NUL.', localOffset, shown);
  if (otherName !== undefined && otherName !== name) {
    noteZip(report, 'zip_name', 'ambiguous', 'The member has two names.', localOffset, shown);
  }
}

function checkHeaders(entry: ZipEntry, local: ZipHeader, report: ZipReport): void {
  const hasDescriptor = (local.flags & descriptorFlag) !== 0;
  const sameNumber = (inDirectory: number, inHeader: number): boolean => {
    return inDirectory === inHeader || (hasDescriptor && (inHeader === 0 || inHeader === 0xffffffff));
  };
  const problems = [
    Buffer.compare(entry.rawName, local.rawName) === 0 ? undefined : 'name',
    entry.method === local.method ? undefined : 'method',
    (entry.flags & (encryptedFlag | descriptorFlag)) === (local.flags & (encryptedFlag | descriptorFlag))
      ? undefined
      : 'flags',
    sameNumber(entry.crc, local.crc) ? undefined : 'checksum',
    sameNumber(entry.size, local.size) ? undefined : 'size',
    sameNumber(entry.packedSize, local.packedSize) ? undefined : 'packed size',
  ].filter((problem) => problem !== undefined);
  if (problems.length === 0) return;
  const note = `Directory and header of the member differ: ${problems.join(', ')}.`;
  noteZip(report, 'zip_headers_differ', 'ambiguous', note, entry.localOffset, shortName(entry.name));
}

async function inspectContent(
  source: ByteSource,
  entry: ZipEntry,
  dataOffset: number,
  method: number,
  { isEncrypted, report }: { isEncrypted: boolean; report: ZipReport },
): Promise<void> {
  const { context } = report;
  const name = shortName(entry.name);
  if (name.endsWith('/') && entry.size === 0 && entry.packedSize === 0) return;
  const note = (id: string, type: 'malformed' | 'ambiguous' | 'unchecked' | 'limit', text: string): void => {
    noteZip(report, id, type, text, entry.localOffset, name);
  };
  const packed = sliceSource(source, dataOffset, Math.max(entry.packedSize, method === stored ? entry.size : 0));
  if (method !== stored && method !== deflated) {
    note('zip_method', 'unchecked', `The member is compressed by method ${method}, which cannot be unpacked here.`);
    return;
  }
  let content = packed;
  let crc: number | undefined;
  if (method === deflated) {
    const unpacked = await unpack(packed, 'deflate', context);
    content = unpacked.source;
    crc = unpacked.crc;
    if (unpacked.failure === 'broken') note('zip_data', 'malformed', "The member's data are broken.");
    if (unpacked.failure === 'limit') note('zip_bomb', 'limit', 'The member unpacks to more than the limits allow.');
    if (unpacked.failure === undefined && unpacked.unused > 0)
      note('zip_data', 'ambiguous', 'Bytes stand behind the compressed data.');
  }
  if (content.size !== entry.size) note('zip_size', 'ambiguous', 'The member is not as long as it says.');
  if (!isEncrypted && !context.signal.aborted) {
    crc ??= await checksum(content, context.signal);
    if (crc !== entry.crc) note('zip_checksum', 'malformed', "The member's checksum is wrong.");
  }
  await inspectInner(content, entry.name, report);
}

async function inspectInner(content: ByteSource, name: string, report: ZipReport): Promise<void> {
  try {
    takeOver(report, await report.context.inspectInner(content, name));
  } catch (error) {
    if (!(error instanceof SourceLimitError)) throw error;
    noteZip(
      report,
      'zip_limit',
      'limit',
      'The member is too large to be looked at in its packed form.',
      undefined,
      name,
    );
  }
}

function takeOver(report: ZipReport, inner: Inspection): void {
  report.complete &&= inner.complete;
  for (const finding of inner.findings) report.findings.add(finding);
  for (const global of inner.unsafeGlobals) report.unsafeGlobals.add(global);
}
