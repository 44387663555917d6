/** Writes the frames of a stream and tracks their count and hash without keeping them. */
import { createHash } from 'node:crypto';
import type { EventSink } from './hold.ts';

export interface SentFrames {
  write(frames: readonly string[]): Promise<void>;
  /** Length and hex SHA-256 of everything written, followed by these frames. */
  sealedWith(frames: readonly string[]): { readonly bytes: number; readonly hash: string };
}

export function createSentFrames(sink: EventSink): SentFrames {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async write(frames) {
      const text = frames.join('');
      if (text === '') return;
      hash.update(text, 'utf8');
      bytes += Buffer.byteLength(text);
      await sink.write(text);
    },
    sealedWith(frames) {
      const text = frames.join('');
      return { bytes: bytes + Buffer.byteLength(text), hash: hash.copy().update(text, 'utf8').digest('hex') };
    },
  };
}
