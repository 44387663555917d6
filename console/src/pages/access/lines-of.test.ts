import { expect, test } from 'vitest';
import { chunksOf, linesOf } from './lines-of.ts';

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const lines: string[] = [];
  for await (const line of linesOf(chunksOf(stream))) lines.push(line);
  return lines;
}

test('Lines stay whole wherever the stream is cut, even inside a character.', async () => {
  const bytes = new TextEncoder().encode('{"a":"é"}\n\n{"b":2}');
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(await read([bytes.slice(0, at), bytes.slice(at)])).toEqual(['{"a":"é"}', '{"b":2}']);
  }
});

test('Bytes that are no text are an error and never become other text.', async () => {
  await expect(read([Uint8Array.of(0xff)])).rejects.toThrow(TypeError);
});
