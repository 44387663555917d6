// Finds strings of a chat template (Jinja) that are assembled to hide a name: honest templates join values with words, an attack
// builds an attribute name from pieces of a string.

/** One token in a tag of a template. */
export interface Token {
  kind: 'name' | 'text' | 'sign';
  value: string;
  /** True for a string written with escapes: `'\x5f'`. */
  hasEscape?: boolean;
}

/** Inner words of the dunder names that lead from any object to Python's builtins. */
const innerWords = 'class init globals builtins subclasses mro bases import getitem getattribute'.split(' ');
const isInnerWord = new Set(innerWords);
const formattedWord = new RegExp(
  `%[-\\d.]*[sc].*(?:${innerWords.join('|')})|(?:${innerWords.join('|')}).*%[-\\d.]*[sc]$`,
);
/** Filters and methods that transform a string literal; honest templates do not transform literals. */
const changers = new Set('replace reverse upper lower title capitalize swapcase translate urldecode'.split(' '));
const pickers = new Set('join first last list string'.split(' '));

/** Longer texts are for people, not names. */
const maxName = 64;

type Bracket = 'call' | 'index' | 'list' | 'dict call';

/** Names each way by which the tokens of a tag put a name together. */
export function findPieces(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  const open: Bracket[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (isSign(token, '(') || isSign(token, '[')) open.push(bracketOf(token, before, tokens[index - 2]));
    else if (isSign(token, ')') || isSign(token, ']')) {
      const closed = open.pop();
      if (closed === 'dict call' && isPicked(tokens, index)) found.push('keys as a string');
    } else if (token.kind === 'text') {
      const piece = pieceOf(tokens, index, open.at(-1));
      if (piece !== undefined) found.push(piece);
    }
  }
  return found;
}

function pieceOf(tokens: readonly Token[], index: number, inside: Bracket | undefined): string | undefined {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined) return undefined;
  const { value } = token;
  if (inside === 'list' && (value === '_' || isInnerWord.has(value))) return 'dunder piece in a list';
  if (isInnerWord.has(value) && (isJoiner(before) || isJoiner(after))) return 'dunder piece';
  const next = tokens[index + 2];
  if ((isSign(after, '|') || isSign(after, '.')) && next?.kind === 'name' && changers.has(next.value)) {
    return 'changed text';
  }
  // 'ssalc'[::-1]
  if (isSign(after, '[') && isSign(tokens[index + 2], ':') && isSign(tokens[index + 3], ':')) return 'changed text';
  return value.length < maxName && !/\s/.test(value) && formattedWord.test(value) ? 'formatted name' : undefined;
}

function bracketOf(token: Token, before: Token | undefined, earlier: Token | undefined): Bracket {
  const isApplied = before?.kind === 'text' || isSign(before, ')') || isSign(before, ']') || isOperand(before);
  if (!isApplied) return 'list';
  if (isSign(token, '[')) return 'index';
  const isDict = before?.kind === 'name' && before.value === 'dict' && !isSign(earlier, '.') && !isSign(earlier, '|');
  return isDict ? 'dict call' : 'call';
}

const operators = new Set('in not and or if else is set for elif print do'.split(' '));

/** A name to which a following bracket applies. */
function isOperand(token: Token | undefined): boolean {
  return token?.kind === 'name' && !operators.has(token.value);
}

/** `dict(cla=1, ss=1) | join` */
function isPicked(tokens: readonly Token[], closed: number): boolean {
  const filter = tokens[closed + 2];
  return isSign(tokens[closed + 1], '|') && filter?.kind === 'name' && pickers.has(filter.value);
}

function isJoiner(token: Token | undefined): boolean {
  return isSign(token, '~') || isSign(token, '+') || isSign(token, '*');
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === 'sign' && token.value === value;
}
