import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes, u32, u64 } from './bytes.fixture.ts';
import { aGgufFile, buildGguf, ggufString, textPair } from './gguf.fixture.ts';
import { gguf } from './gguf.ts';

const inspect = (bytes: Uint8Array) => inspectBytes(gguf, bytes);
const row = (changes: object = {}) => ({ name: 'w', dims: [32], type: 0, offset: 0, ...changes });
const alignment = (value: number) => ({ key: 'general.alignment', type: 4, value: u32(value) });
const nested = (depth: number): Buffer =>
  depth === 0 ? Buffer.concat([u32(0), u64(1), Buffer.alloc(1)]) : Buffer.concat([u32(9), u64(1), nested(depth - 1)]);

function inFirstVersion(): Buffer {
  const key = Buffer.from('general.name');
  return Buffer.concat([Buffer.from('GGUF'), u32(1), u32(0), u32(1), u32(key.length), key, u32(4), u32(7)]);
}

function inBigEndian(): Buffer {
  const file = Buffer.alloc(24);
  file.write('GGUF');
  file.writeUInt32BE(3, 4);
  return file;
}

describe('GGUF', () => {
  it.each([
    ['a small language model', aGgufFile()],
    ['nothing but a head', buildGguf({})],
    ['version 2', buildGguf({ version: 2, rows: [row()], data: Buffer.alloc(128) })],
    ['version 1 with its short counts', inFirstVersion()],
    ['big-endian byte order', inBigEndian()],
    ['arrays in arrays', buildGguf({ pairs: [{ key: 'a', type: 9, value: nested(2) }] })],
    [
      'an alignment of its own',
      buildGguf({ pairs: [alignment(4096)], rows: [row()], data: Buffer.alloc(128), alignment: 4096 }),
    ],
    [
      'half of a block type that pads',
      buildGguf({ rows: [row({ type: 8 }), row({ name: 'v', offset: 64 })], data: Buffer.alloc(64 + 128) }),
    ],
    [
      'every kind of value',
      buildGguf({
        pairs: [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12].map((type) => ({
          key: `k${type}`,
          type,
          value: Buffer.alloc([1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8][type] ?? 0),
        })),
      }),
    ],
  ])('a valid file is complete and free of malware: %s', async (_title, bytes) => {
    const found = await inspect(bytes);
    expect(found.findings).toEqual([]);
    expect(found).toMatchObject({ format: 'gguf', formatValid: true, complete: true, malwareFree: true });
  });

  it.each<[string, Buffer, string]>([
    ['version 4', buildGguf({ version: 4 }), 'gguf_version'],
    ['2^60 tensors', buildGguf({ tensorCount: 2n ** 60n }), 'gguf_overflow'],
    ['2^63 pairs', buildGguf({ pairCount: 2n ** 63n }), 'gguf_overflow'],
    ['more pairs than the bound', buildGguf({ pairCount: 2_000_000 }), 'format_limit'],
    ['fewer pairs than it says', buildGguf({ pairCount: 1 }), 'format_truncated'],
    ['a key of 2^63 bytes', Buffer.concat([buildGguf({ pairCount: 1 }), u64(2n ** 63n)]), 'gguf_overflow'],
    ['a key longer than the file', Buffer.concat([buildGguf({ pairCount: 1 }), u64(1000)]), 'format_truncated'],
    [
      'a key longer than keys are',
      Buffer.concat([buildGguf({ pairCount: 1 }), u64(70_000), Buffer.alloc(70_000)]),
      'gguf_name',
    ],
    [
      'an unknown value type',
      buildGguf({ pairs: [{ key: 'a', type: 13, value: Buffer.alloc(8) }] }),
      'gguf_value_type',
    ],
    [
      'an unknown element type',
      buildGguf({ pairs: [{ key: 'a', type: 9, value: Buffer.concat([u32(99), u64(1)]) }] }),
      'gguf_value_type',
    ],
    [
      'an array of 2^61 numbers',
      buildGguf({ pairs: [{ key: 'a', type: 9, value: Buffer.concat([u32(12), u64(2n ** 61n)]) }] }),
      'gguf_overflow',
    ],
    [
      'an array longer than the file',
      buildGguf({ pairs: [{ key: 'a', type: 9, value: Buffer.concat([u32(12), u64(10)]) }] }),
      'format_truncated',
    ],
    ['arrays in arrays in arrays', buildGguf({ pairs: [{ key: 'a', type: 9, value: nested(9) }] }), 'gguf_nesting'],
    ['the same key twice', buildGguf({ pairs: [textPair('a', 'x'), textPair('a', 'y')] }), 'gguf_duplicate_key'],
    ['an alignment of zero', buildGguf({ pairs: [alignment(0)] }), 'gguf_alignment'],
    ['an alignment of 24', buildGguf({ pairs: [alignment(24)] }), 'gguf_alignment'],
    ['an alignment of 2^31', buildGguf({ pairs: [alignment(2 ** 31)] }), 'gguf_alignment'],
    ['an alignment that is a text', buildGguf({ pairs: [textPair('general.alignment', '32')] }), 'gguf_value_type'],
    [
      'five dimensions',
      buildGguf({ rows: [row({ dims: [1, 1, 1, 1, 1] })], data: Buffer.alloc(4) }),
      'gguf_dimensions',
    ],
    [
      '2^32 dimensions',
      buildGguf({ rows: [row({ dims: Array(64).fill(1) })], data: Buffer.alloc(4) }),
      'gguf_dimensions',
    ],
    [
      'dimensions whose product overflows',
      buildGguf({ rows: [row({ dims: [2n ** 40n, 2n ** 40n] })], data: Buffer.alloc(4) }),
      'gguf_overflow',
    ],
    [
      'a size that overflows after the type',
      buildGguf({ rows: [row({ dims: [2n ** 62n], type: 28 })], data: Buffer.alloc(4) }),
      'gguf_overflow',
    ],
    [
      'a dimension that is negative',
      buildGguf({ rows: [row({ dims: [2n ** 64n - 1n] })], data: Buffer.alloc(4) }),
      'gguf_overflow',
    ],
    [
      'a row that ends inside a block',
      buildGguf({ rows: [row({ dims: [31], type: 8 })], data: Buffer.alloc(64) }),
      'gguf_dimensions',
    ],
    [
      'a tensor type nobody knows',
      buildGguf({ rows: [row({ type: 4 })], data: Buffer.alloc(128) }),
      'gguf_tensor_type',
    ],
    [
      'an offset between alignments',
      buildGguf({ rows: [row({ offset: 8 })], data: Buffer.alloc(256) }),
      'gguf_misaligned',
    ],
    [
      'a tensor beyond the file',
      buildGguf({ rows: [row({ offset: 64 })], data: Buffer.alloc(128) }),
      'gguf_out_of_file',
    ],
    [
      'an offset that overflows',
      buildGguf({ rows: [row({ offset: 2n ** 64n - 32n })], data: Buffer.alloc(128) }),
      'gguf_overflow',
    ],
    [
      'two tensors on the same bytes',
      buildGguf({ rows: [row(), row({ name: 'v', offset: 64 })], data: Buffer.alloc(256) }),
      'gguf_overlap',
    ],
    [
      'a gap between tensors',
      buildGguf({ rows: [row(), row({ name: 'v', offset: 256 })], data: Buffer.alloc(384) }),
      'gguf_gap',
    ],
    ['bytes after the last tensor', buildGguf({ rows: [row()], data: Buffer.alloc(1024) }), 'gguf_gap'],
    [
      'the same tensor twice',
      buildGguf({ rows: [row(), row({ offset: 128 })], data: Buffer.alloc(256) }),
      'gguf_duplicate_tensor',
    ],
    [
      'a tensor name beyond 64 bytes',
      buildGguf({ rows: [row({ name: 'n'.repeat(65) })], data: Buffer.alloc(128) }),
      'gguf_name',
    ],
    ['no tensor data at all', buildGguf({ rows: [row()] }).subarray(0, 70), 'gguf_out_of_file'],
    [
      'a chat template that is a number',
      buildGguf({ pairs: [{ key: 'tokenizer.chat_template', type: 4, value: u32(1) }] }),
      'gguf_value_type',
    ],
  ])('a broken file is never clean: %s', async (_title, bytes, id) => {
    const found = await inspect(bytes);
    expect(idsOf(found)).toContain(id);
    expect(found.complete).toBe(false);
    expect(found.malwareFree).not.toBe(true);
  });

  it('numbers that overflow a reader make the file unsafe, not only broken', async () => {
    const found = await inspect(buildGguf({ rows: [row({ dims: [2n ** 40n, 2n ** 40n] })], data: Buffer.alloc(4) }));
    expect(found.malwareFree).toBe(false);
  });

  it('a chat template that reaches for Python makes the file unsafe', async () => {
    const found = await inspect(aGgufFile("{{ ''.__class__.__mro__[1].__subclasses__() }}"));
    expect(found.malwareFree).toBe(false);
    expect(idsOf(found)).toEqual(['template_code']);
  });

  it('named chat templates are read too', async () => {
    const pairs = [textPair('tokenizer.chat_template.tool_use', '{{ cycler.__init__.__globals__.os.popen("x") }}')];
    expect((await inspect(buildGguf({ pairs }))).malwareFree).toBe(false);
  });

  it('a long vocabulary is read within the bound and refused beyond it', async () => {
    const value = Buffer.concat([u32(8), u64(1000), ...Array.from({ length: 1000 }, (_, n) => ggufString(`t${n}`))]);
    const file = buildGguf({ pairs: [{ key: 'tokenizer.ggml.tokens', type: 9, value }] });
    expect((await inspect(file)).malwareFree).toBe(true);
    expect(idsOf(await inspectBytes(gguf, file, {}, { maxEntries: 100 }))).toEqual(['format_limit']);
  });
});
