/** Cedar for CodeMirror: words, strings, annotations and comments. It colours text and checks nothing. */
import { StreamLanguage, type StreamParser } from '@codemirror/language';

const effects = new Set(['permit', 'forbid']);
const keywords = new Set(['when', 'unless', 'if', 'then', 'else', 'in', 'is', 'has', 'like']);
const variables = new Set(['principal', 'action', 'resource', 'context']);
const constants = new Set(['true', 'false']);

export interface CedarState {
  /** True directly after a dot: the next word is a member, also if it is spelt like a keyword. */
  isMember: boolean;
}

/** The part of CodeMirror's `StringStream` that is read. */
export interface TokenStream {
  match(pattern: RegExp): unknown;
  next(): unknown;
  skipToEnd(): void;
  current(): string;
}

/** Reads one token and names its kind; null for what has no colour. */
export function readCedarToken(stream: TokenStream, state: CedarState): string | null {
  if (stream.match(/^\s+/) !== null) return null;
  if (stream.match(/^\/\//) !== null) {
    stream.skipToEnd();
    return 'comment';
  }
  const { isMember } = state;
  state.isMember = false;
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) !== null) return 'string';
  if (stream.match(/^@[A-Za-z_]\w*/) !== null) return 'meta';
  if (stream.match(/^\d+/) !== null) return 'number';
  if (stream.match(/^[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+/) !== null) return 'typeName';
  if (stream.match(/^[A-Za-z_]\w*/) !== null) return wordKind(stream.current(), isMember);
  if (stream.match(/^(?:==|!=|<=|>=|&&|\|\||[<>!+*-])/) !== null) return 'operator';
  state.isMember = stream.next() === '.';
  return null;
}

function wordKind(word: string, isMember: boolean): string {
  if (isMember) return 'propertyName';
  if (effects.has(word)) return 'keyword';
  if (keywords.has(word)) return 'keyword';
  if (constants.has(word)) return 'bool';
  return variables.has(word) ? 'variableName' : 'propertyName';
}

const parser: StreamParser<CedarState> = {
  name: 'cedar',
  startState: () => ({ isMember: false }),
  copyState: ({ isMember }) => ({ isMember }),
  token: readCedarToken,
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
};

export const cedarLanguage = StreamLanguage.define(parser);
