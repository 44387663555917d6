/** Reads text from standard input within a bound. */
import type { CommandIo } from './command.ts';
import { UsageError } from './options.ts';

/** The whole input as UTF-8. @throws UsageError when it is too large or no UTF-8. */
export async function readStdin({ stdin, stderr, stdinIsTerminal }: CommandIo, maxBytes: number): Promise<string> {
  if (stdinIsTerminal === true) stderr.write('Reading from the terminal; end with Ctrl-D.\n');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new UsageError(`Standard input is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new UsageError('Standard input is not UTF-8 text.', { cause });
  }
}
