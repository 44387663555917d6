/** Converts declarative documents to Kubernetes objects: the auditors beside each model. */
import { type KnownAuditor, resolveChain } from '../../configuration/chain/resolve-chain.ts';
import { chainWorkspaceOf, workspaceOf } from '../../configuration/files/check-together.ts';
import type { FileDocument, FileProblem } from '../../configuration/files/parse-files.ts';
import { builtInAuditors } from '../../contract/control/built-in-auditors.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import { type Cluster, type KubernetesObject, toAuditorObjects, toModelObjects, toNetworkPolicies } from './objects.ts';
import { isVariableName } from './resource-name.ts';

export interface RenderOptions {
  readonly workspace: string | undefined;
  readonly namespace: string | undefined;
  readonly imagePrefix: string;
  readonly modelImage: string;
  readonly modelPort: number;
}

export interface Rendered {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly FileProblem[];
}

type EnvironmentFile = FileDocument & { readonly type: 'environment' };

/** Name of an environment without one. */
const defaultName = 'assay';

/** Renders every environment among the documents; the others define its auditors. */
export function renderEnvironments(documents: readonly FileDocument[], options: RenderOptions): Rendered {
  const environments = documents.filter((document): document is EnvironmentFile => document.type === 'environment');
  const problems: FileProblem[] = [];
  const names = new Set<string>();
  const objects = environments.flatMap((environment) => {
    const tell = (pointer: string, message: string): KubernetesObject[] => {
      problems.push({ ...environment.locate(pointer, 'value'), message });
      return [];
    };
    const { metadata, spec } = environment.value;
    if (spec.deployment_type !== 'model') {
      return tell(
        '/spec/deployment_type',
        `only an environment of type model is rendered, not ${spec.deployment_type}`,
      );
    }
    const partOf = metadata?.name ?? defaultName;
    if (names.has(partOf)) return tell('', `another environment is also named ${partOf}: give each a metadata.name`);
    names.add(partOf);
    const { items, messages } = findAuditors(documents, environment, options.workspace);
    for (const message of messages) tell('', message);
    return renderEnvironment(environment, items, { ...options, partOf });
  });
  return { objects, problems };
}

function renderEnvironment(
  { value }: EnvironmentFile,
  items: readonly ChainItem[],
  { modelImage: image, modelPort: port, ...cluster }: Cluster & RenderOptions,
): KubernetesObject[] {
  const auditors = items.map(({ name }) => name);
  // An item with its own url runs elsewhere.
  const placedHere = items.filter(({ url }) => url === undefined);
  const models = value.spec.agents.map(({ name: agentId, model }) => ({
    agentId,
    modelId: model.id,
    image,
    port,
    auditors,
  }));
  return [
    ...models.flatMap((model) => toModelObjects(model, cluster)),
    ...placedHere.flatMap((item) => toAuditorObjects(item, cluster)),
    ...toNetworkPolicies(cluster, placedHere.length),
  ];
}

/** Finds the chain of the environment's workspace, as the verifier and gateways resolve it. */
function findAuditors(
  documents: readonly FileDocument[],
  environment: EnvironmentFile,
  fallback: string | undefined,
): { items: ChainItem[]; messages: string[] } {
  const workspaceId = workspaceOf(environment, fallback);
  const organization: { items?: ChainItem[] } = {};
  let workspace: ScopeChain = {};
  for (const document of documents) {
    if (document.type === 'chain') {
      const id = chainWorkspaceOf(document, fallback);
      if (id === undefined) organization.items = document.value.chain;
      if (id === workspaceId) workspace = { ...workspace, items: document.value.chain };
    }
    if (document.type === 'workspace' && workspaceOf(document) === workspaceId) {
      const { auditorChain } = document.value.spec.defaults ?? {};
      if (auditorChain !== undefined) workspace = { ...workspace, auditorChain };
    }
  }
  const { items, problems } = resolveChain({ scopes: [organization, workspace], auditors: knownAuditors });
  const chosen = items.map(({ item }) => item);
  return { items: chosen, messages: [...problems.map(({ message }) => message), ...findUnfit(chosen)] };
}

/** Variables that the objects set themselves, each with the source of its value. */
const ownVariables: Readonly<Record<string, string>> = {
  PORT: 'is the port of the item',
  AUDITOR_TOKEN: 'comes from a secret, not from a file',
};

function findUnfit(items: readonly ChainItem[]): string[] {
  return items.flatMap(({ name, env }) =>
    Object.keys(env ?? {}).flatMap((variable) => {
      const own = Object.hasOwn(ownVariables, variable) ? ownVariables[variable] : undefined;
      if (own !== undefined) return [`auditor ${name}: ${variable} ${own}`];
      if (isVariableName(variable)) return [];
      return [`auditor ${name}: no container accepts a variable named ${JSON.stringify(variable)}`];
    }),
  );
}

const knownAuditors: readonly KnownAuditor[] = builtInAuditors.map(({ entry, vocabulary }) => ({
  id: entry.id,
  builtIn: true,
  port: entry.defaultPort,
  vocabulary,
}));
