/**
 * Strict JSON for signed artefacts: bounded in size and depth, no duplicate member names, well-formed text only.
 *
 * `JSON.parse` silently keeps the last of two equal names, so that two readers could see two documents under one
 * signature. The scan counts the written members; the walk counts the kept ones.
 */
import { isWellFormedText } from '@assay/sdk/contract';
import { type Refusal, refuse } from './verdict.ts';

export interface JsonLimits {
  readonly maxChars: number;
  readonly maxDepth: number;
}

/** Parses text as JSON. Never throws. */
export function parseStrictJson(text: string, limits: JsonLimits): { ok: true; value: unknown } | Refusal {
  if (text.length > limits.maxChars) return refuse('too_large', `JSON is longer than ${limits.maxChars} characters`);
  const scan = scanStructure(text, limits.maxDepth);
  if (scan === 'too_deep') return refuse('too_deep', `JSON is nested deeper than ${limits.maxDepth} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('json', 'not valid JSON');
  }
  const walk = countMembers(value);
  if (walk === 'text') return refuse('text', 'a string contains U+0000 or a lone surrogate');
  return walk === scan ? { ok: true, value } : refuse('duplicate_key', 'an object has a member twice');
}

/** Parses UTF-8 bytes as JSON; a byte order mark or a broken sequence is refused. Never throws. */
export function parseStrictJsonBytes(bytes: Uint8Array, limits: JsonLimits): ReturnType<typeof parseStrictJson> {
  if (bytes.byteLength > limits.maxChars) return refuse('too_large', `JSON is longer than ${limits.maxChars} bytes`);
  const text = decodeUtf8(bytes);
  return text === undefined ? refuse('text', 'not valid UTF-8') : parseStrictJson(text, limits);
}

/** UTF-8 to text without repair: `undefined` for any broken sequence. A byte order mark is kept as a character. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Counts member colons outside strings, or gives `too_deep`. Exact for valid JSON; `JSON.parse` judges other text. */
function scanStructure(text: string, maxDepth: number): number | 'too_deep' {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case 0x3a:
        members += 1;
        break;
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > maxDepth) return 'too_deep';
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      default:
    }
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

/** Counts the members in a parsed value. The depth of the scan bounds the recursion. */
function countMembers(value: unknown): number | 'text' {
  if (typeof value === 'string') return isWellFormedText(value) ? 0 : 'text';
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const inner = countMembers(item);
      if (inner === 'text') return 'text';
      members += inner;
    }
    return members;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!isWellFormedText(key)) return 'text';
    const inner = countMembers(item);
    if (inner === 'text') return 'text';
    members += 1 + inner;
  }
  return members;
}
