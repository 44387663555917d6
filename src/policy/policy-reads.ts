/**
 * The parts of the context that a policy reads, from its JSON form. They drive pruning and the choice of auditors, so
 * an expression that is not understood counts as "reads everything".
 */
import { isRecord } from '@assay/sdk/contract';

export interface PolicyReads {
  /** Names below `context.claims`, or all of them when the record is used as a whole. */
  readonly claims: ReadonlySet<string> | 'all';
  /** Attributes of the context besides `claims` and `settings`, or all of them. */
  readonly attributes: ReadonlySet<string> | 'all';
  /** Paths below `context.settings`, joined by spaces. A path to a record reads all of it. */
  readonly settings: ReadonlySet<string> | 'all';
}

/** Deeper expressions can exhaust the engine's stack, which ends the instance. */
export const maxExpressionDepth = 100;

/** Thrown when an expression is nested deeper than `maxExpressionDepth`. */
export class ExpressionDepthError extends Error {
  constructor(limit = maxExpressionDepth) {
    super(`an expression is nested deeper than ${limit} levels`);
    this.name = 'ExpressionDepthError';
  }
}

/** Walks the conditions of a policy in JSON form. @throws ExpressionDepthError */
export function findPolicyReads(
  conditions: readonly { readonly body: unknown }[],
  maxDepth = maxExpressionDepth,
): PolicyReads {
  const collected = {
    maxDepth,
    claims: new Set<string>(),
    attributes: new Set<string>(),
    settings: new Set<string>(),
    allClaims: false,
    allAttributes: false,
    allSettings: false,
  };
  for (const { body } of conditions) visit(body, collected, 0);
  const { claims, attributes, settings, allClaims, allAttributes, allSettings } = collected;
  return {
    claims: allClaims ? 'all' : claims,
    attributes: allAttributes ? 'all' : attributes,
    settings: allSettings ? 'all' : settings,
  };
}

/** Joins the reads of several policies. */
export function joinReads(reads: readonly PolicyReads[]): PolicyReads {
  const join = (parts: readonly (ReadonlySet<string> | 'all')[]): ReadonlySet<string> | 'all' =>
    parts.includes('all') ? 'all' : new Set(parts.flatMap((part) => [...part]));
  return {
    claims: join(reads.map((read) => read.claims)),
    attributes: join(reads.map((read) => read.attributes)),
    settings: join(reads.map((read) => read.settings)),
  };
}

/** Gives the attribute names from `context` to a node, if the node is such a chain. */
export function contextPath(node: unknown): string[] | undefined {
  const names: string[] = [];
  let current = node;
  for (;;) {
    if (!isRecord(current)) return undefined;
    if (current['Var'] === 'context') return names.reverse();
    const access = current['.'];
    if (!isRecord(access) || typeof access['attr'] !== 'string') return undefined;
    names.push(access['attr']);
    current = access['left'];
  }
}

interface Collected {
  readonly maxDepth: number;
  readonly claims: Set<string>;
  readonly attributes: Set<string>;
  readonly settings: Set<string>;
  allClaims: boolean;
  allAttributes: boolean;
  allSettings: boolean;
}

const binary = new Set([
  ...['==', '!=', 'in', '<', '<=', '>', '>=', '&&', '||', '+', '-', '*'],
  ...['contains', 'containsAll', 'containsAny', 'getTag', 'hasTag'],
]);
const unary = new Set(['!', 'neg', 'isEmpty']);

function visit(node: unknown, into: Collected, depth: number): void {
  if (depth > into.maxDepth) throw new ExpressionDepthError(into.maxDepth);
  const path = contextPath(node);
  if (path !== undefined) {
    recordValue(path, into);
    return;
  }
  const entries = isRecord(node) ? Object.entries(node) : [];
  const [entry] = entries;
  const children = entry === undefined || entries.length !== 1 ? undefined : childrenOf(...entry, into);
  if (children === undefined) readAll(into);
  else for (const child of children) visit(child, into, depth + 1);
}

/** Lists the expressions inside a node; `undefined` if it is not understood. */
function childrenOf(kind: string, body: unknown, into: Collected): readonly unknown[] | undefined {
  if (kind === 'Value') return [];
  if (kind === 'Var') return body === 'principal' || body === 'action' || body === 'resource' ? [] : undefined;
  if (kind === 'Set' || (Array.isArray(body) && isFunctionName(kind))) return Array.isArray(body) ? body : undefined;
  if (!isRecord(body)) return undefined;
  if (binary.has(kind)) return [body['left'], body['right']];
  if (unary.has(kind)) return [body['arg']];
  if (kind === '.' || kind === 'like') return [body['left']];
  if (kind === 'is') return body['in'] === undefined ? [body['left']] : [body['left'], body['in']];
  if (kind === 'if-then-else') return [body['if'], body['then'], body['else']];
  if (kind === 'Record') return Object.values(body);
  if (kind === 'has') return visitHas(body, into);
  return undefined;
}

/** `has` takes one name or, in its extended form, a list (`context has claims.x`). */
function visitHas(body: Record<string, unknown>, into: Collected): readonly unknown[] | undefined {
  const names = hasNames(body);
  if (names === undefined) return undefined;
  const path = contextPath(body['left']);
  if (path === undefined) return [body['left']];
  const full = [...path, ...names];
  // Testing for `claims` or `settings` itself reads none of its members.
  if (full.length > 1 || (full[0] !== 'claims' && full[0] !== 'settings')) recordValue(full, into);
  return [];
}

/** Lists the attribute names that a `has` node tests. */
export function hasNames(body: Record<string, unknown>): string[] | undefined {
  const attr = body['attr'];
  if (typeof attr === 'string') return [attr];
  if (!Array.isArray(attr) || attr.length === 0) return undefined;
  return attr.every((name): name is string => typeof name === 'string') ? attr : undefined;
}

function recordValue(path: readonly string[], into: Collected): void {
  const [attribute, claim] = path;
  if (attribute === 'settings') {
    if (claim === undefined) into.allSettings = true;
    else into.settings.add(path.slice(1).join(' '));
    return;
  }
  if (attribute === undefined) {
    readAll(into);
  } else if (attribute !== 'claims') {
    into.attributes.add(attribute);
  } else if (claim === undefined) {
    into.allClaims = true;
  } else {
    into.claims.add(claim);
  }
}

function readAll(into: Collected): void {
  into.allClaims = true;
  into.allAttributes = true;
  into.allSettings = true;
}

const isFunctionName = (kind: string): boolean => /^[A-Za-z]/.test(kind) && !binary.has(kind) && !unary.has(kind);
