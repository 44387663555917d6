/** Server-sent events: decodes the bytes of a model server's stream into events, and writes frames. */
import { limits } from '../../contract/limits.ts';
import { writeExactJson } from '../../platform/exact-json.ts';
import { isUtf8 } from '../../platform/http/media-type.ts';
import type { DecodedEvents, SseDecoder, SseEvent, SseOptions } from './api.ts';

/** Default bounds of an event (in UTF-16 units, never more than its UTF-8 bytes) and of a stream. */
export const sseLimits = { maxEventBytes: limits.eventBytes, maxTotalBytes: limits.streamBytes } as const;

/**
 * Makes a decoder for the WHATWG format (HTML standard 9.2.6), stricter where leniency could hide text: bytes that are
 * not UTF-8, lines that are no field and events past the limits make the whole stream unusable.
 */
export function createSseDecoder(options: SseOptions = {}): SseDecoder {
  const maxEventBytes = options.maxEventBytes ?? sseLimits.maxEventBytes;
  const maxTotalBytes = options.maxTotalBytes ?? sseLimits.maxTotalBytes;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const tooLarge = `an event of the stream is larger than ${maxEventBytes} bytes`;
  const builder = createEventBuilder();
  let totalBytes = 0;
  let eventSize = 0;
  let tail: string[] = [];
  let endedWithCr = false;
  let failure = isUtf8(options.contentType) ? undefined : 'the stream has a charset other than UTF-8';

  const fail = (reason: string): DecodedEvents => {
    failure = reason;
    tail = [];
    return { ok: false, reason };
  };

  const takeLines = (chunk: string): DecodedEvents => {
    const events: SseEvent[] = [];
    // A CR LF pair may be cut between two chunks: the LF then ends no second line.
    const skipped = endedWithCr && chunk.startsWith('\n') ? 1 : 0;
    if (chunk !== '') endedWithCr = chunk.endsWith('\r');
    const text = chunk.slice(skipped);
    let from = 0;
    for (const { 0: newline, index: end } of text.matchAll(/\r\n|\r|\n/g)) {
      const line = tail.length === 0 ? text.slice(from, end) : tail.join('') + text.slice(from, end);
      tail = [];
      eventSize += end - from;
      const problem = eventSize > maxEventBytes ? tooLarge : builder.line(line, events);
      if (problem !== undefined) return fail(problem);
      if (line === '') eventSize = 0;
      from = end + newline.length;
    }
    if (from < text.length) tail.push(text.slice(from));
    eventSize += text.length - from;
    if (eventSize > maxEventBytes) return fail(tooLarge);
    return { ok: true, events };
  };

  const decode = (bytes: Uint8Array | undefined): DecodedEvents => {
    try {
      return takeLines(bytes === undefined ? utf8.decode() : utf8.decode(bytes, { stream: true }));
    } catch (error) {
      if (error instanceof TypeError) return fail('the stream is not UTF-8');
      throw error;
    }
  };

  return {
    push(bytes) {
      if (failure !== undefined) return { ok: false, reason: failure };
      totalBytes += bytes.byteLength;
      if (totalBytes > maxTotalBytes) return fail(`the stream is larger than ${maxTotalBytes} bytes`);
      return decode(bytes);
    },
    finish() {
      if (failure !== undefined) return { ok: false, reason: failure };
      const rest = decode(undefined);
      if (!rest.ok) return rest;
      const events = [...rest.events];
      // Some servers close without the last blank line. Their last event is read, never dropped.
      const problem = builder.line(tail.join(''), events) ?? builder.line('', events);
      tail = [];
      return problem === undefined ? { ok: true, events } : fail(problem);
    },
  };
}

function createEventBuilder(): { line(line: string, events: SseEvent[]): string | undefined } {
  let event: string | null = null;
  let data: string[] = [];
  let hasData = false;
  return {
    line(line, events) {
      if (line === '') {
        if (hasData) events.push({ event, data: data.join('\n') });
        event = null;
        data = [];
        hasData = false;
        return undefined;
      }
      if (line.startsWith(':')) return undefined;
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(line.charAt(colon + 1) === ' ' ? colon + 2 : colon + 1);
      if (field === 'data') {
        data.push(value);
        hasData = true;
      } else if (field === 'event') {
        event = value;
      } else if (field !== 'id' && field !== 'retry') {
        return 'the stream has a line that is not a server-sent event field';
      }
      return undefined;
    },
  };
}

/** One event as a frame. Line ends in the data become further `data:` lines. */
export function sseFrame(event: string | null, data: string): string {
  const name = event !== null && /^[\w.-]{1,64}$/.test(event) ? `event: ${event}\n` : '';
  return `${name}data: ${data.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`;
}

/** One event as a frame with the JSON of a value. */
export function sseJson(event: string | null, value: unknown): string {
  return sseFrame(event, writeExactJson(value));
}

/** A comment frame, which clients ignore: keep-alive, and the closing `assay …` notes of a stream. */
export function sseComment(text: string): string {
  return `: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
}
