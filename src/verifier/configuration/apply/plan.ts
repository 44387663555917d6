/** Sorts the content of documents by object: scopes first, then agents, then settings, each with its place in the documents. */
import { builtInChain } from '../../../configuration/chain/built-in-chain.ts';
import { extendChain } from '../../../configuration/chain/extend-chain.ts';
import { chainWorkspaceOf, environmentNameOf, workspaceOf } from '../../../configuration/files/check-together.ts';
import { pointTo } from '../../../configuration/files/finding.ts';
import type {
  AuditorSettingsMap,
  ChainDocument,
  ConfigDocument,
  EnvironmentDocument,
  WorkspaceDocument,
} from '../../../configuration/files/schema.ts';
import type { ChainItem } from '../../../contract/control/chain.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import type { DocumentPlace } from './refusals.ts';

interface Placed<T> {
  readonly document: number;
  readonly value: T;
}

/** The items of a manifest, with the built-in ones where it extends them. They are stored as they are. */
export interface PlannedChain {
  readonly document: number;
  readonly items: ChainItem[];
  /** Index in the manifest of each item; undefined for one that only the built-in chain has. */
  readonly places: readonly (number | undefined)[];
}

export interface PlannedWorkspace {
  readonly id: string;
  readonly definition?: Placed<WorkspaceDocument>;
  readonly chain?: PlannedChain;
  /** Place of its first mention. */
  readonly place: DocumentPlace;
}

export interface PlannedAgent {
  readonly id: string;
  readonly workspaceId: string;
  readonly modelId: string | undefined;
  /** Of its environment; undefined for an agent of a VendorWorkspace. */
  readonly deploymentType: EnvironmentDocument['spec']['deployment_type'] | undefined;
  /** True if a VendorWorkspace lists it: only that document gives the complete state of an agent. */
  readonly isDefined: boolean;
  readonly place: DocumentPlace;
}

export interface PlannedEnvironment {
  readonly id: string;
  readonly workspaceId: string;
  readonly deploymentType: EnvironmentDocument['spec']['deployment_type'];
  /** Ids of its agents. */
  readonly agents: readonly string[];
  readonly place: DocumentPlace;
}

export interface PlannedSettings {
  readonly scope: Scope;
  readonly workspaceId: string;
  readonly auditorId: string;
  readonly written: SettingEntries;
  readonly place: DocumentPlace;
}

export interface Plan {
  readonly organizationChain: PlannedChain | undefined;
  readonly workspaces: readonly PlannedWorkspace[];
  readonly agents: readonly PlannedAgent[];
  readonly environments: readonly PlannedEnvironment[];
  readonly settings: readonly PlannedSettings[];
}

/** Sorts documents into objects; they were checked one by one and together before. */
export function toPlan(documents: readonly ConfigDocument[], fallback: string | undefined): Plan {
  const workspaces = new Map<string, PlannedWorkspace>();
  let organizationChain: PlannedChain | undefined;
  const speakOf = (id: string, place: DocumentPlace, part: Partial<PlannedWorkspace>): void => {
    workspaces.set(id, { ...(workspaces.get(id) ?? { id, place }), ...part });
  };
  for (const [document, config] of documents.entries()) {
    if (config.type === 'workspace') {
      const place = { document, pointer: '/metadata/name' };
      speakOf(workspaceOf(config), place, { definition: { document, value: config.value } });
    } else if (config.type === 'environment') {
      speakOf(workspaceOf(config, fallback), { document, pointer: '' }, {});
    } else {
      const chain = toChain(config.value, document);
      const id = chainWorkspaceOf(config, fallback);
      if (id === undefined) organizationChain = chain;
      else speakOf(id, { document, pointer: '' }, { chain });
    }
  }
  return {
    organizationChain,
    workspaces: [...workspaces.values()],
    agents: documents.flatMap((config, document) => toAgents(config, document, fallback)),
    environments: documents.flatMap((config, document) =>
      config.type === 'environment' ? [toEnvironment(config, document, fallback)] : [],
    ),
    settings: documents.flatMap((config, document) =>
      config.type === 'workspace' ? toSettings(config.value, document) : [],
    ),
  };
}

/** @throws Error for a document that was not checked */
function toChain(value: ChainDocument, document: number): PlannedChain {
  const extended = extendChain(value, builtInChain);
  if (!extended.ok) throw new Error(`the document was checked: ${extended.message}`);
  const places = extended.items.map(({ name }) => {
    const index = value.chain.findIndex((item) => item.name === name);
    return index < 0 ? undefined : index;
  });
  return { document, items: [...extended.items], places };
}

function toAgents(config: ConfigDocument, document: number, fallback: string | undefined): PlannedAgent[] {
  if (config.type === 'chain') return [];
  const workspaceId = workspaceOf(config, fallback);
  const agents = config.value.spec.agents ?? [];
  return agents.map(({ name, model }, index) => ({
    id: name,
    workspaceId,
    modelId: model?.id,
    deploymentType: config.type === 'environment' ? config.value.spec.deployment_type : undefined,
    isDefined: config.type === 'workspace',
    place: { document, pointer: pointTo('/spec/agents', index) },
  }));
}

function toEnvironment(
  config: ConfigDocument & { readonly type: 'environment' },
  document: number,
  fallback: string | undefined,
): PlannedEnvironment {
  const { deployment_type: deploymentType, agents } = config.value.spec;
  return {
    id: environmentNameOf(config, fallback),
    workspaceId: workspaceOf(config, fallback),
    deploymentType,
    agents: agents.map(({ name }) => name),
    place: { document, pointer: '/spec' },
  };
}

function toSettings({ metadata, spec }: WorkspaceDocument, document: number): PlannedSettings[] {
  const workspaceId = metadata.name;
  const ofScope = (scope: Scope, base: string, settings: AuditorSettingsMap | undefined): PlannedSettings[] =>
    Object.entries(settings ?? {}).map(([auditorId, written]) => ({
      scope,
      workspaceId,
      auditorId,
      written,
      place: { document, pointer: pointTo(base, auditorId) },
    }));
  return [
    ...ofScope(
      { level: 'workspace', id: workspaceId },
      '/spec/defaults/auditorSettings',
      spec.defaults?.auditorSettings,
    ),
    ...(spec.agents ?? []).flatMap(({ name, auditorSettings }, index) =>
      ofScope({ level: 'agent', id: name }, `/spec/agents/${index}/auditorSettings`, auditorSettings),
    ),
  ];
}
