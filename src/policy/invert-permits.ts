/**
 * Turns the permits of a level into one forbid that fires unless one of them holds. Each permit is one member of a
 * set literal, of which Cedar evaluates every member: an error in any of them is an error of the forbid, which denies
 * (fail closed).
 */
import type {
  ActionConstraint,
  EntityUidJson,
  Expr,
  PolicyJson,
  PrincipalConstraint,
  ResourceConstraint,
} from '@cedar-policy/cedar-wasm/nodejs';

/** Gives a forbid of everything unless one of the permits holds. */
export function forbidUnlessPermitted(
  permits: readonly PolicyJson[],
  annotations: Readonly<Record<string, string>>,
): PolicyJson {
  const members = permits.map(toCondition);
  const body: Expr = { contains: { left: { Set: members }, right: { Value: true } } };
  return anywhere([{ kind: 'unless', body }], annotations);
}

/** Gives a forbid that never fires and reads what a permit reads, so that those claims stay due. */
export function neverForbid(permit: PolicyJson, annotations: Readonly<Record<string, string>>): PolicyJson {
  return anywhere([{ kind: 'when', body: and(toCondition(permit), { Value: false }) }], annotations);
}

/** Gives an expression that is true exactly where the policy applies: its scope head and its conditions. */
export function toCondition({ principal, action, resource, conditions }: PolicyJson): Expr {
  const parts = [
    ...actionHead(action),
    ...entityHead('principal', principal),
    ...entityHead('resource', resource),
    ...conditions.map(({ kind, body }): Expr => (kind === 'when' ? body : { '!': { arg: body } })),
  ];
  return (
    parts.reduceRight<Expr | undefined>((rest, part) => (rest === undefined ? part : and(part, rest)), undefined) ?? {
      Value: true,
    }
  );
}

function anywhere(conditions: PolicyJson['conditions'], annotations: Readonly<Record<string, string>>): PolicyJson {
  const all = { op: 'All' } as const;
  return { effect: 'forbid', principal: all, action: all, resource: all, conditions, annotations: { ...annotations } };
}

function and(left: Expr, right: Expr): Expr {
  return { '&&': { left, right } };
}

function actionHead(constraint: ActionConstraint): Expr[] {
  const left: Expr = { Var: 'action' };
  if (constraint.op === 'All') return [];
  if ('entities' in constraint) return [{ in: { left, right: { Set: constraint.entities.map(toLiteral) } } }];
  const right = toLiteral(entityOf(constraint));
  return [constraint.op === '==' ? { '==': { left, right } } : { in: { left, right } }];
}

function entityHead(name: 'principal' | 'resource', constraint: PrincipalConstraint | ResourceConstraint): Expr[] {
  const left: Expr = { Var: name };
  if (constraint.op === 'All') return [];
  if (constraint.op === 'is') {
    const within = constraint.in === undefined ? {} : { in: toLiteral(entityOf(constraint.in)) };
    return [{ is: { left, entity_type: constraint.entity_type, ...within } }];
  }
  const right = toLiteral(entityOf(constraint));
  return [constraint.op === '==' ? { '==': { left, right } } : { in: { left, right } }];
}

/** @throws Error for a slot: templates are refused before this */
function entityOf(constraint: { entity: EntityUidJson } | { slot: string }): EntityUidJson {
  if ('entity' in constraint) return constraint.entity;
  throw new Error('a template reached the combination of policies');
}

function toLiteral(entity: EntityUidJson): Expr {
  return { Value: '__entity' in entity ? entity : { __entity: entity } };
}
