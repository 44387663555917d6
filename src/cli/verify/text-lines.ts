/** Yields the lines of a file, one at a time: memory does not grow with the file, and line length is bounded. */
import { createReadStream } from 'node:fs';
import { UsageError } from '../options.ts';

const newline = 0x0a;

/** @throws UsageError for a file that cannot be read, is no UTF-8, or has a line beyond the bound. */
export async function* readLines(path: string, maxLineBytes: number): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readChunks(path)) {
    let from = 0;
    const bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(newline, from); end >= 0; end = bytes.indexOf(newline, from)) {
      yield toText(bytes.subarray(from, end), path);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.byteLength > maxLineBytes) throw new UsageError(`${path} has a line of more than ${maxLineBytes} bytes.`);
  }
  if (rest.byteLength > 0) yield toText(rest, path);
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
  } catch (cause) {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    if (typeof code === 'string') throw new UsageError(`${path} cannot be read: ${code}.`, { cause });
    throw cause;
  }
}

function toText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${path} is not UTF-8 text.`, { cause });
  }
}
