/** Inspects tar archives (ustar, GNU and pax names), as older torch versions and packed models use them. */

import { type ByteSource, sliceSource } from '../byte-source.ts';
import { createFindingList, type DeepContext, type DeepInspector, type FindingList, joinPath } from '../context.ts';
import { type Inspection, shortName, toInspection } from '../finding.ts';

const blockBytes = 512;
const maxNameBytes = 64 * 1024;

interface TarHeader {
  name: string;
  size: number;
  type: string;
}

export const tarInspector: DeepInspector = {
  format: 'tar',
  extensions: ['tar', 'nemo', 'pt', 'pth', 'bin', 'ckpt', 'gz', 'tgz', 'z', 'pkl'],
  detect: (head) => head.length >= blockBytes && parseHeader(Buffer.from(head.subarray(0, blockBytes))) !== undefined,
  inspect: inspectTar,
};

interface TarReport {
  findings: FindingList;
  unsafeGlobals: Set<string>;
  complete: boolean;
  valid: boolean;
}

async function inspectTar(source: ByteSource, context: DeepContext): Promise<Inspection> {
  const report: TarReport = {
    findings: createFindingList(context.limits.maxFindings),
    unsafeGlobals: new Set(),
    complete: true,
    valid: true,
  };
  await inspectMembers(source, context, report);
  const { findings, unsafeGlobals, complete, valid } = report;
  return toInspection({
    format: 'tar',
    formatValid: valid,
    complete,
    findings: findings.list(),
    unsafeGlobals: [...unsafeGlobals],
  });
}

async function inspectMembers(source: ByteSource, context: DeepContext, report: TarReport): Promise<void> {
  let longName: string | undefined;
  for (let at = 0; at + blockBytes <= source.size; ) {
    const block = Buffer.from(await source.read(at, blockBytes));
    if (block.every((byte) => byte === 0)) return checkEnd(source, at, context, report);
    const header = parseHeader(block);
    if (header === undefined) return noteTar(context, report, 'tar_broken', 'A header is broken.', at);
    context.budget.members += 1;
    if (context.budget.members > context.limits.maxMembers || context.signal.aborted) {
      return noteTar(context, report, 'tar_limit', 'A limit ended the look at the members.', at);
    }
    const data = at + blockBytes;
    if (data + header.size > source.size)
      noteTar(context, report, 'tar_truncated', 'A member ends behind the file.', at);
    if (header.type === 'L') longName = await readName(source, data, header.size);
    else if (header.type === 'x') longName = await readPaxName(source, data, header.size);
    else if (header.type !== 'g' && header.type !== 'K') {
      await inspectMember(source, { ...header, name: longName ?? header.name }, data, context, report);
      longName = undefined;
    }
    at = data + Math.ceil(header.size / blockBytes) * blockBytes;
  }
}

async function inspectMember(
  source: ByteSource,
  header: TarHeader,
  data: number,
  context: DeepContext,
  report: TarReport,
): Promise<void> {
  const name = shortName(header.name);
  const isLink = header.type === '1' || header.type === '2';
  const leaves = header.name.split(/[/\\]/).includes('..') || /^[/\\]|^[A-Za-z]:/.test(header.name);
  if (isLink || leaves) {
    report.findings.add({
      id: isLink ? 'tar_link' : 'tar_path_traversal',
      severity: 'high',
      type: 'file_access',
      place: { path: joinPath(context.path, name) },
      note: isLink ? 'The member is a link.' : 'Unpacking this member writes outside of its folder.',
    });
  }
  if (header.type !== '0' && header.type !== '\0' && header.type !== '7') return;
  const inner = await context.inspectInner(sliceSource(source, data, header.size), header.name);
  report.complete &&= inner.complete;
  for (const finding of inner.findings) report.findings.add(finding);
  for (const global of inner.unsafeGlobals) report.unsafeGlobals.add(global);
}

/** Only empty blocks may follow the first empty block; `tar --ignore-zeros` would read on. */
async function checkEnd(source: ByteSource, from: number, context: DeepContext, report: TarReport): Promise<void> {
  const maxPadding = 1024 * 1024;
  const rest = await source.read(from, maxPadding);
  if (source.size - from > maxPadding || rest.some((byte) => byte !== 0)) {
    noteTar(context, report, 'tar_trailing', 'Data stand behind the end of the archive.', from);
  }
}

function noteTar({ path }: DeepContext, report: TarReport, id: string, note: string, offset: number): void {
  report.complete = false;
  report.valid &&= id === 'tar_limit';
  const type = id === 'tar_limit' ? 'limit' : 'malformed';
  report.findings.add({ id, severity: 'medium', type, place: { path, offset }, note });
}

function parseHeader(block: Buffer): TarHeader | undefined {
  const size = parseNumber(block.subarray(124, 136));
  const said = parseNumber(block.subarray(148, 156));
  if (size === undefined || said === undefined) return undefined;
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  if (sum !== said) return undefined;
  const isPosix = block.subarray(257, 262).toString('latin1') === 'ustar';
  const prefix = isPosix ? cString(block.subarray(345, 500)) : '';
  const name = cString(block.subarray(0, 100));
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: String.fromCharCode(block[156] ?? 0) };
}

/** Parses octal text, or base 256 if the first bit is set. */
function parseNumber(field: Buffer): number | undefined {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.subarray(field.length - 6).readUIntBE(0, 6);
    return field.subarray(1, field.length - 6).every((byte) => byte === 0) ? value : undefined;
  }
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function cString(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? field.length : end).toString('utf8');
}

async function readName(source: ByteSource, offset: number, size: number): Promise<string> {
  return cString(Buffer.from(await source.read(offset, Math.min(size, maxNameBytes))));
}

async function readPaxName(source: ByteSource, offset: number, size: number): Promise<string | undefined> {
  const text = Buffer.from(await source.read(offset, Math.min(size, maxNameBytes))).toString('utf8');
  return /(?:^|\n)\d{1,9} path=([^\n]*)\n/.exec(text)?.[1];
}
