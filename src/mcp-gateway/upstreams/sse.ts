/** Parses server-sent events as they arrive (HTML standard, "event stream interpretation"), each within a bound. */

export interface SseEvent {
  /** `message` if the server names none. */
  readonly type: string;
  readonly data: string;
  /** Id of the last event that had one. */
  readonly lastId: string | undefined;
  /** The reconnection time that the server last set. */
  readonly retryMs: number | undefined;
}

/** An event or a line exceeds the bound. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
}

/** The stream is not UTF-8: another reader would see another text. */
export class NotUtf8Error extends Error {
  override readonly name = 'NotUtf8Error';
}

/** @throws EventTooLargeError, NotUtf8Error, and errors of the body. */
export async function* readEvents(body: AsyncIterable<Uint8Array>, maxChars: number): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held: string[] = [];
  let heldChars = 0;
  const state: State = { type: '', data: [], chars: 0, lastId: undefined, retryMs: undefined };
  for await (const bytes of body) {
    const text = decode(decoder, bytes);
    held.push(text);
    heldChars += text.length;
    if (/[\r\n]/.test(text)) {
      // A carriage return at the end may be half of a line ending.
      const lines = held.join('').split(/\r\n|\n|\r(?!$)/);
      const rest = lines.pop() ?? '';
      held = [rest];
      heldChars = rest.length;
      for (const line of lines) {
        const event = takeLine(state, line, maxChars);
        if (event !== undefined) yield event;
      }
    }
    if (heldChars > maxChars) throw new EventTooLargeError();
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new NotUtf8Error('the bytes are not UTF-8', { cause: error });
  }
}

interface State {
  type: string;
  data: string[];
  chars: number;
  lastId: string | undefined;
  retryMs: number | undefined;
}

function takeLine(state: State, line: string, maxChars: number): SseEvent | undefined {
  if (line === '') return endEvent(state);
  const colon = line.indexOf(':');
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (field === 'data') {
    state.chars += value.length + 1;
    if (state.chars > maxChars) throw new EventTooLargeError();
    state.data.push(value);
  } else if (field === 'event') state.type = value;
  else if (field === 'id' && idForm.test(value)) state.lastId = value;
  else if (field === 'retry' && /^\d{1,6}$/.test(value)) state.retryMs = Number(value);
  return undefined;
}

/** The id is sent back in a header. */
const idForm = /^[\x20-\x7e]{1,512}$/;

function endEvent(state: State): SseEvent | undefined {
  const { type, data, lastId, retryMs } = state;
  Object.assign(state, { type: '', data: [], chars: 0 });
  if (data.length === 0) return undefined;
  return { type: type === '' ? 'message' : type, data: data.join('\n'), lastId, retryMs };
}
