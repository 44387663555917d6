/**
 * Answers that wait for clients which read slowly, of all clients together: beyond a bound those that have waited longest
 * are cut. Each was recorded before, and is shown to nobody then.
 */
import type { ServerResponse } from 'node:http';

export interface Unread {
  /** Of an answer that was just ended. */
  add(response: ServerResponse): void;
}

export function createUnread(maxBytes: number): Unread {
  /** The oldest first. */
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
