/** Reads the challenge of a resource (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1). */
import { readScopes } from './scopes.ts';

export interface BearerChallenge {
  readonly resourceMetadata: string | undefined;
  readonly scopes: readonly string[];
  /** RFC 6750 section 3.1. */
  readonly error: string | undefined;
}

const maxLength = 8_192;
// Reads one item at a time, each a plain alternative without nesting, so the time is linear for every input. Names and values
// are read more generously than in RFC 9110: a token68 is read as a name without a value, which does no harm.
const word = /[^ \t,="]+/y;
const between = /[ \t,]*/y;
const equals = /[ \t]*=[ \t]*/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const plain = /[^ \t,"]*/y;

/** Gives the first `Bearer` challenge of a header, which may hold several schemes; undefined if there is none. */
export function readChallenge(header: string | undefined): BearerChallenge | undefined {
  if (header === undefined || header.length > maxLength) return undefined;
  const bearer = readChallenges(header).find(({ scheme }) => scheme === 'bearer');
  if (bearer === undefined) return undefined;
  const { params } = bearer;
  const scopes = readScopes(params.get('scope'));
  return { resourceMetadata: params.get('resource_metadata'), scopes, error: params.get('error') };
}

interface Challenge {
  readonly scheme: string;
  readonly params: Map<string, string>;
}

/** Stops at the first unreadable part; the challenges before it count. */
function readChallenges(text: string): Challenge[] {
  const found: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    at += match[0].length;
    return match;
  };
  for (;;) {
    take(between);
    const name = take(word)?.[0].toLowerCase();
    if (name === undefined) return found;
    const current = found.at(-1);
    if (current === undefined || take(equals) === undefined) {
      found.push({ scheme: name, params: new Map() });
      continue;
    }
    const value = take(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? take(plain)?.[0] ?? '';
    if (!current.params.has(name)) current.params.set(name, value);
  }
}
