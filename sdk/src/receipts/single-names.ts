/**
 * Checks that member names in the JSON of an export are unique. `JSON.parse` silently keeps the last of two equal
 * names, and another reader the first, so that one line would be two receipts under one signature.
 */

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** True when the text, which parsed to this value, repeats no member name of an object. */
export function hasSingleNames(text: string, value: unknown): boolean {
  return countWritten(text) === countKept(value);
}

/** Counts colons outside strings. Exact for valid JSON. */
function countWritten(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon) members += 1;
    else if (code === quote) at = endOfString(text, at);
  }
  return members;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** An export is two levels deep; the caller has checked its shape. */
function countKept(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : items.length;
  return items.reduce((sum: number, item) => sum + countKept(item), own);
}
