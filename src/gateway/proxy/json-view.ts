/**
 * JSON text as auditors read it. `{"key":"\u0041KIA…"}` must not hide from a detector what the receiving tool will
 * decode, so the view shows string escapes decoded, and redaction maps ranges of the view back into the JSON text.
 */

/** A range of the view to replace. */
export interface ViewRange {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export type JsonRedaction =
  | { readonly ok: true; readonly json: string; readonly replacements: number }
  | { readonly ok: false; readonly reason: string };

/** Decodes the string escapes of JSON text. Text that is not JSON is read in the same way. */
export function viewOfJson(json: string): string {
  let at = json.indexOf('\\');
  if (at === -1) return json;
  let view = '';
  let copied = 0;
  // A loop, because a callback for each escape takes three times as long, and code in arguments has many escapes.
  for (; at !== -1; at = json.indexOf('\\', at)) {
    const length = escapeLength(json, at);
    if (length > 1) {
      view += json.slice(copied, at) + decodeEscape(json, at);
      copied = at + length;
    }
    at += length;
  }
  return view + json.slice(copied);
}

/** A text with its escapes decoded, also escapes of escapes, and the original offset of each character. */
export interface DecodedText {
  readonly text: string;
  /** One entry more than the text has characters: the last is its end. */
  readonly offsets: Uint32Array;
}

/** Levels of JSON inside JSON; deeper nesting does not occur by accident. */
const maxLevels = 4;
const namedCharacter = /\\u[0-9A-Fa-f]{4}/;

/** Decodes a text with numeric character escapes; undefined for any other text. */
export function decodeEscapes(text: string): DecodedText | undefined {
  if (!namedCharacter.test(text)) return undefined;
  let decoded: DecodedText = { text, offsets: Uint32Array.from({ length: text.length + 1 }, (_, at) => at) };
  for (let level = 0; level < maxLevels && decoded.text.includes('\\'); level++) {
    const { offsets } = decoded;
    const view = viewOfJson(decoded.text);
    const { rawStart } = scan(decoded.text);
    decoded = { text: view, offsets: rawStart.subarray(0, view.length + 1).map((at) => offsets[at] ?? 0) };
    decoded.offsets[view.length] = text.length;
  }
  return decoded;
}

/**
 * Replaces ranges (sorted, not overlapping) of the view in the JSON text. Inside strings the characters are replaced, a
 * number or word is replaced whole by a string, and punctuation stays, so valid JSON stays valid.
 */
export function redactJson(json: string, ranges: readonly ViewRange[]): JsonRedaction {
  const { tokens, rawStart } = scan(json);
  const pieces: string[] = [];
  let replacements = 0;
  let copied = 0;
  let index = 0;
  for (const token of tokens) {
    for (; index < ranges.length && (ranges[index]?.end ?? 0) <= token.start; index++);
    for (let at = index; at < ranges.length; at++) {
      const range = ranges[at];
      if (range === undefined || range.start >= token.end) break;
      if (!token.isString && copied > (rawStart[token.start] ?? 0)) continue;
      const from = rawStart[token.isString ? Math.max(range.start, token.start) : token.start] ?? 0;
      const to = rawStart[token.isString ? Math.min(range.end, token.end) : token.end] ?? json.length;
      pieces.push(json.slice(copied, from), token.isString ? range.replacement : `"${range.replacement}"`);
      copied = to;
      replacements++;
    }
  }
  pieces.push(json.slice(copied));
  const redacted = pieces.join('');
  if (isJson(json) && !isJson(redacted)) return { ok: false, reason: 'the redacted JSON would not be valid' };
  return { ok: true, json: redacted, replacements };
}

interface Token {
  /** Range in the view; for a string, without its quotes. */
  readonly start: number;
  readonly end: number;
  readonly isString: boolean;
}

interface Scan {
  /** For each offset of the view, and its end, the offset in the JSON text. */
  readonly rawStart: Uint32Array;
  readonly tokens: readonly Token[];
}

/** Steps through the JSON text one character of the view at a time; agrees with `viewOfJson` about their positions. */
function scan(json: string): Scan {
  const rawStart = new Uint32Array(json.length + 1);
  const tokens: Token[] = [];
  let view = 0;
  let at = 0;
  const step = (): void => {
    rawStart[view++] = at;
    at += json.charAt(at) === '\\' ? escapeLength(json, at) : 1;
  };
  while (at < json.length) {
    if (isStructural(json.charAt(at))) {
      step();
      continue;
    }
    const isString = json.charAt(at) === '"';
    if (isString) step();
    const start = view;
    while (at < json.length && !endsToken(json.charAt(at), isString)) step();
    if (view > start) tokens.push({ start, end: view, isString });
    if (isString && at < json.length) step();
  }
  rawStart[view] = json.length;
  return { rawStart, tokens };
}

function endsToken(char: string, isString: boolean): boolean {
  return char === '"' || (!isString && isStructural(char));
}

function isStructural(char: string): boolean {
  return '{}[]:, \t\r\n'.includes(char);
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Length of the escape at a backslash; 1 for a backslash that starts none. */
function escapeLength(json: string, at: number): number {
  if (simpleEscapes.has(json.charAt(at + 1))) return 2;
  return json.charAt(at + 1) === 'u' && /^[0-9A-Fa-f]{4}$/.test(json.slice(at + 2, at + 6)) ? 6 : 1;
}

function decodeEscape(json: string, at: number): string {
  const simple = simpleEscapes.get(json.charAt(at + 1));
  return simple ?? String.fromCharCode(Number.parseInt(json.slice(at + 2, at + 6), 16));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
