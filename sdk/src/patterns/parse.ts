/**
 * Parses a regular expression into a tree. Characters and classes become tests of one unit. Back-references and
 * lookbehind are refused: they cannot be matched in linear time.
 */
import { limitsOf, type PatternNode, type PatternSyntax, type SyntaxLimits } from './syntax.ts';
import { classTest, unitTest } from './unit-test.ts';

export interface ParsedPattern {
  readonly node: PatternNode;
  /** True if the pattern matches code points, false if it matches UTF-16 units. */
  readonly isUnicode: boolean;
  readonly limits: SyntaxLimits;
}

/** Thrown for a pattern outside the accepted language. The message says why and quotes nothing. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

const quantifier = /[*+?]\??|\{(\d+)(,(\d*))?\}\??/y;
const unicodeEscape = /\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|[pP]\{[^}]*\})/y;
const anyEscape = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|0[0-7]{0,2}|[\s\S])/y;
const group = /\((?:\?(?::|=|!|<[^=!][^>]*>))?/y;
/** Escapes that mean the same with and without the flag `u`, and stand for one unit. */
const plainEscape = /\\(?:[dDwWsSnrtfv]|0(?!\d)|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^A-Za-z0-9])/g;

/** @throws PatternError for an invalid or unsupported pattern. */
export function parsePattern(source: string, syntax: PatternSyntax): ParsedPattern {
  const limits = limitsOf[syntax];
  if (source.length > limits.chars) throw new PatternError(`a pattern has at most ${limits.chars} characters`);
  const isPlain = syntax === 'plain';
  const ignoresCase = isPlain && source.startsWith('(?i)');
  const text = isPlain ? withEscapedBrackets(ignoresCase ? source.slice('(?i)'.length) : source) : source;
  const isUnicode = !isPlain && syntaxError(text, 'u') === undefined;
  const wrong = isUnicode ? undefined : syntaxError(text, '');
  if (wrong !== undefined) throw new PatternError(wrong);
  return { node: createParser({ source: text, isPlain, isUnicode, ignoresCase, limits }).parse(), isUnicode, limits };
}

/** A closing bracket right after the opening one is a member of a plain class, as POSIX has it. */
function withEscapedBrackets(source: string): string {
  const escapeOrClass = /\\[\s\S]|\[(\^?)(\]?)((?:\\[\s\S]|[^\]\\])*)/g;
  return source.replace(escapeOrClass, (all: string, not?: string, bracket?: string, rest?: string) =>
    bracket === ']' ? `[${not}\\]${rest}` : all,
  );
}

/** Says what the language's own parser finds wrong, in its words and without the pattern. */
function syntaxError(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const [, words] = /: ([A-Za-z' -]{1,80})$/.exec(error instanceof Error ? error.message : '') ?? [];
    return `its syntax is not valid${words === undefined ? '' : `: ${words.toLowerCase()}`}`;
  }
}

interface Input {
  readonly source: string;
  readonly isPlain: boolean;
  readonly isUnicode: boolean;
  readonly ignoresCase: boolean;
  readonly limits: SyntaxLimits;
}

/** The syntax itself was checked before; each step throws for what is unsupported. */
function createParser({ source, isPlain, isUnicode, ignoresCase, limits }: Input) {
  let at = 0;

  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (found === null) return undefined;
    at = expression.lastIndex;
    return found;
  };

  const ofClass = (text: string): PatternNode => ({ kind: 'unit', test: classTest(text, isUnicode, ignoresCase) });

  const choice = (depth: number): PatternNode => {
    const parts = [sequence(depth)];
    while (source[at] === '|') {
      at += 1;
      parts.push(sequence(depth));
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  };

  const sequence = (depth: number): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(term(depth)));
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
    if (Number(least) > limits.count || Number(atMost ?? 0) > limits.count) {
      throw new PatternError(`a quantifier counts to at most ${limits.count}`);
    }
    const isOpen = atMost === undefined || atMost === '';
    return { kind: 'repeat', part, least: Number(least), most: isOpen ? Number.POSITIVE_INFINITY : Number(atMost) };
  };

  const term = (depth: number): PatternNode => {
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
        return ofClass(takeClass());
      case '.':
        at += 1;
        return ofClass('.');
      case '\\':
        return escaped();
      default:
        return literal();
    }
  };

  const bracketed = (depth: number): PatternNode => {
    const opening = take(group)?.[0];
    if (depth >= limits.nesting) throw new PatternError('groups are nested too deeply');
    // Lookbehind, and what later versions of the language add.
    if (source[at] === '?' || (isPlain && opening !== '(' && opening !== '(?:')) {
      throw new PatternError(isPlain ? 'look-around and named groups are not accepted' : 'lookbehind is not accepted');
    }
    const part = choice(depth + 1);
    at += 1;
    if (opening !== '(?=' && opening !== '(?!') return part;
    return { kind: 'look', part, isNegative: opening === '(?!' };
  };

  const takeClass = (): string => {
    const from = at;
    at += 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    at += 1;
    const text = source.slice(from, at);
    if (isPlain) assertPlain(text);
    return text;
  };

  const escaped = (): PatternNode => {
    const next = source[at + 1] ?? '';
    if (/[1-9k]/.test(next)) throw new PatternError('back-references are not accepted');
    const text = (isUnicode ? take(unicodeEscape)?.[0] : undefined) ?? take(anyEscape)?.[0] ?? '';
    if (text === '\\b') return { kind: 'word_edge' };
    if (text === '\\B') return { kind: 'no_word_edge' };
    // Without a letter behind it, `\c` stands for two characters.
    if (text === '\\c') throw new PatternError('an escape is not known or not complete');
    if (isPlain) assertPlain(text);
    return ofClass(text);
  };

  const literal = (): PatternNode => {
    if (isPlain && source[at] === '{') {
      throw new PatternError('a brace must be a quantifier like {2,5} or be escaped');
    }
    const unit = (isUnicode ? source.codePointAt(at) : source.charCodeAt(at)) ?? 0;
    at += unit > 0xffff ? 2 : 1;
    return { kind: 'unit', test: unitTest(unit, ignoresCase) };
  };

  return {
    parse(): PatternNode {
      const node = choice(0);
      if (at !== source.length) throw new PatternError('its syntax is not supported');
      return node;
    },
  };
}

function assertPlain(text: string): void {
  if (text.replace(plainEscape, '').includes('\\')) {
    throw new PatternError('an escape is not known or not complete');
  }
}
