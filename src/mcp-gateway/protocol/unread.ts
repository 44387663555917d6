/**
 * Bounds the unread bytes of slow clients in total: beyond it the longest waiting answers are cut off. Each of them is
 * already recorded, and then reaches nobody.
 */
import type { ServerResponse } from 'node:http';

export interface Unread {
  /** Adds an answer that has just ended. */
  add(response: ServerResponse): void;
}

export function createUnread(maxBytes: number): Unread {
  /** Oldest first. */
  const waiting = new Set<ServerResponse>();
  const size = (): number => [...waiting].reduce((sum, { writableLength }) => sum + writableLength, 0);
  return {
    add(response) {
      if (response.writableFinished || response.writableLength === 0) return;
      waiting.add(response);
      response.once('close', () => waiting.delete(response));
      let excess = size() - maxBytes;
      for (const oldest of waiting) {
        if (excess <= 0) return;
        excess -= oldest.writableLength;
        waiting.delete(oldest);
        oldest.destroy();
      }
    },
  };
}
