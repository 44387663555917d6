/** Converts environments to Kubernetes objects: the auditors beside each model. */
import type { FileDocument, FileProblem } from '../../configuration/files/parse-files.ts';
import { type EnvironmentPlan, planEnvironments } from '../environment/plan-environments.ts';
import { type Cluster, type KubernetesObject, toAuditorObjects, toModelObjects, toNetworkPolicies } from './objects.ts';

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

/** Renders every environment among the documents; the others define its auditors. */
export function renderEnvironments(documents: readonly FileDocument[], options: RenderOptions): Rendered {
  const { environments, problems } = planEnvironments(documents, options.workspace);
  return { objects: environments.flatMap((environment) => renderEnvironment(environment, options)), problems };
}

function renderEnvironment(
  { name, models, auditors }: EnvironmentPlan,
  { modelImage: image, modelPort: port, namespace, imagePrefix }: RenderOptions,
): KubernetesObject[] {
  const cluster: Cluster = { namespace, imagePrefix, partOf: name };
  const names = auditors.map((item) => item.name);
  const placedHere = auditors.filter(({ url }) => url === undefined);
  return [
    ...models.flatMap((model) => toModelObjects({ ...model, image, port, auditors: names }, cluster)),
    ...placedHere.flatMap((item) => toAuditorObjects(item, cluster)),
    ...toNetworkPolicies(cluster, placedHere.length),
  ];
}
