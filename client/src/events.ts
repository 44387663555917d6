/** Server-sent events (HTML Living Standard, section 9.2) as a sequence. */

/** One event. `id` names the place from which a new stream goes on. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

const largestEvent = 4 * 1024 * 1024;

/** Reads events from a body until it ends. @throws Error for an event of more than 4 Mi characters. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))) {
    rest += text;
    // A carriage return at the end may be the first half of a line end.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const blocks = rest.slice(0, end).split(/\r\n\r\n|\n\n|\r\r/);
    rest = (blocks.pop() ?? '') + rest.slice(end);
    if (rest.length > largestEvent) throw new Error('an event is larger than 4 Mi characters');
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  }
  return data.length === 0 ? undefined : { event, id, data: data.join('\n') };
}
