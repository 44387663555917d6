/** The Kubernetes objects of an installed runtime: a confined pod with the declared limits, and its network. */

import type { App } from '@assay/client';
import { annotations } from '@assay/sdk/contract';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { gatewayLabels } from './objects.ts';
import { toConfinedPod } from './pods.ts';
import { toResourceName } from './resource-name.ts';

export interface RuntimePod {
  readonly agentId: string;
  readonly runtime: NonNullable<App['runtime']> & { readonly image: string };
  readonly gatewayUrl: string;
  readonly namespace: string | undefined;
}

/** A Deployment, and a network policy unless its network is open. */
export function toRuntimeObjects(pod: RuntimePod): (IDeployment | INetworkPolicy)[] {
  const name = toResourceName('runtime', pod.agentId);
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'assay' };
  const metadata = { name, ...(pod.namespace === undefined ? {} : { namespace: pod.namespace }), labels };
  const podLabels = { ...labels, [annotations.secured]: 'true' };
  const deployment: IDeployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels: podLabels }, spec: toPod(pod) },
    },
  };
  return [deployment, ...toNetwork(pod, metadata, labels)];
}

function toPod({ agentId, runtime, gatewayUrl }: RuntimePod) {
  const { image, env = {}, port, cpus, memory_mb: memory } = runtime;
  const most = {
    ...(cpus === undefined ? {} : { cpu: `${Math.ceil(cpus * 1000)}m` }),
    ...(memory === undefined ? {} : { memory: `${memory}Mi` }),
  };
  return toConfinedPod({
    container: {
      name: 'agent',
      image,
      env: [
        { name: 'AGENT_ID', value: agentId },
        { name: 'ASSAY_GATEWAY_URL', value: gatewayUrl },
        ...Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
      ],
      ...(port === undefined ? {} : { ports: [{ name: 'http', containerPort: port }] }),
      ...(Object.keys(most).length === 0 ? {} : { resources: { requests: most, limits: most } }),
    },
    scratch: '/tmp',
  });
}

/** Names are resolved in every network but `none`, so that the gateway is found. */
function toNetwork(
  { runtime: { network = 'open' } }: RuntimePod,
  metadata: NonNullable<INetworkPolicy['metadata']>,
  labels: Readonly<Record<string, string>>,
): INetworkPolicy[] {
  if (network === 'open') return [];
  const toGateways = { to: [{ podSelector: { matchLabels: { ...gatewayLabels } } }] };
  const toNames = {
    ports: [
      { port: 53, protocol: 'UDP' as const },
      { port: 53, protocol: 'TCP' as const },
    ],
  };
  const egress = network === 'none' ? [] : [toGateways, toNames];
  const spec = { podSelector: { matchLabels: { ...labels } }, policyTypes: ['Egress' as const], egress };
  return [{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec }];
}
