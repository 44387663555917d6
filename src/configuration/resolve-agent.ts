/**
 * Resolves the configuration of one agent: the bundle of its organisation over the files of the gateway. Pure, so
 * that a gateway works alone once it holds a bundle, and every service gets the same result.
 */
import type { ChainItem } from '../contract/control/chain.ts';
import {
  activeStatus,
  type BundleJoinedAuditor,
  type BundlePolicy,
  type ConfigBundle,
  type ScopeChain,
} from '../contract/control/config-bundle.ts';
import { type Scope, scopeLevels } from '../contract/control/scope.ts';
import type { SettingEntries, SettingValue } from '../contract/control/setting.ts';
import type { AuditMode } from '../contract/evidence.ts';
import { levelKinds, type PolicyLevel } from '../policy/combine.ts';
import { holdsPermit } from '../policy/holds-permit.ts';
import { type KnownAuditor, type ResolvedChain, resolveChain } from './chain/resolve-chain.ts';
import { resolveSettings } from './settings/resolve-settings.ts';
import type { SettingTable } from './settings/setting-table.ts';

/** Workspace of unregistered agents. */
export const defaultWorkspaceId = 'default';

/** The gateway's own files. */
export interface LocalFiles {
  readonly items: readonly ChainItem[];
  readonly policy: {
    readonly id: string;
    readonly text: string;
    /** A generated policy gives way to one of the bundle; a hand-written one applies besides it. */
    readonly isGenerated: boolean;
  };
}

/** Known facts of the auditors that a chain may name. */
export interface AuditorIndex {
  readonly known: readonly KnownAuditor[];
  tableOf(auditorId: string): SettingTable | undefined;
  /** Claims by the method that makes them; `undefined` if unknown. */
  methodsOf(auditorId: string): readonly (readonly string[])[] | undefined;
}

/** Values for `vendor_context` (contract 2.11) of one auditor. */
export interface AuditorValues {
  readonly auditor_config: Readonly<Record<string, SettingValue>>;
  readonly detection_overrides: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>;
  /** Claims by the method that makes them: all names of a parameter are set together. Absent: unknown. */
  readonly methods?: readonly (readonly string[])[];
}

export interface ResolvedAgent {
  readonly workspaceId: string;
  readonly mode: { readonly word: AuditMode; readonly untilMs?: number };
  /** Absent: the gateway's own chain, unchanged. */
  readonly chain: ResolvedChain | undefined;
  /** Empty: the gateway's own policy file decides alone. */
  readonly levels: readonly PolicyLevel[];
  /** Evaluated and recorded with the others; they decide nothing. */
  readonly shadows: readonly BundlePolicy[];
  /** By auditor id; only auditors with settings. */
  readonly settings: ReadonlyMap<string, AuditorValues>;
  /** Settings without a known auditor or name: `<auditor>: <name>`. */
  readonly unknownSettings: readonly string[];
}

/** A bundle indexed by scope, made once for each bundle. */
export interface BundleIndex {
  readonly bundle: ConfigBundle;
  /** True for agents that the bundle configures; all others are alike. */
  isConfigured(agentId: string): boolean;
  agent(agentId: string): ConfigBundle['agents'][number] | undefined;
  workspace(workspaceId: string): ScopeChain | undefined;
  settings(scope: Scope): ReadonlyMap<string, SettingEntries>;
  policies(scope: Scope): readonly BundlePolicy[];
  /** Auditors that were installed as apps for this scope. */
  joined(scope: Scope): readonly BundleJoinedAuditor[];
}

/** Indexes a bundle. */
export function indexBundle(bundle: ConfigBundle): BundleIndex {
  const agents = new Map(bundle.agents.map((agent) => [agent.id, agent]));
  const workspaces = new Map(bundle.workspaces.map((workspace) => [workspace.id, workspace]));
  const settings = new Map<string, Map<string, SettingEntries>>();
  for (const { scope, auditor_id: auditorId, settings: entries } of bundle.settings) {
    const place = keyOf(scope);
    settings.set(place, (settings.get(place) ?? new Map<string, SettingEntries>()).set(auditorId, entries));
  }
  const policies = new Map<string, BundlePolicy[]>();
  for (const policy of bundle.policies) {
    const place = keyOf(policy.scope);
    policies.set(place, [...(policies.get(place) ?? []), policy]);
  }
  const joined = new Map<string, BundleJoinedAuditor[]>();
  for (const auditor of bundle.joined_auditors ?? []) {
    const place = keyOf(auditor.scope);
    joined.set(place, [...(joined.get(place) ?? []), auditor]);
  }
  const none: ReadonlyMap<string, SettingEntries> = new Map();
  return {
    bundle,
    isConfigured(agentId) {
      const place = keyOf({ level: 'agent', id: agentId });
      return agents.has(agentId) || settings.has(place) || policies.has(place) || joined.has(place);
    },
    agent: (agentId) => agents.get(agentId),
    workspace: (workspaceId) => workspaces.get(workspaceId),
    settings: (scope) => settings.get(keyOf(scope)) ?? none,
    policies: (scope) => policies.get(keyOf(scope)) ?? [],
    joined: (scope) => joined.get(keyOf(scope)) ?? [],
  };
}

/** Workspace and status of an agent. */
export interface AgentStanding {
  readonly workspaceId: string;
  readonly status: string;
}

/** Unregistered agents are in workspace `default` and have no status. */
export function standingOf(index: BundleIndex | undefined, agentId: string): AgentStanding {
  const { workspace_id: workspaceId = defaultWorkspaceId, status = activeStatus } = index?.agent(agentId) ?? {};
  return { workspaceId, status };
}

/** Resolves the configuration of an agent. `local` applies where the bundle is silent. */
export function resolveAgent(
  index: BundleIndex,
  agentId: string,
  { local, auditors }: { readonly local: LocalFiles; readonly auditors: AuditorIndex },
): ResolvedAgent {
  const agent = index.agent(agentId);
  const workspaceId = agent?.workspace_id ?? defaultWorkspaceId;
  const ids = { org: index.bundle.org_id, workspace: workspaceId, agent: agentId };
  const scopes = scopeLevels.map((level): Scope => ({ level, id: ids[level] }));
  const policies = scopes.map((scope) => ({ scope, policies: index.policies(scope) }));
  return {
    workspaceId,
    mode: {
      word: agent?.audit_mode ?? 'enforce',
      ...(agent?.audit_mode_until === undefined ? {} : { untilMs: agent.audit_mode_until }),
    },
    chain: resolveScopeChain(index, workspaceId, { local, auditors, joined: scopes.flatMap(index.joined) }),
    levels: toLevels(policies, local),
    shadows: policies.flatMap((level) => level.policies.filter(({ mode }) => mode === 'shadow')),
    ...resolveAllSettings(index, scopes, auditors),
  };
}

/** Gives the mode of an agent at a time: an expired exception enforces again. */
export function modeAt({ word, untilMs }: ResolvedAgent['mode'], nowMs: number): AuditMode {
  return word === 'observe' && (untilMs === undefined || nowMs < untilMs) ? 'observe' : 'enforce';
}

function resolveScopeChain(
  index: BundleIndex,
  workspaceId: string,
  {
    local,
    auditors,
    joined,
  }: {
    readonly local: LocalFiles;
    readonly auditors: AuditorIndex;
    readonly joined: readonly BundleJoinedAuditor[];
  },
): ResolvedChain | undefined {
  const scopes = [index.bundle.organization, index.workspace(workspaceId) ?? {}];
  const isSilent = scopes.every(({ items, auditorChain }) => items === undefined && auditorChain === undefined);
  if (isSilent && joined.length === 0) return undefined;
  return resolveChain({ scopes, auditors: auditors.known, localItems: local.items, joined });
}

function toLevels(
  scopes: readonly { readonly scope: Scope; readonly policies: readonly BundlePolicy[] }[],
  { policy }: LocalFiles,
): PolicyLevel[] {
  const levels = scopes.flatMap(({ scope, policies }): PolicyLevel[] => {
    const active = policies.filter(({ mode }) => mode === 'active');
    if (active.length === 0) return [];
    return [{ kind: scope.level, id: scope.id, records: active.map(({ id, text }) => ({ name: id, text })) }];
  });
  return levels.length === 0 ? [] : withFile(levels, policy);
}

/** Gives the levels as if a shadow policy were active, in place of its active version if there is one. */
export function levelsWithShadow(
  levels: readonly PolicyLevel[],
  { id, scope, text }: BundlePolicy,
  { policy }: Pick<LocalFiles, 'policy'>,
): PolicyLevel[] {
  const isIts = ({ kind, id: place }: PolicyLevel): boolean => kind === scope.level && place === scope.id;
  const record = { name: id, text };
  const scoped = levels.filter(({ kind }) => kind !== 'file' && kind !== 'default');
  const others = scoped.find(isIts)?.records.filter(({ name }) => name !== id) ?? [];
  const added = [
    ...scoped.filter((level) => !isIts(level)),
    { kind: scope.level, id: scope.id, records: [...others, record] },
  ];
  const rank = ({ kind }: PolicyLevel): number => levelKinds.indexOf(kind);
  return withFile(
    added.toSorted((left, right) => rank(left) - rank(right)),
    policy,
  );
}

/**
 * The generated policy gives way once another level permits something. Until then the forbids of others apply on top
 * of it.
 */
function withFile(levels: readonly PolicyLevel[], { id, text, isGenerated }: LocalFiles['policy']): PolicyLevel[] {
  if (isGenerated && levels.some(({ records }) => records.some((record) => holdsPermit(record.text))))
    return [...levels];
  return [{ kind: isGenerated ? 'default' : 'file', id, records: [{ name: id, text }] }, ...levels];
}

function resolveAllSettings(
  index: BundleIndex,
  scopes: readonly Scope[],
  auditors: AuditorIndex,
): Pick<ResolvedAgent, 'settings' | 'unknownSettings'> {
  const levels = scopes.map((scope) => ({ scope, byAuditor: index.settings(scope) }));
  const ids = [...new Set(levels.flatMap(({ byAuditor }) => [...byAuditor.keys()]))].sort();
  const settings = new Map<string, AuditorValues>();
  const unknownSettings: string[] = [];
  for (const id of ids) {
    const table = auditors.tableOf(id);
    if (table === undefined) {
      unknownSettings.push(`${id}: every setting`);
      continue;
    }
    const entries = levels.map(({ scope, byAuditor }) => ({ scope, entries: byAuditor.get(id) ?? {} }));
    const resolved = resolveSettings(entries, table);
    const { auditor_config, detection_overrides } = resolved;
    unknownSettings.push(...resolved.unknown.map((name) => `${id}: ${name}`));
    const methods = auditors.methodsOf(id);
    settings.set(id, { auditor_config, detection_overrides, ...(methods === undefined ? {} : { methods }) });
  }
  return { settings, unknownSettings };
}

function keyOf({ level, id }: Scope): string {
  return `${level} ${id}`;
}
