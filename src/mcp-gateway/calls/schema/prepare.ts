/**
 * Prepares a server's JSON Schema (2020-12, and common parts of draft-07) once: bounds, references, patterns. Nothing
 * is fetched; a schema with outside references, or one that cannot be checked in bounded time, is unusable.
 */
import { isRecord } from '@assay/sdk/contract';
import { compilePattern, type LinearPattern, PatternError } from '@assay/sdk/patterns';
import { isDeeperThan } from '../../../platform/http/body-depth.ts';
import type { JsonObject } from '../../ports.ts';

export interface PreparedSchema {
  readonly root: unknown;
  /** The schemas that `$ref` and `$dynamicRef` resolve to. */
  readonly references: ReadonlyMap<JsonObject, readonly unknown[]>;
  readonly patterns: ReadonlyMap<string, LinearPattern>;
  /** The topics of each schema; a schema that is not listed has no assertions. */
  readonly says: ReadonlyMap<JsonObject, ReadonlySet<Topic>>;
  /** True if some part uses `unevaluated…`. */
  readonly asksForRest: boolean;
}

/** Groups keywords by the values they apply to. */
export type Topic = 'any' | 'in_place' | 'number' | 'text' | 'list' | 'object';

export type Preparation =
  | { readonly kind: 'ready'; readonly schema: PreparedSchema }
  | { readonly kind: 'unusable'; readonly why: string };

const maxSchemas = 10_000;
const maxDepth = 64;
const homeUri = 'assay:/schema';

const singles = [
  ...['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];

const topics: Readonly<Record<Topic, readonly string[]>> = {
  any: ['type', 'enum', 'const'],
  in_place: ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  text: ['minLength', 'maxLength', 'pattern'],
  list: [
    ...['items', 'additionalItems', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
    'unevaluatedItems',
  ],
  object: [
    ...[
      'properties',
      'patternProperties',
      'additionalProperties',
      'unevaluatedProperties',
      'propertyNames',
      'required',
    ],
    ...['dependentRequired', 'dependentSchemas', 'dependencies', 'minProperties', 'maxProperties'],
  ],
};
const topicNames: readonly Topic[] = ['any', 'in_place', 'number', 'text', 'list', 'object'];

const types: readonly unknown[] = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** Keyword → check of its value; other keywords are annotations or belong to another draft. */
const shapes: readonly (readonly [readonly string[], (value: unknown) => boolean])[] = [
  [['type'], (value) => [value].flat().every((each) => types.includes(each))],
  [['enum', 'allOf', 'anyOf', 'oneOf', 'prefixItems'], Array.isArray],
  [['required'], (value) => isNames(value)],
  [['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'], isRecord],
  [['dependentRequired'], (value) => isRecord(value) && Object.values(value).every((each) => isNames(each))],
  [['pattern', '$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor'], (value) => typeof value === 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], (value) => typeof value === 'number'],
  [['multipleOf'], (value) => typeof value === 'number' && value > 0],
  [
    [
      ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
      ...['minContains', 'maxContains'],
    ],
    (value) => typeof value === 'number' && value >= 0,
  ],
  [['uniqueItems'], (value) => typeof value === 'boolean'],
];

/** Prepares a schema; the result may be used for any number of checks. */
export function prepareSchema(root: unknown): Preparation {
  if (isDeeperThan(root, maxDepth)) return { kind: 'unusable', why: `it nests deeper than ${maxDepth} levels` };
  const walk = createWalk();
  walk.visit(root, homeUri);
  // A reference may lead to a place where no schema was expected, and refer further.
  for (const next of walk.pending) {
    if (walk.problem() !== undefined) break;
    walk.resolve(next);
  }
  const why = walk.problem();
  if (why !== undefined) return { kind: 'unusable', why };
  const { references, patterns, says } = walk;
  return { kind: 'ready', schema: { root, references, patterns, says, asksForRest: walk.asksForRest() } };
}

interface Reference {
  readonly holder: JsonObject;
  readonly target: string;
  readonly base: string;
}

function createWalk() {
  const visited = new Set<object>();
  const resources = new Map<string, unknown>();
  const anchors = new Map<string, unknown>();
  const references = new Map<JsonObject, unknown[]>();
  const patterns = new Map<string, LinearPattern>();
  const says = new Map<JsonObject, ReadonlySet<Topic>>();
  const pending: Reference[] = [];
  let problem: string | undefined;
  let asksForRest = false;

  const addPattern = (source: string): void => {
    if (patterns.has(source)) return;
    try {
      patterns.set(source, compilePattern(source));
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      problem ??= 'a pattern in it cannot be checked in bounded time';
    }
  };

  const visit = (schema: unknown, outerBase: string): void => {
    if (problem !== undefined || typeof schema === 'boolean') return;
    if (!isRecord(schema)) {
      problem = 'a part of it is not a schema';
      return;
    }
    if (visited.has(schema)) return;
    visited.add(schema);
    const spoken = topicsOf(schema);
    if (spoken.size > 0) says.set(schema, spoken);
    problem ??= visited.size > maxSchemas ? `it has more than ${maxSchemas} parts` : wrongKeyword(schema);
    const base = name(schema, outerBase);
    for (const keyword of ['$ref', '$dynamicRef']) {
      const target = member(schema, keyword);
      if (typeof target === 'string') pending.push({ holder: schema, target, base });
    }
    const pattern = member(schema, 'pattern');
    if (typeof pattern === 'string') addPattern(pattern);
    Object.keys(asObject(member(schema, 'patternProperties'))).forEach(addPattern);
    asksForRest ||= Object.hasOwn(schema, 'unevaluatedItems') || Object.hasOwn(schema, 'unevaluatedProperties');
    for (const part of partsOf(schema)) visit(part, base);
  };

  /** Records the names under which a schema can be referenced; gives the base for its own references. */
  const name = (schema: JsonObject, outerBase: string): string => {
    const id = member(schema, '$id');
    const base = (typeof id === 'string' && !id.startsWith('#') ? toUri(id, outerBase) : undefined) ?? outerBase;
    if (!resources.has(base)) resources.set(base, schema);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = member(schema, keyword);
      if (typeof anchor === 'string' && !anchors.has(`${base}#${anchor}`)) anchors.set(`${base}#${anchor}`, schema);
    }
    return base;
  };

  const find = (uri: string): unknown => {
    const [address = '', fragment = ''] = uri.split('#');
    const resource = resources.get(address);
    if (resource === undefined || fragment === '') return resource;
    return fragment.startsWith('/') ? atPointer(resource, fragment) : anchors.get(uri);
  };

  return {
    visit,
    pending,
    references,
    patterns,
    says,
    problem: () => problem,
    asksForRest: () => asksForRest,
    resolve({ holder, target, base }: Reference): void {
      const uri = toUri(target, base, true);
      const found = uri === undefined ? undefined : find(uri);
      if (uri === undefined || found === undefined) {
        problem ??= 'it refers to a schema outside of it, and none is fetched';
        return;
      }
      references.set(holder, [...(references.get(holder) ?? []), found]);
      visit(found, uri.split('#')[0] ?? base);
    },
  };
}

function topicsOf(schema: JsonObject): ReadonlySet<Topic> {
  return new Set(topicNames.filter((topic) => topics[topic].some((keyword) => Object.hasOwn(schema, keyword))));
}

function wrongKeyword(schema: JsonObject): string | undefined {
  for (const [keywords, isRight] of shapes) {
    const wrong = keywords.find((keyword) => Object.hasOwn(schema, keyword) && !isRight(schema[keyword]));
    if (wrong !== undefined) return `its keyword ${wrong} has a value of another kind`;
  }
  return undefined;
}

function* partsOf(schema: JsonObject): Iterable<unknown> {
  for (const keyword of singles) {
    const part = member(schema, keyword);
    if (part !== undefined && !Array.isArray(part)) yield part;
  }
  for (const keyword of lists) {
    const part = member(schema, keyword);
    if (Array.isArray(part)) yield* part;
  }
  for (const keyword of maps) {
    // A dependency of draft-07 may be a list of names.
    for (const part of Object.values(asObject(member(schema, keyword)))) if (!Array.isArray(part)) yield part;
  }
}

function toUri(text: string, base: string, hasFragment = false): string | undefined {
  try {
    const uri = new URL(text, base);
    const fragment = hasFragment && uri.hash !== '' ? `#${decodeURIComponent(uri.hash.slice(1))}` : '';
    uri.hash = '';
    return `${uri.href}${fragment}`;
  } catch {
    return undefined;
  }
}

function atPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }
  return value;
}

/** Reads an own member; inherited ones do not count. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function asObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
