/** Splitting and reading of lines, for any bytes in any pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, readLines } from './json-lines.ts';

async function linesOf(
  chunks: readonly Uint8Array[],
  maxBytes: number,
  encoding: 'utf8' | 'hex' = 'utf8',
): Promise<string[]> {
  async function* bytes() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of readLines(bytes(), maxBytes)) lines.push(Buffer.from(line).toString(encoding));
  return lines;
}

describe('lines', () => {
  it('are the same for any split of their bytes', async () => {
    const line = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a)));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 7 }), async (written, size) => {
        const bytes = Buffer.concat(written.flatMap((each) => [each, Buffer.from('\n')]));
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        expect(await linesOf(chunks, 100, 'hex')).toEqual(written.map((each) => each.toString('hex')));
      }),
    );
  });

  it('end the reader when longer than the bound, with or without an end', async () => {
    for (const text of ['123456\n', '123456']) {
      await expect(linesOf([Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))], 5)).rejects.toThrow(RangeError);
    }
    expect(await linesOf([Buffer.from('12345\n12345')], 5)).toEqual(['12345', '12345']);
  });
});

describe('a line', () => {
  it('of any JSON is read unchanged, and refused with a repeated member', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.string(), (value, name) => {
        const text = JSON.stringify(value);
        const line = parseLine(Buffer.from(text));
        expect(line).toMatchObject({ isBatch: false });
        expect(typeof line === 'object' && JSON.stringify(line.messages[0])).toBe(JSON.stringify(JSON.parse(text)));
        const member = `${JSON.stringify(name)}:1`;
        expect(parseLine(Buffer.from(`{"a":{${member},${member}}}`))).toBeUndefined();
      }),
    );
  });

  it.each(['', ' ', '\r'])('is empty for: %j', (text) => {
    expect(parseLine(Buffer.from(text))).toBe('empty');
  });

  it('is invalid when it is not UTF-8', () => {
    expect(parseLine(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
  });

  it('of many megabytes is read', () => {
    const text = JSON.stringify({ text: 'a:"\\'.repeat(500_000) });
    expect(parseLine(Buffer.from(text))).toMatchObject({ isBatch: false });
  });
});
