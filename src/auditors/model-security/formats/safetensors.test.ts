import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ByteSource, createBufferSource, createFileSource } from '../byte-source.ts';
import { aContext, idsOf, inspectBytes, u64 } from './bytes.fixture.ts';
import { aSafetensorsFile, buildSafetensors } from './safetensors.fixture.ts';
import { safetensors } from './safetensors.ts';

const inspect = (bytes: Uint8Array) => inspectBytes(safetensors, bytes);
const tensor = (begin: number, end: number, shape = [end - begin], dtype = 'U8') => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

describe('safetensors', () => {
  it.each([
    ['tensors and metadata', aSafetensorsFile()],
    ['no tensor at all', buildSafetensors({}, Buffer.alloc(0))],
    ['spaces after the header', buildSafetensors(`{"a":${JSON.stringify(tensor(0, 4))}}    `, Buffer.alloc(4))],
    ['a scalar', buildSafetensors({ a: tensor(0, 8, [], 'F64') }, Buffer.alloc(8))],
    [
      'an empty tensor between others',
      buildSafetensors({ a: tensor(0, 4), b: tensor(4, 4, [0, 9]), c: tensor(4, 6) }, Buffer.alloc(6)),
    ],
    ['four-bit numbers', buildSafetensors({ a: tensor(0, 3, [2, 3], 'F4') }, Buffer.alloc(3))],
    ['six-bit numbers', buildSafetensors({ a: tensor(0, 3, [4], 'F6_E2M3') }, Buffer.alloc(3))],
    ['names in any script', buildSafetensors({ 'слой.вес "q"\n': tensor(0, 1) }, Buffer.alloc(1))],
  ])('a valid file is complete and free of malware: %s', async (_title, bytes) => {
    const found = await inspect(bytes);
    expect(found).toEqual({
      format: 'safetensors',
      formatValid: true,
      complete: true,
      malwareFree: true,
      unsafeGlobals: [],
      findings: [],
    });
  });

  it.each<[string, Buffer, string]>([
    ['no room for a length', Buffer.from('abc'), 'format_truncated'],
    ['a length beyond the file', buildSafetensors({}, Buffer.alloc(0), 99), 'safetensors_header_size'],
    ['a length over 100 MB', buildSafetensors({}, Buffer.alloc(0), 100_000_001), 'safetensors_header_size'],
    ['a length of 2^63', buildSafetensors({}, Buffer.alloc(0), 2n ** 63n), 'safetensors_header_size'],
    ['a header that begins with a space', buildSafetensors(' {}', Buffer.alloc(0)), 'safetensors_header_start'],
    ['a header that is a list', buildSafetensors('[1,2]', Buffer.alloc(0)), 'safetensors_header_start'],
    ['a header cut in two', buildSafetensors('{"a":{"dtype"', Buffer.alloc(0)), 'json_malformed'],
    ['text after the header', buildSafetensors('{} {}', Buffer.alloc(0)), 'json_malformed'],
    ['a comment', buildSafetensors('{/* */}', Buffer.alloc(0)), 'json_malformed'],
    ['a trailing comma', buildSafetensors('{"a":1,}', Buffer.alloc(0)), 'format_malformed'],
    ['bytes that are not UTF-8', buildSafetensors('', Buffer.from('{"\xff":{}}', 'latin1'), 8), 'json_malformed'],
    ['an unknown type', buildSafetensors({ a: tensor(0, 4, [4], 'U9') }, Buffer.alloc(4)), 'safetensors_dtype'],
    [
      'a missing shape',
      buildSafetensors({ a: { dtype: 'U8', data_offsets: [0, 4] } }, Buffer.alloc(4)),
      'format_malformed',
    ],
    ['an unknown member', buildSafetensors({ a: { ...tensor(0, 4), x: 1 } }, Buffer.alloc(4)), 'format_malformed'],
    [
      'three offsets',
      buildSafetensors({ a: { dtype: 'U8', shape: [4], data_offsets: [0, 4, 8] } }, Buffer.alloc(4)),
      'format_malformed',
    ],
    ['a negative dimension', buildSafetensors({ a: tensor(0, 4, [-4]) }, Buffer.alloc(4)), 'format_malformed'],
    ['a fraction as dimension', buildSafetensors({ a: tensor(0, 4, [4.5]) }, Buffer.alloc(4)), 'format_malformed'],
    [
      'a shape that overflows',
      buildSafetensors({ a: tensor(0, 4, [2 ** 40, 2 ** 40]) }, Buffer.alloc(4)),
      'safetensors_overflow',
    ],
    [
      'an offset that overflows',
      buildSafetensors('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,18446744073709551616]}}', Buffer.alloc(4)),
      'safetensors_overflow',
    ],
    [
      'an end before its begin',
      buildSafetensors({ a: { dtype: 'U8', shape: [4], data_offsets: [4, 0] } }, Buffer.alloc(4)),
      'safetensors_out_of_file',
    ],
    [
      'a shape that is not the length',
      buildSafetensors({ a: tensor(0, 4, [5]) }, Buffer.alloc(4)),
      'safetensors_size_mismatch',
    ],
    ['half a byte', buildSafetensors({ a: tensor(0, 2, [3], 'F4') }, Buffer.alloc(2)), 'safetensors_size_mismatch'],
    ['a tensor beyond the file', buildSafetensors({ a: tensor(0, 8) }, Buffer.alloc(4)), 'safetensors_out_of_file'],
    [
      'two tensors on the same bytes',
      buildSafetensors({ a: tensor(0, 4), b: tensor(2, 6) }, Buffer.alloc(6)),
      'safetensors_overlap',
    ],
    [
      'a gap between tensors',
      buildSafetensors({ a: tensor(0, 4), b: tensor(5, 6) }, Buffer.alloc(6)),
      'safetensors_hole',
    ],
    ['a gap before the first', buildSafetensors({ a: tensor(1, 4) }, Buffer.alloc(4)), 'safetensors_hole'],
    ['bytes after the last', buildSafetensors({ a: tensor(0, 4) }, Buffer.alloc(5)), 'safetensors_trailing_bytes'],
    ['bytes without any tensor', buildSafetensors({}, Buffer.alloc(5)), 'safetensors_trailing_bytes'],
    ['a number in the metadata', buildSafetensors({ __metadata__: { a: 1 } }, Buffer.alloc(0)), 'safetensors_metadata'],
    ['metadata that is a text', buildSafetensors({ __metadata__: 'a' }, Buffer.alloc(0)), 'safetensors_metadata'],
    [
      'metadata with depth',
      buildSafetensors({ __metadata__: { a: { b: 'c' } } }, Buffer.alloc(0)),
      'safetensors_metadata',
    ],
    [
      'the same tensor twice',
      buildSafetensors(`{"a":${JSON.stringify(tensor(0, 4))},"a":${JSON.stringify(tensor(0, 4))}}`, Buffer.alloc(4)),
      'json_duplicate_key',
    ],
    [
      'the same tensor twice, once escaped',
      buildSafetensors(
        `{"a":${JSON.stringify(tensor(0, 2))},"\\u0061":${JSON.stringify(tensor(2, 4))}}`,
        Buffer.alloc(4),
      ),
      'json_duplicate_key',
    ],
    [
      'the same member twice',
      buildSafetensors('{"a":{"dtype":"U8","dtype":"U8","shape":[4],"data_offsets":[0,4]}}', Buffer.alloc(4)),
      'json_duplicate_key',
    ],
  ])('a broken file is never clean: %s', async (_title, bytes, id) => {
    const found = await inspect(bytes);
    expect(idsOf(found)).toContain(id);
    expect(found.complete).toBe(false);
    expect(found.malwareFree).not.toBe(true);
    expect(found.formatValid).toBe(false);
  });

  it('a header of a gigabyte of tensors is read, never the tensors', async () => {
    const size = 2 ** 30;
    const file = buildSafetensors({ a: tensor(0, size, [size / 4], 'F32') }, Buffer.alloc(0));
    let read = 0;
    const source: ByteSource = {
      size: file.length + size,
      read: (offset, length) => {
        read += length;
        return createBufferSource(file).read(Math.min(offset, file.length), length);
      },
    };
    expect((await safetensors.inspect(source, aContext())).malwareFree).toBe(true);
    expect(read).toBeLessThan(1024);
  });

  it('a sparse file on disk is checked by its true size', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'safetensors-'));
    const handle = await open(join(folder, 'model.safetensors'), 'w+');
    try {
      const size = 2 ** 30;
      const file = buildSafetensors({ a: tensor(0, size, [size]) }, Buffer.alloc(0));
      await handle.write(file, 0, file.length, 0);
      await handle.truncate(file.length + size);
      const whole = await safetensors.inspect(createFileSource(handle, file.length + size), aContext());
      expect(whole.malwareFree).toBe(true);
      const cut = await safetensors.inspect(createFileSource(handle, file.length + size - 1), aContext());
      expect(idsOf(cut)).toEqual(['safetensors_out_of_file']);
    } finally {
      await handle.close();
      await rm(folder, { recursive: true });
    }
  });

  it('a header with more tensors than the bound ends the inspection, incomplete', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`t${index}`, tensor(0, 0)]));
    const found = await inspectBytes(safetensors, buildSafetensors(many, Buffer.alloc(0)), {}, { maxEntries: 10 });
    expect(idsOf(found)).toEqual(['format_limit']);
    expect(found.malwareFree).toBeUndefined();
  });

  it('a passed deadline is reported, not waited for', async () => {
    const found = await inspectBytes(safetensors, aSafetensorsFile(), { signal: AbortSignal.abort() });
    expect(idsOf(found)).toEqual(['format_limit']);
    expect(found.complete).toBe(false);
  });

  it('the format is recognised by its content, or by its name if the content is damaged', () => {
    const file = aSafetensorsFile();
    const head = file.subarray(0, 4096);
    expect(safetensors.detect(head, { name: 'weights.bin', size: file.length })).toBe(true);
    expect(safetensors.detect(Buffer.from('\x80\x04}q.padding'), { name: 'x.bin', size: 99 })).toBe(false);
    expect(safetensors.detect(Buffer.alloc(20), { name: 'x.SAFETENSORS', size: 20 })).toBe(true);
    expect(safetensors.detect(Buffer.concat([u64(2n ** 60n), Buffer.from('{')]), { name: 'x', size: 9 })).toBe(false);
  });
});
