/** Sorts the content of documents by object: scopes first, then agents, then settings, each with its place in the documents. */
import { chainWorkspaceOf, workspaceOf } from '../../../configuration/files/check-together.ts';
import { pointTo } from '../../../configuration/files/finding.ts';
import type {
  AuditorSettingsMap,
  ChainDocument,
  ConfigDocument,
  WorkspaceDocument,
} from '../../../configuration/files/schema.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { SettingEntries } from '../../../contract/control/setting.ts';
import type { DocumentPlace } from './refusals.ts';

interface Placed<T> {
  readonly document: number;
  readonly value: T;
}

export interface PlannedWorkspace {
  readonly id: string;
  readonly definition?: Placed<WorkspaceDocument>;
  readonly chain?: Placed<ChainDocument>;
  /** Place of its first mention. */
  readonly place: DocumentPlace;
}

export interface PlannedAgent {
  readonly id: string;
  readonly workspaceId: string;
  readonly modelId: string | undefined;
  /** True if a VendorWorkspace lists it: only that document gives the complete state of an agent. */
  readonly isDefined: boolean;
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
  readonly organizationChain: Placed<ChainDocument> | undefined;
  readonly workspaces: readonly PlannedWorkspace[];
  readonly agents: readonly PlannedAgent[];
  readonly settings: readonly PlannedSettings[];
}

/** Sorts documents into objects; they were checked one by one and together before. */
export function toPlan(documents: readonly ConfigDocument[], fallback: string | undefined): Plan {
  const workspaces = new Map<string, PlannedWorkspace>();
  let organizationChain: Placed<ChainDocument> | undefined;
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
      const chain = { document, value: config.value };
      const id = chainWorkspaceOf(config, fallback);
      if (id === undefined) organizationChain = chain;
      else speakOf(id, { document, pointer: '' }, { chain });
    }
  }
  return {
    organizationChain,
    workspaces: [...workspaces.values()],
    agents: documents.flatMap((config, document) => toAgents(config, document, fallback)),
    settings: documents.flatMap((config, document) =>
      config.type === 'workspace' ? toSettings(config.value, document) : [],
    ),
  };
}

function toAgents(config: ConfigDocument, document: number, fallback: string | undefined): PlannedAgent[] {
  if (config.type === 'chain') return [];
  const workspaceId = workspaceOf(config, fallback);
  const agents = config.value.spec.agents ?? [];
  return agents.map(({ name, model }, index) => ({
    id: name,
    workspaceId,
    modelId: model?.id,
    isDefined: config.type === 'workspace',
    place: { document, pointer: pointTo('/spec/agents', index) },
  }));
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
