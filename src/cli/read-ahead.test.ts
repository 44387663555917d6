import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function* streamOf(chunks: readonly Uint8Array[], seen: { taken: number } = { taken: 0 }) {
  for (const chunk of chunks) {
    seen.taken += 1;
    yield chunk;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function gather(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of source) {
    all.push(chunk);
    await turn();
  }
  return Buffer.concat(all);
}

describe('a stream that is read ahead', () => {
  it('has the same bytes in order, for any chunks and bound', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (chunks, maxBytes) => {
          expect(await gather(readAhead(streamOf(chunks), maxBytes))).toEqual(Buffer.concat(chunks));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is read while its reader is busy, and never past the bound', async () => {
    const seen = { taken: 0 };
    const chunks = Array.from({ length: 100 }, () => new Uint8Array(10));
    const reading = readAhead(streamOf(chunks, seen), 200);
    await reading.next();
    await turn();
    expect(seen.taken).toBeGreaterThan(10);
    expect(seen.taken).toBeLessThanOrEqual(42);
    await reading.return(undefined);
  });

  it('fails at a break after the bytes before it', async () => {
    async function* broken() {
      yield new Uint8Array([1, 2]);
      throw new Error('the connection broke');
    }
    const reading = readAhead(broken());
    expect((await reading.next()).value).toEqual(new Uint8Array([1, 2]));
    await expect(reading.next()).rejects.toThrow('broke');
  });
});
