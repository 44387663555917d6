/**
 * What the gateway acts on at one moment: a connected chain, a policy set that is known to be sound over it, and
 * the plan of what each auditor is asked. It is replaced as a whole; an exchange keeps the one it began with.
 */
import { type ClaimInstance, type Phase, phases, type Vocabulary } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import type { Clock } from '../../platform/clock.ts';
import type { ChainMember } from '../collect/chain.ts';
import { expectClaims } from '../collect/check-claims.ts';
import type { MemberPlan } from '../collect/collect.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import type { ChainVocabulary } from '../../policy/chain-claims.ts';
import { createPolicyEngine } from '../../policy/decide.ts';
import type { DecisionClaim, PhaseDecision } from '../../policy/decision.ts';
import { detectionInstances, loadPolicySet, neededClaims, type PolicySet } from '../../policy/policy-set.ts';
import { createProducedClaims } from '../../policy/produced-claims.ts';
import { generateSchema } from '../../policy/schema.ts';
import { createAgentEntities, type DecideRequest, toPolicyQuestion } from './policy-question.ts';

/** Where a policy's claim came from. */
export interface ClaimOrigin {
  readonly item: string;
  readonly producedName: string;
}

export interface ActiveState {
  readonly plans: readonly MemberPlan[];
  /** Absent while no policy set can be loaded; everything is denied then. */
  readonly policySet: PolicySet | undefined;
  /** Why everything is denied; empty when the gateway is ready. */
  readonly problems: readonly string[];
  decide(request: DecideRequest): PhaseDecision;
  originOf(contextName: string): ClaimOrigin | undefined;
}

export interface ActiveStateOptions {
  readonly chain: readonly ChainMember[];
  readonly policy: { readonly id: string; readonly text: string };
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly trustDomain: string;
}

const answersRemembered = 10_000;

/** @throws PolicyError when the policy set may not become active over this chain. */
export function createActiveState({ chain, policy, cedar, clock, trustDomain }: ActiveStateOptions): ActiveState {
  const schema = generateSchema(chain.flatMap(toChainVocabulary));
  const policySet = loadPolicySet({ ...policy, schema, cedar });
  const engine = createPolicyEngine({ policySet, cedar, clock, cacheSize: answersRemembered });
  const produced = createProducedClaims(policySet);
  const entities = createAgentEntities(trustDomain);
  const origins = new Map<string, ClaimOrigin>();
  for (const { contextName, producedName, item } of policySet.schema.claims.values()) {
    origins.set(contextName, { item, producedName });
  }
  return {
    plans: planMembers(chain, policySet),
    policySet,
    problems: [],
    originOf: (contextName) => origins.get(contextName),
    decide(request) {
      const claims: DecisionClaim[] = [];
      for (const result of request.results) {
        const item = result.plan.member.item.name;
        for (const { name, type, value } of result.claims) {
          const known = produced.ofAnswer(item, name);
          if (known !== undefined) claims.push({ contextName: known.contextName, type, value, auditor: item });
        }
      }
      return engine.decide({ claims, ...toPolicyQuestion(request, entities) });
    },
  };
}

/** Denies everything and says why: the state of a gateway whose chain or policy is not usable. */
export function createDenyingState(options: {
  readonly chain: readonly ChainMember[];
  readonly policyId: string;
  readonly reasons: readonly string[];
  readonly problems: readonly string[];
  readonly engineVersion: string;
}): ActiveState {
  const noHash = `sha256:${sha256Hex('')}`;
  const decision: PhaseDecision = {
    decision: 'deny',
    reasons: options.reasons,
    obligations: ['block'],
    redact: [],
    messages: ['The gateway cannot decide at present, so it denies.'],
    warnings: [],
    errors: options.problems,
    ignoredMissing: [],
    frameworks: [],
    controls: [],
    policyId: options.policyId,
    policyVersion: 'none',
    policySetHash: noHash,
    schemaHash: noHash,
    engineVersion: options.engineVersion,
    cached: false,
  };
  return {
    plans: options.chain.flatMap((member) =>
      member.vocabulary === undefined ? [] : [skipMember(member, member.vocabulary)],
    ),
    policySet: undefined,
    problems: options.problems,
    decide: () => decision,
    originOf: () => undefined,
  };
}

/** What a member declares, as policies see it; nothing while that is unknown. */
export function toChainVocabulary({ item, vocabulary }: ChainMember): ChainVocabulary[] {
  if (vocabulary === undefined) return [];
  const { auditor_id: auditorId, vocabulary: entries } = vocabulary;
  return [{ item: item.name, auditorId, phases: knownPhases(vocabulary), entries }];
}

function planMembers(chain: readonly ChainMember[], set: PolicySet): MemberPlan[] {
  const instances = detectionInstances(set);
  const needed = neededClaims(set);
  return chain.flatMap((member): MemberPlan[] => {
    const { vocabulary, item } = member;
    if (vocabulary === undefined) return [];
    const ownInstances: ClaimInstance[] = instances
      .filter((instance) => instance.item === item.name)
      .map(({ instance_id, produces, settings }) => ({ instance_id, produces, ...(settings ? { settings } : {}) }));
    const names = needed.filter((claim) => claim.item === item.name).map((claim) => claim.producedName);
    return [
      {
        ...skipMember(member, vocabulary),
        skip: set.needed !== 'all' && names.length === 0,
        ...(set.needed === 'all' ? {} : { neededClaims: names }),
        instances: ownInstances,
        expected: expectClaims(vocabulary, ownInstances),
      },
    ];
  });
}

function skipMember(member: ChainMember, vocabulary: Vocabulary): MemberPlan {
  return {
    member,
    auditorId: vocabulary.auditor_id,
    version: vocabulary.version,
    phases: new Set(knownPhases(vocabulary)),
    skip: true,
    instances: [],
    expected: new Map(),
  };
}

function knownPhases(vocabulary: Vocabulary): Phase[] {
  return phases.filter((phase) => vocabulary.phases.includes(phase));
}
