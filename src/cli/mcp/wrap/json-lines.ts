/** Lines of JSON between an MCP client and its server, within bounds. An ambiguous line is no message. */
import { isDeeperThan, maxBodyDepth } from '../../../platform/http/body-depth.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Longer than any result that a gateway judges. */
const maxLineBytes = 16 * 1024 * 1024;
const newline = 0x0a;

/**
 * Splits bytes into lines without their newlines; text after the last newline is a line too.
 * @throws RangeError for a line longer than any message
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes = maxLineBytes,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  const hold = (part: Uint8Array): void => {
    held.push(part);
    size += part.byteLength;
    if (size > maxBytes) throw new RangeError(`a line is longer than ${maxBytes} bytes`);
  };
  const take = (): Uint8Array => {
    const line = Buffer.concat(held);
    [held, size] = [[], 0];
    return line;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      hold(chunk.subarray(from, at));
      from = at + 1;
      yield take();
    }
    hold(chunk.subarray(from));
  }
  if (size > 0) yield take();
}

/** A line to pass on, with its messages. */
export interface MessageLine {
  readonly text: string;
  readonly messages: readonly unknown[];
  /** True for an array of messages (2025-03-26). */
  readonly isBatch: boolean;
}

/**
 * `empty` for an empty line. Undefined for text that is no JSON, is nested too deep, or repeats a member name: a
 * later reader might take the other one.
 */
export function parseLine(bytes: Uint8Array): MessageLine | 'empty' | undefined {
  const decoded = decode(bytes);
  if (decoded === undefined) return undefined;
  // Between values it is white space, inside them it is invalid JSON; some readers end a line there.
  const text = decoded.replaceAll('\r', ' ').trim();
  if (text === '') return 'empty';
  const value = parse(text);
  if (value === undefined || isDeeperThan(value, maxBodyDepth)) return undefined;
  if (countMembers(text) !== countMembers(JSON.stringify(value))) return undefined;
  return Array.isArray(value) ? { text, messages: value, isBatch: true } : { text, messages: [value], isBatch: false };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const colon = 0x3a;
const quote = 0x22;
const backslash = 0x5c;

/** Counts colons outside of strings: exact for JSON. */
function countMembers(json: string): number {
  let members = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === colon) members += 1;
    else if (code === quote) at = endOfString(json, at);
  }
  return members;
}

/** Finds the closing quote of the string that begins there. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return json.length;
}
