/**
 * The condition of a policy as alternatives of simple tests, for questions such as "can this ever hold". An
 * expression that is not understood becomes a test that may hold or not, so that no answer is too certain.
 */
import { isRecord } from '@assay/sdk/contract';
import { canonicalize } from '@assay/sdk/crypto';
import { contextPath, hasNames } from './policy-reads.ts';
import { ticksOf } from './score-classes.ts';

export type Comparison = '<' | '<=' | '>' | '>=';

/** One test. Paths are the names below `context`, joined by spaces. */
export type Atom =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'phase'; readonly phase: string; readonly positive: boolean }
  | { readonly kind: 'has'; readonly path: string; readonly positive: boolean }
  | { readonly kind: 'bool'; readonly path: string; readonly positive: boolean }
  | { readonly kind: 'text'; readonly path: string; readonly text: string; readonly positive: boolean }
  /** `scale` is 10000 for scores, whose bounds are in ten-thousandths. */
  | {
      readonly kind: 'bound';
      readonly path: string;
      readonly op: Comparison;
      readonly at: number;
      readonly scale: 1 | 10_000;
    }
  | { readonly kind: 'action'; readonly ids: readonly string[]; readonly positive: boolean }
  | { readonly kind: 'type'; readonly of: 'principal' | 'resource'; readonly type: string; readonly positive: boolean }
  | { readonly kind: 'opaque'; readonly key: string; readonly positive: boolean };

/** All of these hold together. */
export type Conjunction = readonly Atom[];

const maxAlternatives = 64;

/** Gives alternatives, one of which holds wherever the expression is true; `undefined` if there are too many. */
export function toAlternatives(node: unknown, positive = true): Conjunction[] | undefined {
  const [kind, body] = singleEntry(node) ?? [];
  if (isRecord(body)) {
    if (kind === '!') return toAlternatives(body['arg'], !positive);
    if (kind === '&&' || kind === '||') {
      const left = toAlternatives(body['left'], positive);
      const right = toAlternatives(body['right'], positive);
      if (left === undefined || right === undefined) return undefined;
      return (kind === '&&') === positive ? both(left, right) : bounded([...left, ...right]);
    }
  }
  const atoms = toAtoms(node, positive);
  return atoms === undefined ? [[{ kind: 'opaque', key: canonicalize(node), positive }]] : atoms;
}

function both(left: readonly Conjunction[], right: readonly Conjunction[]): Conjunction[] | undefined {
  if (left.length * right.length > maxAlternatives) return undefined;
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

function bounded(alternatives: Conjunction[]): Conjunction[] | undefined {
  return alternatives.length > maxAlternatives ? undefined : alternatives;
}

/** A node that is no connective; `undefined` if it is not understood. */
function toAtoms(node: unknown, positive: boolean): Conjunction[] | undefined {
  const path = contextPath(node);
  if (path !== undefined) return [[{ kind: 'bool', path: path.join(' '), positive }]];
  const [kind, body] = singleEntry(node) ?? [];
  if (kind === 'Value' && typeof body === 'boolean') return [[{ kind: 'constant', value: body === positive }]];
  if (kind === 'has' && isRecord(body)) return hasAtom(body, positive);
  if (kind === 'is' && isRecord(body)) return isAtom(node, body, positive);
  if (kind === '!=' && isRecord(body)) return equalAtoms(body, !positive);
  if (kind === '==' && isRecord(body)) return equalAtoms(body, positive);
  if (kind === 'in' && isRecord(body)) return inAtom(body, positive);
  if (kind !== undefined && Object.hasOwn(methods, kind) && Array.isArray(body)) {
    return compareAtom(body[0], methods[kind], body[1], positive);
  }
  if ((kind === '<' || kind === '<=' || kind === '>' || kind === '>=') && isRecord(body)) {
    return compareAtom(body['left'], kind, body['right'], positive);
  }
  return undefined;
}

const methods: Readonly<Record<string, Comparison>> = {
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
};
const turned: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const negated: Readonly<Record<Comparison, Comparison>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function compareAtom(
  left: unknown,
  op: Comparison | undefined,
  right: unknown,
  positive: boolean,
): Conjunction[] | undefined {
  if (op === undefined) return undefined;
  const path = contextPath(left);
  const limit = limitOf(right);
  if (path !== undefined && limit !== undefined) {
    return [[{ kind: 'bound', path: path.join(' '), op: positive ? op : negated[op], ...limit }]];
  }
  return contextPath(right) === undefined || limitOf(left) === undefined
    ? undefined
    : compareAtom(right, turned[op], left, positive);
}

function limitOf(node: unknown): { at: number; scale: 1 | 10_000 } | undefined {
  const ticks = ticksOf(node);
  if (ticks !== undefined) return { at: ticks, scale: 10_000 };
  const [kind, body] = singleEntry(node) ?? [];
  if (kind === 'Value' && typeof body === 'number' && Number.isSafeInteger(body)) return { at: body, scale: 1 };
  const [inner, value] = kind === 'neg' && isRecord(body) ? (singleEntry(body['arg']) ?? []) : [];
  if (inner === 'Value' && typeof value === 'number' && Number.isSafeInteger(value)) return { at: -value, scale: 1 };
  return undefined;
}

function hasAtom(body: Record<string, unknown>, positive: boolean): Conjunction[] | undefined {
  const path = contextPath(body['left']);
  const names = hasNames(body);
  if (path === undefined || names === undefined) return undefined;
  return [[{ kind: 'has', path: [...path, ...names].join(' '), positive }]];
}

function isAtom(node: unknown, body: Record<string, unknown>, positive: boolean): Conjunction[] | undefined {
  const of = entityVar(body['left']);
  const type = body['entity_type'];
  if (of === undefined || of === 'action' || typeof type !== 'string') return undefined;
  if (body['in'] === undefined) return [[{ kind: 'type', of, type, positive }]];
  return positive ? ofTypeAnd(of, type, node) : undefined;
}

/** An entity of a type, with a further condition. */
function ofTypeAnd(of: 'principal' | 'resource', type: string, node: unknown): Conjunction[] {
  return [
    [
      { kind: 'type', of, type, positive: true },
      { kind: 'opaque', key: canonicalize(node), positive: true },
    ],
  ];
}

function equalAtoms({ left, right }: Record<string, unknown>, positive: boolean): Conjunction[] | undefined {
  return equalTo(left, right, positive) ?? equalTo(right, left, positive);
}

function equalTo(subject: unknown, other: unknown, positive: boolean): Conjunction[] | undefined {
  const of = entityVar(subject);
  const entity = entityOf(other);
  if (of === 'action') return entity === undefined ? undefined : [[{ kind: 'action', ids: [entity.id], positive }]];
  // Another entity may still be of the same type.
  if (of !== undefined) {
    return entity === undefined || !positive ? undefined : ofTypeAnd(of, entity.type, { '==': [subject, other] });
  }
  const path = contextPath(subject)?.join(' ');
  if (path === undefined) return undefined;
  const [kind, value] = singleEntry(other) ?? [];
  if (kind === 'Value' && typeof value === 'boolean') return [[{ kind: 'bool', path, positive: value === positive }]];
  if (kind === 'Value' && typeof value === 'string') {
    return [
      [path === 'phase' ? { kind: 'phase', phase: value, positive } : { kind: 'text', path, text: value, positive }],
    ];
  }
  const limit = limitOf(other);
  if (limit === undefined) return undefined;
  const bound = (op: Comparison): Atom => ({ kind: 'bound', path, op, ...limit });
  return positive ? [[bound('>='), bound('<=')]] : [[bound('>')], [bound('<')]];
}

function inAtom({ left, right }: Record<string, unknown>, positive: boolean): Conjunction[] | undefined {
  if (entityVar(left) !== 'action') return undefined;
  const single = entityOf(right);
  const [kind, members] = singleEntry(right) ?? [];
  const entities =
    single !== undefined ? [single] : kind === 'Set' && Array.isArray(members) ? members.map(entityOf) : [];
  const known = entities.filter((entity) => entity !== undefined);
  if (known.length === 0 || known.length !== entities.length) return undefined;
  return [[{ kind: 'action', ids: known.map(({ id }) => id), positive }]];
}

function entityVar(node: unknown): 'principal' | 'action' | 'resource' | undefined {
  const [kind, name] = singleEntry(node) ?? [];
  return kind === 'Var' && (name === 'principal' || name === 'action' || name === 'resource') ? name : undefined;
}

function entityOf(node: unknown): { type: string; id: string } | undefined {
  const [kind, body] = singleEntry(node) ?? [];
  const entity = kind === 'Value' && isRecord(body) ? body['__entity'] : undefined;
  if (!isRecord(entity)) return undefined;
  const { type, id } = { type: entity['type'], id: entity['id'] };
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
}

function singleEntry(node: unknown): [string, unknown] | undefined {
  const entries = isRecord(node) ? Object.entries(node) : [];
  return entries.length === 1 ? entries[0] : undefined;
}
