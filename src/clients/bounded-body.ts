/** Reads what a foreign server sends, whole and up to a limit. */

/** @throws RangeError when there is more than `maxBytes`. */
export async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
}

/** The JSON of a text; text that is no JSON becomes `undefined`, which no answer is. */
export function parseForeignJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
