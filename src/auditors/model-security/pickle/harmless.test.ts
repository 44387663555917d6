import { describe, expect, it } from 'vitest';
import { inspectSample } from '../inspect.fixture.ts';
import { findRule } from './allowed-globals.ts';
import { bytesOf, callOf, op, type Part, streamOf } from './assembler.fixture.ts';

const orderedDict = bytesOf(op.global('collections', 'OrderedDict'), op.emptyTuple, op.reduce);
const dtype = bytesOf(op.global('numpy', 'dtype'), op.text('f8'), op.true, op.true, op.tuple3, op.reduce);
const array = bytesOf(
  op.global('numpy.core.multiarray', '_reconstruct'),
  bytesOf(op.global('numpy', 'ndarray'), op.int1(0), op.tuple1, op.shortBytes(Buffer.from('b')), op.tuple3),
  op.reduce,
  bytesOf(op.mark, op.int1(1), op.int1(2), op.tuple1, dtype, op.true, op.shortBytes(Buffer.alloc(16)), op.tuple),
  op.build,
);

/** A tensor as torch.save writes it: its storage by a persistent id. */
function tensor(key: string): Buffer {
  const storage = [op.text('storage'), op.global('torch', 'FloatStorage'), op.text(key), op.text('cpu'), op.int1(4)];
  const parts: Part[] = [op.global('torch._utils', '_rebuild_tensor_v2'), op.mark, op.mark, ...storage, op.tuple];
  const shape = [op.int1(0), bytesOf(op.int1(4), op.tuple1), bytesOf(op.int1(1), op.tuple1), op.true, orderedDict];
  return bytesOf(...parts, op.persistentId, ...shape, op.tuple, op.reduce);
}

const stateDict = streamOf(
  orderedDict,
  bytesOf(op.mark, op.text('weight'), tensor('0'), op.text('bias'), tensor('1'), op.setItems),
  bytesOf(op.emptyDict, op.text('_metadata'), orderedDict, op.setItem, op.build),
);
const legacy = bytesOf(
  Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex'),
  streamOf(op.int4(1001)),
  streamOf(op.emptyDict),
  stateDict,
  streamOf(op.emptyList, op.text('0'), op.append),
  Buffer.alloc(200, 0x80),
);
const estimator = streamOf(
  bytesOf(op.global('sklearn.linear_model._base', 'LinearRegression'), op.emptyTuple, op.newobj),
  bytesOf(op.emptyDict, op.text('coef_'), array, op.setItem, op.build),
);

describe('a harmless pickle is clean, and complete', () => {
  it.each([
    ['a number of protocol 0', Buffer.from('I5\n.')],
    ['text of protocol 0', Buffer.from("S'cos\\nsystem'\n.")],
    ['an array', streamOf(array)],
    ['a state dictionary of torch', stateDict],
    ['torch before 1.6', legacy],
    ['an estimator of scikit-learn', estimator],
    [
      'a layer of torch',
      streamOf(
        op.global('torch.nn.modules.linear', 'Linear'),
        bytesOf(op.emptyTuple, op.newobj),
        bytesOf(op.emptyDict, op.text('training'), op.true, op.setItem, op.build),
      ),
    ],
    [
      'an array of the standard library',
      streamOf(
        op.global('array', '_array_reconstructor'),
        bytesOf(op.mark, op.global('array', 'array'), op.text('d'), op.int1(17), op.shortBytes(Buffer.alloc(16))),
        bytesOf(op.tuple, op.reduce),
      ),
    ],
    [
      'bytes of protocol 2',
      streamOf(op.global('_codecs', 'encode'), op.text('x'), op.text('latin1'), op.tuple2, op.reduce),
    ],
    [
      'a class by copyreg',
      streamOf(
        op.global('copyreg', '_reconstructor'),
        op.global('builtins', 'set'),
        op.global('builtins', 'object'),
        op.none,
        op.tuple3,
        op.reduce,
      ),
    ],
    ['several streams', bytesOf(streamOf(op.none), streamOf(array), streamOf(op.emptyDict))],
    ['words that look like opcodes', streamOf(op.longText('classic\nos\nsystem\nmusic\npost.'))],
    ['text that tells of a pickle', streamOf(op.longText('an example: cos and system, R. And more\n of it.\n'))],
    ['magic numbers in bytes', streamOf(op.bytes(Buffer.alloc(4000, Buffer.from('80048003', 'hex'))))],
  ])('%s', async (_what, bytes) => {
    const inspection = await inspectSample(bytes, 'model.pkl');
    expect(inspection.findings).toEqual([]);
    expect(inspection.malwareFree).toBe(true);
  });
});

describe('an unreadable pickle is never clean', () => {
  it.each([
    ['nothing behind the protocol', bytesOf(op.proto(4))],
    ['an opcode that does not exist', streamOf('\xf0')],
    ['a protocol of the future', bytesOf(op.proto(6), op.none, op.stop)],
    ['STOP on an empty stack', streamOf()],
    ['a mark that is not there', streamOf(op.tuple)],
    ['a memo entry that is not there', streamOf(op.get(9))],
    ['a string that is longer than the file', bytesOf(op.proto(4), 'X\xff\xff\xff\x7fab')],
    ['a string of negative length', bytesOf(op.proto(4), 'T\xff\xff\xff\xffab', op.stop)],
    ['a string without quotes', bytesOf('Sab\n', op.stop)],
    ['a frame that is longer than the file', bytesOf(op.proto(4), op.frame(1e9), op.none, op.stop)],
    ['a line that crosses the end of a frame', bytesOf(op.proto(4), op.frame(5), 'cbuiltins\nlist\n', op.stop)],
    ['a frame that goes on behind STOP', bytesOf(op.proto(4), op.frame(9), op.none, op.stop, '0'.repeat(7))],
    ['a frame inside a frame', bytesOf(op.proto(4), op.frame(12), op.none, op.frame(1), '0N', op.stop)],
    ['a second stream that is broken', bytesOf(streamOf(op.none), op.proto(4), op.emptyDict)],
    ['an odd number of entries', streamOf(op.emptyDict, op.mark, op.none, op.setItems)],
  ])('%s', async (_what, bytes) => {
    const inspection = await inspectSample(bytes, 'model.pkl');
    expect(inspection.complete).toBe(false);
    expect(inspection.malwareFree).toBeUndefined();
  });
});

it("a payload is found at any end of the reader's window", async () => {
  const payload = callOf('os', 'system', 'a command of some length');
  const window = 64 * 1024;
  for (let start = window - payload.length - 4; start < window + 4; start += 1) {
    const padding = 'N0'.repeat(start >> 1) + (start % 2 === 0 ? '' : ']');
    const inspection = await inspectSample(streamOf(padding, payload), 'model.pkl');
    expect([start, inspection.unsafeGlobals]).toEqual([start, ['os.system']]);
  }
});

it('a global is only allowed by its whole name', async () => {
  const allowedGlobals = new Set(['mine.Layer']);
  const clean = await inspectSample(streamOf(callOf('mine', 'Layer')), 'm.pkl', { allowedGlobals });
  expect(clean.malwareFree).toBe(true);
  const dotted = streamOf(op.text('mine'), op.text('Layer.__init__'), op.stackGlobal);
  expect((await inspectSample(dotted, 'm.pkl', { allowedGlobals })).malwareFree).toBe(false);
});

it('the allow-list contains nothing that imports, runs code or opens files', () => {
  const dangerous = ['os.system', 'builtins.eval', 'builtins.getattr', 'builtins.open', 'numpy.load', 'numpy.memmap'];
  const more = [
    'torch.load',
    'functools.partial',
    'operator.attrgetter',
    'joblib.load',
    'numpy.core._ufunc_reconstruct',
  ];
  for (const id of [...dangerous, ...more]) expect([id, findRule(id)]).toEqual([id, undefined]);
});
