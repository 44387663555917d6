/**
 * Claim values as Cedar values, by the declared shape and never by the JavaScript type: `1.0` is a Long to JavaScript
 * and a decimal to a policy. Cedar refuses fractions and null, so they are rejected here with a reason.
 */
import { isRecord, isWellFormedText } from '@assay/sdk/contract';
import type { CedarValueJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { ClaimShape } from './claim-shape.ts';
import { toDecimalText, toFractionText } from './decimal.ts';

/**
 * Converts one claim value. Sets are sorted and without duplicates, records have sorted members, so that equal values
 * have equal text. Decimals are bare strings: the request is always validated against the schema.
 *
 * @throws TypeError with the rule that the value breaks, never with the value
 */
export function toCedarValue(shape: ClaimShape, value: unknown): CedarValueJson {
  switch (shape.kind) {
    case 'decimal':
      if (typeof value !== 'number') throw new TypeError('must be a number from 0.0 to 1.0');
      return toDecimalText(value);
    case 'fraction':
      return toFractionText(value);
    case 'bool':
      if (typeof value !== 'boolean') throw new TypeError('must be true or false');
      return value;
    case 'string':
      return toText(value);
    case 'long':
      return toLong(value);
    case 'rounded_long':
      return toRoundedLong(value);
    case 'set':
      return toSet(shape.element, value);
    case 'record':
      return toRecord(shape.members, value);
    default:
      return unreachable(shape);
  }
}

function toText(value: unknown): string {
  // The engine throws on a lone surrogate, which costs its instance.
  if (typeof value !== 'string' || !isWellFormedText(value)) {
    throw new TypeError('must be a well-formed string without U+0000');
  }
  return value;
}

function toLong(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new TypeError('must be an integer within 2^53-1');
  }
  // The engine reads -0 as a fraction, and the sum makes it 0.
  return value + 0;
}

function toRoundedLong(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('must be a number of milliseconds');
  return toLong(Math.round(value));
}

function toSet(element: ClaimShape, value: unknown): CedarValueJson[] {
  if (!Array.isArray(value)) throw new TypeError('must be a list');
  const byText = new Map<string, CedarValueJson>();
  for (const item of value) {
    const converted = toCedarValue(element, item);
    byText.set(JSON.stringify(converted), converted);
  }
  return [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, converted]) => converted);
}

function toRecord(members: ReadonlyMap<string, ClaimShape>, value: unknown): Record<string, CedarValueJson> {
  if (!isRecord(value)) throw new TypeError('must be an object');
  const given = new Map<string, unknown>(Object.entries(value));
  const converted: [string, CedarValueJson][] = [];
  for (const [name, shape] of members) {
    const member = given.get(name);
    if (member !== undefined) converted.push([name, toMember(name, shape, member)]);
  }
  return Object.fromEntries(converted);
}

function toMember(name: string, shape: ClaimShape, value: unknown): CedarValueJson {
  try {
    return toCedarValue(shape, value);
  } catch (cause) {
    if (cause instanceof TypeError) throw new TypeError(`member ${name} ${cause.message}`, { cause });
    throw cause;
  }
}

function unreachable(shape: never): never {
  throw new Error(`unknown claim shape ${JSON.stringify(shape)}`);
}
