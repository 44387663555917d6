/** Exports the configuration of an organisation as documents that recreate it. */
import { manifests } from '@assay/sdk/contract';
import type { ChainDocument, EnvironmentDocument, WorkspaceDocument } from '../../../configuration/files/schema.ts';
import type { Agent } from '../../../contract/api/agents/shapes.ts';
import type { Environment } from '../../../contract/api/environments/shapes.ts';
import type { Workspace } from '../../../contract/api/workspaces/shapes.ts';
import type { ExportAnswer } from '../../../contract/control/apply.ts';
import type { AuditorChain } from '../../../contract/control/chain.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { BundleRecord } from '../auditor-settings/records.ts';
import { type ApplyServices, keyOf } from './run.ts';

type Settings = Record<string, SettingEntries>;
type AgentEntry = NonNullable<WorkspaceDocument['spec']['agents']>[number];

/** Exports one workspace, or the organisation with all of them, in the order of their ids. */
export async function exportDocuments(
  services: ApplyServices & { readonly changes: ControlChanges },
  from: Db,
  author: Author,
  workspaceId: string | undefined,
): Promise<ExportAnswer> {
  const { workspaces, agents, environments, auditorSettings, changes } = services;
  const organization = await workspaces.getOrganization(from, author, author.orgId);
  const shown =
    workspaceId === undefined
      ? await workspaces.listAll(from, author.orgId)
      : [await workspaces.get(from, author.orgId, workspaceId)];
  const records = await auditorSettings.listAll(from, author.orgId);
  const registered = await agents.listRegistered(from, author.orgId);
  const settings = groupSettings(records);
  const byWorkspace = groupAgents(registered);
  const { revision } = await changes.current(from, author.orgId);
  const orgItems = workspaceId === undefined ? organization.chain.items : undefined;
  const isShown = new Set(shown.map(({ id }) => id));
  const placed = (await environments.listAll(from, author.orgId)).filter(({ workspace_id: id }) => isShown.has(id));
  const documents: (WorkspaceDocument | ChainDocument | EnvironmentDocument)[] = [
    ...(orgItems === undefined ? [] : [{ chain: orgItems }]),
    ...[...shown]
      .sort(byId)
      .flatMap((workspace) => toDocuments(workspace, byWorkspace.get(workspace.id) ?? [], settings)),
    ...placed.flatMap(toEnvironment),
  ];
  const scope = { organization: organization.chain.auditorChain, registered, records };
  const missing = workspaceId === undefined ? listMissing(scope) : [];
  return { revision, documents, not_exported: [...placed.flatMap(listUnplaced), ...missing] };
}

function toDocuments(
  { id, chain }: Workspace,
  agents: readonly Agent[],
  settings: ReadonlyMap<string, Settings>,
): (WorkspaceDocument | ChainDocument)[] {
  const own = settings.get(keyOf({ level: 'workspace', id }));
  const defaults = {
    ...(chain.auditorChain === undefined ? {} : { auditorChain: chain.auditorChain }),
    ...(own === undefined ? {} : { auditorSettings: own }),
  };
  const definition: WorkspaceDocument = {
    apiVersion: manifests.apiVersion,
    kind: manifests.workspaceKind,
    metadata: { name: id },
    spec: {
      ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
      ...(agents.length === 0 ? {} : { agents: [...agents].sort(byId).map((agent) => toAgentEntry(agent, settings)) }),
    },
  };
  return chain.items === undefined ? [definition] : [definition, { metadata: { workspace: id }, chain: chain.items }];
}

/** A document needs an agent with a model; an environment without one has no document. */
function toEnvironment({ id, workspace_id, deployment_type, agents }: Environment): EnvironmentDocument[] {
  const named = agents.flatMap(({ name, model }) => (model === null ? [] : [{ name, model }]));
  if (named.length === 0) return [];
  return [
    {
      apiVersion: manifests.apiVersion,
      kind: manifests.environmentKind,
      metadata: { ...(id === workspace_id ? {} : { name: id }), workspace: workspace_id },
      spec: { deployment_type, agents: named },
    },
  ];
}

function listUnplaced({ id, agents }: Environment): string[] {
  const without = agents.filter(({ model }) => model === null).map(({ name }) => name);
  return without.length === 0 ? [] : [`agents of environment ${id} without a model: ${without.join(', ')}`];
}

function toAgentEntry({ id, model_id }: Agent, settings: ReadonlyMap<string, Settings>): AgentEntry {
  const own = settings.get(keyOf({ level: 'agent', id }));
  return {
    name: id,
    ...(model_id === null ? {} : { model: { id: model_id } }),
    ...(own === undefined ? {} : { auditorSettings: own }),
  };
}

/** Groups settings by scope and auditor, with sorted names; empty records are left out. */
function groupSettings(records: readonly BundleRecord[]): ReadonlyMap<string, Settings> {
  const groups = new Map<string, Settings>();
  for (const { scope, auditor_id, settings } of [...records].sort(byAuditor)) {
    const names = Object.keys(settings).sort();
    if (names.length === 0) continue;
    const sorted = Object.fromEntries(names.flatMap((name) => toPair(name, settings[name])));
    groups.set(keyOf(scope), { ...groups.get(keyOf(scope)), [auditor_id]: sorted });
  }
  return groups;
}

function toPair(name: string, entry: SettingEntries[string] | undefined): [string, SettingEntries[string]][] {
  return entry === undefined ? [] : [[name, entry]];
}

function groupAgents(agents: readonly Agent[]): ReadonlyMap<string, Agent[]> {
  const groups = new Map<string, Agent[]>();
  for (const agent of agents) {
    const group = groups.get(agent.workspace_id);
    if (group === undefined) groups.set(agent.workspace_id, [agent]);
    else group.push(agent);
  }
  return groups;
}

/** Lists configuration that documents cannot hold, so that an export is not taken for complete. */
function listMissing(state: {
  readonly organization: AuditorChain | undefined;
  readonly registered: readonly Agent[];
  readonly records: readonly BundleRecord[];
}): string[] {
  const known = new Set(state.registered.map(({ id }) => id));
  const isOf = (level: Scope['level']) => state.records.filter(({ scope }) => scope.level === level);
  const orphans = isOf('agent').filter(({ scope }) => !known.has(scope.id)).length;
  const ofOrganization = isOf('org').length;
  return [
    ...(state.organization === undefined ? [] : ["the organisation's choice of auditors by phase"]),
    ...(ofOrganization === 0 ? [] : [`settings of the organisation, for ${ofOrganization} auditors`]),
    ...(orphans === 0 ? [] : [`settings of unregistered agents: ${orphans} records`]),
    'policies, registered auditors, audit modes of agents, names and descriptions',
  ];
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}

function byAuditor(left: BundleRecord, right: BundleRecord): number {
  return left.auditor_id < right.auditor_id ? -1 : 1;
}
