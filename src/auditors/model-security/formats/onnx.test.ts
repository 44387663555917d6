import { describe, expect, it } from 'vitest';
import { aContext, idsOf, inspectBytes } from './bytes.fixture.ts';
import { onnx } from './onnx.ts';
import {
  bytesField,
  message,
  numberField,
  onnxGraph,
  onnxModel,
  onnxNode,
  onnxTensor,
  varint,
} from './protobuf.fixture.ts';

const inspect = (bytes: Uint8Array) => inspectBytes(onnx, bytes);
const withTensor = (tensor: Uint8Array) => onnxModel(onnxGraph([onnxNode('Identity')], [tensor]));
const withNode = (...nodes: Uint8Array[]) => onnxModel(onnxGraph(nodes));
const external = (location: string) =>
  withTensor(onnxTensor([4], 1, undefined, { location, offset: '0', length: '16' }));
const attribute = (name: string, ...fields: Uint8Array[]) => message(bytesField(1, name), ...fields);

/** `If` inside `If`, so many levels deep. */
function nestedGraph(depth: number): Buffer {
  const inner =
    depth === 0
      ? [onnxNode('Identity')]
      : [onnxNode('If', '', attribute('then_branch', bytesField(6, nestedGraph(depth - 1))))];
  return onnxGraph(inner);
}

describe('ONNX', () => {
  it.each([
    ['a node and a tensor', withTensor(onnxTensor([2, 2], 1, Buffer.alloc(16)))],
    ['four-bit numbers', withTensor(onnxTensor([3], 22, Buffer.alloc(2)))],
    [
      'a tensor whose dimensions are packed',
      withTensor(
        message(
          bytesField(1, Buffer.concat([varint(2), varint(300)])),
          numberField(2, 2),
          bytesField(9, Buffer.alloc(600)),
        ),
      ),
    ],
    ['data in a file beside the model', external('weights/model.onnx_data')],
    ['data in a file whose name has dots', external('model..v2.data')],
    [
      "operators of the runtimes' own domains",
      withNode(onnxNode('Gelu', 'com.microsoft'), onnxNode('TreeEnsemble', 'ai.onnx.ml')),
    ],
    [
      'a function that the model brings itself',
      onnxModel(
        onnxGraph([onnxNode('Mine', 'this.model')]),
        bytesField(25, message(bytesField(1, 'Mine'), bytesField(7, onnxNode('Add')), bytesField(10, 'this.model'))),
      ),
    ],
    ['graphs in graphs', onnxModel(nestedGraph(8))],
    ['no producer', message(numberField(1, 10), bytesField(7, onnxGraph([onnxNode('Add')])))],
    [
      'fields that are not known',
      onnxModel(onnxGraph([onnxNode('Add')]), bytesField(999, 'x'), numberField(998, 2n ** 63n)),
    ],
    [
      'embedded compiled code',
      withNode(
        onnxNode(
          'EPContext',
          'com.microsoft',
          attribute('embed_mode', numberField(3, 1)),
          attribute('ep_cache_context', bytesField(4, '/binary')),
        ),
      ),
    ],
  ])('a valid model is complete and free of malware: %s', async (_title, bytes) => {
    const found = await inspect(bytes);
    expect(found.findings).toEqual([]);
    expect(found).toMatchObject({ format: 'onnx', formatValid: true, complete: true, malwareFree: true });
    expect(onnx.detect(bytes.subarray(0, 4096), { name: 'model.bin', size: bytes.length })).toBe(true);
  });

  it.each([
    '/etc/passwd',
    '../../secret',
    'a/../../b',
    '..\\..\\b',
    'C:\\Windows\\x',
    'c:x',
    '\\\\host\\share',
    'https://example.org/x',
    'file:///etc/passwd',
    '~/.ssh/id',
    'a\0b',
    '..',
  ])('external data outside of the folder makes the model unsafe: %j', async (location) => {
    const found = await inspect(external(location));
    expect(idsOf(found)).toEqual(['onnx_external_path']);
    expect(found.malwareFree).toBe(false);
  });

  it.each([
    [
      'a tensor of an attribute',
      withNode(
        onnxNode('Constant', '', attribute('value', bytesField(5, onnxTensor([1], 1, undefined, { location: '/x' })))),
      ),
    ],
    [
      'a tensor of a list',
      withNode(
        onnxNode('C', '', attribute('values', bytesField(10, onnxTensor([1], 1, undefined, { location: '/x' })))),
      ),
    ],
    [
      'a sparse tensor',
      onnxModel(
        message(
          bytesField(1, onnxNode('A')),
          bytesField(15, bytesField(1, onnxTensor([1], 1, undefined, { location: '/x' }))),
        ),
      ),
    ],
    [
      'a graph in a graph',
      onnxModel(
        onnxGraph([
          onnxNode(
            'If',
            '',
            attribute('g', bytesField(6, onnxGraph([], [onnxTensor([1], 1, undefined, { location: '/x' })]))),
          ),
        ]),
      ),
    ],
    [
      'a training graph',
      onnxModel(
        onnxGraph([onnxNode('A')]),
        bytesField(20, bytesField(2, onnxGraph([], [onnxTensor([1], 1, undefined, { location: '/x' })]))),
      ),
    ],
    [
      'a function',
      onnxModel(
        onnxGraph([onnxNode('A')]),
        bytesField(
          25,
          bytesField(
            7,
            onnxNode('C', '', attribute('v', bytesField(5, onnxTensor([1], 1, undefined, { location: '/x' })))),
          ),
        ),
      ),
    ],
    [
      'compiled code beside the model',
      withNode(
        onnxNode(
          'EPContext',
          'com.microsoft',
          attribute('embed_mode', numberField(3, 0)),
          attribute('ep_cache_context', bytesField(4, '../../x.so')),
        ),
      ),
    ],
  ])('a path is found at any place: %s', async (_title, bytes) => {
    expect(idsOf(await inspect(bytes))).toEqual(['onnx_external_path']);
  });

  it.each<[string, Buffer, string]>([
    ['Python operators', withNode(onnxNode('PyOp', 'ai.onnx.contrib')), 'onnx_python_operator'],
    ['graphs nested too deeply', onnxModel(nestedGraph(40)), 'onnx_nesting'],
    ['a negative dimension', withTensor(onnxTensor([2n ** 64n - 1n], 1, Buffer.alloc(4))), 'onnx_overflow'],
    [
      'dimensions whose product overflows',
      withTensor(onnxTensor([2n ** 40n, 2n ** 40n], 1, Buffer.alloc(4))),
      'onnx_overflow',
    ],
    [
      'a negative place of external data',
      withTensor(onnxTensor([4], 1, undefined, { location: 'x', offset: '-8' })),
      'onnx_overflow',
    ],
  ])('a model is unsafe with: %s', async (_title, bytes, id) => {
    const found = await inspect(bytes);
    expect(idsOf(found)).toContain(id);
    expect(found.malwareFree).toBe(false);
  });

  it.each<[string, Buffer, string]>([
    ['data shorter than their shape', withTensor(onnxTensor([5], 1, Buffer.alloc(16))), 'onnx_size_mismatch'],
    ['no graph', message(numberField(1, 8)), 'format_malformed'],
    ['no version', bytesField(7, onnxGraph([onnxNode('Add')])), 'format_malformed'],
    [
      'a field longer than the file',
      Buffer.concat([onnxModel(onnxGraph([])), varint(58), varint(1000)]),
      'format_truncated',
    ],
    [
      'a field of 2^63 bytes',
      Buffer.concat([onnxModel(onnxGraph([])), varint(58), varint(2n ** 63n)]),
      'format_truncated',
    ],
    ['a field number of zero', Buffer.concat([onnxModel(onnxGraph([])), varint(0), varint(1)]), 'format_malformed'],
    ['a group', Buffer.concat([onnxModel(onnxGraph([])), varint(59)]), 'format_malformed'],
    ['a number of eleven bytes', Buffer.concat([varint(8), Buffer.alloc(11, 0x80)]), 'format_malformed'],
    [
      'an inner message that leaves its outer one',
      message(numberField(1, 8), bytesField(7, Buffer.concat([varint(10), varint(50)])), Buffer.alloc(60)),
      'format_truncated',
    ],
    ['an operator name of 100 kB', withNode(onnxNode('x'.repeat(100_000))), 'format_limit'],
  ])('a broken model is never clean: %s', async (_title, bytes, id) => {
    const found = await inspect(bytes);
    expect(idsOf(found)).toContain(id);
    expect(found.complete).toBe(false);
    expect(found.malwareFree).not.toBe(true);
  });

  it('metadata that look like a path are no data path', async () => {
    const property = message(bytesField(1, 'location'), bytesField(2, '/etc/passwd'));
    const graph = message(onnxGraph([onnxNode('Add')]), bytesField(16, property));
    expect(await inspect(onnxModel(graph, bytesField(14, property)))).toMatchObject({
      malwareFree: true,
      findings: [],
    });
  });

  it('broken input types are never clean', async () => {
    const input = message(bytesField(1, 'x'), bytesField(2, bytesField(1, bytesField(2, Buffer.from([0x0a, 0x7f])))));
    const found = await inspect(onnxModel(message(onnxGraph([onnxNode('Add')]), bytesField(11, input))));
    expect(found.malwareFree).toBeUndefined();
  });

  it('custom domains are listed once each and do not make the model unsafe', async () => {
    const found = await inspect(withNode(onnxNode('A', 'my.ops'), onnxNode('B', 'my.ops'), onnxNode('C', 'other')));
    expect(found.findings.map(({ id, module }) => [id, module])).toEqual([
      ['onnx_custom_domain', 'my.ops'],
      ['onnx_custom_domain', 'other'],
    ]);
    expect(found.malwareFree).toBe(true);
  });

  it('weights are skipped, not read', async () => {
    const file = withTensor(onnxTensor([3_000_000], 2, Buffer.alloc(3_000_000)));
    let read = 0;
    const source = {
      size: file.length,
      read: async (offset: number, length: number) => {
        read += Math.min(length, file.length - offset);
        return file.subarray(offset, offset + length);
      },
    };
    expect((await onnx.inspect(source, aContext())).malwareFree).toBe(true);
    expect(read).toBeLessThan(300_000);
  });

  it('more fields than the bound end the inspection, incomplete', async () => {
    const nodes = Array.from({ length: 2000 }, () => onnxNode('Add'));
    const found = await inspectBytes(onnx, withNode(...nodes), {}, { maxEntries: 10 });
    expect(idsOf(found)).toEqual(['format_limit']);
  });
});
