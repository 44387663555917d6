/** Inspects single compressed streams as joblib and others write them: gzip and zlib; others cannot be unpacked here. */

import type { ByteSource } from '../byte-source.ts';
import { sliceSource } from '../byte-source.ts';
import type { DeepContext, DeepInspector } from '../context.ts';
import { type Finding, type Inspection, toInspection } from '../finding.ts';
import { type Compression, canUnpack, SourceLimitError, unpack } from './unpack.ts';

const extensions = [
  'gz',
  'tgz',
  'z',
  'zlib',
  'bz2',
  'xz',
  'lzma',
  'lz4',
  'zst',
  'joblib',
  'pkl',
  'pickle',
  'dat',
  'sav',
  'p',
];

/** Inspects streams that Node can unpack. */
export const gzipInspector: DeepInspector = {
  format: 'gzip',
  extensions,
  detect: (head) => head[0] === 0x1f && head[1] === 0x8b,
  inspect: (source, context) => inspectStream(source, 'gzip', context),
};

/** zlib's magic is weak, so the first block must decompress. */
export const zlibInspector: DeepInspector = {
  format: 'zlib',
  extensions,
  detect: (head) => head[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(head[1] ?? 0) && head.length > 6,
  async inspect(source, context) {
    if (await canUnpack(source, 'zlib')) return inspectStream(source, 'zlib', context);
    const finding = note(context, 'zlib_broken', 'malformed', 'It begins like a zlib stream, but is none.');
    return toInspection({ format: 'zlib', formatValid: false, complete: false, findings: [finding] });
  },
};

/** Inspects joblib files before 0.10: `ZF`, the length in hexadecimal over 19 characters, a zlib stream. */
export const oldJoblibInspector: DeepInspector = {
  format: 'joblib_zfile',
  extensions,
  detect: (head) => Buffer.from(head.subarray(0, 4)).toString('latin1') === 'ZF0x',
  inspect: (source, context) => inspectStream(sliceSource(source, 21, source.size), 'zlib', context),
};

const foreign: readonly (readonly [string, string])[] = [
  ['425a68', 'bzip2'],
  ['fd377a585a00', 'xz'],
  ['5d0000', 'lzma'],
  ['04224d18', 'lz4'],
  ['28b52ffd', 'zstd'],
  ['377abcaf271c', '7z'],
  ['52617221', 'rar'],
];

/** Reports compressions that cannot be unpacked here; they are never clean. */
export const foreignInspector: DeepInspector = {
  format: 'compressed',
  extensions: [...extensions, '7z', 'rar'],
  detect: (head) => nameForeign(head) !== undefined,
  async inspect(source, context) {
    const format = nameForeign(await source.read(0, 8)) ?? 'compressed';
    const finding = note(
      context,
      'compression_unsupported',
      'unchecked',
      `${format} can't be unpacked here: repack it as gzip or plain.`,
    );
    return toInspection({ format, formatValid: true, complete: false, findings: [finding] });
  },
};

function nameForeign(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 8)).toString('hex');
  return foreign.find(([magic]) => text.startsWith(magic))?.[1];
}

async function inspectStream(source: ByteSource, kind: Compression, context: DeepContext): Promise<Inspection> {
  const unpacked = await unpack(source, kind, context);
  const findings: Finding[] = [];
  if (unpacked.failure === 'broken')
    findings.push(note(context, 'stream_broken', 'malformed', 'The compressed data are broken.'));
  if (unpacked.failure === 'limit')
    findings.push(note(context, 'stream_bomb', 'limit', 'It unpacks to more than the limits allow.'));
  if (unpacked.failure === undefined && unpacked.unused > 0) {
    findings.push(note(context, 'stream_trailing', 'ambiguous', 'Bytes stand behind the compressed data.'));
  }
  const inner = await inspectUnpacked(unpacked.source, context, findings);
  return toInspection({
    format: inner?.format === undefined || inner.format === 'unknown' ? kind : inner.format,
    formatValid: unpacked.failure !== 'broken' && (inner?.formatValid ?? false),
    complete: findings.length === 0 && (inner?.complete ?? false),
    findings: [...findings, ...(inner?.findings ?? [])],
    unsafeGlobals: inner?.unsafeGlobals ?? [],
  });
}

async function inspectUnpacked(
  content: ByteSource,
  context: DeepContext,
  findings: Finding[],
): Promise<Inspection | undefined> {
  try {
    return await context.inspectInner(content, context.name.replace(/\.(?:gz|z|zlib)$/i, ''));
  } catch (error) {
    if (!(error instanceof SourceLimitError)) throw error;
    findings.push(note(context, 'stream_limit', 'limit', 'It is too large to be looked at in its packed form.'));
    return undefined;
  }
}

function note({ path }: DeepContext, id: string, type: Finding['type'], text: string): Finding {
  return { id, severity: 'medium', type, place: { path }, note: text };
}
