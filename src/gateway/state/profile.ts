/**
 * A profile: everything that decides for an agent, without the agent. Agents with the same profile share one active
 * state, also from one bundle to the next. It is made from the agent's resolved configuration and the gateway's own
 * parts.
 */
import type { Vocabulary } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import type { ResolvedChain } from '../../configuration/chain/resolve-chain.ts';
import { levelsWithShadow, type ResolvedAgent } from '../../configuration/resolve-agent.ts';
import type { BundlePolicy } from '../../contract/control/config-bundle.ts';
import type { Clock } from '../../platform/clock.ts';
import { type CedarHost, CedarTrapError } from '../../policy/cedar-host.ts';
import { combinePolicies, loadCombinedPolicies, type PolicyLevel } from '../../policy/combine.ts';
import { renderDefaultPolicy } from '../../policy/default-policy.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import type { AgentEntities } from '../../policy/policy-question.ts';
import { loadPolicySet, type PolicySet } from '../../policy/policy-set.ts';
import type { GeneratedSchema } from '../../policy/schema.ts';
import type { ChainMember } from '../collect/chain.ts';
import { addressOf, type ClientPool } from '../collect/client-pool.ts';
import { describeMistaken, describeUnreached, findMistaken } from '../collect/identity.ts';
import {
  type ActiveState,
  assertGeneratedForAll,
  createActiveState,
  createDenyingState,
  toChainVocabulary,
} from './active-state.ts';
import type { LocalParts } from './local-parts.ts';
import { nameShadows, type ShadowSource } from './shadow.ts';

export interface ProfileDeps {
  readonly local: LocalParts;
  readonly clients: ClientPool;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly entities: AgentEntities;
  /** An auditor's own vocabulary, where the bundle has none. */
  readonly learned: (address: string) => Vocabulary | undefined;
}

/** Problems of a usable profile. */
export interface ProfileProblem {
  readonly reason:
    | 'policy_not_loadable'
    | 'auditor_without_place'
    | 'auditor_unknown'
    | 'unknown_setting'
    | 'too_many_on_trial';
  readonly message: string;
  /** The auditor that cannot be asked. */
  readonly auditor?: string;
}

export interface BuiltProfile {
  /** Serial of the gateway's own parts that it was built with. */
  readonly localSerial: number;
  readonly state: ActiveState;
  readonly chain: readonly ChainMember[];
  readonly problems: readonly ProfileProblem[];
}

const maxCachedAnswers = 1_000;
/** Most shadow policies: each costs about as much as the decision itself. */
const maxShadows = 16;
const maxProblemLength = 900;

/** True where the bundle says nothing about an agent but its workspace and mode. */
export function isLocal({ chain, levels, settings, shadows }: ResolvedAgent): boolean {
  return chain === undefined && levels.length === 0 && settings.size === 0 && shadows.length === 0;
}

/** Equal only for agents that share a state. */
export function keyOfProfile(
  resolved: ResolvedAgent,
  { learned, local }: Pick<ProfileDeps, 'learned' | 'local'>,
): string {
  const { chain, levels, settings, shadows } = resolved;
  const members = chain?.items.map(({ item, auditorId, askedIn, vocabulary, config, withheld }) => {
    const declared = [hashOf(vocabulary ?? learned(addressOf(item))), config ?? null, withheld ?? null];
    return [auditorId, item.name, item.auditor_id ?? null, addressOf(item), askedIn ?? null, ...declared];
  });
  const gone = chain?.problems.map(({ auditorId }) => auditorId);
  return sha256Hex(JSON.stringify([local.serial, members ?? null, gone ?? null, levels, [...settings], shadows]));
}

/** Builds the state of a profile; one whose policies do not load denies and gives the reason. */
export function buildProfile(resolved: ResolvedAgent, deps: ProfileDeps): BuiltProfile {
  const { local, cedar, clock, entities } = deps;
  const chain = resolved.chain === undefined ? local.chain : connect(resolved.chain, deps);
  const problems = findProblems(resolved, chain);
  // The file itself is unusable, and nothing from the bundle corrects that.
  if (resolved.chain === undefined && resolved.levels.length === 0 && local.state.policySet === undefined) {
    return { localSerial: local.serial, state: local.state, chain, problems };
  }
  try {
    const state = createActiveState({
      chain,
      cedar,
      clock,
      entities,
      settings: resolved.settings,
      cacheSize: maxCachedAnswers,
      ownSettings: local.ownSettings,
      load: (schema) => loadDeciding(resolved, schema, chain, deps),
      shadows: toShadows(resolved, chain, deps),
    });
    return { localSerial: local.serial, state, chain, problems };
  } catch (error) {
    // A policy that crashes the engine affects one agent, not the whole bundle.
    if (!(error instanceof PolicyError) && !(error instanceof CedarTrapError)) throw error;
    return { localSerial: local.serial, ...toDenying(error, chain, problems, cedar) };
  }
}

/** Loads the bundle's policies, or the gateway's own file; a generated one is made for this chain. */
function loadDeciding(
  resolved: ResolvedAgent,
  schema: GeneratedSchema,
  chain: readonly ChainMember[],
  { local, cedar }: ProfileDeps,
): PolicySet {
  const { levels } = resolved;
  const own = textOfOwn(resolved, chain, local);
  if (levels.length === 0 || levels.some(({ kind }) => kind === 'default')) assertGeneratedForAll(local.policy, chain);
  if (levels.length === 0) return loadPolicySet({ id: local.policy.id, text: own, schema, cedar });
  return loadCombinedPolicies({ levels: withOwnText(levels, own), schema, cedar }).set;
}

/** The text of the gateway's own policy; a generated one is made for this chain. */
function textOfOwn(resolved: ResolvedAgent, chain: readonly ChainMember[], local: LocalParts): string {
  const { text, isGenerated } = local.policy;
  if (!isGenerated || resolved.chain === undefined) return text;
  return renderDefaultPolicy(local.policySettings, chain.flatMap(toChainVocabulary));
}

function withOwnText(levels: readonly PolicyLevel[], text: string): PolicyLevel[] {
  return levels.map((level) =>
    level.kind === 'default' ? { ...level, records: level.records.map((record) => ({ ...record, text })) } : level,
  );
}

function toShadows(resolved: ResolvedAgent, chain: readonly ChainMember[], deps: ProfileDeps): ShadowSource[] {
  const asked = resolved.shadows.slice(0, maxShadows);
  const ids = nameShadows(asked);
  return asked.map((shadow, index) => toShadow({ resolved, shadow, id: ids[index] ?? shadow.id }, chain, deps));
}

function toShadow(
  { resolved, shadow, id: policyId }: { resolved: ResolvedAgent; shadow: BundlePolicy; id: string },
  chain: readonly ChainMember[],
  { local, cedar }: ProfileDeps,
): ShadowSource {
  return {
    policyId,
    version: shadow.version,
    load(schema) {
      const levels = withOwnText(levelsWithShadow(resolved.levels, shadow, local), textOfOwn(resolved, chain, local));
      const { id, text } = combinePolicies(levels, cedar);
      return loadPolicySet({ id, text, schema, cedar, instancePrefix: `shadow.${policyId}.` });
    },
  };
}

/** Connects the members of a chain from the bundle; one with an unknown vocabulary is not asked. */
function connect({ items }: ResolvedChain, { clients, local, learned }: ProfileDeps): ChainMember[] {
  return items.map(({ item, auditorId, askedIn, vocabulary, config, withheld }) => {
    const alsoAccepted = [auditorId, ...(vocabulary === undefined ? [] : [vocabulary.auditor_id])];
    const connected = clients.connect(item, 'config', alsoAccepted);
    const own = local.chain.find((member) => member.client === connected.client)?.vocabulary;
    const known = own ?? vocabulary ?? learned(addressOf(item));
    return {
      item,
      ...connected,
      auditorId,
      alsoAccepted,
      vocabulary: known,
      ...(askedIn === undefined ? {} : { askedIn }),
      ...(config === undefined ? {} : { config }),
      ...(withheld === undefined ? {} : { withheld }),
    };
  });
}

function findProblems(resolved: ResolvedAgent, chain: readonly ChainMember[]): ProfileProblem[] {
  const nowhere = resolved.chain?.problems ?? [];
  const unknown = chain.filter(({ vocabulary }) => vocabulary === undefined);
  return [
    ...nowhere.map(({ message, auditorId: auditor }): ProfileProblem => {
      return { reason: 'auditor_without_place', message, auditor };
    }),
    ...unknown.map((member): ProfileProblem => {
      const { name } = member.item;
      const mistaken = findMistaken(member);
      const away = `${describeUnreached(member)}, so its claims are unknown`;
      const message = mistaken === undefined ? away : describeMistaken(member, mistaken);
      return { reason: 'auditor_unknown', message, auditor: name };
    }),
    ...resolved.unknownSettings.map((name) => {
      const message = `the setting ${name} has no effect: no auditor here has it`;
      return { reason: 'unknown_setting', message } as const;
    }),
    ...resolved.shadows.slice(maxShadows).map(({ id }) => {
      const message = `shadow policy ${id} is not evaluated: ${maxShadows} others already are`;
      return { reason: 'too_many_on_trial', message } as const;
    }),
  ];
}

function toDenying(
  error: PolicyError | CedarTrapError,
  chain: readonly ChainMember[],
  problems: readonly ProfileProblem[],
  cedar: CedarHost,
): Omit<BuiltProfile, 'localSerial'> {
  const issues = error instanceof PolicyError ? error.issues : [{ message: error.message }];
  const why = issues.map(({ message, record, policyId }) => `${record ?? policyId ?? 'chain'}: ${message}`);
  const message = `policies cannot be loaded: ${why.join('; ')}`.slice(0, maxProblemLength).toWellFormed();
  const missing = problems.filter(({ auditor }) => auditor !== undefined);
  const state = createDenyingState({
    chain,
    policyId: 'none',
    reasons: [...missing.map(({ auditor }) => `missing:*:${auditor}`), 'config:policy_not_loadable'],
    problems: [message, ...missing.map((problem) => problem.message)],
    engineVersion: cedar.version(),
  });
  return { state, chain, problems: [{ reason: 'policy_not_loadable', message }, ...problems] };
}

const hashes = new WeakMap<Vocabulary, string>();

function hashOf(vocabulary: Vocabulary | undefined): string | null {
  if (vocabulary === undefined) return null;
  const known = hashes.get(vocabulary) ?? sha256Hex(JSON.stringify(vocabulary));
  hashes.set(vocabulary, known);
  return known;
}
