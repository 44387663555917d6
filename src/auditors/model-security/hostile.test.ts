import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ZipMember, zipOf } from './archive/zip.fixture.ts';
import { inspectSample } from './inspect.fixture.ts';
import { joblibArray, npyOf } from './malicious-archives.fixture.ts';
import { bytesOf, callOf, op, type Part, streamOf } from './pickle/assembler.fixture.ts';
import { bytesValue, oldStreamOf } from './pickle/written.fixture.ts';

const system = callOf('os', 'system');
const payload = streamOf(system);
const clean = streamOf(op.emptyDict);
const padded = bytesOf(op.proto(4), 'N0'.repeat(60_000), system, op.stop);
const orderedDict = bytesOf(op.global('collections', 'OrderedDict'), op.emptyTuple, op.reduce);

const nameOf = (module: string, name: string): Buffer => bytesOf(op.text(module), op.text(name), op.stackGlobal);
const call = (target: Uint8Array, ...args: readonly Part[]): Buffer =>
  bytesOf(target, op.mark, ...args, op.tuple, op.reduce);

function torchOf(pickle: Uint8Array, ...more: ZipMember[]): ZipMember[] {
  return [
    { name: 'archive/data.pkl', content: pickle },
    { name: 'archive/version', content: Buffer.from('3\n') },
    { name: 'archive/data/0', content: Buffer.alloc(64) },
    ...more,
  ];
}

const range = call(op.global('builtins', 'range'), op.int4(0x7fffffff));
const list = op.global('builtins', 'list');
const linear = op.global('torch.nn.modules.linear', 'Linear');

describe('known variations of attacks are unsafe too', () => {
  it.each<[string, Buffer, string]>([
    ['padding in a tensor', zipOf(torchOf(clean, { name: 'archive/data/1', content: padded })), 'm.pt'],
    ['padding in front of an archive', zipOf(torchOf(clean), { prefix: padded }), 'm.pt'],
    ['padding in data of no format', bytesOf(Buffer.alloc(9_999, 0xee), padded), 'weights.dat'],
    ['padding in an array that a plain loader executes', streamOf(joblibArray('u1', 255, padded)), 'm.joblib'],
    ['padding before a second stream', bytesOf(clean, padded), 'm.pkl'],
    ['bytes of protocol 2 in a torch file', zipOf(torchOf(oldStreamOf(2, bytesValue(2, payload)))), 'm.pt'],
    ['bytes of protocol 0 in an array', npyOf("'|O'", '(1,)', oldStreamOf(0, bytesValue(0, payload))), 'a.npy'],
    ['a second member of gzip', Buffer.concat([gzipSync(clean), gzipSync(payload)]), 'm.pkl.gz'],
    ['a layer whose constructor fills the memory', streamOf(call(linear, op.int4(9e8), op.int4(9e8))), 'm.pkl'],
    [
      'a range for the constructor of a base',
      streamOf(call(op.global('copyreg', '_reconstructor'), list, list, range)),
      'm.pkl',
    ],
    ['an array of a range', streamOf(call(op.global('array', 'array'), op.text('b'), range)), 'm.pkl'],
    [
      'bytes that are loaded through another function',
      streamOf(
        call(
          op.global('torch._tensor', '_rebuild_from_type_v2'),
          op.global('torch.storage', '_load_from_bytes'),
          op.global('torch', 'Tensor'),
          bytesOf(op.bytes(payload), op.tuple1),
          op.none,
        ),
      ),
      'm.pkl',
    ],
    [
      'a state that gets its attribute later',
      streamOf(
        bytesOf(op.emptyDict, op.put(1), op.text('__class__'), op.none, op.setItem, op.pop),
        bytesOf(orderedDict, op.get(1), op.build),
      ),
      'm.pkl',
    ],
    [
      'a memo index with a sign and zeros',
      streamOf(op.text('os'), 'p007\n', op.pop, 'g+7\n', op.text('system'), op.stackGlobal, op.emptyTuple, op.reduce),
      'm.pkl',
    ],
    ['a path through the globals of a listed class', streamOf(nameOf('collections', 'OrderedDict.__init__')), 'm.pkl'],
    ['a blank behind the module', streamOf(op.global('os ', 'system')), 'm.pkl'],
    [
      'what a persistent id stands for is called',
      streamOf(op.text('x'), op.persistentId, call(Buffer.alloc(0))),
      'm.pkl',
    ],
    ['a buffer outside of the stream is called', streamOf('\x97', op.emptyTuple, op.reduce), 'm.pkl'],
    [
      'a factory that runs commands',
      streamOf(call(op.global('collections', 'defaultdict'), nameOf('os', 'system'))),
      'm.pkl',
    ],
  ])('%s', async (_what, bytes, name) => {
    expect((await inspectSample(bytes, name)).malwareFree).toBe(false);
  });
});
