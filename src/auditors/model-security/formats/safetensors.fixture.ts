// Writes safetensors files for tests.

import { u64 } from './bytes.fixture.ts';

export interface HeaderTensor {
  dtype: string;
  shape: readonly number[];
  data_offsets: readonly [number, number];
}

/** A file with its header, which may be any text, and its data. */
export function buildSafetensors(header: object | string, data: Uint8Array, headerLength?: number | bigint): Buffer {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  return Buffer.concat([u64(headerLength ?? text.length), text, data]);
}

/** Two tensors and metadata, as a training library writes them. */
export function aSafetensorsFile(): Buffer {
  const header = {
    __metadata__: { format: 'pt' },
    'layer.weight': { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] },
    'layer.bias': { dtype: 'BF16', shape: [3], data_offsets: [24, 30] },
  };
  return buildSafetensors(header, Buffer.alloc(30, 7));
}
