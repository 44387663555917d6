/** Reads server-sent events (WHATWG HTML 9.2.6) from bytes, as far as the console stream uses them. */
import { AppError } from '../../platform/errors.ts';

export interface ServerSentEvent {
  /** Undefined where it has no `id:` line. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface SseHandlers {
  readonly onEvent: (event: ServerSentEvent) => void;
  readonly onComment: (text: string) => void;
}

export interface SseParser {
  /** An event that is cut off at the end is never passed on. @throws AppError `unavailable` for one that is too large */
  take(bytes: Uint8Array): void;
}

/** Larger than any event of ours. */
const maxChars = 4 * 1024 * 1024;

export function createSseParser({ onEvent, onComment }: SseHandlers): SseParser {
  const decoder = new TextDecoder();
  let rest = '';
  let [id, event, data]: [string | undefined, string, string[]] = [undefined, 'message', []];

  const dispatch = (): void => {
    if (data.length > 0) onEvent({ id, event, data: data.join('\n') });
    [id, event, data] = [undefined, 'message', []];
  };
  const takeLine = (line: string): void => {
    if (line === '') {
      dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (colon === 0) onComment(value);
    else if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id') id = value;
  };

  return {
    take(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      // A CR at the end may be the first half of a line break.
      const lines = rest.split(/\r\n|\n|\r(?=[\s\S])/);
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
      const size = data.reduce((sum, line) => sum + line.length, rest.length);
      if (size > maxChars) throw new AppError('unavailable', 'the stream sends an event that is too large');
    },
  };
}
