/** The file to verify: small artefacts are read whole, a receipt export is streamed, however long its chain is. */
import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { type Artefact, detectArtefact, isReceiptsExport } from '../../proof/artefact.ts';
import { UsageError } from '../options.ts';
import { readBounded } from './anchors.ts';

export interface Source {
  readonly artefact: Artefact;
  /** The bytes from the start, as often as asked. */
  readonly open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const maxFileBytes = 128 * 1024 * 1024;
const peekBytes = 1024 * 1024;

/** Opens a file, or standard input for `-`. @throws UsageError when it cannot be read. */
export async function openSource(path: string, stdin: AsyncIterable<Uint8Array>): Promise<Source> {
  if (path === '-') return toSource(await readStdin(stdin, maxFileBytes));
  if (isReceiptsExport(await peek(path))) {
    return { artefact: { kind: 'receipts' }, open: () => createReadStream(path) };
  }
  return toSource(await readBounded(path, maxFileBytes));
}

function toSource(bytes: Uint8Array): Source {
  return { artefact: detectArtefact(bytes), open: () => [bytes] };
}

async function peek(path: string): Promise<string> {
  try {
    const handle = await openFile(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(peekBytes), 0, peekBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    if (code === 'ENOENT') throw new UsageError(`${path} cannot be read: the file does not exist.`, { cause });
    throw new UsageError(`${path} cannot be read: ${String(code ?? cause)}.`, { cause });
  }
}

/** Reads standard input within a bound. @throws UsageError when it is larger. */
export async function readStdin(stdin: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new UsageError(`Standard input is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
