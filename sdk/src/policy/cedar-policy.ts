/**
 * One policy set, parsed once, that answers questions fail-closed (contract 2.16). Cedar alone skips a policy whose
 * evaluation errs, so a forbid that reads a missing value becomes an allow; here any error is a deny.
 */
import type { CedarEngine, EngineAnswer } from './cedar-engine.ts';
import { assertText, CedarPolicyError, type NamedPolicy, readPolicies } from './policy-text.ts';
import { type PlainQuestion, type PolicyQuestion, QuestionError, toPlainQuestion } from './question.ts';

export interface PolicyDecision {
  readonly decision: 'allow' | 'deny';
  /** Ids of the deciding policies, sorted; empty if no permit applies or an error occurred. */
  readonly reasons: readonly string[];
  /** Errors. Non-empty means deny. */
  readonly errors: readonly string[];
}

export interface CedarPolicyOptions {
  /** `import * as cedar from '@cedar-policy/cedar-wasm/nodejs'`. */
  readonly cedar: CedarEngine;
  /** Cedar text. */
  readonly policies: string;
  /** Cedar schema text. The policies are strictly validated against it, and every question is checked against it. */
  readonly schema?: string;
}

export interface CedarPolicy {
  /** Ids of the policies, in their order in the text. */
  readonly ids: readonly string[];
  /** Answers; never throws. */
  evaluate(question: PolicyQuestion): PolicyDecision;
  /** Frees its slot in the engine; every later question is denied. */
  dispose(): void;
}

const maxErrors = 20;
const maxErrorLength = 500;

/**
 * Parses a policy set. @throws CedarPolicyError when it cannot be used.
 *
 * @example
 * const policy = createCedarPolicy({ cedar, policies: 'permit(principal, action, resource);' });
 * policy.evaluate({ principal, action, resource }).decision; // 'allow'
 */
export function createCedarPolicy({ cedar, policies: text, schema }: CedarPolicyOptions): CedarPolicy {
  const policies = guarded(cedar, () => load(cedar, text, schema));
  const effects = new Map(policies.map(({ id, effect }) => [id, effect]));
  const place = takePlace(cedar);
  const prepare = (): void => prepareAt(cedar, place, policies, schema);
  let disposed = false;
  guarded(cedar, prepare);

  const ask = (question: PlainQuestion): EngineAnswer => {
    const call = { ...question, preparsedPolicySetId: place };
    if (schema === undefined) return cedar.statefulIsAuthorized(call);
    return cedar.statefulIsAuthorized({ ...call, preparsedSchemaName: place, validateRequest: true });
  };
  const askAgain = (question: PlainQuestion): EngineAnswer => {
    const answer = ask(question);
    if (!isUnknownSet(answer)) return answer;
    prepare();
    return ask(question);
  };

  return Object.freeze({
    ids: policies.map(({ id }) => id),
    evaluate(question: PolicyQuestion): PolicyDecision {
      if (disposed) return denyFor(['the policy set was disposed of']);
      try {
        const plain = toPlainQuestion(question);
        return readAnswer(
          guarded(cedar, () => askAgain(plain)),
          effects,
        );
      } catch (error) {
        if (error instanceof QuestionError || error instanceof CedarPolicyError) return denyFor([error.message]);
        // A getter or a proxy of the question threw; that is never a reason to allow.
        return denyFor(['the question cannot be read']);
      }
    },
    dispose(): void {
      if (!disposed) givePlaceBack(cedar, place);
      disposed = true;
    },
  });
}

/** Gives a deny for a reason outside of the policies. */
export function denyFor(errors: readonly string[]): PolicyDecision {
  const bounded = errors.slice(0, maxErrors).map((error) => error.slice(0, maxErrorLength).toWellFormed());
  return { decision: 'deny', reasons: [], errors: bounded };
}

function load(cedar: CedarEngine, text: string, schema: string | undefined): NamedPolicy[] {
  const policies = readPolicies(cedar, text);
  if (schema === undefined) return policies;
  assertText(schema, 'the schema');
  const answer = cedar.validate({ schema, policies: toStatic(policies) });
  if (answer.type === 'failure') throw new CedarPolicyError(answer.errors.map(({ message }) => message));
  // A success may have errors: it only means that the validator ran.
  const issues = answer.validationErrors.map(({ policyId, error }) => `policy ${policyId}: ${error.message}`);
  if (issues.length > 0) throw new CedarPolicyError(issues);
  return policies;
}

function prepareAt(
  cedar: CedarEngine,
  place: string,
  policies: readonly NamedPolicy[],
  schema: string | undefined,
): void {
  const answers = [cedar.preparsePolicySet(place, toStatic(policies))];
  if (schema !== undefined) answers.push(cedar.preparseSchema(place, schema));
  for (const answer of answers) {
    if (answer.type === 'failure') throw new CedarPolicyError(answer.errors.map(({ message }) => message));
  }
}

function toStatic(policies: readonly NamedPolicy[]): { staticPolicies: Record<string, string> } {
  return { staticPolicies: Object.fromEntries(policies.map(({ id, text }) => [id, text])) };
}

/** Reads strictly: an answer that is not clean, or that its own reasons do not support, is a deny. */
function readAnswer(answer: EngineAnswer, effects: ReadonlyMap<string, string>): PolicyDecision {
  if (answer.type !== 'success') return denyFor(answer.errors.map(({ message }) => `engine: ${message}`));
  const { decision, diagnostics } = answer.response;
  if (diagnostics.errors.length > 0) {
    return denyFor(diagnostics.errors.map(({ policyId, error }) => `policy ${policyId}: ${error.message}`));
  }
  const reasons = [...diagnostics.reason].sort();
  const isCarried = (effect: string) => reasons.every((id) => effects.get(id) === effect);
  if (decision === 'allow' && reasons.length > 0 && isCarried('permit')) return { decision, reasons, errors: [] };
  if (decision === 'deny' && isCarried('forbid')) return { decision, reasons, errors: [] };
  return denyFor(['engine: the answer and its reasons do not fit together']);
}

/** The engine reports an unknown set only in words, e.g. because another user of it took the slot. */
function isUnknownSet(answer: EngineAnswer): boolean {
  return answer.type === 'failure' && answer.errors.some(({ message }) => /^preparsed .* not found$/.test(message));
}

/** Engines that threw. Their memory is undefined, so their answers no longer count. */
const stopped = new WeakSet<CedarEngine>();

/** True once an engine has thrown. */
export function hasStopped(cedar: CedarEngine): boolean {
  return stopped.has(cedar);
}

function guarded<Result>(cedar: CedarEngine, use: () => Result): Result {
  if (hasStopped(cedar)) throw new CedarPolicyError(['the policy engine has stopped and has to be loaded anew']);
  try {
    return use();
  } catch (cause) {
    if (cause instanceof CedarPolicyError) throw cause;
    stopped.add(cedar);
    throw new CedarPolicyError(['the policy engine stopped; an expression may be nested too deep'], { cause });
  }
}

/** The engine cannot delete a parsed set, only replace it, so freed slots are reused. */
const places = new WeakMap<CedarEngine, { free: string[]; next: number }>();

function takePlace(cedar: CedarEngine): string {
  const known = places.get(cedar) ?? { free: [], next: 0 };
  places.set(cedar, known);
  return known.free.pop() ?? `assay-sdk-${known.next++}`;
}

function givePlaceBack(cedar: CedarEngine, place: string): void {
  places.get(cedar)?.free.push(place);
}
