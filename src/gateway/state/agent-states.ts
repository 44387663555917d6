/**
 * Maps each agent to its present state. A new bundle or changed files take effect for all agents at once: the states of
 * recently seen agents are built before the change, in slices between which live exchanges go on.
 */

import type { Vocabulary } from '@assay/sdk/contract';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import type { SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import { type AgentStanding, type BundleIndex, indexBundle, standingOf } from '../../configuration/resolve-agent.ts';
import type { EvidenceConfig } from '../../contract/evidence.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { CedarHost } from '../../policy/cedar-host.ts';
import { createAgentEntities } from '../../policy/policy-question.ts';
import type { ChainMember } from '../collect/chain.ts';
import { addressOf, type ClientPool } from '../collect/client-pool.ts';
import type { ActingAgent } from './acting-agent.ts';
import { createDenyingState } from './active-state.ts';
import { createAuditorIndex } from './auditor-index.ts';
import { type AgentProblem, createGeneration, type Generation } from './generation.ts';
import type { LocalParts } from './local-parts.ts';
import { createProfileCache } from './profile-cache.ts';

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
  /** Fetches unknown vocabularies of auditors. */
  learnUnknown(): Promise<void>;
  /** The number of cached states. */
  profiles(): number;
  /** Auditors of every cached chain, the gateway's own first; some are in several. */
  members(): readonly ChainMember[];
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
  const { clients, cedar, clock, log } = options;
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
    const unknown = new Map(
      cache
        .chains()
        .flat()
        .filter(({ vocabulary }) => vocabulary === undefined)
        .map((member) => [addressOf(member.item), member]),
    );
    if (unknown.size === 0) return;
    const learned = await Promise.all(
      [...unknown].map(async ([address, { client, item }]) => {
        try {
          vocabularies.set(address, await client.vocabulary({ timeoutMs: options.timeoutMs }));
          return true;
        } catch (error) {
          if (!isAppError(error)) throw error;
          log.debug({ auditor: item.name, err: error }, 'an auditor of the bundle still cannot be reached');
          return false;
        }
      }),
    );
    if (learned.includes(true)) await inTurn(() => swap(held, local));
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
    learnUnknown,
    profiles: () => cache.size(),
    members: () => [local.chain, ...cache.chains()].flat(),
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
