// Changes valid files of every format at random, with a seed, and checks that the inspection ends within its bounds and never
// calls a file clean that its format forbids.

import { describe, expect, it } from 'vitest';
import { createBufferSource } from '../byte-source.ts';
import type { Inspection, Inspector } from '../finding.ts';
import { defaultLimits } from '../limits.ts';
import { aContext, createRandom } from './bytes.fixture.ts';
import { aGgufFile } from './gguf.fixture.ts';
import { gguf } from './gguf.ts';
import { buildDenseHdf5, buildHdf5, buildHdf5WithHeap, fixedAttribute } from './hdf5.fixture.ts';
import { jsonConfig } from './json-config.ts';
import { kerasHdf5 } from './keras.ts';
import { onnx } from './onnx.ts';
import {
  bytesField,
  message,
  onnxGraph,
  onnxModel,
  onnxNode,
  onnxTensor,
  savedModel,
  tensorflowNode,
} from './protobuf.fixture.ts';
import { aSafetensorsFile } from './safetensors.fixture.ts';
import { safetensors } from './safetensors.ts';
import { tensorflowGraph, tensorflowSavedModel } from './tensorflow.ts';
import { jinjaTemplate } from './text-config.ts';
import { tflite } from './tflite.ts';

const config = JSON.stringify({
  class_name: 'Sequential',
  config: { layers: [{ module: 'keras.layers', class_name: 'Dense' }] },
});
const lambda = config.replace('Dense', 'Lambda');
const external = onnxTensor([4], 1, undefined, { location: '../../etc/passwd' });

/** Valid files, and files that are unsafe unchanged. */
const subjects: readonly (readonly [string, Inspector, Buffer])[] = [
  ['safetensors', safetensors, aSafetensorsFile()],
  ['gguf', gguf, aGgufFile()],
  ['gguf with an unsafe template', gguf, aGgufFile('{{ x.__class__ }}')],
  ['onnx', onnx, onnxModel(onnxGraph([onnxNode('Add')], [onnxTensor([2], 1, Buffer.alloc(8))]))],
  [
    'onnx with a path',
    onnx,
    onnxModel(onnxGraph([onnxNode('If', '', message(bytesField(6, onnxGraph([], [external]))))])),
  ],
  ['saved model', tensorflowSavedModel, savedModel([tensorflowNode('MatMul'), tensorflowNode('ReadFile')])],
  [
    'frozen graph',
    tensorflowGraph,
    bytesField(1, tensorflowNode('PrintV2', { output_stream: bytesField(2, 'file:///x') })),
  ],
  ['hdf5', kerasHdf5, buildHdf5([fixedAttribute('model_config', config)])],
  ['hdf5 with a lambda', kerasHdf5, buildHdf5WithHeap('model_config', lambda)],
  [
    'hdf5 with a heap of attributes',
    kerasHdf5,
    buildDenseHdf5({ infoType: 21, message: fixedAttribute('model_config', lambda).data }),
  ],
  ['keras configuration', jsonConfig, Buffer.from(lambda)],
  ['template', jinjaTemplate, Buffer.from('{% for m in messages %}{{ m.content | trim }}{% endfor %}')],
  ['tflite', tflite, Buffer.concat([Buffer.from('1000000054464c33', 'hex'), Buffer.alloc(64, 4)])],
];

const limits = { ...defaultLimits, maxEntries: 20_000, maxHeaderBytes: 1_000_000 };
/** Reads of one small file; a looping structure would soon exceed it. */
const maxReads = 50_000;

/** Inspects with a count of the reads, as a measure of time. */
async function inspectCounted(inspector: Inspector, bytes: Buffer): Promise<Inspection> {
  const source = createBufferSource(bytes);
  let reads = 0;
  let largest = 0;
  const counted = {
    size: source.size,
    read: (offset: number, length: number) => {
      reads += 1;
      largest = Math.max(largest, length);
      return source.read(offset, length);
    },
  };
  const found = await inspector.inspect(counted, aContext({ limits, name: 'model' }));
  expect(reads).toBeLessThan(maxReads);
  expect(largest).toBeLessThanOrEqual(4 * 1024 * 1024);
  return found;
}

/** One change that breaks parsers: bits, bytes, lengths at their limits, pieces cut, doubled or moved. */
function mutate(bytes: Buffer, random: () => number): Buffer {
  const at = random() % bytes.length;
  const changed = Buffer.from(bytes);
  switch (random() % 8) {
    case 0:
      changed[at] = (changed[at] ?? 0) ^ (1 << (random() % 8));
      return changed;
    case 1:
      changed[at] = [0, 0xff, 0x7f, 0x80][random() % 4] ?? 0;
      return changed;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(random() % bytes.length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(random() % 40, random() % 256), bytes.subarray(at)]);
    case 5:
      if (at + 8 <= changed.length) changed.writeBigUInt64LE(2n ** BigInt(random() % 64) - BigInt(random() % 2), at);
      return changed;
    case 6:
      if (at + 4 <= changed.length)
        changed.writeUInt32LE([0xffffffff, 0x7fffffff, 0x80000000, bytes.length][random() % 4] ?? 0, at);
      return changed;
    default:
      return mutate(mutate(bytes.length > 4 ? changed : bytes, random), random);
  }
}

describe('changed files', () => {
  it.each(subjects)('of %s end in an inspection, within bounds', async (_title, inspector, bytes) => {
    const random = createRandom(20_261_121);
    const base = await inspectCounted(inspector, bytes);
    for (let round = 0; round < 1500; round += 1) {
      const changed = mutate(bytes, random);
      if (changed.length === 0) continue;
      const found = await inspectCounted(inspector, changed);
      // INVARIANT: clean means that everything was inspected and the structure is valid.
      if (found.malwareFree === true) expect([found.complete, found.formatValid]).toEqual([true, true]);
      if (found.malwareFree === false) expect(found.findings.length).toBeGreaterThan(0);
    }
    expect(base.format).toBe(inspector.format);
  });

  it.each(subjects)('of %s are never clean when truncated, if the whole is needed', async (title, inspector, bytes) => {
    // A truncated template or table can be valid; formats that count their bytes cannot.
    const counts = ['safetensors', 'gguf', 'hdf5'].includes(title);
    for (let length = 1; length < bytes.length; length += 1) {
      const found = await inspectCounted(inspector, bytes.subarray(0, length));
      if (counts) expect(found.malwareFree).not.toBe(true);
    }
  });

  it('long runs of every opener end', async () => {
    const nests = ['[', '{"a":', '{{', '{%', '{#', '"', '\\', '\u0000', '\x0a\x80', '9', '-'];
    for (const nest of nests) {
      const bytes = Buffer.from(nest.repeat(Math.floor(100_000 / nest.length)));
      for (const inspector of [jsonConfig, jinjaTemplate, onnx, tensorflowGraph, tensorflowSavedModel]) {
        const found = await inspectCounted(inspector, bytes);
        if (found.malwareFree === true) expect(found.complete).toBe(true);
      }
    }
  });
});
