/** What an environment of type model provisions (contract 2.10): the models of its agents, and the auditors of its chain. */
import { builtInChain } from '../../configuration/chain/built-in-chain.ts';
import { extendChain } from '../../configuration/chain/extend-chain.ts';
import { type KnownAuditor, resolveChain } from '../../configuration/chain/resolve-chain.ts';
import { chainWorkspaceOf, workspaceOf } from '../../configuration/files/check-together.ts';
import type { FileDocument, FileProblem } from '../../configuration/files/parse-files.ts';
import type { ChainDocument } from '../../configuration/files/schema.ts';
import { builtInAuditors } from '../../contract/control/built-in-auditors.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import type { ScopeChain } from '../../contract/control/config-bundle.ts';
import { isVariableName } from '../kubernetes/resource-name.ts';

export interface EnvironmentPlan {
  /** `metadata.name`, else `assay`. */
  readonly name: string;
  readonly models: readonly { readonly agentId: string; readonly modelId: string }[];
  /** Items of its chain, in their order; those with a `url` run elsewhere. */
  readonly auditors: readonly ChainItem[];
}

export interface PlannedEnvironments {
  readonly environments: readonly EnvironmentPlan[];
  /** If there are any, nothing must be provisioned. */
  readonly problems: readonly FileProblem[];
}

type EnvironmentFile = FileDocument & { readonly type: 'environment' };

const defaultName = 'assay';

/** Plans every environment among the documents; the others define its auditors. */
export function planEnvironments(
  documents: readonly FileDocument[],
  fallback: string | undefined,
): PlannedEnvironments {
  const problems: FileProblem[] = [];
  const names = new Set<string>();
  const files = documents.filter((document): document is EnvironmentFile => document.type === 'environment');
  const environments = files.flatMap((file): EnvironmentPlan[] => {
    const tell = (pointer: string, message: string): EnvironmentPlan[] => {
      problems.push({ ...file.locate(pointer, 'value'), message });
      return [];
    };
    const { metadata, spec } = file.value;
    if (spec.deployment_type !== 'model') {
      const message = `only an environment of type model is provisioned, not ${spec.deployment_type}`;
      return tell('/spec/deployment_type', message);
    }
    const name = metadata?.name ?? defaultName;
    if (names.has(name)) return tell('', `another environment is also named ${name}: give each a metadata.name`);
    names.add(name);
    const { items, messages } = findAuditors(documents, file, fallback);
    for (const message of messages) tell('', message);
    const models = spec.agents.map(({ name: agentId, model }) => ({ agentId, modelId: model.id }));
    return [{ name, models, auditors: items }];
  });
  return { environments, problems };
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
      if (id === undefined) organization.items = itemsOf(document.value);
      if (id === workspaceId) workspace = { ...workspace, items: itemsOf(document.value) };
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

/** @throws Error for a document that was not checked */
function itemsOf(document: ChainDocument): ChainItem[] {
  const extended = extendChain(document, builtInChain);
  if (!extended.ok) throw new Error(`the document was checked: ${extended.message}`);
  return [...extended.items];
}

/** Variables that are set for the auditor, each with the source of its value. */
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
