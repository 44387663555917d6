/** Reads the comparison of a claim. */
import type { Token } from './cedar-tokens.ts';
import type { Operand, RuleTest } from './rule.ts';
import { showTokens, textOf, UnreadError } from './unread.ts';

export function isPath(tokens: readonly Token[], texts: readonly string[]): boolean {
  return texts.every((text, index) => tokens[index]?.text === text);
}

const methods = { greaterThanOrEqual: '>=', greaterThan: '>', lessThanOrEqual: '<=', lessThan: '<' } as const;
const orders = ['>=', '>', '<=', '<'] as const;
const equals = ['==', '!='] as const;

export function readTest(part: readonly Token[]): { readonly claim: string; readonly test: RuleTest } {
  const fail = () => new UnreadError('condition', showTokens(part));
  const isNot = part[0]?.text === '!';
  const whole = isNot ? part.slice(1) : part;
  if (!isPath(whole, ['context', '.', 'claims'])) throw fail();
  const member = readMember(whole.slice(3));
  if (member === undefined) throw fail();
  const { name: claim, rest } = member;
  if (rest.length === 0) return { claim, test: { kind: 'boolean', is: !isNot } };
  if (isNot) {
    if (rest.length === 4 && isPath(rest, ['.', 'isEmpty', '(', ')'])) return { claim, test: { kind: 'filled' } };
    throw fail();
  }
  const test = rest[0]?.text === '.' ? readCall(rest) : readSymbol(rest);
  if (test === undefined) throw fail();
  return { claim, test };
}

/** `.name` or `["name"]` at the beginning. */
function readMember(tokens: readonly Token[]): { name: string; rest: readonly Token[] } | undefined {
  const [open, name, close] = tokens;
  if (open?.text === '.' && name?.kind === 'word') return { name: name.text, rest: tokens.slice(2) };
  if (open?.text === '[' && name?.kind === 'string' && close?.text === ']')
    return { name: textOf(name), rest: tokens.slice(3) };
  return undefined;
}

/** `.greaterThan(…)` and `.contains("…")`. */
function readCall(tokens: readonly Token[]): RuleTest | undefined {
  const [, method, open] = tokens;
  if (open?.text !== '(' || tokens.at(-1)?.text !== ')') return undefined;
  const inner = tokens.slice(3, -1);
  if (method?.text === 'contains') {
    return inner.length === 1 && inner[0]?.kind === 'string'
      ? { kind: 'contains', value: textOf(inner[0]) }
      : undefined;
  }
  const name = Object.keys(methods).find((one): one is keyof typeof methods => one === method?.text);
  const than = readSetting(inner) ?? readDecimal(inner);
  return name === undefined || than === undefined ? undefined : { kind: 'decimal', comparison: methods[name], than };
}

function readSymbol([symbol, ...right]: readonly Token[]): RuleTest | undefined {
  const order = orders.find((one) => one === symbol?.text);
  const equal = equals.find((one) => one === symbol?.text);
  const setting = readSetting(right);
  const number = readLong(right);
  if (order !== undefined) {
    const than = setting ?? number;
    return than === undefined ? undefined : { kind: 'long', comparison: order, than };
  }
  if (equal === undefined) return undefined;
  if (number !== undefined) return { kind: 'long', comparison: equal, than: number };
  if (setting !== undefined) return { kind: 'string', comparison: equal, than: setting };
  return right.length === 1 && right[0]?.kind === 'string'
    ? { kind: 'string', comparison: equal, than: { value: textOf(right[0]) } }
    : undefined;
}

function readSetting(tokens: readonly Token[]): { readonly setting: readonly string[] } | undefined {
  if (!isPath(tokens, ['context', '.', 'settings'])) return undefined;
  const setting: string[] = [];
  let rest: readonly Token[] = tokens.slice(3);
  while (rest.length > 0) {
    const member = readMember(rest);
    if (member === undefined) return undefined;
    setting.push(member.name);
    rest = member.rest;
  }
  return setting.length === 0 ? undefined : { setting };
}

/** `decimal("0.8")` with one to four places. */
function readDecimal(tokens: readonly Token[]): Operand<number> | undefined {
  if (tokens.length !== 4 || !isPath(tokens, ['decimal', '('])) return undefined;
  const text = textOf(tokens[2]);
  return /^-?\d{1,11}\.\d{1,4}$/.test(text) ? { value: Number(text) + 0 } : undefined;
}

function readLong(tokens: readonly Token[]): Operand<number> | undefined {
  const text = tokens.map((token) => token.text).join('');
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  return { value: Number(text) + 0 };
}
