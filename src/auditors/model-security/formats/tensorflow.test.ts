import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes, u16, u32 } from './bytes.fixture.ts';
import { onnx } from './onnx.ts';
import { bytesField, message, onnxGraph, onnxModel, onnxNode, savedModel, tensorflowNode } from './protobuf.fixture.ts';
import { tensorflowGraph, tensorflowSavedModel } from './tensorflow.ts';
import { tflite } from './tflite.ts';

const plainNodes = [
  'Placeholder',
  'MatMul',
  'SaveV2',
  'RestoreV2',
  'MergeV2Checkpoints',
  'ShardedFilename',
  'PartitionedCall',
];
const file = (name: string, bytes: Buffer) => ({ name, size: bytes.length });

describe('TensorFlow graphs', () => {
  it('an ordinary saved model, with its saver, is complete and free of malware', async () => {
    const bytes = savedModel(
      plainNodes.map((name) => tensorflowNode(name)),
      [[tensorflowNode('Relu')]],
    );
    const found = await inspectBytes(tensorflowSavedModel, bytes);
    expect(found).toMatchObject({ formatValid: true, complete: true, malwareFree: true, findings: [] });
  });

  it.each([
    ['ReadFile', 'tensorflow_file_access'],
    ['WriteFile', 'tensorflow_file_access'],
    ['MatchingFiles', 'tensorflow_file_access'],
    ['TextLineDataset', 'tensorflow_file_access'],
    ['PyFunc', 'tensorflow_python_function'],
    ['EagerPyFunc', 'tensorflow_python_function'],
    ['DataServiceDatasetV4', 'tensorflow_network'],
  ])('%s makes a model unsafe, in the graph, in a function and in a frozen graph', async (operator, id) => {
    const node = tensorflowNode(operator);
    const inGraph = await inspectBytes(tensorflowSavedModel, savedModel([node]));
    const inFunction = await inspectBytes(tensorflowSavedModel, savedModel([tensorflowNode('Add')], [[node]]));
    const frozen = await inspectBytes(
      tensorflowGraph,
      message(bytesField(1, tensorflowNode('Add')), bytesField(1, node)),
    );
    for (const found of [inGraph, inFunction, frozen]) {
      expect(found.malwareFree).toBe(false);
      expect(found.findings.map((finding) => [finding.id, finding.module])).toEqual([[id, operator]]);
    }
  });

  it('printing to a file and debugging to an address are recognised by the attributes', async () => {
    const print = tensorflowNode('PrintV2', { output_stream: bytesField(2, 'file:///tmp/x') });
    const stderr = tensorflowNode('PrintV2', { output_stream: bytesField(2, 'stderr') });
    const debug = tensorflowNode('DebugIdentity', {
      debug_urls: bytesField(1, bytesField(2, 'grpc://198.51.100.7:1')),
    });
    expect(idsOf(await inspectBytes(tensorflowSavedModel, savedModel([print])))).toEqual(['tensorflow_file_access']);
    expect(idsOf(await inspectBytes(tensorflowSavedModel, savedModel([debug])))).toEqual(['tensorflow_network']);
    expect(idsOf(await inspectBytes(tensorflowSavedModel, savedModel([stderr])))).toEqual([]);
  });

  it('writing summaries is reported, and does not make the model unsafe', async () => {
    const found = await inspectBytes(tensorflowSavedModel, savedModel([tensorflowNode('CreateSummaryFileWriter')]));
    expect(idsOf(found)).toEqual(['tensorflow_log_access']);
    expect(found).toMatchObject({ complete: true, malwareFree: true });
  });

  it('an attribute is read with its name and value in either order', async () => {
    const value = bytesField(2, bytesField(2, 'file:///tmp/x'));
    const node = message(bytesField(2, 'PrintV2'), bytesField(5, message(value, bytesField(1, 'output_stream'))));
    expect(idsOf(await inspectBytes(tensorflowSavedModel, savedModel([node])))).toEqual(['tensorflow_file_access']);
  });

  it('a graph without operators, a truncated one and one with an overlong name are never clean', async () => {
    const whole = savedModel([tensorflowNode('Add')]);
    const broken = [
      savedModel([]),
      whole.subarray(0, whole.length - 3),
      savedModel([tensorflowNode('x'.repeat(9000))]),
    ];
    for (const bytes of broken) {
      const found = await inspectBytes(tensorflowSavedModel, bytes);
      expect(found.complete).toBe(false);
      expect(found.malwareFree).not.toBe(true);
    }
  });

  it('saved models, frozen graphs and ONNX models are distinguished by their bytes', () => {
    const saved = savedModel([tensorflowNode('Add')]);
    const frozen = message(bytesField(1, tensorflowNode('Add')));
    const model = onnxModel(onnxGraph([onnxNode('Add')]));
    const heads = [saved, frozen, model];
    const told = heads.map((bytes) =>
      [tensorflowSavedModel, tensorflowGraph, onnx].map((inspector) =>
        inspector.detect(bytes, file('graph.pb', bytes)),
      ),
    );
    expect(told).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });
});

/** A TensorFlow Lite model whose operator table has these custom names. */
function liteModel(names: readonly string[]): Buffer {
  // The tables precede their targets: root at 20, its fields at 8.
  const codes = names.map((name) => {
    const text = Buffer.concat([u32(name.length), Buffer.from(name)]);
    // vtable (8 bytes: size, table size, field 0 absent, field 1 at 4), table: distance to it, offset of the string.
    return Buffer.concat([u16(8), u16(8), u16(0), u16(4), u32(8), u32(4), text]);
  });
  const vector = Buffer.alloc(4 + names.length * 4);
  vector.writeUInt32LE(names.length);
  let at = vector.length;
  for (const [index, code] of codes.entries()) {
    vector.writeUInt32LE(at + 8 - (4 + index * 4), 4 + index * 4);
    at += code.length;
  }
  const root = Buffer.concat([u16(8), u16(8), u16(0), u16(4), u32(8), u32(4)]);
  return Buffer.concat([u32(16), Buffer.from('TFL3'), root, vector, ...codes]);
}

describe('TensorFlow Lite', () => {
  it('builtin operators and those of full TensorFlow are no finding', async () => {
    const found = await inspectBytes(tflite, liteModel(['FlexAddV2', 'TFLite_Detection_PostProcess']));
    expect(found).toMatchObject({ formatValid: true, complete: true, malwareFree: true, findings: [] });
  });

  it('custom operators are listed, file operators of full TensorFlow make the model unsafe', async () => {
    const custom = await inspectBytes(tflite, liteModel(['MyOp']));
    expect(custom.findings.map(({ id, module }) => [id, module])).toEqual([['tflite_custom_operator', 'MyOp']]);
    expect(custom.malwareFree).toBe(true);
    const flex = await inspectBytes(tflite, liteModel(['FlexWriteFile']));
    expect(flex.malwareFree).toBe(false);
  });

  it('offsets outside of the file end the inspection, incomplete', async () => {
    const model = liteModel(['MyOp']);
    for (let at = 0; at < model.length - 4; at += 4) {
      const broken = Buffer.from(model);
      broken.writeUInt32LE(0x7fffffff, at);
      const found = await inspectBytes(tflite, broken);
      if (found.malwareFree === true) expect(idsOf(found)).toEqual(['tflite_custom_operator']);
    }
  });
});
