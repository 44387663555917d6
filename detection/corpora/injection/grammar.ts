/**
 * A small grammar for sentences: `[a|b]` picks one, nested as needed, and `$name` inserts a line of a named list. `~` is a line
 * break, `⟦` and `⟧` are literal brackets.
 */

/** Lists of lines, by name. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** Cuts a block of text into lines; empty ones are left out. */
export function toLines(block: string): string[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const maxDepth = 12;

/** Makes one sentence from a line. @throws Error for an unknown list, an unclosed bracket or circular lists. */
export function expand(line: string, lists: Lists, random: () => number): string {
  return expandPart(line, lists, random, 0)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ +([,.;!?])/g, '$1')
    .replaceAll(/ ?~ ?/g, '\n')
    .replaceAll('⟦', '[')
    .replaceAll('⟧', ']')
    .trim();
}

function expandPart(line: string, lists: Lists, random: () => number, depth: number): string {
  if (depth > maxDepth) throw new Error(`lists call each other: ${line}`);
  let out = '';
  let at = 0;
  while (at < line.length) {
    const sign = line[at] ?? '';
    if (sign === '[') {
      const end = closing(line, at);
      out += expandPart(pick(choices(line.slice(at + 1, end)), random), lists, random, depth + 1);
      at = end + 1;
    } else if (/^\$[a-zA-Z]/.test(line.slice(at, at + 2))) {
      const name = /^[a-zA-Z]+/.exec(line.slice(at + 1))?.[0] ?? '';
      const list = lists[name];
      if (list === undefined) throw new Error(`no list is called "${name}": ${line}`);
      out += expandPart(pick(list, random), lists, random, depth + 1);
      at += name.length + 1;
    } else {
      out += sign;
      at += 1;
    }
  }
  return out;
}

/** Picks one item uniformly. */
export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function closing(line: string, open: number): number {
  let depth = 0;
  for (let at = open; at < line.length; at += 1) {
    if (line[at] === '[') depth += 1;
    if (line[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a bracket is open: ${line}`);
}

/** Splits at the bars of the outermost level. */
function choices(inner: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of inner) {
    if (sign === '[') depth += 1;
    if (sign === ']') depth -= 1;
    if (sign === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Samples distinct sentences, about equally many per line; fewer if a line has no more. */
export function sample(lines: readonly string[], lists: Lists, random: () => number, perLine: number): string[] {
  const made = new Set<string>();
  for (const line of lines) {
    for (let round = 0; round < perLine; round += 1) made.add(expand(line, lists, random));
  }
  return [...made];
}
