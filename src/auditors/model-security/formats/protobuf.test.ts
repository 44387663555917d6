import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBufferSource } from '../byte-source.ts';
import { createCursor, EndOfBytesError } from './cursor.ts';
import { StopInspectionError } from './guarded.ts';
import { bytesField, message, numberField, varint } from './protobuf.fixture.ts';
import { type MessageRule, readVarint, walkMessage } from './protobuf.ts';

const tree: MessageRule = { name: 'tree', fields: { 1: { message: () => tree }, 2: { bytes: true } } };
const bounds = { maxDepth: 20, maxFieldBytes: 100 };

interface Node {
  text: string;
  inner: Node[];
}

function trees(depth: number): fc.Arbitrary<Node> {
  const inner: fc.Arbitrary<Node[]> = depth === 0 ? fc.constant([]) : fc.array(trees(depth - 1), { maxLength: 3 });
  return fc.record({ text: fc.string({ maxLength: 20 }), inner });
}

/** The texts of a tree in order, with their depth. */
async function read(bytes: Uint8Array): Promise<[number, string][]> {
  const texts: [number, string][] = [];
  let depth = 0;
  const cursor = createCursor(createBufferSource(bytes));
  await walkMessage(
    cursor,
    bytes.length,
    tree,
    {
      tick: () => undefined,
      open: () => {
        depth += 1;
      },
      close: () => {
        depth -= 1;
      },
      bytes: (_message, _field, value) => void texts.push([depth, Buffer.from(value).toString()]),
    },
    bounds,
  );
  return texts;
}

describe('protobuf', () => {
  it('any 64-bit number is read back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), async (value) => {
        const cursor = createCursor(createBufferSource(varint(value)));
        await cursor.fill(20);
        expect(readVarint(cursor)).toBe(value);
        expect(cursor.remaining()).toBe(0);
      }),
    );
  });

  it('nested messages are walked in order, and unknown fields are skipped', async () => {
    const write = ({ text, inner }: Node): Buffer =>
      message(
        numberField(9, 5),
        bytesField(2, text),
        ...inner.map((child) => bytesField(1, write(child))),
        bytesField(77, 'x'),
      );
    const list = ({ text, inner }: Node, depth: number): [number, string][] => [
      [depth, Buffer.from(text).toString()],
      ...inner.flatMap((child) => list(child, depth + 1)),
    ];
    await fc.assert(
      fc.asyncProperty(trees(4), async (value) => {
        expect(await read(write(value))).toEqual(list(value, 0));
      }),
      { numRuns: 50 },
    );
  });

  it('any bytes end in a walk or one of the two errors', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        try {
          await read(bytes);
        } catch (error) {
          expect(error instanceof EndOfBytesError || error instanceof StopInspectionError).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('nesting ends at the bound', async () => {
    let nested: Buffer = bytesField(2, 'x');
    for (let depth = 0; depth < 30; depth += 1) nested = bytesField(1, nested);
    await expect(read(nested)).rejects.toThrow(StopInspectionError);
  });
});
