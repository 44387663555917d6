/** Reads a foreign server's body completely, up to a limit. */
import { isUtf8 } from 'node:buffer';
import { parseRoundedJson } from '../platform/exact-json.ts';
import { isUtf8 as isUtf8Type } from '../platform/http/media-type.ts';

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

/** Parses JSON; gives `undefined`, which is no valid answer, for other text. */
export function parseForeignJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const maxDepth = 64;

/**
 * Parses an answer that every reader understands alike; `undefined` for other bytes. A proxy could read an answer in
 * another charset, or with a repeated member, as other claims than we do.
 */
export function parseForeignAnswer(bytes: Buffer, contentType: string | readonly string[] | undefined): unknown {
  const isText = [contentType].flat().every((type) => isUtf8Type(type)) && isUtf8(bytes);
  const parsed = isText ? parseRoundedJson(bytes.toString('utf8'), maxDepth) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}
