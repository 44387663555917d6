import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectSample } from '../inspect.fixture.ts';
import { joblibArray, maliciousArchives, npyOf } from '../malicious-archives.fixture.ts';
import { bytesOf, callOf, op, streamOf } from '../pickle/assembler.fixture.ts';
import { tarOf } from './tar.fixture.ts';
import { zipOf } from './zip.fixture.ts';

const clean = streamOf(op.emptyDict);
const doubles = Buffer.alloc(16);

describe('a malicious archive is flagged, however malformed', () => {
  it.each(maliciousArchives.map(({ what, name, bytes }) => [what, name, bytes] as const))(
    '%s',
    async (_what, name, bytes) => {
      expect((await inspectSample(bytes, name)).malwareFree).toBe(false);
    },
  );
});

describe('a harmless archive is clean', () => {
  it.each([
    [
      'torch',
      'm.pt',
      zipOf([
        { name: 'a/data.pkl', content: clean },
        { name: 'a/data/0', content: Buffer.alloc(999, 0x80) },
      ]),
    ],
    ['zip, compressed', 'm.zip', zipOf([{ name: 'a.json', content: Buffer.from('{}'), method: 8 }])],
    ['empty zip', 'm.zip', zipOf([])],
    ['npy', 'a.npy', npyOf("'<f8'", '(2,)', doubles)],
    ['npy of records', 'a.npy', npyOf("[('a', '<f4'), ('b', '<U1', (3,))]", '(1,)', doubles)],
    ['npy without dimensions', 'a.npy', npyOf("'<f8'", '()', Buffer.alloc(8))],
    ['npz', 'a.npz', zipOf([{ name: 'x.npy', content: npyOf("'<f8'", '(2,)', doubles), method: 8 }])],
    ['npy of objects that are plain', 'a.npy', npyOf("'|O'", '(1,)', clean)],
    ['gzip', 'm.joblib.gz', gzipSync(clean)],
    [
      'tar',
      'm.tar',
      tarOf([
        { name: 'a.txt', content: Buffer.from('text') },
        { name: 'd', type: '5' },
      ]),
    ],
    [
      'joblib with arrays',
      'm.joblib',
      streamOf(joblibArray('f8', 2, doubles), joblibArray('U4', 1, doubles), op.tuple2),
    ],
    ['joblib with an object array', 'm.joblib', streamOf(joblibArray('O8', 1, clean))],
  ])('%s', async (_what, name, bytes) => {
    const inspection = await inspectSample(bytes, name);
    expect(inspection.findings).toEqual([]);
    expect(inspection.malwareFree).toBe(true);
  });
});

describe('an unreadable archive is never clean', () => {
  const zipped = zipOf([{ name: 'a/data.pkl', content: clean, method: 8 }]);
  it.each([
    ['an encrypted member', 'm.zip', zipOf([{ name: 'a', content: clean, flags: 1 }]), 'zip_encrypted'],
    ['an unknown method', 'm.zip', zipOf([{ name: 'a', content: clean, method: 99 }]), 'zip_method'],
    ['a wrong checksum', 'm.zip', zipOf([{ name: 'a', content: clean, crc: 5 }]), 'zip_checksum'],
    ['headers that differ', 'm.zip', zipOf([{ name: 'a', content: clean, localName: 'b' }]), 'zip_headers_differ'],
    [
      'bytes before the archive',
      'm.zip',
      zipOf([{ name: 'a', content: clean }], { prefix: Buffer.alloc(50) }),
      'zip_prefix',
    ],
    [
      'bytes behind the archive',
      'm.zip',
      zipOf([{ name: 'a', content: clean }], { trailing: Buffer.alloc(50) }),
      'zip_trailing',
    ],
    [
      'two members of one name',
      'm.zip',
      zipOf([
        { name: 'a', content: clean },
        { name: 'A', content: clean },
      ]),
      'zip_duplicate',
    ],
    [
      'members that share bytes',
      'm.zip',
      zipOf([
        { name: 'a', content: clean },
        { name: 'b', content: clean, sharesWith: 0 },
      ]),
      'zip_overlap',
    ],
    ['a wrong count', 'm.zip', zipOf([{ name: 'a', content: clean }], { entries: 7 }), 'zip_directory'],
    ['a NUL in a name', 'm.zip', zipOf([{ name: 'a.txt\0.pkl', content: clean }]), 'zip_name'],
    ['a cut archive', 'm.zip', zipped.subarray(0, 40), 'zip_broken'],
    ['a cut gzip', 'm.gz', gzipSync(Buffer.alloc(1000, 7)).subarray(0, 20), 'stream_broken'],
    ['a zlib stream with more behind it', 'm.z', bytesOf(deflateSync(clean), 'more'), 'stream_trailing'],
    ['bzip2', 'm.bz2', bytesOf('BZh9', Buffer.alloc(50)), 'compression_unsupported'],
    ['xz', 'm.xz', bytesOf('\xfd7zXZ\x00', Buffer.alloc(50)), 'compression_unsupported'],
    [
      'a broken tar header',
      'm.tar',
      bytesOf(tarOf([{ name: 'a', content: clean }]).subarray(0, 1024), Buffer.alloc(512, 1)),
      'tar_broken',
    ],
    ['a tar with data behind its end', 'm.tar', bytesOf(tarOf([{ name: 'a' }]), Buffer.alloc(512, 1)), 'tar_trailing'],
    ['a npy that is cut', 'a.npy', npyOf("'<f8'", '(3,)', doubles), 'npy_malformed'],
    ['a npy with a negative dimension', 'a.npy', npyOf("'<f8'", '(-2,)', doubles), 'npy_malformed'],
    ['a npy with an overflowing shape', 'a.npy', npyOf("'<f8'", '(4294967296, 4294967296)', doubles), 'npy_malformed'],
    ['unknown data', 'm.dat', Buffer.alloc(500, 0xfe), 'unknown_format'],
    ['an unknown dtype in joblib', 'm.joblib', streamOf(joblibArray('weird', 1, doubles)), 'pickle_array_unknown'],
  ])('%s', async (_what, name, bytes, id) => {
    const inspection = await inspectSample(bytes, name);
    expect(inspection.findings.map((finding) => finding.id)).toContain(id);
    expect(inspection.complete).toBe(false);
    expect(inspection.malwareFree).toBeUndefined();
  });
});

describe('limits end the inspection with a finding', () => {
  const bomb = zipOf([{ name: 'a.npy', content: Buffer.alloc(4_000_000), method: 8 }]);
  const manyFiles = zipOf(Array.from({ length: 50 }, (_, index) => ({ name: `${index}`, content: Buffer.from('x') })));
  const deep = Array.from({ length: 12 }).reduce<Buffer>(
    (inner) => zipOf([{ name: 'x.zip', content: inner }]),
    zipOf([]),
  );
  it.each([
    ['ratio', bomb, { maxRatio: 100 }, 'zip_bomb'],
    ['unpacked bytes', bomb, { maxUnpackedBytes: 1_000_000 }, 'zip_bomb'],
    ['members', manyFiles, { maxMembers: 10 }, 'zip_limit'],
    ['depth', deep, {}, 'depth_limit'],
    ['opcodes', streamOf(...Array.from({ length: 500 }, () => 'N0'), 'N'), { maxOpcodes: 100 }, 'pickle_limit'],
    ['stack', streamOf(...Array.from({ length: 500 }, () => 'N')), { maxStack: 100 }, 'pickle_limit'],
  ])('%s', async (_what, bytes, limits, id) => {
    const inspection = await inspectSample(bytes, 'm.bin', { limits });
    expect(inspection.findings.map((finding) => finding.id)).toContain(id);
    expect(inspection.malwareFree).toBeUndefined();
  });

  it('an aborted inspection is incomplete', async () => {
    const signal = AbortSignal.abort();
    const inspection = await inspectSample(zipOf([{ name: 'a', content: clean }]), 'm.zip', { signal });
    expect(inspection.complete).toBe(false);
  });

  it('a flood of remarks does not displace an unsafe finding', async () => {
    const members = Array.from({ length: 400 }, (_, index) => ({
      name: `${index}.gz`,
      content: Buffer.from('BZh9-------'),
    }));
    const last = { name: 'last.pkl', content: streamOf(callOf('os', 'system')) };
    const inspection = await inspectSample(zipOf([...members, last]), 'm.zip');
    expect(inspection.malwareFree).toBe(false);
    expect(inspection.unsafeGlobals).toEqual(['os.system']);
  });
});

it('a large compressed member is read through its window, including a pickle at its end', async () => {
  const content = bytesOf(Buffer.alloc(40_000_000, 7), streamOf(callOf('os', 'system')));
  const inspection = await inspectSample(zipOf([{ name: 'a/data/0', content, method: 8 }]), 'm.pt');
  expect(inspection.unsafeGlobals).toEqual(['os.system']);
});
