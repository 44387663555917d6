/**
 * Decides one phase of an exchange: a pure function of policy set, claims and clock, fail-closed at every step. It
 * does not know observe mode, so that a record always states the policy's decision.
 */
import type { Clock } from '../platform/clock.ts';
import { policyRisks } from './annotations.ts';
import { createAnswerCache } from './answer-cache.ts';
import { type CedarHost, CedarTrapError } from './cedar-host.ts';
import type { DecisionRequest, Escalation, PhaseDecision, UsedSettings } from './decision.ts';
import { createDueCheck, type MissingClaims, nothingMissing } from './due-claims.ts';
import { namespace, toEntityUid } from './entity-model.ts';
import { neededClaims, type Policy, type PolicySet } from './policy-set.ts';
import { preparePolicies } from './prepared-policies.ts';
import { createContextBuilder, type RequestContext } from './request-context.ts';
import { contextAttributeNames, pruneSchema } from './schema.ts';
import { createScoreStandIn } from './score-classes.ts';
import { denyFor, findVerdict, type Verdict } from './verdict.ts';

export interface PolicyEngine {
  readonly policySet: PolicySet;
  /** Decides. Every error inside the engine is a deny with `errors`. */
  decide(request: DecisionRequest): PhaseDecision;
}

/** Creates the engine of one policy set. Several engines may share a host. @throws CedarTrapError when it cannot start */
export function createPolicyEngine(input: {
  readonly policySet: PolicySet;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  /** Number of cached answers; scores that no policy distinguishes share one. 0 asks the engine each time. */
  readonly cacheSize: number;
}): PolicyEngine {
  const { policySet, cedar, clock, cacheSize } = input;
  const byId = new Map(policySet.policies.map((policy) => [policy.id, policy]));
  const prepared = preparePolicies({ cedar, policies: policySet.policies, schema: requestSchema(policySet) });
  const cache = createAnswerCache<Verdict>(cacheSize);
  // Without a cache the stand-in gains nothing, so the engine sees the scores themselves.
  const standIn = cacheSize > 0 ? createScoreStandIn(policySet, cedar) : undefined;
  const buildContext = createContextBuilder(policySet, clock, standIn);
  const findMissing = createDueCheck(policySet);
  const engineVersion = cedar.version();
  const readsApproval = policySet.attributes === 'all' || policySet.attributes.has('approval');

  const evaluate = (request: DecisionRequest, context: RequestContext): Verdict => {
    const question = {
      principal: toEntityUid(request.principal),
      action: { type: `${namespace}::Action`, id: request.action },
      resource: toEntityUid(request.resource),
      entities: [...(request.entities?.json ?? [])],
      context: context.toCedar(),
    };
    try {
      const reasonOf = (policy: Policy) => reasonIn(context.settings, policy);
      const terms = { readsApproval, reasonOf };
      const approved = request.approval === undefined ? terms : { ...terms, approved: request.approval.policies };
      return findVerdict((part) => prepared.ask(part, question), byId, approved);
    } catch (cause) {
      // Rule 4: the trapped instance is gone. This request is denied; the next one gets a fresh instance.
      if (cause instanceof CedarTrapError) return denyFor([cause.message]);
      throw cause;
    }
  };

  const answer = (request: DecisionRequest, context: RequestContext): { verdict: Verdict; cached: boolean } => {
    if (context.errors.length > 0) return { verdict: denyFor(context.errors), cached: false };
    const known = context.key === undefined ? undefined : cache.get(context.key);
    if (known !== undefined) return { verdict: known, cached: true };
    const verdict = evaluate(request, context);
    if (context.key !== undefined && verdict.errors.length === 0) cache.set(context.key, verdict);
    return { verdict, cached: false };
  };

  const complete = (decided: DecidedPart, cached: boolean): PhaseDecision => ({
    ...decided,
    ...identityOf(policySet),
    engineVersion,
    cached,
  });
  /** Decisions without a fired forbid. They hold nothing of the request, so a cached verdict has one. */
  const plain = new WeakMap<Verdict, PhaseDecision>();

  return {
    policySet,
    decide(request) {
      const context = buildContext(request);
      const { verdict, cached } = answer(request, context);
      const missing = findMissing(request.phase, context.statuses, (name) => context.hasClaim(name));
      if (!cached || missing !== nothingMissing || verdict.fired.length > 0) {
        return complete(toDecision(verdict, missing, context), cached);
      }
      // The settings are part of the cache key, so a cached decision names the same ones.
      const known = plain.get(verdict) ?? complete(toDecision(verdict, missing, context), cached);
      plain.set(verdict, known);
      return known;
    },
  };
}

/** Gives a policy's reason for the caller: the text of its setting, if set, otherwise its own. */
function reasonIn(settings: UsedSettings | undefined, { annotations }: Policy): string | undefined {
  const { reason, reasonSetting } = annotations;
  if (reasonSetting === undefined) return reason;
  const [auditor = '', ...names] = reasonSetting;
  const text = settings?.[auditor]?.[names.join('.')];
  return typeof text === 'string' && text !== '' ? text : reason;
}

/** The types of the pruned request. Attributes that no policy reads are not sent. */
function requestSchema(set: PolicySet) {
  const attributes = set.attributes === 'all' ? new Set(contextAttributeNames) : set.attributes;
  const claims = neededClaims(set).map(({ contextName }) => contextName);
  return pruneSchema(set.schema, { claims, attributes, settings: set.settings });
}

type DecidedPart = Omit<
  PhaseDecision,
  'policyId' | 'policyVersion' | 'policySetHash' | 'schemaHash' | 'engineVersion' | 'cached'
>;

function toDecision(verdict: Verdict, missing: MissingClaims, context: RequestContext): DecidedPart {
  const { fired } = verdict;
  const isMissing = missing.reasons.length > 0;
  const binding = verdict.decision === 'deny' ? verdict.reasons : [];
  return {
    decision: isMissing ? 'deny' : verdict.decision,
    // The permits of an allow that a missing claim overrules are no reasons of the deny.
    reasons: isMissing ? [...missing.reasons, ...binding] : verdict.reasons,
    obligations: distinct(fired.map(({ annotations }) => annotations.response)),
    redact: redactedClaims(fired, context),
    messages: [...missing.messages, ...verdict.messages],
    warnings: fired.filter(isSoft).map(({ id }) => id),
    errors: verdict.errors,
    ignoredMissing: missing.ignoredBy,
    frameworks: distinct(fired.map(({ annotations }) => annotations.framework)),
    controls: distinct(fired.map(({ annotations }) => annotations.control)),
    ...(context.settings === undefined ? {} : { settings: context.settings }),
    ...(isMissing || verdict.asking.length === 0 ? {} : { escalation: toEscalation(verdict.asking) }),
  };
}

/** The strictest value of the escalating policies holds for all of them. */
function toEscalation(asking: readonly Policy[]): Escalation {
  const policies = asking
    .map(({ id, annotations: { reason } }) => (reason === undefined ? { id } : { id, reason }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const quorums = asking.flatMap(({ annotations: { quorum } }) => quorum ?? []);
  const risk = policyRisks.findLast((word) => asking.some(({ annotations }) => annotations.risk === word));
  return {
    policies,
    ...(quorums.length === 0 ? {} : { quorum: Math.max(...quorums) }),
    ...(risk === undefined ? {} : { risk }),
  };
}

function identityOf(set: PolicySet) {
  return { policyId: set.id, policyVersion: set.version, policySetHash: set.version, schemaHash: set.schema.hash };
}

function isSoft({ annotations }: Policy): boolean {
  return annotations.response === 'redact' || annotations.response === 'warn';
}

function redactedClaims(fired: readonly Policy[], context: RequestContext): string[] {
  const names = fired
    .filter(({ annotations }) => annotations.response === 'redact')
    .flatMap(({ reads }) => (reads.claims === 'all' ? context.claimNames() : [...reads.claims]));
  return distinct(names).filter((name) => context.hasClaim(name));
}

function distinct<T extends string>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
