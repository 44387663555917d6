/** Reads the engine's answer to one question strictly: anything but a clean answer is a deny. */
import type { AuthorizationAnswer } from '@cedar-policy/cedar-wasm/nodejs';
import { type PolicyResponse, policyResponses } from './annotations.ts';
import type { Policy } from './policy-set.ts';
import type { PreparedPart } from './prepared-policies.ts';

/** The engine's part of a decision; equal questions have equal verdicts. */
export interface Verdict {
  readonly decision: 'allow' | 'deny';
  readonly reasons: readonly string[];
  /** Every fired forbid, strongest response first. */
  readonly fired: readonly Policy[];
  readonly messages: readonly string[];
  readonly errors: readonly string[];
  /** The escalating policies that alone cause a deny. Their approval would make it an allow. */
  readonly asking: readonly Policy[];
}

const maxErrors = 20;
const maxErrorLength = 500;

export const noPermit = 'no permit of the policy set applies';
export const needsApproval = 'needs approval: a person must approve it first';

/** Gives a deny for a reason outside the policies. */
export function denyFor(errors: readonly string[]): Verdict {
  const bounded = errors.slice(0, maxErrors).map((error) => error.slice(0, maxErrorLength).toWellFormed());
  return { decision: 'deny', reasons: [], fired: [], messages: [], errors: bounded, asking: [] };
}

/** Inputs of a verdict besides the question. */
export interface VerdictTerms {
  /** Ids of the escalating policies that people approved. */
  readonly approved?: readonly string[];
  /** The set reads `context.approval`, so its answer to an approval is unknown before there is one. */
  readonly readsApproval: boolean;
  /** Gives a policy's reason for the caller, if a setting holds it. */
  readonly reasonOf?: (policy: Policy) => string | undefined;
}

/**
 * Evaluates the whole set once. If only forbids fired that redact, warn or escalate, evaluates again without them,
 * because only then it is open whether a permit holds.
 */
export function findVerdict(
  ask: (part: PreparedPart) => AuthorizationAnswer,
  policies: ReadonlyMap<string, Policy>,
  { approved = [], readsApproval, reasonOf = ownReason }: VerdictTerms,
): Verdict {
  const reasonTexts = (fired: readonly Policy[]): string[] => fired.flatMap((policy) => reasonOf(policy) ?? []);
  const whole = readAnswer(ask('whole'), policies);
  if ('errors' in whole) return denyFor(whole.errors);
  if (whole.decision === 'allow') return allow(whole.policies, [], []);
  const fired = byStrength(whole.policies);
  // INVARIANT: an approval lifts escalating policies that it names and nothing else (an input, never a bearer grant).
  const isLifted = (policy: Policy): boolean => escalates(policy) && approved.includes(policy.id);
  const binding = fired.filter((policy) => denies(policy.annotations.response) && !isLifted(policy));
  if (fired.length === 0) return { ...denyFor([]), messages: [noPermit] };
  const messages = reasonTexts(fired);
  if (binding.some((policy) => !escalates(policy))) return deny(binding, fired, messages);

  // All escalating forbids have fired and none that blocks did, so the only open question is whether a permit holds.
  const rest = readAnswer(ask(fired.some(escalates) ? 'blocking' : 'binding'), policies);
  if ('errors' in rest) return denyFor(rest.errors);
  if (binding.length > 0) return escalate(binding, fired, messages, rest.decision === 'allow' || readsApproval);
  if (rest.decision === 'allow') return allow(rest.policies, fired, messages);
  return deny(byStrength(rest.policies), fired, [...messages, noPermit]);
}

type ReadAnswer = { decision: 'allow' | 'deny'; policies: Policy[] } | { errors: string[] };

function readAnswer(answer: AuthorizationAnswer, policies: ReadonlyMap<string, Policy>): ReadAnswer {
  if (answer.type !== 'success') return { errors: answer.errors.map(({ message }) => `engine: ${message}`) };
  const { decision, diagnostics } = answer.response;
  // Rule 2: the engine skips a policy that errs, so its decision is unreliable.
  if (diagnostics.errors.length > 0) {
    return { errors: diagnostics.errors.map(({ policyId, error }) => `policy ${policyId}: ${error.message}`) };
  }
  const named = diagnostics.reason.map((id) => policies.get(id));
  const known = named.filter((policy) => policy !== undefined);
  const effect = decision === 'allow' ? 'permit' : 'forbid';
  const isSound = known.length === named.length && known.every((policy) => policy.effect === effect);
  const isExplained = decision === 'deny' || (decision === 'allow' && known.length > 0);
  if (!isSound || !isExplained) return { errors: ['engine: the answer and its reasons do not fit together'] };
  return { decision, policies: known };
}

function allow(permits: readonly Policy[], fired: readonly Policy[], messages: readonly string[]): Verdict {
  const reasons = permits.map(({ id }) => id).sort();
  return { decision: 'allow', reasons, fired, messages, errors: [], asking: [] };
}

function deny(because: readonly Policy[], fired: readonly Policy[], messages: readonly string[]): Verdict {
  const reasons = because.map(({ id }) => id);
  return { decision: 'deny', reasons, fired, messages, errors: [], asking: [] };
}

/** No approval is requested that would change nothing. */
function escalate(
  because: readonly Policy[],
  fired: readonly Policy[],
  reasons: readonly string[],
  helps: boolean,
): Verdict {
  const messages = [...reasons, helps ? needsApproval : noPermit];
  return { ...deny(because, fired, messages), asking: helps ? because : [] };
}

const escalates = ({ annotations }: Policy): boolean => annotations.response === 'escalate';

const denies = (response: PolicyResponse | undefined): boolean => response !== 'redact' && response !== 'warn';

function byStrength(policies: readonly Policy[]): Policy[] {
  const rank = ({ annotations }: Policy): number => policyResponses.indexOf(annotations.response ?? 'block');
  return [...policies].sort((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));
}

function ownReason({ annotations }: Policy): string | undefined {
  return annotations.reason;
}
