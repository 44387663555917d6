/** Reads conditions on claims from a query: `injection_risk>=0.8;pii_found=true`. Pure. */
import { AppError } from '../../../platform/errors.ts';
import { isSearchedName, maxSearchedText } from './search-terms.ts';

/** Most conditions of one query. */
export const maxClaimConditions = 8;

export type NumberOperator = '=' | '>' | '>=' | '<' | '<=';

export type ClaimCondition =
  | { readonly claim: string; readonly kind: 'boolean'; readonly value: boolean }
  | { readonly claim: string; readonly kind: 'text'; readonly value: string }
  | { readonly claim: string; readonly kind: 'number'; readonly operator: NumberOperator; readonly value: number };

const form = /^\s*([A-Za-z0-9][A-Za-z0-9_.-]{0,127})\s*(>=|<=|=|>|<)\s*("(?:[^"\\]|\\.)*"|[^";]*?)\s*(?:;|$)/;
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** @throws AppError `invalid_request` that names the wrong condition by its place. */
export function parseClaimConditions(text: string): ClaimCondition[] {
  const conditions: ClaimCondition[] = [];
  let rest = text;
  while (rest.trim() !== '' || conditions.length === 0) {
    const place = conditions.length + 1;
    const [whole, claim = '', operator = '', value = ''] = form.exec(rest) ?? [];
    if (whole === undefined || !isSearchedName(claim)) {
      throw wrong(place, 'write NAME, one of = > >= < <=, and a value, such as injection_risk>=0.8');
    }
    conditions.push(toCondition(claim, operator, value, place));
    if (conditions.length > maxClaimConditions) throw wrong(place, `at most ${maxClaimConditions} are possible`);
    rest = rest.slice(whole.length);
  }
  return conditions;
}

function toCondition(claim: string, operator: string, value: string, place: number): ClaimCondition {
  if (numeral.test(value) && isNumberOperator(operator)) {
    const number = Number(value);
    if (Number.isFinite(number)) return { claim, kind: 'number', operator, value: number };
  }
  if (operator !== '=') throw wrong(place, `${operator} needs a number`);
  if (value === 'true' || value === 'false') return { claim, kind: 'boolean', value: value === 'true' };
  const plain = value.startsWith('"') ? readJsonText(value, place) : value;
  if (plain === '' && !value.startsWith('"')) throw wrong(place, 'the value is missing');
  if (plain.length > maxSearchedText) throw wrong(place, `a text may have at most ${maxSearchedText} characters`);
  return { claim, kind: 'text', value: plain };
}

function isNumberOperator(text: string): text is NumberOperator {
  return text === '=' || text === '>' || text === '>=' || text === '<' || text === '<=';
}

function readJsonText(text: string, place: number): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000')) return value;
  } catch (cause) {
    throw wrong(place, 'the text in quotes is no JSON string', cause);
  }
  throw wrong(place, 'the text in quotes is no well-formed text');
}

function wrong(place: number, message: string, cause?: unknown): AppError {
  const detail = `condition ${place} on claims is not valid: ${message}`;
  return new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/claim', message: detail }], cause });
}
