// Checks GGUF: magic, version, key/value pairs, tensor table, then the bytes of the tensors. Readers are written in C and trust
// these numbers, so an overflowing count or size attacks the reader, and the chat template inside is a program.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { inspectTemplate } from './chat-template.ts';
import { createCursor } from './cursor.ts';
import { readPairs } from './gguf-pairs.ts';
import { createGgufReader, type GgufReader } from './gguf-reader.ts';
import { checkTensorLayout, readTensorTable } from './gguf-tensors.ts';
import { inspectGuarded, StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';

const magic = 'GGUF';
/** Alignment when the file gives none. */
const defaultAlignment = 32n;
/** No machine has larger pages. */
const maxAlignment = 65_536n;

export const gguf: Inspector = {
  format: 'gguf',
  extensions: ['gguf'],
  detect: (head) => Buffer.from(head.subarray(0, 4)).toString('latin1') === magic,
  inspect: (source, context) =>
    inspectGuarded('gguf', context, async (report) => {
      const reader = await openReader(source, context, report);
      const tensorCount = await reader.count('tensors');
      const pairCount = await reader.count('pairs');
      const pairs = await readPairs(reader, pairCount);
      for (const template of pairs.templates) inspectTemplate(template.text, template.offset, report);
      const alignment = checkAlignment(pairs.alignment, report);
      const tensors = await readTensorTable(reader, tensorCount, alignment);
      checkTensorLayout(tensors, reader.cursor.position(), source.size, alignment, report);
    }),
};

async function openReader(source: ByteSource, context: InspectionContext, report: Report): Promise<GgufReader> {
  const head = createCursor(source);
  await head.need(8);
  head.skip(4);
  const version = head.u32();
  // Files of big-endian machines differ only in byte order; the low bytes of their version read as empty.
  const bigEndian = (version & 0xffff) === 0 && version !== 0;
  const number = bigEndian ? Buffer.from(Uint32Array.of(version).buffer).swap32().readUInt32LE() : version;
  if (number < 1 || number > 3) throw new StopInspectionError('gguf_version', { offset: 4 });
  const cursor = createCursor(source, { bigEndian });
  cursor.skip(8);
  return createGgufReader({ cursor, version: number, context, report });
}

function checkAlignment(alignment: { value: bigint; offset: number } | undefined, report: Report): bigint {
  if (alignment === undefined) return defaultAlignment;
  const { value, offset } = alignment;
  const isPowerOfTwo = value > 0n && (value & (value - 1n)) === 0n;
  if (!isPowerOfTwo || value > maxAlignment) {
    report.add('gguf_alignment', { offset });
    throw new StopInspectionError('format_malformed', { offset, more: 'Tensors can not be placed.' });
  }
  return value;
}
