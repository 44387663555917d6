/** Reads Cedar back into the form. What is no usual rule is left to the editor, with the reason. */
import { type Token, tokenise } from './cedar-tokens.ts';
import { readConditions } from './read-conditions.ts';
import { readAnnotations, readHead } from './read-head.ts';
import type { Rule } from './rule.ts';
import { type Unread, UnreadError } from './unread.ts';

export type ReadRule = { readonly rule: Rule } | { readonly why: Unread; readonly at: string };

/** Reads the text of one policy. */
export function readRule(text: string): ReadRule {
  try {
    return { rule: read(tokenise(text)) };
  } catch (error) {
    if (error instanceof UnreadError) return { why: error.why, at: error.at };
    throw error;
  }
}

function read(tokens: readonly Token[]): Rule {
  const comment = tokens.find(({ kind }) => kind === 'comment');
  if (comment !== undefined) throw new UnreadError('comment', comment.text);
  const annotations = readAnnotations(tokens);
  const head = readHead(tokens, annotations.end);
  return { ...annotations.values, action: head.action, ...readConditions(bodyOf(tokens, head.end)) };
}

/** The tokens between the braces of the only `when`. */
function bodyOf(tokens: readonly Token[], start: number): readonly Token[] {
  const word = tokens[start]?.text ?? '';
  if (word === 'unless') throw new UnreadError('unless', word);
  if (word !== 'when' || tokens[start + 1]?.text !== '{') throw new UnreadError('condition', word);
  const [close, end] = tokens.slice(-2).map(({ text }) => text);
  if (close !== '}' || end !== ';') throw new UnreadError('syntax', end ?? '');
  const body = tokens.slice(start + 2, -2);
  if (body.some(({ text }) => text === 'unless')) throw new UnreadError('unless', 'unless');
  if (body.some(({ text }) => text === '{' || text === '}')) throw new UnreadError('condition', '{');
  return body;
}
