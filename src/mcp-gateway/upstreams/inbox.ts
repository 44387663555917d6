/** Counts a server's messages while a request waits for its answer, and passes on progress at a limited rate. */
import type { Clock } from '../../platform/clock.ts';
import type { JsonObject } from '../ports.ts';
import type { Message, RequestId } from './json-rpc.ts';

export interface Inbox {
  /** Takes everything but the answer. @returns false once it is too much: the server must be cut off */
  take(message: Message): boolean;
}

const maxMessages = 1_000;
const maxForwardedPerS = 100;
const maxProgressChars = 16_384;

export function createInbox(clock: Clock, token: RequestId, onProgress?: (params: JsonObject) => void): Inbox {
  let count = 0;
  let second = 0;
  let inSecond = 0;
  const isWithinRate = (): boolean => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) [second, inSecond] = [now, 0];
    inSecond += 1;
    return inSecond <= maxForwardedPerS;
  };
  return {
    take(message) {
      count += 1;
      if (count > maxMessages) return false;
      if (message.kind !== 'notification' || message.method !== 'notifications/progress') return true;
      const { progressToken, ...params } = message.params;
      if (onProgress === undefined || progressToken !== token || !isWithinRate()) return true;
      if (JSON.stringify(params).length <= maxProgressChars) onProgress(params);
      return true;
    },
  };
}
