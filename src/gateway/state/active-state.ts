/**
 * The basis of decisions at one moment: a connected chain, a policy set that is checked against it, and the plan of
 * each auditor's questions. It is replaced as a whole; an exchange keeps the one it began with.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import { createPolicyEngine } from '../../policy/decide.ts';
import type { DecisionClaim, PhaseDecision } from '../../policy/decision.ts';
import { dependsOnTool } from '../../policy/depends-on-tool.ts';
import type { AgentEntities } from '../../policy/policy-question.ts';
import type { PolicySet } from '../../policy/policy-set.ts';
import { createProducedClaims } from '../../policy/produced-claims.ts';
import { type GeneratedSchema, generateSchema } from '../../policy/schema.ts';
import type { ChainMember } from '../collect/chain.ts';
import type { MemberPlan } from '../collect/collect.ts';
import type { OwnSettings } from './own-settings.ts';
import { planMembers, skipMember, toChainVocabulary } from './plan-members.ts';
import { type AskedWithSettings, askPolicy, type DecideRequest } from './policy-question.ts';
import { createSettingFacts } from './setting-facts.ts';
import { type LoadedShadow, loadShadows, type ShadowDecision, type ShadowSource } from './shadow.ts';

export interface ClaimOrigin {
  readonly item: string;
  readonly producedName: string;
}

export interface ActiveState {
  readonly plans: readonly MemberPlan[];
  /** Absent while no policy set can be loaded; then everything is denied. */
  readonly policySet: PolicySet | undefined;
  /** The reason why everything is denied; empty when the gateway is ready. */
  readonly problems: readonly string[];
  decide(request: DecideRequest): PhaseDecision;
  /** Decisions of shadow policies over the same claims; absent where there are none. */
  shadow?(request: DecideRequest): ShadowDecision[];
  originOf(contextName: string): ClaimOrigin | undefined;
}

export interface ActiveStateOptions {
  readonly chain: readonly ChainMember[];
  /** @throws PolicyError */
  readonly load: (schema: GeneratedSchema) => PolicySet;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly entities: AgentEntities;
  /** Settings of the configuration, by auditor id; none if absent. */
  readonly settings?: ReadonlyMap<string, AuditorValues>;
  /** Settings of the gateway's own variables. */
  readonly ownSettings?: OwnSettings;
  readonly shadows?: readonly ShadowSource[];
  readonly cacheSize?: number;
}

const maxCachedAnswers = 10_000;

/** @throws PolicyError when the policy set may not become active over this chain. */
export function createActiveState(options: ActiveStateOptions): ActiveState {
  const { chain, cedar, clock, cacheSize = maxCachedAnswers, settings = new Map(), shadows: sources = [] } = options;
  const { ownSettings = new Map() } = options;
  const schema = generateSchema(chain.flatMap(toChainVocabulary));
  const policySet = options.load(schema);
  const shadows = loadShadows(sources, schema, (set) =>
    createDecider({ cedar, clock, entities: options.entities, policySet: set, cacheSize: maxCachedShadowAnswers }),
  );
  const sets = [policySet, ...shadows.flatMap(setOf)];
  const plans = planMembers(chain, sets, settings, ownSettings);
  const factsOf = createSettingFacts({ sets, plans, own: ownSettings, settings });
  const decide = createDecider({ ...options, policySet, cacheSize });
  const withSettings = (request: DecideRequest): AskedWithSettings => {
    return { ...request, settings: factsOf(request.results, request.context) };
  };
  const origins = new Map<string, ClaimOrigin>();
  for (const { contextName, producedName, item } of policySet.schema.claims.values()) {
    origins.set(contextName, { item, producedName });
  }
  return {
    plans,
    policySet,
    problems: [],
    originOf: (contextName) => origins.get(contextName),
    decide: (request) => decide(withSettings(request)),
    ...(shadows.length === 0
      ? {}
      : {
          shadow(request) {
            const asked = withSettings(request);
            return shadows.map((one) => one.decide(asked));
          },
        }),
  };
}

const maxCachedShadowAnswers = 256;

const setOf = ({ policySet }: LoadedShadow): PolicySet[] => (policySet === undefined ? [] : [policySet]);

function createDecider({
  policySet,
  entities,
  ...options
}: Pick<ActiveStateOptions, 'cedar' | 'clock' | 'entities'> & {
  readonly policySet: PolicySet;
  readonly cacheSize: number;
}): (request: AskedWithSettings) => PhaseDecision {
  const { cedar, clock, cacheSize } = options;
  const engine = createPolicyEngine({ policySet, cedar, clock, cacheSize });
  const asksTool = once(() => dependsOnTool(policySet.policies, cedar));
  const produced = createProducedClaims(policySet);
  return (request) => {
    const claims: DecisionClaim[] = [];
    for (const result of request.results) {
      const item = result.plan.member.item.name;
      for (const { name, type, value } of result.claims) {
        const known = produced.ofAnswer(item, name);
        if (known !== undefined) claims.push({ contextName: known.contextName, type, value, auditor: item });
      }
    }
    // The server is passed only where policies ask for it; otherwise a cached answer serves every server.
    const asked = request.server === undefined || asksTool() ? request : { ...request, server: undefined };
    const { settings } = request;
    return engine.decide({ claims, ...askPolicy(asked, entities), ...(settings === undefined ? {} : { settings }) });
  };
}

/** Computed at the first call, which most chains never make. */
function once(work: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= work();
    return known;
  };
}

/** Makes the state that denies everything with its reasons, for an unusable chain or policy. */
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
