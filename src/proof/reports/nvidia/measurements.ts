/** The measurement record of an SPDM 1.1 response (DSP0274 section 10.11): blocks in the DMTF form. */
import { createByteReader, LayoutError } from './byte-reader.ts';

export interface MeasurementBlock {
  /** 1 to 254, as in NVIDIA's reference manifests. */
  readonly index: number;
  /**
   * DMTFSpecMeasurementValueType: bits 6..0 are the kind of measurement, bit 7 is set for a raw value instead of a
   * digest.
   */
  readonly type: number;
  readonly value: Uint8Array;
}

const dmtfSpecification = 1;
/** Index 0 and 255 are requests, not blocks (DSP0274 table 45). */
const maxIndex = 254;

/** Reads the blocks, each index once, up to the end of the record. @throws LayoutError */
export function parseMeasurements(record: Uint8Array, count: number): MeasurementBlock[] {
  const reader = createByteReader(record);
  const blocks: MeasurementBlock[] = [];
  while (!reader.isAtEnd()) {
    const index = reader.uint(1);
    if (index < 1 || index > maxIndex) throw new LayoutError('a measurement has an unknown index');
    if (blocks.some((block) => block.index === index)) throw new LayoutError('a measurement occurs twice');
    if (reader.uint(1) !== dmtfSpecification) throw new LayoutError('a measurement does not have the DMTF form');
    blocks.push({ index, ...parseValue(reader.take(reader.uint(2))) });
  }
  if (blocks.length !== count) throw new LayoutError('the number of measurements differs from the declared one', true);
  return blocks;
}

function parseValue(bytes: Uint8Array): { type: number; value: Uint8Array } {
  const reader = createByteReader(bytes);
  const type = reader.uint(1);
  const value = reader.take(reader.uint(2));
  if (!reader.isAtEnd()) throw new LayoutError('there are bytes after the value of a measurement', true);
  return { type, value };
}
