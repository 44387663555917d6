// Reads the JSON header of a safetensors file as a stream: one object of tensors, each with type, shape and place, and a map of
// strings called `__metadata__`.

import { StopInspectionError } from './guarded.ts';
import type { JsonHandler } from './json-grammar.ts';
import type { Report } from './report.ts';

/** Place of a tensor in the data. */
export interface TensorEntry {
  begin: number;
  end: number;
}

export interface HeaderReader {
  handler: JsonHandler;
  tensors: TensorEntry[];
}

/** Bits of one element, by type. */
const typeBits = new Map<string, bigint>([
  ...['F4'].map((type) => [type, 4n] as const),
  ...['F6_E2M3', 'F6_E3M2'].map((type) => [type, 6n] as const),
  ...['BOOL', 'U8', 'I8', 'F8_E5M2', 'F8_E4M3', 'F8_E8M0', 'F8_E4M3FNUZ', 'F8_E5M2FNUZ'].map(
    (type) => [type, 8n] as const,
  ),
  ...['I16', 'U16', 'F16', 'BF16'].map((type) => [type, 16n] as const),
  ...['I32', 'U32', 'F32'].map((type) => [type, 32n] as const),
  ...['I64', 'U64', 'F64', 'C64'].map((type) => [type, 64n] as const),
]);

const maxDimensions = 1024;
const metadataKey = '__metadata__';
const integerShape = /^(?:0|[1-9][0-9]{0,30})$/;
/** Readers overflow from here on in unsigned 64-bit arithmetic. */
const overflow = 2n ** 64n;

interface OpenTensor {
  dtype?: string;
  shape?: bigint[];
  offsets?: bigint[];
}

/** Starts a header; errors go into the report. */
export function createHeaderReader(report: Report): HeaderReader {
  const tensors: TensorEntry[] = [];
  let depth = 0;
  let outerKey = '';
  let innerKey = '';
  let tensor: OpenTensor = {};
  const malformed = (more: string): never => {
    throw new StopInspectionError('format_malformed', { offset: 8, more });
  };

  function takeNumber(text: string): void {
    if (outerKey === metadataKey) throw new StopInspectionError('safetensors_metadata', { offset: 8 });
    const list = innerKey === 'shape' ? tensor.shape : innerKey === 'data_offsets' ? tensor.offsets : undefined;
    if (depth !== 3 || list === undefined) return void malformed('A number stands where none belongs.');
    if (!integerShape.test(text)) malformed('A shape or place is no whole number.');
    if (list.length >= maxDimensions) malformed(`More than ${maxDimensions} numbers in a list.`);
    list.push(BigInt(text));
  }

  function takeOther(): void {
    if (outerKey === metadataKey) throw new StopInspectionError('safetensors_metadata', { offset: 8 });
    malformed('A value has the wrong type.');
  }

  const handler: JsonHandler = {
    open(kind) {
      depth += 1;
      const fits = depth === 3 ? kind === 'array' && outerKey !== metadataKey : kind === 'object' && depth <= 2;
      if (!fits) return takeOther();
      if (depth === 2) tensor = {};
      if (depth === 3 && innerKey === 'shape') tensor.shape = [];
      else if (depth === 3 && innerKey === 'data_offsets') tensor.offsets = [];
      else if (depth === 3) takeOther();
    },
    close() {
      depth -= 1;
      if (depth !== 1 || outerKey === metadataKey) return;
      const entry = toEntry(tensor, report);
      if (entry === undefined) malformed('A tensor lacks type, shape or place.');
      else if (entry !== 'reported') tensors.push(entry);
    },
    key(text) {
      if (depth === 1) outerKey = text;
      else innerKey = text;
      const known = text === 'dtype' || text === 'shape' || text === 'data_offsets';
      if (depth === 2 && outerKey !== metadataKey && !known) malformed('A tensor has an unknown member.');
    },
    string(text) {
      if (depth !== 2) return takeOther();
      if (outerKey === metadataKey) return;
      if (innerKey !== 'dtype') return takeOther();
      tensor.dtype = text ?? '';
    },
    number: takeNumber,
    literal: takeOther,
    duplicate: (offset) => report.add('json_duplicate_key', { offset }),
  };
  return { handler, tensors };
}

function toEntry(tensor: OpenTensor, report: Report): TensorEntry | 'reported' | undefined {
  const { dtype, shape, offsets } = tensor;
  const [begin, end] = offsets ?? [];
  if (dtype === undefined || shape === undefined || begin === undefined || end === undefined) return undefined;
  if (offsets?.length !== 2) return undefined;
  const bits = typeBits.get(dtype);
  if (bits === undefined) report.add('safetensors_dtype', { offset: 8 });
  let size = bits ?? 8n;
  for (const dimension of shape) {
    size *= dimension;
    if (size >= overflow || dimension >= overflow) {
      report.add('safetensors_overflow', { offset: 8 });
      return 'reported';
    }
  }
  if (end >= overflow || begin >= overflow) {
    report.add('safetensors_overflow', { offset: 8 });
    return 'reported';
  }
  if (begin > end || end > BigInt(Number.MAX_SAFE_INTEGER)) {
    report.add('safetensors_out_of_file', { offset: 8 });
    return 'reported';
  }
  if (bits !== undefined && size !== (end - begin) * 8n) report.add('safetensors_size_mismatch', { offset: 8 });
  return { begin: Number(begin), end: Number(end) };
}
