/**
 * One bundle over one set of the gateway's own files, with the state of each agent. It is replaced as a whole, so that
 * an exchange never mixes two bundles.
 */
import {
  type AuditorIndex,
  type BundleIndex,
  type ResolvedAgent,
  resolveAgent,
} from '../../configuration/resolve-agent.ts';
import type { EvidenceConfig } from '../../contract/evidence.ts';
import type { ActingAgent } from './acting-agent.ts';
import { itemsOf } from './local-parts.ts';
import { buildProfile, isLocal, keyOfProfile, type ProfileDeps, type ProfileProblem } from './profile.ts';
import type { KeptProfile, ProfileCache } from './profile-cache.ts';

export interface GenerationOptions extends ProfileDeps {
  readonly index: BundleIndex;
  readonly config: EvidenceConfig;
  readonly auditors: AuditorIndex;
  readonly cache: ProfileCache;
}

/** An agent whose profile has a problem. */
export interface AgentProblem extends ProfileProblem {
  readonly agentId: string;
}

export interface Generation {
  actingOf(agentId: string): ActingAgent;
  /** Requested agents, with the number of generations since their last request. */
  seen(): { readonly agentId: string; readonly idle: number }[];
  /** Builds the state of an agent in advance; false when it already existed. */
  prepare(agentId: string, idle: number): boolean;
  problems(): AgentProblem[];
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
export function createGeneration(options: GenerationOptions): Generation {
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
    retire() {
      for (const { profile, forget } of all()) profile?.onDrop.delete(forget);
    },
  };
}
