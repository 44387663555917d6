/** An environment of type model on this machine: a process for each model and each auditor of ours, with its address. */
import { builtInIdOfImage } from '../../configuration/chain/resolve-chain.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import type { Environment } from '../../platform/config.ts';
import type { NamedProgram } from '../../platform/supervised-group.ts';
import type { EnvironmentPlan } from './plan-environments.ts';

/** What answers at an address of this machine, or elsewhere. */
export interface LocalPart {
  readonly kind: 'model' | 'auditor';
  /** Agent of a model; name of an auditor's item. */
  readonly name: string;
  readonly what: string;
  readonly url: string;
  /** Undefined for what somebody else runs. */
  readonly process?: NamedProgram;
  /** The auditor's item; undefined for a model. */
  readonly item?: ChainItem;
}

export interface LocalOptions {
  /** Command line for a shell, or the URL of a server that already runs. */
  readonly model: { readonly command: string } | { readonly url: string };
  /** Port of the first model; the next ones follow. */
  readonly modelPort: number;
  /** Variables for every process; `AUDITOR_TOKEN` among them is for auditors alone. */
  readonly env: Environment;
  /** Program and arguments that run this command line. */
  readonly assay: readonly string[];
  /** Gives the data folder of an auditor. */
  readonly folderOf: (item: ChainItem) => string;
}

/** The parts, models first, or the reasons why this machine cannot run them. */
export type LocalParts =
  | { readonly parts: readonly LocalPart[]; readonly refusals: readonly [] }
  | { readonly parts: readonly []; readonly refusals: readonly string[] };

/** Plans the processes. An image that is not ours needs a container engine, so its item must name a `url`. */
export function toLocalParts({ models, auditors }: EnvironmentPlan, options: LocalOptions): LocalParts {
  const foreign = auditors.filter(({ url, image }) => url === undefined && builtInIdOfImage(image) === undefined);
  if (models.length > maxPort + 1 - options.modelPort) {
    return { parts: [], refusals: [`there are ${models.length} models: --model-port leaves too few ports`] };
  }
  const parts = [
    ...models.map(({ agentId, modelId }, index) => toModel(agentId, modelId, options.modelPort + index, options)),
    ...auditors.map((item) => toAuditor(item, options)),
  ];
  const refusals = [
    ...foreign.map(
      ({ name, image }) =>
        `auditor ${name}: ${image} is an image of yours, and no container is started here: run it and name its url in the chain`,
    ),
    ...findDoublePorts(parts),
  ];
  return refusals.length === 0 ? { parts, refusals: [] } : { parts: [], refusals };
}

const maxPort = 65_535;

function toModel(agentId: string, modelId: string, port: number, { model, env }: LocalOptions): LocalPart {
  const part = { kind: 'model', name: agentId, what: modelId } as const;
  if ('url' in model) return { ...part, url: model.url };
  const { AUDITOR_TOKEN: _token, ...shared } = env;
  const own = { MODEL_ID: modelId, AGENT_ID: agentId, PORT: String(port) };
  const process = {
    name: `model ${agentId}`,
    command: '/bin/sh',
    args: ['-c', model.command],
    env: { ...shared, ...own },
  };
  return { ...part, url: `http://127.0.0.1:${port}`, process };
}

function toAuditor(item: ChainItem, { env, assay, folderOf }: LocalOptions): LocalPart {
  const part = { kind: 'auditor', name: item.name, what: item.image, item } as const;
  const id = builtInIdOfImage(item.image);
  if (item.url !== undefined || id === undefined) return { ...part, url: item.url ?? `http://127.0.0.1:${item.port}` };
  const [command = '', ...args] = assay;
  const own = { ...item.env, ASSAY_DATA_DIR: folderOf(item), PORT: String(item.port) };
  const process = {
    name: `auditor ${item.name}`,
    command,
    args: [...args, 'start', '--only', id, '--log', 'json'],
    env: { ...env, ...own },
  };
  return { ...part, url: `http://127.0.0.1:${item.port}`, process };
}

function findDoublePorts(parts: readonly LocalPart[]): string[] {
  const seen = new Map<string, string>();
  return parts.flatMap(({ name, url, process }) => {
    if (process === undefined) return [];
    const other = seen.get(url);
    seen.set(url, name);
    return other === undefined
      ? []
      : [`${name} and ${other} would both listen on ${url}: change a port in the chain, or --model-port`];
  });
}
