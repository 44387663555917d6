/**
 * Reads YAML 1.2 or JSON into plain values, strictly and within bounds. The text is tokenised first and refused at
 * the first sign of excessive depth or size, so that no file costs more than its size. Tags, directives, merge keys
 * and repeated keys are refused, because two readers could understand them differently.
 */
import { Composer, CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import { fileLimits } from '../../contract/api/apply/limits.ts';
import { createNodeReader, type NodePlace } from './yaml-nodes.ts';

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface YamlProblem extends Position {
  /** Number of the document in the text, from 1. */
  readonly document: number;
  readonly message: string;
}

export interface YamlDocument {
  readonly number: number;
  readonly value: unknown;
  /** Locates a value or the name of a member; the nearest enclosing place if it is absent. */
  locate(pointer: string, at: 'key' | 'value'): Position;
}

export interface YamlText {
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly YamlProblem[];
}

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  stringKeys: true,
  strict: true,
  prettyErrors: false,
  // The library's check compares every pair of keys; ours uses a set.
  uniqueKeys: false,
} as const;

/** Stack depth of a nested value in the reader: itself and its scalar. */
const maxStack = fileLimits.depth * 2 + 8;

/** Reads a text. If there is a problem, the documents must not be used. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const documents: YamlDocument[] = [];
  const problems: YamlProblem[] = [];
  const budget = { values: 0, aliases: 0 };
  let number = 0;
  let whole = 0;
  let isOver = false;

  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const tell = (offset: number, message: string, document = number): void => {
    if (problems.length < fileLimits.problems) problems.push({ ...at(offset), document, message });
  };
  /** For problems that are found before their document is complete. */
  const tellInNext = (offset: number, message: string): void => tell(offset, message, whole + 1);
  const isEnough = (): boolean => problems.length >= fileLimits.problems;

  const take = (document: Document.Parsed): void => {
    if (number === fileLimits.documents) {
      tell(document.range[0], `there are more than ${fileLimits.documents} documents`);
      isOver = true;
      return;
    }
    number += 1;
    for (const { pos, message } of [...document.errors, ...document.warnings]) tell(pos[0], firstLine(message));
    if (document.contents === null || isEmpty(document) || document.errors.length > 0) return;
    const reader = createNodeReader({ budget, tell });
    const value = reader.read(document.contents);
    const toPosition = ({ offset }: NodePlace): Position => at(offset);
    documents.push({ number, value, locate: (pointer, where) => toPosition(reader.locate(pointer, where)) });
  };

  const composer = new Composer(options);
  for (const token of readTokens(text, lines, tellInNext)) {
    if (token.type === 'document') whole += 1;
    // Reported here, so that a text full of errors ends early.
    if (token.type === 'error') tellInNext(token.offset, firstLine(token.message));
    else for (const document of composer.next(token)) take(document);
    if (isOver || isEnough()) return { documents, problems };
  }
  if (problems.length === 0) for (const document of composer.end(false, text.length)) take(document);
  return { documents, problems };
}

/** Yields the tokens of a text. Ends early with a problem if the text exceeds the bounds. */
function* readTokens(
  text: string,
  lines: LineCounter,
  tell: (offset: number, message: string) => void,
): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let lexemes = 0;
  let isText = false;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    const problem = isText ? undefined : findLexemeProblem(lexeme);
    isText = lexeme === CST.SCALAR;
    const tooMuch = lexemes > fileLimits.lexemes ? 'it is larger than any configuration' : undefined;
    const tooDeep = parser.stack.length > maxStack ? `nests deeper than ${fileLimits.depth} levels` : undefined;
    const wrong = problem ?? tooMuch ?? tooDeep;
    if (wrong !== undefined) return tell(parser.offset, wrong);
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

function findLexemeProblem(lexeme: string): string | undefined {
  const type = CST.tokenType(lexeme);
  if (type === 'tag') return 'tags are not supported: put the text into quotes instead';
  if (type === 'directive-line') return 'directives are not supported: it is read as YAML 1.2';
  return undefined;
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents !== null && 'value' in contents && contents.value === null;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
