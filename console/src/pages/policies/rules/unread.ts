/** Why the form cannot show a rule. */
import { type Token, unquote } from './cedar-tokens.ts';

export type Unread = 'comment' | 'permit' | 'annotation' | 'scope' | 'unless' | 'condition' | 'claim' | 'syntax';

/** Thrown while a rule is read; `at` is the piece of text that the form has no field for. */
export class UnreadError extends Error {
  readonly why: Unread;
  readonly at: string;

  constructor(why: Unread, at: string) {
    super(`${why}: ${at}`);
    this.name = 'UnreadError';
    this.why = why;
    this.at = at;
  }
}

/** @throws UnreadError unless the token is a string. */
export function textOf(token: Token | undefined): string {
  const value = token?.kind === 'string' ? unquote(token.text) : undefined;
  if (value === undefined) throw new UnreadError('syntax', token?.text ?? '');
  return value;
}

/** The tokens as text, for a sentence. */
export function showTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}
