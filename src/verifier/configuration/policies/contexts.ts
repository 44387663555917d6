/**
 * Lists every place where policies decide: the chain and the levels of each workspace, and of agents with policies or
 * installed auditors of their own.
 */

import { and, eq, inArray } from 'drizzle-orm';
import {
  type KnownAuditor,
  type ResolvedChain,
  resolveChain,
  toChainVocabularies,
} from '../../../configuration/chain/resolve-chain.ts';
import type { BundleJoinedAuditor, BundlePolicy } from '../../../contract/control/config-bundle.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PolicyLevel } from '../../../policy/combine.ts';
import { defaultPolicySettings, renderDefaultPolicy } from '../../../policy/default-policy.ts';
import { holdsPermit } from '../../../policy/holds-permit.ts';
import { levelsOfAgent } from '../../../policy/policy-levels.ts';
import { createAuthor } from '../../base/control/author.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import { agentsTable } from '../agents/tables.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import type { JoinedAuditors } from '../auditor-catalog/joined.ts';
import type { Workspaces } from '../workspaces/service.ts';
import type { PolicyStore, StoredPolicy } from './store.ts';

/** One place. */
export interface PolicyContext {
  /** Innermost scope of the context. */
  readonly scope: Scope;
  readonly workspaceId: string;
  readonly chain: ResolvedChain;
  /** Active policies, outermost level first; below them the default policy if none of them permits anything. */
  readonly levels: readonly PolicyLevel[];
}

/** A record with another text, or without one. */
export interface Replacement {
  readonly scope: Scope;
  readonly name: string;
  readonly text: string | undefined;
}

/** The records of all places, read once. */
export interface PlaceSnapshot {
  of(workspaceId: string, agentId: string): PolicyContext;
  /** True for an agent with policies or installed auditors of its own: all others of a workspace share one place. */
  hasOwn(agentId: string): boolean;
}

export interface PolicyContexts {
  snapshot(db: Db, orgId: string, replacement?: Replacement): Promise<PlaceSnapshot>;
  /** Lists all places at and below a scope. */
  list(db: Db, orgId: string, below: Scope, replacement?: Replacement): Promise<PolicyContext[]>;
  /** Gives the context of one agent; an unregistered agent is in the default workspace. */
  ofAgent(db: Db, orgId: string, agentId: string, workspaceId?: string): Promise<PolicyContext>;
}

export interface PolicyContextsDeps {
  readonly store: PolicyStore;
  readonly workspaces: Pick<Workspaces, 'listAll' | 'getOrganization'>;
  readonly catalog: AuditorCatalog;
  readonly joinedAuditors: Pick<JoinedAuditors, 'listAll'>;
}

export function createPolicyContexts({
  store,
  workspaces,
  catalog,
  joinedAuditors,
}: PolicyContextsDeps): PolicyContexts {
  const load = async (db: Db, orgId: string, replacement?: Replacement) => {
    const reader = createAuthor(orgId, 'system');
    const organization = await workspaces.getOrganization(db, reader, orgId);
    const auditors: KnownAuditor[] = await catalog.list(db, orgId);
    const all = await workspaces.listAll(db, orgId);
    const policies = replace(activeOf(await store.listInForce(db, orgId)), replacement);
    const joined = await joinedAuditors.listAll(db, orgId);
    const own = new Map(all.map(({ id, chain }) => [id, chain]));
    const chains = new Map<string, ResolvedChain>();
    /** Without an agent, or for one without installed auditors, the chain of the workspace. */
    const chainOf = (workspaceId: string, agentId?: string): ResolvedChain => {
      const added = joinedTo(joined, workspaceId, agentId);
      const key = JSON.stringify([workspaceId, added]);
      const chain =
        chains.get(key) ??
        resolveChain({ scopes: [organization.chain, own.get(workspaceId) ?? {}], auditors, joined: added });
      chains.set(key, chain);
      return chain;
    };
    const agents = [...policies, ...joined].flatMap(({ scope }) => (scope.level === 'agent' ? [scope.id] : []));
    return { policies, all, chainOf, agents: new Set(agents) };
  };

  return {
    async snapshot(db, orgId, replacement) {
      const { policies, chainOf, agents } = await load(db, orgId, replacement);
      return {
        hasOwn: (agentId) => agents.has(agentId),
        of(workspaceId, agentId) {
          const chain = chainOf(workspaceId, agentId);
          const levels = withDefault(levelsOfAgent(policies, { orgId, workspaceId, agentId }), chain);
          return { scope: { level: 'agent', id: agentId }, workspaceId, chain, levels };
        },
      };
    },
    async list(db, orgId, below, replacement) {
      const { policies, all, chainOf, agents } = await load(db, orgId, replacement);
      const asked = below.level === 'agent' ? [below.id, ...agents] : agents;
      const placed = await findWorkspaces(db, orgId, [...new Set(asked)]);
      const contextOf = (scope: Scope, workspaceId: string): PolicyContext => {
        const agentId = scope.level === 'agent' ? scope.id : '';
        const chain = chainOf(workspaceId, agentId);
        const levels = withDefault(levelsOfAgent(policies, { orgId, workspaceId, agentId }), chain);
        return { scope, workspaceId, chain, levels };
      };
      const ofWorkspaces = all.map(({ id }) => contextOf({ level: 'workspace', id }, id));
      const ofAgents = [...placed].map(([id, workspaceId]) => contextOf({ level: 'agent', id }, workspaceId));
      return [...ofWorkspaces, ...ofAgents].filter((context) => isBelow(context, below));
    },
    async ofAgent(db, orgId, agentId, workspaceId) {
      const { policies, chainOf } = await load(db, orgId);
      const own = workspaceId ?? (await findWorkspaces(db, orgId, [agentId])).get(agentId) ?? defaultWorkspace;
      const chain = chainOf(own, agentId);
      const levels = withDefault(levelsOfAgent(policies, { orgId, workspaceId: own, agentId }), chain);
      return { scope: { level: 'agent', id: agentId }, workspaceId: own, chain, levels };
    },
  };
}

/**
 * Adds the generated policy if no policy permits anything: gateways do the same, and forbids are added to it. The generated
 * policy is that of a gateway with default settings.
 */
export function withDefault(levels: readonly PolicyLevel[], chain: ResolvedChain): PolicyLevel[] {
  const isPermitted = levels.some(({ records }) => records.some(({ text }) => holdsPermit(text)));
  if (levels.length === 0 || isPermitted) return [...levels];
  const text = renderDefaultPolicy(defaultPolicySettings, toChainVocabularies(chain));
  return [{ kind: 'default', id: 'policy', records: [{ name: 'policy', text }] }, ...levels];
}

function joinedTo(
  joined: readonly BundleJoinedAuditor[],
  workspaceId: string,
  agentId: string | undefined,
): BundleJoinedAuditor[] {
  const of = (wanted: Scope) => joined.filter(({ scope }) => isSameScope(scope, wanted));
  const ofAgent = agentId === undefined ? [] : of({ level: 'agent', id: agentId });
  return [...of({ level: 'workspace', id: workspaceId }), ...ofAgent];
}

/** Gives a stored version in the form of bundles. */
export function toBundlePolicy({ head, version }: StoredPolicy, mode: BundlePolicy['mode']): BundlePolicy {
  const scope = { level: head.scope_level, id: head.scope_id };
  return { id: head.name, scope, version: version.version, mode, text: version.text };
}

function activeOf(stored: readonly StoredPolicy[]): BundlePolicy[] {
  return stored.flatMap((row) =>
    row.version.version === row.head.active_version ? [toBundlePolicy(row, 'active')] : [],
  );
}

function replace(policies: readonly BundlePolicy[], replacement: Replacement | undefined): BundlePolicy[] {
  if (replacement === undefined) return [...policies];
  const { scope, name, text } = replacement;
  const others = policies.filter((policy) => policy.id !== name || !isSameScope(policy.scope, scope));
  return text === undefined ? others : [...others, { id: name, scope, version: 0, mode: 'active', text }];
}

function isBelow({ scope, workspaceId }: PolicyContext, below: Scope): boolean {
  if (below.level === 'org') return true;
  if (below.level === 'workspace') return workspaceId === below.id;
  return isSameScope(scope, below);
}

/** An unregistered agent that evidence names belongs to the default workspace, as at gateways. */
async function findWorkspaces(db: Db, orgId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: agentsTable.id, workspaceId: agentsTable.workspace_id, implicit: agentsTable.implicit })
    .from(agentsTable)
    .where(and(eq(agentsTable.org_id, orgId), inArray(agentsTable.id, [...ids])));
  const known = new Map(rows.map(({ id, workspaceId, implicit }) => [id, implicit ? defaultWorkspace : workspaceId]));
  return new Map(ids.map((id) => [id, known.get(id) ?? defaultWorkspace]));
}
