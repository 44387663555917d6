/** Reads an answer whole, up to a limit. */
import { AppError } from '../../platform/errors.ts';

/** @throws AppError `upstream_unavailable` when the answer is larger than the limit. */
export async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('upstream_unavailable', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return chunks.length === 1 && Buffer.isBuffer(chunks[0]) ? chunks[0] : Buffer.concat(chunks);
}
