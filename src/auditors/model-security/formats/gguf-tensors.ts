// The tensor table of a GGUF file and the places of its tensors: dimensions and sizes as a C reader computes them; places
// aligned, inside the file, one after the other.

import type { GgufReader } from './gguf-reader.ts';
import { blockSize } from './gguf-types.ts';
import { StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';

/** One row of the table. `size` is undefined if the block size of the type is unknown. */
export interface GgufTensor {
  start: bigint;
  size: bigint | undefined;
  /** Offset of the row in the file. */
  row: number;
}

/** Limits of ggml: four dimensions and names of 64 bytes. */
const maxDimensions = 4;
const maxNameBytes = 64;
/** Sizes are computed in signed 64 bits. */
const overflow = 2n ** 63n;

export async function readTensorTable(reader: GgufReader, count: number, alignment: bigint): Promise<GgufTensor[]> {
  const names = new Set<string>();
  const tensors: GgufTensor[] = [];
  for (let index = 0; index < count; index += 1) {
    reader.tick();
    const row = reader.cursor.position();
    const { text } = await reader.string(maxNameBytes);
    if (text === undefined) throw new StopInspectionError('gguf_name', { offset: row });
    if (names.has(text)) reader.report.add('gguf_duplicate_tensor', { offset: row });
    names.add(text);
    const dimensions = await readDimensions(reader, row);
    const type = await reader.u32();
    const size = tensorSize(type, dimensions, row, reader.report);
    const start = await reader.u64();
    if (start % alignment !== 0n) reader.report.add('gguf_misaligned', { offset: row });
    tensors.push({ start, size, row });
  }
  return tensors;
}

async function readDimensions(reader: GgufReader, row: number): Promise<bigint[]> {
  const count = await reader.u32();
  if (count > maxDimensions) throw new StopInspectionError('gguf_dimensions', { offset: row });
  const dimensions: bigint[] = [];
  for (let index = 0; index < count; index += 1) dimensions.push(await reader.u64());
  return dimensions;
}

function tensorSize(type: number, dimensions: bigint[], row: number, report: Report): bigint | undefined {
  let elements = 1n;
  for (const dimension of dimensions) {
    elements *= dimension;
    if (dimension >= overflow || elements >= overflow) {
      report.add('gguf_overflow', { offset: row });
      return undefined;
    }
  }
  const block = blockSize(type);
  if (block === undefined) {
    report.add('gguf_tensor_type', { offset: row });
    return undefined;
  }
  // Blocks run along the first dimension; a row that ends inside a block is read past its end.
  if ((dimensions[0] ?? 1n) % block.elements !== 0n) {
    report.add('gguf_dimensions', { offset: row });
    return undefined;
  }
  const bytes = (elements / block.elements) * block.bytes;
  if (bytes < overflow) return bytes;
  report.add('gguf_overflow', { offset: row });
  return undefined;
}

/** Checks that tensors follow each other, each padded to the alignment, and end with the file. */
export function checkTensorLayout(
  tensors: readonly GgufTensor[],
  tableEnd: number,
  fileSize: number,
  alignment: bigint,
  report: Report,
): void {
  const dataStart = align(BigInt(tableEnd), alignment);
  const dataLength = BigInt(fileSize) - dataStart;
  let covered = 0n;
  let known = true;
  for (const tensor of tensors.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const offset = tensor.row;
    const size = tensor.size ?? 0n;
    if (tensor.start >= overflow) report.add('gguf_overflow', { offset });
    else if (tensor.start + size > (dataLength > 0n ? dataLength : 0n)) report.add('gguf_out_of_file', { offset });
    else if (tensor.start < covered) report.add('gguf_overlap', { offset });
    else if (known && tensor.start > align(covered, alignment)) report.add('gguf_gap', { offset });
    known = tensor.size !== undefined;
    covered = tensor.start + size > covered ? tensor.start + size : covered;
  }
  if (known && !report.isInvalid() && dataLength > align(covered, alignment)) {
    report.add('gguf_gap', { offset: Number(dataStart + covered), more: 'After the last tensor.' });
  }
}

function align(value: bigint, alignment: bigint): bigint {
  const rest = value % alignment;
  return rest === 0n ? value : value + alignment - rest;
}
