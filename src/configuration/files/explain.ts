/**
 * Explains where a value breaks its shape. The schema's own check answers only yes or no, and its messages cannot
 * suggest the intended name.
 */
import { isRecord } from '@assay/sdk/contract';
import { nearestName } from '../../policy/nearest-name.ts';
import { type Finding, pointTo } from './finding.ts';

/** The keywords of JSON Schema that the shapes of documents use. A test keeps this equal to the compiled check. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[] | undefined;
  readonly maxProperties?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Message for an unknown member; the default message if undefined. */
export type UnknownMember = (name: string) => string | undefined;

/** Lists the problems of a value, at most `limit`, in document order. */
export function explain(value: unknown, shape: Shape, limit: number, unknownMember: UnknownMember): Finding[] {
  const findings: Finding[] = [];
  const tell = (pointer: string, message: string, at: Finding['at'] = 'value') => {
    if (findings.length < limit) findings.push({ pointer, message, at });
    return findings.length < limit;
  };
  walk(value, shape, '', { tell, unknownMember });
  return findings;
}

interface Walk {
  /** False when enough problems are reported. */
  readonly tell: (pointer: string, message: string, at?: Finding['at']) => boolean;
  readonly unknownMember: UnknownMember;
}

/** False when enough problems are reported. */
function walk(value: unknown, shape: Shape, pointer: string, how: Walk): boolean {
  const wrong = findProblem(value, shape);
  if (wrong !== undefined) return how.tell(pointer, wrong);
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === undefined || value.every((item, index) => walk(item, items, pointTo(pointer, index), how));
  }
  return isRecord(value) ? walkMembers(value, shape, pointer, how) : true;
}

function walkMembers(value: Readonly<Record<string, unknown>>, shape: Shape, pointer: string, how: Walk): boolean {
  const { properties = {}, patternProperties = {}, required = [] } = shape;
  const patterns = Object.entries(patternProperties).map(([pattern, inner]) => [new RegExp(pattern), inner] as const);
  for (const name of required) {
    if (!Object.hasOwn(value, name) && !how.tell(pointer, `must have a member ${name}`)) return false;
  }
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const inner = own ?? patterns.find(([pattern]) => pattern.test(name))?.[1];
    const at = pointTo(pointer, name);
    const goesOn =
      inner === undefined ? how.tell(at, describeUnknown(name, shape, how), 'key') : walk(member, inner, at, how);
    if (!goesOn) return false;
  }
  return true;
}

function describeUnknown(name: string, { properties, description }: Shape, { unknownMember }: Walk): string {
  const told = unknownMember(name);
  if (told !== undefined) return told;
  if (properties === undefined)
    return `is no name that may stand here${description === undefined ? '' : `: ${description}`}`;
  const known = Object.keys(properties);
  const nearest = nearestName(name, known);
  return nearest === undefined
    ? `is not known here; known are ${known.join(', ')}`
    : `is not known here: did you mean ${nearest}?`;
}

function findProblem(value: unknown, shape: Shape): string | undefined {
  if (shape.anyOf !== undefined) {
    const fits = shape.anyOf.some((choice) => explain(value, choice, 1, () => undefined).length === 0);
    return fits ? undefined : `must be ${shape.anyOf.map(describe).join(' or ')}`;
  }
  if (shape.const !== undefined) return value === shape.const ? undefined : `must be ${String(shape.const)}`;
  if (shape.enum !== undefined)
    return shape.enum.includes(value) ? undefined : `must be one of ${shape.enum.join(', ')}`;
  if (typeOf(value, shape.type) !== shape.type) return `must be ${describe(shape)}`;
  if (typeof value === 'string') return findTextProblem(value, shape);
  if (typeof value === 'number') return findNumberProblem(value, shape);
  if (Array.isArray(value)) return findListProblem(value, shape);
  const { maxProperties } = shape;
  const isTooLong = maxProperties !== undefined && isRecord(value) && Object.keys(value).length > maxProperties;
  return isTooLong ? `must have at most ${maxProperties} members` : undefined;
}

function findTextProblem(value: string, { pattern, maxLength, description }: Shape): string | undefined {
  // Characters, as JSON Schema counts them, not UTF-16 units.
  if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) {
    return `must have at most ${maxLength} characters`;
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return undefined;
  return description === undefined ? `must match ${pattern}` : `must be ${description}`;
}

function findNumberProblem(value: number, { minimum, maximum }: Shape): string | undefined {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

function findListProblem(value: readonly unknown[], { minItems, maxItems }: Shape): string | undefined {
  if (minItems !== undefined && value.length < minItems) return `must have at least ${minItems} items`;
  return maxItems !== undefined && value.length > maxItems ? `must have at most ${maxItems} items` : undefined;
}

const words: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function describe({ type = '', items }: Shape): string {
  if (type === 'array' && items?.type === 'string') return 'a list of texts';
  return words[type] ?? 'something else';
}

/** Gives the JSON Schema type of a value; `integer` only if asked for. */
function typeOf(value: unknown, asked: string | undefined): string {
  if (asked === 'integer' && Number.isInteger(value)) return 'integer';
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value;
}
