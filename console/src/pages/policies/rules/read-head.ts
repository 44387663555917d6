/** Reads what stands before the condition of a policy: its annotations and its scope. */
import type { Token } from './cedar-tokens.ts';
import { type Action, actions, type Response, type Risk, type Rule, responses, risks } from './rule.ts';
import { showTokens, textOf, UnreadError } from './unread.ts';

type Annotated = Pick<Rule, 'id' | 'response' | 'reason' | 'quorum' | 'risk' | 'ignoreMissing'>;

/** `end` is the index of the first token after them. */
export function readAnnotations(tokens: readonly Token[]): { readonly values: Annotated; readonly end: number } {
  const found = new Map<string, string>();
  let end = 0;
  while (tokens[end]?.text === '@') {
    const [, name, open, value, close] = tokens.slice(end, end + 5);
    if (name === undefined || open?.text !== '(' || close?.text !== ')' || found.has(name.text)) {
      throw new UnreadError('annotation', showTokens(tokens.slice(end, end + 5)));
    }
    found.set(name.text, textOf(value));
    end += 5;
  }
  return { values: toValues(found), end };
}

function toValues(found: Map<string, string>): Annotated {
  const take = (name: string) => {
    const value = found.get(name);
    found.delete(name);
    return value;
  };
  const id = take('id');
  if (id === undefined) throw new UnreadError('annotation', '@id');
  const quorum = take('quorum');
  const missing = take('on_missing');
  const values: Annotated = {
    id,
    response: oneOf<Response>(responses, take('response') ?? 'block'),
    reason: take('reason') ?? '',
    quorum: quorum === undefined ? undefined : toQuorum(quorum),
    risk: optional<Risk>(risks, take('risk')),
    ignoreMissing: missing !== undefined && oneOf(['ignore'], missing) === 'ignore',
  };
  for (const name of found.keys()) throw new UnreadError('annotation', `@${name}`);
  return values;
}

function oneOf<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UnreadError('annotation', value);
  return found;
}

function optional<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return value === undefined ? undefined : oneOf(known, value);
}

function toQuorum(text: string): number {
  if (!/^(?:[1-9]|10)$/.test(text)) throw new UnreadError('annotation', text);
  return Number(text);
}

/** Reads `forbid (principal, action, resource)`, with one action or any. */
export function readHead(
  tokens: readonly Token[],
  start: number,
): { readonly action: Action | undefined; readonly end: number } {
  if (tokens[start]?.text === 'permit') throw new UnreadError('permit', 'permit');
  const any = ['forbid', '(', 'principal', ',', 'action', ',', 'resource', ')'];
  if (matches(tokens, start, any)) return { action: undefined, end: start + any.length };
  const before = ['forbid', '(', 'principal', ',', 'action', '==', 'Assay', '::', 'Action', '::'];
  const after = [',', 'resource', ')'];
  const at = start + before.length;
  const name = tokens[at];
  if (!matches(tokens, start, before) || !matches(tokens, at + 1, after) || name?.kind !== 'string') {
    throw new UnreadError('scope', showTokens(tokens.slice(start, start + 16)));
  }
  const action = actions.find((one) => one === textOf(name));
  if (action === undefined) throw new UnreadError('scope', name.text);
  return { action, end: at + 1 + after.length };
}

function matches(tokens: readonly Token[], start: number, texts: readonly string[]): boolean {
  return texts.every((text, index) => tokens[start + index]?.text === text);
}
