// Checks safetensors: an 8-byte length, a JSON header, then the bytes of the tensors without gap or overlap. The format contains
// no code; an invalid file breaks readers or hides bytes.

import type { ByteSource } from '../byte-source.ts';
import { yieldToEvents } from '../context.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { assertInTime, inspectGuarded, StopInspectionError } from './guarded.ts';
import { createJsonTokenizer } from './json-tokenizer.ts';
import type { Report } from './report.ts';
import { createHeaderReader, type TensorEntry } from './safetensors-header.ts';

/** Largest header by the format's definition, in bytes. */
const maxHeaderBytes = 100_000_000;
const lengthBytes = 8;
const maxNamedLength = 2n ** 40n;
const pieceBytes = 1024 * 1024;

export const safetensors: Inspector = {
  format: 'safetensors',
  extensions: ['safetensors'],
  detect: (head, { name, size }) => {
    const isNamed = name.toLowerCase().endsWith('.safetensors');
    if (head.length < lengthBytes) return isNamed;
    const length = readHeaderLength(head);
    // A damaged file is recognised by its name; an archive or a pickle under this name has no such number in front.
    if (isNamed && length < maxNamedLength) return true;
    if (head[lengthBytes] !== 0x7b) return false;
    return length >= 2n && length <= BigInt(Math.min(size, maxHeaderBytes));
  },
  inspect: (source, context) =>
    inspectGuarded('safetensors', context, async (report) => {
      const headerLength = await checkLength(source, context);
      const tensors = await readHeader(source, headerLength, context, report);
      checkLayout(tensors, source.size - lengthBytes - headerLength, lengthBytes + headerLength, report);
    }),
};

async function checkLength(source: ByteSource, context: InspectionContext): Promise<number> {
  const head = await source.read(0, lengthBytes + 1);
  if (head.length < lengthBytes + 1) throw new StopInspectionError('format_truncated', { offset: source.size });
  const length = readHeaderLength(head);
  if (length > BigInt(maxHeaderBytes) || length + BigInt(lengthBytes) > BigInt(source.size) || length < 2n) {
    throw new StopInspectionError('safetensors_header_size', { offset: 0, more: `It says ${length} bytes.` });
  }
  if (head[lengthBytes] !== 0x7b) throw new StopInspectionError('safetensors_header_start', { offset: lengthBytes });
  if (Number(length) > context.limits.maxHeaderBytes) throw new StopInspectionError('format_limit', { offset: 0 });
  return Number(length);
}

async function readHeader(
  source: ByteSource,
  headerLength: number,
  context: InspectionContext,
  report: Report,
): Promise<TensorEntry[]> {
  const reader = createHeaderReader(report);
  const { maxEntries, maxStringBytes } = context.limits;
  // Entries of a tensor: its name, three members and the numbers of shape and place.
  const bounds = { maxDepth: 4, maxStringBytes, maxEntries: maxEntries * 16 };
  const tokenizer = createJsonTokenizer(reader.handler, bounds, lengthBytes);
  for (let read = 0; read < headerLength; read += pieceBytes) {
    await yieldToEvents();
    assertInTime(context);
    const piece = await source.read(lengthBytes + read, Math.min(pieceBytes, headerLength - read));
    tokenizer.push(piece);
    if (reader.tensors.length > maxEntries) throw new StopInspectionError('format_limit', { offset: 0 });
  }
  tokenizer.end();
  return reader.tensors;
}

/** Checks that the tensors cover the data exactly once, without gaps. */
function checkLayout(tensors: TensorEntry[], dataLength: number, dataStart: number, report: Report): void {
  const sorted = tensors.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  let covered = 0;
  for (const { begin, end } of sorted) {
    const offset = dataStart + begin;
    if (end > dataLength) report.add('safetensors_out_of_file', { offset });
    else if (begin < covered) report.add('safetensors_overlap', { offset });
    else if (begin > covered) report.add('safetensors_hole', { offset: dataStart + covered });
    covered = Math.max(covered, end);
  }
  if (covered < dataLength && !report.isInvalid()) {
    report.add('safetensors_trailing_bytes', {
      offset: dataStart + covered,
      more: `${dataLength - covered} bytes.`,
    });
  }
}

function readHeaderLength(head: Uint8Array): bigint {
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getBigUint64(0, true);
}
