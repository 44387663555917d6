/** Writes an exported artefact to standard output, or to a file that is complete or absent. */
import type { CommandIo } from './command.ts';
import { createProgress } from './render/progress.ts';
import { saveFile } from './save.ts';

/** Bytes between two updates of the progress line. */
const progressBytes = 1_000_000;

/** Sends chunks of text to standard output, or any chunks to a file, and prints what was written and how to check it. */
export async function deliver(
  io: CommandIo,
  chunks: AsyncIterable<Uint8Array>,
  output: string | undefined,
  checkedBy = 'assay verify',
): Promise<void> {
  const progress = createProgress(io.stderr);
  if (output === undefined) {
    const decoder = new TextDecoder();
    for await (const chunk of chunks) io.stdout.write(decoder.decode(chunk, { stream: true }));
    io.stdout.write(decoder.decode());
    return;
  }
  try {
    let toldBytes = 0;
    const onProgress = (bytes: number) => {
      if (bytes - toldBytes < progressBytes) return;
      toldBytes = bytes;
      progress.show(`${Math.floor(bytes / 1e6)} MB received`);
    };
    const size = await saveFile(output, chunks, { onProgress });
    progress.clear();
    io.stderr.write(`Wrote ${size} bytes to ${output}. Check it with: ${checkedBy} ${output}\n`);
  } finally {
    progress.clear();
  }
}
