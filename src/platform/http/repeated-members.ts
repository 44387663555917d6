/** Finds what two JSON parsers could read differently: a member whose name occurs twice in one object. */

/**
 * True when any object of the text has a name twice. By counting: the parsed value has fewer members then than the text
 * has colons. @param value the text, parsed; not deeper than `maxBodyDepth`
 */
export function holdsRepeatedMember(text: string, value: unknown): boolean {
  return countMembers(value) !== countSeparators(text);
}

/** Members of every object of the tree; own enumerable keys, so that `__proto__` counts as the plain member it is. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  const keys = Object.keys(value);
  for (const key of keys) count += countMembers(Reflect.get(value, key));
  return count + keys.length;
}

/** Colons outside of strings: one for each member as it was written. */
function countSeparators(text: string): number {
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) count += 1;
    at += 1;
  }
  return count;
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
