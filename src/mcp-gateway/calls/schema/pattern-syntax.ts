/**
 * Parses a `pattern` of a schema (ECMA-262 syntax) into a tree. Characters and classes become tests of one character.
 * Back-references and lookbehind are not supported: they cannot be matched in bounded time.
 */

export type PatternNode =
  | { readonly kind: 'empty' | 'start' | 'end' | 'word_edge' | 'no_word_edge' }
  | { readonly kind: 'unit'; readonly test: UnitTest }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  /** `most` is Infinity where there is no upper bound. */
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly part: PatternNode; readonly isNegative: boolean };

/** Tests one unit of a text: a code point with the flag `u`, else a UTF-16 unit. */
export type UnitTest = (unit: string) => boolean;

export interface ParsedPattern {
  readonly node: PatternNode;
  readonly isUnicode: boolean;
}

const maxPatternChars = 4_096;
const maxNesting = 50;
const quantifier = /[*+?]\??|\{(\d+)(,(\d*))?\}\??/y;
const unicodeEscape = /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|[pP]\{[^}]*\})/y;
const anyEscape = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])/y;
const group = /\((?:\?(?::|=|!|<[^=!][^>]*>))?/y;

/** Undefined for invalid and unsupported patterns. */
export function parsePattern(source: string): ParsedPattern | undefined {
  if (source.length > maxPatternChars) return undefined;
  const isUnicode = isSyntaxOf(source, 'u');
  if (!isUnicode && !isSyntaxOf(source, '')) return undefined;
  const node = createParser(source, isUnicode).parse();
  return node === undefined ? undefined : { node, isUnicode };
}

function isSyntaxOf(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

/** Each step gives undefined for unsupported syntax. The syntax itself was checked before. */
function createParser(source: string, isUnicode: boolean) {
  let at = 0;

  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (found === null) return undefined;
    at = expression.lastIndex;
    return found;
  };

  const choice = (depth: number): PatternNode | undefined => {
    const parts: PatternNode[] = [];
    do {
      if (parts.length > 0) at += 1;
      const part = sequence(depth);
      if (part === undefined) return undefined;
      parts.push(part);
    } while (source[at] === '|');
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
  };

  const sequence = (depth: number): PatternNode | undefined => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const part = term(depth);
      if (part === undefined) return undefined;
      parts.push(repeated(part));
    }
    return { kind: 'sequence', parts };
  };

  const repeated = (part: PatternNode): PatternNode => {
    const found = take(quantifier);
    if (found === undefined) return part;
    const [text, least, , most] = found;
    if (text.startsWith('*')) return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
    if (text.startsWith('+')) return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY };
    if (text.startsWith('?')) return { kind: 'repeat', part, least: 0, most: 1 };
    const atMost = found[2] === undefined ? least : most;
    return {
      ...{ kind: 'repeat', part, least: Number(least) },
      most: atMost === undefined || atMost === '' ? Number.POSITIVE_INFINITY : Number(atMost),
    };
  };

  const term = (depth: number): PatternNode | undefined => {
    switch (source[at]) {
      case '^':
        at += 1;
        return { kind: 'start' };
      case '$':
        at += 1;
        return { kind: 'end' };
      case '(':
        return bracketed(depth);
      case '[':
        return { kind: 'unit', test: classTest(takeClass(), isUnicode) };
      case '.':
        at += 1;
        return { kind: 'unit', test: classTest('.', isUnicode) };
      case '\\':
        return escaped();
      default:
        return literal();
    }
  };

  const bracketed = (depth: number): PatternNode | undefined => {
    const opening = take(group)?.[0];
    if (opening === undefined || depth >= maxNesting || source.startsWith('?<', at)) return undefined;
    const part = choice(depth + 1);
    at += 1;
    if (part === undefined || (opening !== '(?=' && opening !== '(?!')) return part;
    return { kind: 'look', part, isNegative: opening === '(?!' };
  };

  const takeClass = (): string => {
    const from = at;
    at += 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    at += 1;
    return source.slice(from, at);
  };

  const escaped = (): PatternNode | undefined => {
    const next = source[at + 1] ?? '';
    if (/[1-9k]/.test(next)) return undefined;
    const text = (isUnicode ? take(unicodeEscape)?.[0] : undefined) ?? take(anyEscape)?.[0];
    if (text === undefined) return undefined;
    if (text === '\\b') return { kind: 'word_edge' };
    if (text === '\\B') return { kind: 'no_word_edge' };
    return { kind: 'unit', test: classTest(text, isUnicode) };
  };

  const literal = (): PatternNode => {
    const code = source.codePointAt(at) ?? 0;
    const unit = isUnicode ? String.fromCodePoint(code) : source.charAt(at);
    at += unit.length;
    return { kind: 'unit', test: (other) => other === unit };
  };

  return {
    parse(): PatternNode | undefined {
      const node = choice(0);
      return at === source.length ? node : undefined;
    },
  };
}

/** Testing a class costs one step, whatever it holds; ASCII characters are tested once and cached. */
function classTest(source: string, isUnicode: boolean): UnitTest {
  const expression = new RegExp(`^(?:${source})$`, isUnicode ? 'u' : '');
  const known = new Map<string, boolean>();
  return (unit) => {
    const before = known.get(unit);
    if (before !== undefined) return before;
    const answer = expression.test(unit);
    if (unit < '\x80') known.set(unit, answer);
    return answer;
  };
}
