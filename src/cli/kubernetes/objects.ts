/**
 * The Kubernetes objects of an environment (contract 2.10: `deployment_type: model` provisions model plus auditors),
 * with the labels and annotations of contract 2.12.
 */
import { annotations } from '@assay/sdk/contract';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { builtInIdOfImage } from '../../configuration/chain/resolve-chain.ts';
import type { ChainItem } from '../../contract/control/chain.ts';
import { toConfinedPod } from './pods.ts';
import { toResourceName } from './resource-name.ts';

export type KubernetesObject = IDeployment | IService | INetworkPolicy;

/** Values shared by the objects of one call. */
export interface Cluster {
  readonly namespace: string | undefined;
  /** Prefix of each image's name, e.g. `registry.example.com/`. */
  readonly imagePrefix: string;
  /** Name of the environment. */
  readonly partOf: string;
}

export interface ModelPod {
  readonly agentId: string;
  readonly modelId: string;
  readonly image: string;
  readonly port: number;
  /** Names of the auditors of its chain. */
  readonly auditors: readonly string[];
}

/** Required secret: the gateway's token for auditors. */
export const auditorTokenSecret = { name: 'assay-auditor-token', key: 'token' } as const;
/** Pods with this label may call auditors and models. */
export const gatewayLabels = { 'app.kubernetes.io/name': 'assay-gateway' } as const;

const componentLabel = 'app.kubernetes.io/component';
const nameLabel = 'app.kubernetes.io/name';
const partOfLabel = 'app.kubernetes.io/part-of';
/** User id of our images. */
const imageUser = 1000;

/** Deployment and Service of one auditor of the chain. */
export function toAuditorObjects(item: ChainItem, cluster: Cluster): KubernetesObject[] {
  const name = toResourceName('auditor', item.name);
  const labels = toLabels(name, 'auditor', cluster);
  const pod = toConfinedPod({
    container: {
      name: 'auditor',
      image: `${cluster.imagePrefix}${item.image}`,
      env: [
        { name: 'PORT', value: String(item.port) },
        { name: 'AUDITOR_TOKEN', valueFrom: { secretKeyRef: { ...auditorTokenSecret } } },
        ...Object.entries(item.env ?? {}).map(([variable, value]) => ({ name: variable, value })),
      ],
      ports: [{ name: 'http', containerPort: item.port }],
      startupProbe: { ...askHealth, periodSeconds: 2, failureThreshold: 60 },
      readinessProbe: { ...toReadiness(item), periodSeconds: 10, timeoutSeconds: 6 },
      livenessProbe: { ...askHealth, periodSeconds: 20, timeoutSeconds: 5 },
      resources: { requests: { cpu: '100m', memory: '192Mi' }, limits: { memory: '512Mi' } },
    },
    scratch: '/data',
    ...(builtInIdOfImage(item.image) === undefined ? {} : { user: imageUser }),
  });
  return [
    toDeployment({ name, labels, cluster, template: { metadata: { labels }, spec: pod } }),
    toService(name, labels, cluster, item.port),
  ];
}

/** Deployment and Service of the model of one agent: a secured pod that names its auditors. */
export function toModelObjects(model: ModelPod, cluster: Cluster): KubernetesObject[] {
  const name = toResourceName('agent', model.agentId);
  const labels = { ...toLabels(name, 'model', cluster), [annotations.secured]: 'true' };
  const pod = toConfinedPod({
    container: {
      name: 'model',
      image: model.image,
      env: [
        { name: 'MODEL_ID', value: model.modelId },
        { name: 'AGENT_ID', value: model.agentId },
      ],
      ports: [{ name: 'http', containerPort: model.port }],
      startupProbe: { tcpSocket: { port: 'http' }, periodSeconds: 10, failureThreshold: 180 },
      readinessProbe: { tcpSocket: { port: 'http' }, periodSeconds: 10 },
      resources: { requests: { cpu: '1', memory: '2Gi' } },
    },
    scratch: '/tmp',
  });
  const audit = { [annotations.auditors]: model.auditors.join(','), [annotations.auditMode]: 'enforce' };
  return [
    toDeployment({ name, labels, cluster, template: { metadata: { labels, annotations: audit }, spec: pod } }),
    toService(name, labels, cluster, model.port),
  ];
}

/** Network rules: auditors answer gateways and secured pods and call nobody; models answer gateways. */
export function toNetworkPolicies(cluster: Cluster, auditorCount: number): INetworkPolicy[] {
  const gateways = { podSelector: { matchLabels: { ...gatewayLabels } } };
  const secured = { podSelector: { matchLabels: { [annotations.secured]: 'true' } } };
  const ports = [{ port: 'http', protocol: 'TCP' as const }];
  const selects = (component: string) => ({
    matchLabels: { [componentLabel]: component, [partOfLabel]: cluster.partOf },
  });
  const auditors: INetworkPolicy = {
    ...networkPolicyHead(`${cluster.partOf}-auditors`, cluster),
    spec: {
      podSelector: selects('auditor'),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [gateways, secured], ports }],
      egress: [],
    },
  };
  const models: INetworkPolicy = {
    ...networkPolicyHead(`${cluster.partOf}-models`, cluster),
    spec: { podSelector: selects('model'), policyTypes: ['Ingress'], ingress: [{ from: [gateways], ports }] },
  };
  return auditorCount === 0 ? [models] : [auditors, models];
}

const askHealth = { httpGet: { path: '/health', port: 'http' } } as const;

/** `/health` is 200 while an auditor still loads its model. Our images have a probe that tells the difference. */
function toReadiness({ image }: ChainItem) {
  return builtInIdOfImage(image) === undefined ? askHealth : { exec: { command: ['node', '/app/health.mjs'] } };
}

type Labels = Readonly<Record<string, string>>;

function toLabels(name: string, component: string, { partOf }: Cluster): Labels {
  return {
    [nameLabel]: name,
    [componentLabel]: component,
    [partOfLabel]: partOf,
    'app.kubernetes.io/managed-by': 'assay',
  };
}

interface DeploymentParts {
  readonly name: string;
  readonly labels: Labels;
  readonly cluster: Cluster;
  readonly template: NonNullable<IDeployment['spec']>['template'];
}

function toDeployment({ name, labels, cluster, template }: DeploymentParts): IDeployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: toMetadata(name, labels, cluster),
    spec: { replicas: 1, selector: { matchLabels: toSelector(name, cluster) }, template },
  };
}

function toService(name: string, labels: Labels, cluster: Cluster, port: number): IService {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: toMetadata(name, labels, cluster),
    spec: { selector: toSelector(name, cluster), ports: [{ name: 'http', port, targetPort: 'http' }] },
  };
}

function networkPolicyHead(name: string, cluster: Cluster) {
  const labels = { [partOfLabel]: cluster.partOf, 'app.kubernetes.io/managed-by': 'assay' };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: toMetadata(name, labels, cluster),
  } as const;
}

function toSelector(name: string, { partOf }: Cluster): Record<string, string> {
  return { [nameLabel]: name, [partOfLabel]: partOf };
}

function toMetadata(name: string, labels: Labels, { namespace }: Cluster) {
  return { name, ...(namespace === undefined ? {} : { namespace }), labels };
}
