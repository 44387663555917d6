/** Server-sent events (HTML Living Standard, section 9.2) as a sequence. */
import { ConnectionError } from './errors.ts';

/** One event. `id` names the place from which a new stream goes on. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

interface EventsOptions {
  /** Told of each comment. */
  readonly onComment?: (text: string) => void;
}

const largestEvent = 4 * 1024 * 1024;

/** Reads events from a body until it ends. @throws ConnectionError for an event of more than 4 Mi characters */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onComment }: EventsOptions = {},
): AsyncGenerator<ServerEvent, void, undefined> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    rest += text;
    // A carriage return at the end may be the first half of a line end.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const blocks = rest.slice(0, end).split(/\r\n\r\n|\n\n|\r\r/);
    rest = (blocks.pop() ?? '') + rest.slice(end);
    if (rest.length > largestEvent) throw new ConnectionError('an event is larger than 4 Mi characters');
    for (const block of blocks) {
      const event = parseEvent(block, onComment);
      if (event !== undefined) yield event;
    }
  }
}

function parseEvent(block: string, onComment: EventsOptions['onComment']): ServerEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (colon === 0) onComment?.(value);
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return data.length === 0 ? undefined : { event, id, data: data.join('\n') };
}
