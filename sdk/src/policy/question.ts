/**
 * The question of a policy set, checked and copied before the engine sees it. The engine reads JSON: it would drop
 * values without a JSON form, run `toJSON` of foreign objects, and stop for good on endless nesting.
 */
import type { EngineCall, EntityRef, PlainEntity, PlainValue } from './cedar-engine.ts';

/** Principal, action, resource, and the context. */
export interface PolicyQuestion {
  readonly principal: EntityRef;
  readonly action: EntityRef;
  readonly resource: EntityRef;
  /** Values of Cedar: no null, no fractions (a decimal is `{__extn: {fn: 'decimal', arg: '0.5'}}`). */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly entities?: readonly {
    readonly uid: EntityRef;
    readonly attrs?: Readonly<Record<string, unknown>>;
    readonly parents?: readonly EntityRef[];
  }[];
}

export type PlainQuestion = Pick<EngineCall, 'principal' | 'action' | 'resource' | 'context' | 'entities'>;

/** Bounds of one question. */
export const questionBounds = { depth: 24, values: 50_000, characters: 1_048_576 } as const;

/** An invalid question; `message` never holds a value of it. */
export class QuestionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QuestionError';
  }
}

/** Copies a question to plain values. @throws QuestionError */
export function toPlainQuestion(question: unknown): PlainQuestion {
  const budget: Budget = { values: questionBounds.values, characters: questionBounds.characters };
  const members = toMembers(question, 'the question', ['principal', 'action', 'resource', 'context', 'entities']);
  return {
    principal: toRef(members['principal'], 'principal', budget),
    action: toRef(members['action'], 'action', budget),
    resource: toRef(members['resource'], 'resource', budget),
    context: toRecord(members['context'] ?? {}, 'context', budget),
    entities: toList(members['entities'] ?? [], 'entities').map((entity) => toEntity(entity, budget)),
  };
}

interface Budget {
  values: number;
  characters: number;
}

function toEntity(value: unknown, budget: Budget): PlainEntity {
  const members = toMembers(value, 'an entity', ['uid', 'attrs', 'parents']);
  return {
    uid: toRef(members['uid'], 'an entity', budget),
    attrs: toRecord(members['attrs'] ?? {}, 'attributes', budget),
    parents: toList(members['parents'] ?? [], 'parents').map((parent) => toRef(parent, 'a parent', budget)),
  };
}

function toRef(value: unknown, name: string, budget: Budget): EntityRef {
  const members = toMembers(value, name, ['type', 'id']);
  return { type: toText(members['type'], budget), id: toText(members['id'], budget) };
}

function toMembers(value: unknown, name: string, known: readonly string[]): Record<string, unknown> {
  if (!isPlainObject(value)) throw new QuestionError(`${name} is not a plain object`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new QuestionError(`${name} has a member that is not known`);
  return { ...value };
}

function toList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value) || value.length > questionBounds.values) throw new QuestionError(`${name} is not a list`);
  return Array.from(value);
}

function toRecord(value: unknown, name: string, budget: Budget): Record<string, PlainValue> {
  if (!isPlainObject(value)) throw new QuestionError(`${name} is not a plain object`);
  return copyMembers(value, budget, 0);
}

function copyValue(value: unknown, budget: Budget, depth: number): PlainValue {
  budget.values -= 1;
  if (budget.values < 0) throw new QuestionError('the question holds too many values');
  if (depth > questionBounds.depth) throw new QuestionError('the question is nested too deep');
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return toText(value, budget);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new QuestionError('a number is not an integer up to 2^53-1');
    return value;
  }
  if (Array.isArray(value)) return Array.from(value, (item) => copyValue(item, budget, depth + 1));
  if (isPlainObject(value)) return copyMembers(value, budget, depth + 1);
  throw new QuestionError(`a value is ${value === null ? 'null' : `a ${typeof value} that Cedar has no form for`}`);
}

function copyMembers(value: object, budget: Budget, depth: number): Record<string, PlainValue> {
  const copied: [string, PlainValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    copied.push([toText(name, budget), copyValue(member, budget, depth)]);
  }
  // Not by assignment: a member may be named __proto__.
  return Object.fromEntries(copied);
}

function toText(value: unknown, budget: Budget): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new QuestionError('a text is not well-formed Unicode');
  budget.characters -= value.length;
  if (budget.characters < 0) throw new QuestionError('the question is too large');
  return value;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
