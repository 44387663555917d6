/** Archives and arrays that hide code: malformed headers, other names, many layers. */

import { deflateSync, gzipSync } from 'node:zlib';
import { tarOf } from './archive/tar.fixture.ts';
import { type ZipMember, zipOf } from './archive/zip.fixture.ts';
import type { Sample } from './malicious-pickles.fixture.ts';
import { bytesOf, callOf, op, streamOf } from './pickle/assembler.fixture.ts';

const payload = streamOf(callOf('os', 'system', 'echo a long enough command to be worth compressing'));
const clean = streamOf(op.emptyDict);

/** The pickle of a torch file with its other members. */
function torchOf(pickle: Uint8Array, change: Partial<ZipMember> = {}): ZipMember[] {
  return [
    { name: 'archive/data.pkl', content: pickle, ...change },
    { name: 'archive/byteorder', content: Buffer.from('little') },
    { name: 'archive/data/0', content: Buffer.alloc(64) },
    { name: 'archive/version', content: Buffer.from('3\n') },
  ];
}

/** A npy file with a header and data. */
export function npyOf(descr: string, shape: string, data: Uint8Array): Buffer {
  const text = `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }`;
  const header = Buffer.from(`${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(header.length);
  return bytesOf('\x93NUMPY\x01\x00', length, header, data);
}

const wrapper = bytesOf(op.global('joblib.numpy_pickle', 'NumpyArrayWrapper'), op.emptyTuple, op.newobj);

/** A joblib array: its wrapper, and the data after it in the stream. */
export function joblibArray(dtype: string, count: number, data: Uint8Array): Buffer {
  const dtypeObject = bytesOf(op.global('numpy', 'dtype'), op.text(dtype), op.tuple1, op.reduce);
  const state = bytesOf(
    op.emptyDict,
    op.mark,
    bytesOf(op.text('subclass'), op.global('numpy', 'ndarray')),
    bytesOf(op.text('shape'), op.int1(count), op.tuple1),
    bytesOf(op.text('order'), op.text('C')),
    bytesOf(op.text('dtype'), dtypeObject),
    bytesOf(op.text('allow_mmap'), op.true),
    op.setItems,
  );
  return bytesOf(wrapper, state, op.build, data);
}

function layers(depth: number): Buffer {
  let bytes: Buffer = payload;
  for (let layer = 0; layer < depth; layer += 1) {
    bytes = layer % 2 === 0 ? zipOf([{ name: 'inner.bin', content: bytes, method: 8 }]) : gzipSync(bytes);
  }
  return bytes;
}

function sample(what: string, name: string, bytes: Buffer): Sample {
  return { what, name, bytes };
}

export const maliciousArchives: readonly Sample[] = [
  sample('torch', 'model.pt', zipOf(torchOf(payload))),
  sample('torch, compressed', 'model.pt', zipOf(torchOf(payload, { method: 8 }))),
  sample('torch under the name of safetensors', 'model.safetensors', zipOf(torchOf(payload))),
  sample(
    'a member that is marked as encrypted in the directory only',
    'model.pt',
    zipOf(torchOf(payload, { flags: 1, localFlags: 0 })),
  ),
  sample(
    'a member that is marked as encrypted in the header only',
    'model.pt',
    zipOf(torchOf(payload, { flags: 0, localFlags: 1 })),
  ),
  sample('a member with a wrong checksum', 'model.pt', zipOf(torchOf(payload, { crc: 1 }))),
  sample(
    'a member with another name in its header',
    'model.pt',
    zipOf(torchOf(payload, { localName: 'archive/notes.txt' })),
  ),
  sample('a member that says to be longer', 'model.pt', zipOf(torchOf(payload, { size: 100_000, method: 8 }))),
  sample(
    'a member with an unknown method in its header only',
    'model.pt',
    zipOf(torchOf(payload, { localMethod: 99 })),
  ),
  sample(
    'a member with an unknown method in the directory only',
    'model.pt',
    zipOf(
      torchOf(payload, { method: 0, localMethod: 0 }).map((member, index) =>
        index === 0 ? { ...member, localMethod: 0, method: 99 } : member,
      ),
    ),
  ),
  sample(
    'the payload under the name of a tensor',
    'model.pt',
    zipOf([...torchOf(clean), { name: 'archive/data/1', content: payload }]),
  ),
  sample(
    'the payload under the name of a text',
    'model.pt',
    zipOf([...torchOf(clean), { name: 'archive/README.txt', content: payload }]),
  ),
  sample(
    'two members of one name',
    'model.pt',
    zipOf([...torchOf(clean), { name: 'archive/data.pkl', content: payload }]),
  ),
  sample(
    'a member that is not in the directory',
    'model.pt',
    zipOf([...torchOf(clean), { name: 'archive/data.pkl', content: payload, hidden: true }]),
  ),
  sample('a pickle before the archive', 'model.pt', zipOf(torchOf(clean), { prefix: payload })),
  sample('an archive behind a pickle', 'model.pkl', bytesOf(clean, zipOf(torchOf(payload)))),
  sample(
    'an archive whose comment holds an archive',
    'model.pt',
    zipOf(torchOf(clean), { comment: zipOf(torchOf(payload)) }),
  ),
  sample('an archive with bytes behind it', 'model.pt', zipOf(torchOf(payload), { trailing: Buffer.alloc(300) })),
  sample('an archive that counts no members', 'model.pt', zipOf(torchOf(payload), { entries: 0 })),
  sample('an archive without a directory', 'model.pt', zipOf(torchOf(payload)).subarray(0, 300)),
  sample(
    'a member that leaves its folder',
    'model.zip',
    zipOf([{ name: '../../.bashrc', content: Buffer.from('id') }]),
  ),
  sample('a member with an absolute name', 'model.zip', zipOf([{ name: '/etc/cron.d/x', content: Buffer.from('id') }])),
  sample(
    'a member that is a link',
    'model.zip',
    zipOf([{ name: 'x', content: Buffer.from('/etc'), attributes: 0xa1ff0000 }]),
  ),
  sample('seven layers', 'model.zip', layers(7)),
  sample('gzip', 'model.joblib.gz', gzipSync(payload)),
  sample('zlib', 'model.joblib.z', deflateSync(payload)),
  sample("joblib's old zlib", 'model.joblib', bytesOf('ZF', '0x64'.padEnd(19), deflateSync(payload))),
  sample('gzip under the name of a text', 'notes.txt', gzipSync(payload)),
  sample('tar', 'model.tar', tarOf([{ name: 'pickle', content: payload }])),
  sample('tar.gz', 'model.tar.gz', gzipSync(tarOf([{ name: 'a/b.bin', content: payload }]))),
  sample('tar with a link', 'model.tar', tarOf([{ name: 'x', type: '2' }])),
  sample('tar that leaves its folder', 'model.tar', tarOf([{ name: '../x', content: clean }])),
  sample('an object array', 'array.npy', npyOf("'|O'", '(1,)', payload)),
  sample('an array of records with objects', 'array.npy', npyOf("[('a', '<f8'), ('b', '|O')]", '(1,)', payload)),
  sample('an array with a pickle behind it', 'array.npy', npyOf("'<f8'", '(1,)', bytesOf(Buffer.alloc(8), payload))),
  sample('an array whose header is a call', 'array.npy', npyOf("__import__('os').system('id')", '(1,)', payload)),
  sample('npz', 'arrays.npz', zipOf([{ name: 'a.npy', content: npyOf("'|O'", '(1,)', payload), method: 8 }])),
  sample(
    'joblib behind an array',
    'model.joblib',
    streamOf(joblibArray('f8', 2, Buffer.alloc(16, 0x2e)), callOf('os', 'system'), op.tuple2),
  ),
  sample('joblib with an object array', 'model.joblib', streamOf(joblibArray('O8', 1, payload))),
  sample(
    'joblib whose array is code for a plain loader',
    'model.joblib',
    streamOf(joblibArray('u1', 100, bytesOf(callOf('os', 'system'), Buffer.alloc(100)).subarray(0, 100))),
  ),
];
