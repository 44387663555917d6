import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { aChain, anEnvironment, aWorkspace } from '../../configuration/files/documents.fixture.ts';
import { printDocuments } from '../../configuration/files/print-documents.ts';
import { runFake } from '../cli.fake.ts';
import { toResourceName } from '../kubernetes/resource-name.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-render-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface KubernetesDocument {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: Record<string, unknown>;
}

async function render(documents: readonly unknown[], args: readonly string[] = []) {
  const path = join(folder, 'environment.yaml');
  await writeFile(path, printDocuments(documents, 'yaml'));
  const run = await runFake(['render', '-f', path, ...args]);
  const objects: KubernetesDocument[] = parseAllDocuments(run.out).map((document) => document.toJS());
  return { ...run, objects };
}

/** Validated against the schemas of Kubernetes' OpenAPI document. */
function validate(object: unknown): void {
  const kind = Reflect.get(Object(object), 'kind');
  const models = { Deployment, Service, NetworkPolicy };
  const Model = models[kind as keyof typeof models];
  new Model(object as never).validate();
}

const environment = anEnvironment([{ name: 'helpdesk', model: { id: 'llama-3' } }], { name: 'prod' });
const nameOf = ({ kind, metadata }: KubernetesDocument) => `${kind} ${metadata.name}`;

describe('render', () => {
  it('gives models, the built-in auditors and network policies, valid by the schemas of Kubernetes', async () => {
    const { code, objects } = await render(
      [environment],
      ['-n', 'agents', '--model-image', 'registry.example.com/vllm:1'],
    );
    expect(code).toBe(0);
    for (const object of objects) expect(() => validate(object)).not.toThrow();
    expect(objects.map(nameOf)).toEqual([
      ...['Deployment agent-helpdesk', 'Service agent-helpdesk'],
      ...['injection', 'pii', 'secrets', 'toxicity'].flatMap((id) => [
        `Deployment auditor-${id}`,
        `Service auditor-${id}`,
      ]),
      ...['NetworkPolicy prod-auditors', 'NetworkPolicy prod-models'],
    ]);
    for (const { metadata } of objects) expect(metadata.namespace).toBe('agents');
  });

  it('is validated so that a wrong object would fail', async () => {
    const { objects } = await render([environment]);
    const [deployment] = objects;
    expect(() => validate({ ...deployment, spec: { ...deployment?.spec, replicas: 'one' } })).toThrow(/replicas/);
    expect(() => validate({ ...deployment, spec: { replicas: 1 } })).toThrow();
  });

  it('labels the pods of models as in the contract, with the auditors of the chain', async () => {
    const { objects } = await render([environment]);
    expect(objects[0]?.spec).toMatchObject({
      template: {
        metadata: {
          labels: { 'vendor.io/secured': 'true' },
          annotations: { 'vendor.io/auditors': 'injection,pii,secrets,toxicity', 'vendor.io/audit-mode': 'enforce' },
        },
        spec: {
          containers: [
            {
              env: [
                { name: 'MODEL_ID', value: 'llama-3' },
                { name: 'AGENT_ID', value: 'helpdesk' },
              ],
            },
          ],
        },
      },
    });
  });

  it('runs every pod without root, rights, a cluster token or a writable root', async () => {
    const { objects } = await render([environment]);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(5);
    for (const { spec } of deployments) {
      expect(spec).toMatchObject({
        template: {
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      });
    }
  });

  it('checks an auditor at /health, with its token from a secret and its variables from the chain', async () => {
    const chain = { chain: [{ name: 'pii', image: 'assay/pii:1', port: 9000, env: { PII_NAMES: 'false' } }] };
    const { objects } = await render([chain, environment], ['--image-prefix', 'registry.example.com/']);
    const auditor = objects.find(({ metadata }) => metadata.name === 'auditor-pii');
    expect(auditor?.spec).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              image: 'registry.example.com/assay/pii:1',
              env: [
                { name: 'PORT', value: '9000' },
                { name: 'AUDITOR_TOKEN', valueFrom: { secretKeyRef: { name: 'assay-auditor-token', key: 'token' } } },
                { name: 'PII_NAMES', value: 'false' },
              ],
              ports: [{ containerPort: 9000 }],
              livenessProbe: { httpGet: { path: '/health', port: 'http' } },
            },
          ],
        },
      },
    });
  });

  it('lets auditors answer only gateways and secured pods, and call nobody', async () => {
    const { objects } = await render([environment]);
    const policy = objects.find(({ metadata }) => metadata.name === 'prod-auditors');
    expect(policy?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'], egress: [] });
    expect(JSON.stringify(policy?.spec['ingress'])).toContain('vendor.io/secured');
  });

  it("uses the chain of the environment's workspace", async () => {
    const choice = { preRequest: [{ auditorId: 'injection' }], postResponse: [{ auditorId: 'groundedness' }] };
    const documents = [
      aWorkspace('w', { defaults: { auditorChain: choice } }),
      { ...environment, metadata: { workspace: 'w' } },
    ];
    const { objects } = await render(documents);
    const auditors = objects.filter(({ kind, metadata }) => kind === 'Service' && metadata.name.startsWith('auditor-'));
    expect(auditors.map(({ metadata }) => metadata.name)).toEqual(['auditor-injection', 'auditor-groundedness']);
    const named = await render([aChain(['secrets'], 'w'), environment], ['--workspace', 'w']);
    expect(JSON.stringify(named.objects[0])).toContain('"vendor.io/auditors":"secrets"');
  });

  it('keeps the built-in auditors where a chain extends them', async () => {
    const chain = { extends: 'built-in', chain: [{ name: 'mine', image: 'mine:1', port: 9001 }] };
    const { objects } = await render([chain, environment]);
    const auditors = objects.filter(({ kind, metadata }) => kind === 'Service' && metadata.name.startsWith('auditor-'));
    const guards = ['injection', 'pii', 'secrets', 'toxicity', 'mine'].map((name) => `auditor-${name}`);
    expect(auditors.map(({ metadata }) => metadata.name).sort()).toEqual(guards.sort());
  });

  it('creates no objects for an external auditor with a url, which is only called', async () => {
    const chain = { chain: [{ name: 'ours', image: 'x', port: 1, url: 'https://ours.example.com' }] };
    const { objects } = await render([chain, environment]);
    expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'NetworkPolicy']);
    expect(JSON.stringify(objects[0])).toContain('"vendor.io/auditors":"ours"');
  });

  it('reports that an unnamed model image is a placeholder', async () => {
    const { out, err } = await render([environment]);
    expect(out).toContain('model-server.invalid/replace-me');
    expect(err).toContain('--model-image');
  });

  it.each([
    [[{ ...environment, spec: { ...environment.spec, deployment_type: 'full' } }], 'only an environment of type model'],
    [
      [environment, { ...environment, spec: { ...environment.spec, agents: [{ name: 'b', model: { id: 'm' } }] } }],
      'give each a metadata.name',
    ],
    [[{ chain: [{ name: 'a', image: 'x', port: 1, env: { 'A B': '1' } }] }, environment], 'no container accepts'],
    [
      [{ chain: [{ name: 'a', image: 'x', port: 1, env: { AUDITOR_TOKEN: '1' } }] }, environment],
      'comes from a secret',
    ],
    [[aWorkspace('a')], 'no VendorEnvironment'],
    [[{ ...environment, spec: {} }], '/spec must have a member deployment_type'],
  ])('prints nothing for an unrenderable input (%#)', async (documents, message) => {
    const { code, out, err } = await render(documents);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });

  it.each([
    ['--namespace', 'A'],
    ['--model-port', '0'],
    ['--model-port', 'x'],
  ])('%s %s is wrong use', async (option, value) => {
    expect((await render([environment], [option, value])).code).toBe(2);
  });
});

describe('toResourceName', () => {
  const ids = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/);

  it('is a DNS label for any id, and readable for an id that is a label', () => {
    expect(toResourceName('agent', 'helpdesk-1')).toBe('agent-helpdesk-1');
    fc.assert(
      fc.property(ids, (id) => {
        expect(toResourceName('agent', id)).toMatch(/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
      }),
    );
  });

  it('gives distinct names to distinct ids', () => {
    fc.assert(
      fc.property(ids, ids, (left, right) => {
        fc.pre(left !== right);
        expect(toResourceName('agent', left)).not.toBe(toResourceName('agent', right));
      }),
    );
    expect(toResourceName('agent', 'A.b')).not.toBe(toResourceName('agent', 'a-b'));
  });
});
