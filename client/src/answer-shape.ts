/**
 * Shapes of answers as plain data, and the check by them. It is tolerant: values and members that this version does not
 * know pass, and so do absent members of which older releases know nothing.
 */

export type AnswerShape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'any'
  /** A named shape. */
  | `#${string}`
  | { readonly list: AnswerShape }
  | { readonly map: AnswerShape }
  | { readonly oneOf: readonly AnswerShape[] }
  | { readonly allOf: readonly AnswerShape[] }
  | ObjectShape;

export interface ObjectShape {
  readonly members: Readonly<Record<string, AnswerShape>>;
  /** Members by which the object is recognised: without them it is another object. */
  readonly required: readonly string[];
  /** Members that a whole answer may lack; absent if it lacks none. */
  readonly optional?: readonly string[];
}

export type NamedShapes = Readonly<Record<string, AnswerShape>>;

/** Gives the JSON pointer of the first place that does not fit; undefined for an answer that fits. */
export function misfitOf(value: unknown, shape: AnswerShape, named: NamedShapes): string | undefined {
  return find(value, shape, { named, isStrict: false });
}

/** As `misfitOf`, and an absent member does not fit unless it is optional. */
export function strictMisfitOf(value: unknown, shape: AnswerShape, named: NamedShapes): string | undefined {
  return find(value, shape, { named, isStrict: true });
}

interface Check {
  readonly named: NamedShapes;
  readonly isStrict: boolean;
}

function find(value: unknown, shape: AnswerShape, check: Check): string | undefined {
  if (typeof shape === 'string') return misfitOfWord(value, shape, check);
  if ('oneOf' in shape) {
    const found = shape.oneOf.map((one) => find(value, one, check));
    if (found.includes(undefined)) return undefined;
    // The alternative that fits furthest is the one that was meant.
    return found.reduce((longest, one) => ((one ?? '').length > (longest ?? '').length ? one : longest), '');
  }
  if ('allOf' in shape) return firstMisfit(shape.allOf.map((one) => () => find(value, one, check)));
  if ('list' in shape) {
    if (!Array.isArray(value)) return '';
    return firstMisfit(value.map((item: unknown, at) => () => below(at, find(item, shape.list, check))));
  }
  if (!isObject(value)) return '';
  if ('map' in shape) {
    return firstMisfit(Object.keys(value).map((name) => () => below(name, find(value[name], shape.map, check))));
  }
  const wanted = check.isStrict ? Object.keys(shape.members) : shape.required;
  const optional = check.isStrict ? (shape.optional ?? []) : [];
  const absent = wanted.find((name) => !Object.hasOwn(value, name) && !optional.includes(name));
  if (absent !== undefined) return below(absent, '');
  const present = Object.entries(shape.members).filter(([name]) => Object.hasOwn(value, name));
  return firstMisfit(
    present.map(
      ([name, one]) =>
        () =>
          below(name, find(value[name], one, check)),
    ),
  );
}

function misfitOfWord(value: unknown, shape: string, check: Check): string | undefined {
  if (shape === 'any') return undefined;
  if (shape === 'null') return value === null ? undefined : '';
  if (!shape.startsWith('#')) return typeof value === shape ? undefined : '';
  const found = check.named[shape.slice(1)];
  if (found === undefined) throw new Error(`there is no shape ${shape}`);
  return find(value, found, check);
}

function firstMisfit(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const misfit = check();
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function below(name: string | number, misfit: string | undefined): string | undefined {
  return misfit === undefined ? undefined : `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}${misfit}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
