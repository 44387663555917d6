/**
 * Maps each agent to its present state. A new bundle or changed files take effect for all agents at once: the states of
 * recently seen agents are built before the change, in slices between which live exchanges go on.
 */
import type { Vocabulary } from '@assay/sdk/contract';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import {
  type AgentStanding,
  type AuditorIndex,
  type BundleIndex,
  indexBundle,
  type ResolvedAgent,
  resolveAgent,
  standingOf,
} from '../../configuration/resolve-agent.ts';
import type { EvidenceConfig } from '../../contract/evidence.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import { createAgentEntities } from '../../policy/policy-question.ts';
import type { ChainMember } from '../collect/chain.ts';
import type { ClientPool } from '../collect/client-pool.ts';
import type { ActingAgent } from './acting-agent.ts';
import { createDenyingState } from './active-state.ts';
import { createAuditorIndex } from './auditor-index.ts';
import { type ChainGap, findGaps } from './gaps.ts';
import { learnVocabularies } from './learn-vocabularies.ts';
import { itemsOf, type LocalParts } from './local-parts.ts';
import { buildProfile, isLocal, keyOfProfile, type ProfileDeps, type ProfileProblem } from './profile.ts';
import { createProfileCache, type KeptProfile, type ProfileCache } from './profile-cache.ts';

export interface AgentStatesOptions {
  readonly local: LocalParts;
  readonly clients: ClientPool;
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly trustDomain: string;
  readonly orgId: string;
  /** True: a bundle decides, and nothing is answered before there is one. False: there never will be one. */
  readonly isFollowing: boolean;
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Yields to other work for a moment. */
  readonly yieldTurn: () => Promise<void>;
}

export interface AgentStates {
  /** The settings of this agent's exchange; called once per exchange. */
  actingOf(agentId: string): ActingAgent;
  /**
   * The present standing of an agent; checked before anything is built for it, and again during its exchange. @throws
   * AppError `configuration_unavailable` before the first bundle.
   */
  standingOf(agentId: string): AgentStanding;
  /** The bundle in use. */
  index(): BundleIndex | undefined;
  /** Uses these parts of the gateway's own from now on. */
  replaceLocal(local: LocalParts): Promise<void>;
  /** Uses this bundle when it resolves. */
  replaceBundle(sound: SoundBundle): Promise<void>;
  /** Denies everything until the next bundle, because the last one can no longer be read. */
  denyUntilBundle(problem: string): void;
  /** The reason why everything is denied; empty if it is not. */
  denying(): readonly string[];
  problems(): AgentProblem[];
  /** Chains in use that leave out built-in text auditors, the gateway's own first. */
  gaps(): ChainGap[];
  /** Fetches unknown vocabularies of auditors. */
  learnUnknown(): Promise<void>;
  /** The number of cached states. */
  profiles(): number;
  /** Auditors of every cached chain, the gateway's own first; some are in several. */
  members(): readonly ChainMember[];
}

/** An agent whose profile has a problem. */
export interface AgentProblem extends ProfileProblem {
  readonly agentId: string;
}

/** Covers two generations: prepared states must not displace those in use. */
const maxProfiles = 512;
const maxPrepared = 256;
const prepareMs = 1_000;
/** The number of bundles an agent's state survives without a request. */
const maxIdle = 8;

interface Held {
  readonly index: BundleIndex;
  readonly config: EvidenceConfig;
}

/** Uses only the gateway's own parts where no bundle is followed. */
export function createAgentStates(options: AgentStatesOptions): AgentStates {
  const { clients, cedar, clock } = options;
  const entities = createAgentEntities(options.trustDomain, options.orgId);
  const cache = createProfileCache(maxProfiles);
  const vocabularies = new Map<string, Vocabulary>();
  let local = options.local;
  let held: Held | undefined;
  let generation: Generation | undefined;
  const none = 'The verifier has not given its configuration yet, and calls are refused without it';
  let unusable: string | undefined = options.isFollowing ? none : undefined;
  let alone = actAlone();
  let working: Promise<unknown> = Promise.resolve();

  function actAlone(): ActingAgent {
    const state = unusable === undefined ? local.state : denyAll(local, unusable, cedar);
    return { workspaceId: 'default', state, config: undefined, mode: { word: 'enforce' } };
  }

  const inTurn = (change: () => Promise<void>): Promise<void> => {
    const done = working.then(change);
    working = done.catch(() => undefined);
    return done;
  };

  const make = ({ index, config }: Held, parts: LocalParts): Generation =>
    createGeneration({
      index,
      config,
      cache,
      cedar,
      clock,
      entities,
      clients,
      local: parts,
      auditors: createAuditorIndex(index.bundle.auditors, parts.chain),
      learned: (address) => vocabularies.get(address),
    });

  const prepare = async (next: Generation): Promise<void> => {
    const untilMs = clock.now() + prepareMs;
    const seen = (generation?.seen() ?? []).filter(({ idle }) => idle < maxIdle);
    for (const { agentId, idle } of seen.toSorted((left, right) => left.idle - right.idle).slice(0, maxPrepared)) {
      if (clock.now() >= untilMs) return;
      if (next.prepare(agentId, idle + 1)) await options.yieldTurn();
    }
  };

  const swap = async (nextHeld: Held | undefined, parts: LocalParts): Promise<void> => {
    const next = nextHeld === undefined ? undefined : make(nextHeld, parts);
    if (next !== undefined) await prepare(next);
    const before = generation;
    // No await from here on: every caller sees either all of the old state or all of the new one.
    local = parts;
    held = nextHeld;
    generation = next;
    if (next !== undefined) unusable = undefined;
    alone = actAlone();
    before?.retire();
    cache.keepOnly(parts.serial);
    clients.sweep(new Set<AuditorClient>([parts.chain, ...cache.chains()].flat().map(({ client }) => client)));
  };

  const learnUnknown = async (): Promise<void> => {
    const learned = await learnVocabularies(cache.chains().flat(), options);
    for (const [address, vocabulary] of learned) vocabularies.set(address, vocabulary);
    if (learned.size > 0) await inTurn(() => swap(held, local));
  };

  return {
    actingOf: (agentId) => (generation === undefined ? alone : generation.actingOf(agentId)),
    standingOf(agentId) {
      if (held === undefined && unusable === none) throw notConfiguredYet();
      return standingOf(held?.index, agentId);
    },
    index: () => held?.index,
    replaceLocal: (parts) => inTurn(() => swap(held, parts)),
    replaceBundle: ({ bundle, hash }) =>
      inTurn(() => swap({ index: indexBundle(bundle), config: { revision: bundle.revision, hash } }, local)),
    denyUntilBundle(problem) {
      unusable = problem;
      alone = actAlone();
    },
    denying: () => (generation === undefined ? alone.state.problems : local.state.problems),
    problems: () => generation?.problems() ?? [],
    gaps() {
      const own = findGaps(local.state);
      return [...(own.length === 0 ? [] : [{ unjudged: own }]), ...(generation?.gaps() ?? [])];
    },
    learnUnknown,
    profiles: () => cache.size(),
    members: () => [local.chain, ...cache.chains()].flat(),
  };
}

interface GenerationOptions extends ProfileDeps {
  readonly index: BundleIndex;
  readonly config: EvidenceConfig;
  readonly auditors: AuditorIndex;
  readonly cache: ProfileCache;
}

/**
 * One bundle over one set of the gateway's own files, with the state of each agent. It is replaced as a whole, so that
 * an exchange never mixes two bundles.
 */
interface Generation {
  actingOf(agentId: string): ActingAgent;
  /** Requested agents, with the number of generations since their last request. */
  seen(): { readonly agentId: string; readonly idle: number }[];
  /** Builds the state of an agent in advance; false when it already existed. */
  prepare(agentId: string, idle: number): boolean;
  problems(): AgentProblem[];
  /** Gaps of chains that are not the gateway's own, one for each workspace. */
  gaps(): ChainGap[];
  /** Releases what it holds; exchanges that use it go on. */
  retire(): void;
}

interface Entry {
  readonly agentId: string;
  readonly key: string | undefined;
  acting: ActingAgent | undefined;
  profile: KeptProfile | undefined;
  problems: readonly ProfileProblem[];
  idle: number;
  readonly forget: () => void;
}

/** Makes a generation; nothing is built yet. */
function createGeneration(options: GenerationOptions): Generation {
  const { index, config, auditors, cache, local } = options;
  const entries = new Map<string, Entry>();
  /** All agents outside the bundle share one entry, so invented ids cannot fill the cache. */
  let others: Entry | undefined;
  let built = 0;
  const files = { items: itemsOf(local), policy: local.policy };
  const resolve = (agentId: string): ResolvedAgent => resolveAgent(index, agentId, { local: files, auditors });

  const open = (agentId: string, resolved: ResolvedAgent): Entry => {
    const entry: Entry = {
      agentId,
      key: isLocal(resolved) ? undefined : keyOfProfile(resolved, options),
      acting: undefined,
      profile: undefined,
      problems: [],
      idle: 0,
      forget() {
        entry.acting = undefined;
        entry.profile = undefined;
      },
    };
    return entry;
  };

  const build = (key: string, resolved: ResolvedAgent): KeptProfile => {
    built += 1;
    return cache.add(key, buildProfile(resolved, options));
  };

  const act = (entry: Entry, resolved: ResolvedAgent): ActingAgent => {
    const { workspaceId, mode } = resolved;
    if (entry.key === undefined) return { workspaceId, state: local.state, config, mode };
    const profile = cache.get(entry.key) ?? build(entry.key, resolved);
    profile.onDrop.add(entry.forget);
    entry.profile = profile;
    entry.problems = profile.problems;
    return { workspaceId, state: profile.state, config, mode };
  };

  const find = (agentId: string): Entry | undefined => {
    const known = entries.get(agentId);
    if (known !== undefined) return known;
    return index.isConfigured(agentId) ? undefined : others;
  };

  const enter = (agentId: string): Entry => {
    const resolved = resolve(agentId);
    const isConfigured = index.isConfigured(agentId);
    const entry = find(agentId) ?? open(agentId, resolved);
    if (isConfigured) entries.set(agentId, entry);
    else others = entry;
    entry.acting = act(entry, resolved);
    return entry;
  };

  const all = (): Entry[] => [...entries.values(), ...(others === undefined ? [] : [others])];

  return {
    actingOf(agentId) {
      const found = find(agentId);
      const entry = found?.acting === undefined ? enter(agentId) : found;
      entry.idle = 0;
      if (entry.profile !== undefined) cache.touch(entry.profile);
      if (entry.acting === undefined) throw new Error('an agent that was entered acts by a state');
      return entry.acting;
    },
    seen: () => all().map(({ agentId, idle }) => ({ agentId, idle })),
    prepare(agentId, idle) {
      const before = built;
      const entry = enter(agentId);
      entry.idle = idle;
      return built !== before;
    },
    problems: () =>
      all().flatMap(({ agentId, problems }) => problems.map((problem): AgentProblem => ({ ...problem, agentId }))),
    gaps() {
      const states = new Map(
        all().flatMap(({ acting, key }) => {
          return acting === undefined || key === undefined ? [] : [[acting.workspaceId, acting.state] as const];
        }),
      );
      return [...states].flatMap(([workspaceId, state]): ChainGap[] => {
        const unjudged = findGaps(state);
        return unjudged.length === 0 ? [] : [{ workspaceId, unjudged }];
      });
    },
    retire() {
      for (const { profile, forget } of all()) profile?.onDrop.delete(forget);
    },
  };
}

/** Refuses, because the gateway's own files could decide differently from the organisation. */
function notConfiguredYet(): AppError {
  const detail = 'The verifier has not given this gateway its configuration yet. Try again shortly.';
  return new AppError('configuration_unavailable', 'no bundle has arrived yet', { detail, retryAfterS: 5 });
}

function denyAll({ chain }: LocalParts, problem: string, cedar: CedarHost) {
  return createDenyingState({
    chain,
    policyId: 'none',
    reasons: ['config:bundle_unusable'],
    problems: [problem],
    engineVersion: cedar.version(),
  });
}
