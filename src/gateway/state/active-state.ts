/**
 * The basis of decisions at one moment: a connected chain, a policy set that is checked against it, and the plan of
 * each auditor's questions: what it is asked, in which phases and with which settings. It is replaced as a whole; an
 * exchange keeps the one it began with.
 */
import type { NamedInstance, Vocabulary } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import { askedPhases } from '../../configuration/chain/resolve-chain.ts';
import type { AuditorValues } from '../../configuration/resolve-agent.ts';
import { listDeclaredSettings } from '../../configuration/settings/declared-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import type { ChainVocabulary, DeclaredClaim } from '../../policy/chain-claims.ts';
import type { PhaseDecision } from '../../policy/decision.ts';
import { listItemInstances } from '../../policy/detection.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import type { AgentEntities } from '../../policy/policy-question.ts';
import { neededClaims, type PolicySet } from '../../policy/policy-set.ts';
import { type GeneratedSchema, generateSchema } from '../../policy/schema.ts';
import type { ChainMember } from '../collect/chain.ts';
import { expectClaims, type MemberPlan } from '../collect/collect.ts';
import { builtInId } from '../collect/manifest.ts';
import { settleInstances, toMemberSettings } from '../collect/member-settings.ts';
import { type AskedWithSettings, createDecider, type DecideRequest } from './decider.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type OwnSettings, withOwnSettings } from './own-settings.ts';
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
  /** Hex SHA-256 that names what judges; computed at the first call. */
  fingerprint(): string;
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
  let fingerprint: string | undefined;
  return {
    fingerprint() {
      const engineVersion = cedar.version();
      fingerprint ??= fingerprintOf({ engineVersion, policySet, chain, plans, settings, ownSettings });
      return fingerprint;
    },
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

/** A member's declared claims as policies see them; empty while unknown. */
export function toChainVocabulary(member: ChainMember): ChainVocabulary[] {
  const { item, vocabulary, askedIn, config } = member;
  if (vocabulary === undefined) return [];
  const { auditor_id: auditorId, vocabulary: entries } = vocabulary;
  const settings = listDeclaredSettings(settingsIdOf(member, vocabulary), vocabulary, config);
  return [{ item: item.name, auditorId, phases: askedPhases(vocabulary, askedIn), entries, settings }];
}

/**
 * A generated policy has rules for the claims that its chain declares. For an auditor that was never reached it would
 * have none, and would permit what that auditor's claims speak against. @throws PolicyError naming the auditors.
 */
export function assertGeneratedForAll({ isGenerated }: { isGenerated: boolean }, chain: readonly ChainMember[]): void {
  if (!isGenerated) return;
  const unknown = chain.filter(({ vocabulary }) => vocabulary === undefined).map(({ item }) => item.name);
  if (unknown.length === 0) return;
  const names = unknown.join(', ');
  const message = `the generated policy has no rules for auditors that were never reached: ${names}. Start them, or remove them from the chain`;
  throw new PolicyError([{ message }]);
}

/** The id of an auditor in the configuration, found in the same way as by the verifier. */
function settingsIdOf({ auditorId, item }: ChainMember, { auditor_id: told }: Vocabulary): string {
  return auditorId ?? builtInId(item) ?? told;
}

/** Plans for everything that these policy sets read; settings by auditor id. */
function planMembers(
  chain: readonly ChainMember[],
  sets: readonly PolicySet[],
  settings: ReadonlyMap<string, AuditorValues>,
  ownSettings: OwnSettings,
): MemberPlan[] {
  const needed = uniteClaims(sets);
  const instances = listItemInstances(
    sets.flatMap((set) => set.instances),
    needed,
  );
  // A policy on trial must not refuse an answer of the chain by the type that it names.
  const deciding = sets.slice(0, 1).flatMap(neededClaims);
  const needsAll = sets.some((set) => set.needed === 'all');
  return chain.flatMap((member): MemberPlan[] => {
    const { vocabulary, item } = member;
    if (vocabulary === undefined) return [];
    const own: NamedInstance[] = instances
      .filter((instance) => instance.item === item.name)
      .map(({ instance_id, produces, settings: asked }) => ({
        instance_id,
        produces,
        ...(asked ? { settings: asked } : {}),
      }));
    const names = needed.filter((claim) => claim.item === item.name).map((claim) => claim.producedName);
    // It may make any claim (contract 2.11), so it is always asked, and for everything.
    const isOpen = vocabulary.vocabulary.length === 0;
    const wantsAll = needsAll || isOpen;
    const values = toMemberSettings(valuesFor(member, vocabulary, { settings, ownSettings }));
    return [
      {
        ...skipMember(member, vocabulary),
        skip: !wantsAll && names.length === 0,
        ...(wantsAll ? {} : { neededClaims: names }),
        instances: settleInstances(own, values?.overrides),
        ...(values === undefined ? {} : { settings: values }),
        expected: expectClaims(
          vocabulary,
          own,
          deciding.filter((claim) => claim.item === item.name).map(({ entry }) => entry),
        ),
      },
    ];
  });
}

function valuesFor(
  member: ChainMember,
  vocabulary: Vocabulary,
  { settings, ownSettings }: { settings: ReadonlyMap<string, AuditorValues>; ownSettings: OwnSettings },
): AuditorValues | undefined {
  const configured = settingsOf(member, vocabulary, settings);
  if (member.boundary !== 'remote') return configured;
  return withOwnSettings(configured, ownSettings.get(settingsIdOf(member, vocabulary)), vocabulary);
}

/** An auditor may have another name than its catalog entry; the configuration uses the entry's. */
function settingsOf(
  { auditorId, item }: ChainMember,
  vocabulary: Vocabulary,
  settings: ReadonlyMap<string, AuditorValues>,
): AuditorValues | undefined {
  const names = [auditorId, vocabulary.auditor_id, builtInId(item)].filter((name) => name !== undefined);
  return names.map((name) => settings.get(name)).find((values) => values !== undefined);
}

/**
 * Lists the keys of `auditor_config` that an auditor declares. A vocabulary has no settings of the auditor itself, so a
 * foreign auditor declares those of its claims, and those that its registration names.
 */
function configKeysOf(member: ChainMember, vocabulary: Vocabulary): ReadonlySet<string> {
  const { declared } = listDeclaredSettings(settingsIdOf(member, vocabulary), vocabulary, member.config);
  const isForeign = member.effectiveConfig === undefined && builtInId(member.item) === undefined;
  const own = declared.filter(({ claim }) => claim === undefined || isForeign).map(({ key }) => key);
  return new Set([...own, ...Object.keys(member.effectiveConfig ?? {})]);
}

function skipMember(member: ChainMember, vocabulary: Vocabulary): MemberPlan {
  return {
    member,
    auditorId: vocabulary.auditor_id,
    settingsId: settingsIdOf(member, vocabulary),
    version: vocabulary.version,
    phases: new Set(askedPhases(vocabulary, member.askedIn)),
    configKeys: configKeysOf(member, vocabulary),
    skip: true,
    instances: [],
    expected: { entries: new Map(), isOpen: false },
  };
}

function uniteClaims(sets: readonly PolicySet[]): DeclaredClaim[] {
  return [...new Map(sets.flatMap(neededClaims).map((claim) => [claim.contextName, claim])).values()];
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
    fingerprint: () => sha256Hex(JSON.stringify(['denying', options.policyId, ...options.problems])),
  };
}
