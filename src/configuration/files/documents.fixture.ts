/** Documents for tests, and generators of documents in the form that an export prints. */
import { manifests } from '@assay/sdk/contract';
import fc from 'fast-check';
import type { ChainDocument, EnvironmentDocument, WorkspaceDocument } from './schema.ts';

export function aWorkspace(name: string, spec: WorkspaceDocument['spec'] = {}): WorkspaceDocument {
  return { apiVersion: manifests.apiVersion, kind: manifests.workspaceKind, metadata: { name }, spec };
}

export function anEnvironment(
  agents: EnvironmentDocument['spec']['agents'],
  metadata?: EnvironmentDocument['metadata'],
): EnvironmentDocument {
  return {
    apiVersion: manifests.apiVersion,
    kind: manifests.environmentKind,
    ...(metadata === undefined ? {} : { metadata }),
    spec: { deployment_type: 'model', agents },
  };
}

export function aChain(names: readonly string[], workspace?: string): ChainDocument {
  const chain = names.map((name, index) => ({ name, image: `assay/${name}`, port: 8090 + index }));
  return workspace === undefined ? { chain } : { metadata: { workspace }, chain };
}

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
/** Settings of the built-in auditors, each with valid values. */
const threshold = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
const entry = fc.record({ value: threshold });
const enforced = fc.record({ value: threshold, enforced: fc.constant(true) }, { requiredKeys: ['value'] });
const settings = fc
  .record(
    {
      injection: fc.record({ 'injection_risk.threshold': entry }),
      pii: fc.record({ 'pii_found.threshold': entry }),
    },
    { requiredKeys: [] },
  )
  .filter((value) => Object.keys(value).length > 0);
/** The workspace enforces settings of another auditor than its agents set: an agent's copy would not be stored. */
const workspaceSettings = fc
  .record(
    {
      injection: fc.record({ 'injection_risk.threshold': entry }),
      toxicity: fc.record({ 'toxic_content.threshold': enforced }),
    },
    { requiredKeys: [] },
  )
  .filter((value) => Object.keys(value).length > 0);
const phase = fc
  .subarray(['injection', 'pii', 'secrets', 'toxicity'])
  .map((ids) => ids.map((auditorId) => ({ auditorId })));
const chain = fc
  .record({ preRequest: phase, postResponse: phase }, { requiredKeys: [] })
  .filter((value) => Object.keys(value).length > 0);

/** Documents that are valid together, sorted as an export sorts them. */
export const someDocuments: fc.Arbitrary<WorkspaceDocument[]> = fc
  .uniqueArray(id, { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => aDefinition(name))))
  .map((documents) => [...documents].sort((left, right) => (left.metadata.name < right.metadata.name ? -1 : 1)));

function aDefinition(name: string): fc.Arbitrary<WorkspaceDocument> {
  const agent = fc.record(
    { name: id, model: fc.record({ id: fc.stringMatching(/^[ -~]{1,30}$/) }), auditorSettings: settings },
    { requiredKeys: ['name'] },
  );
  const agents = fc
    .uniqueArray(agent, { minLength: 1, maxLength: 4, selector: (one) => one.name })
    // An agent is in one workspace only.
    .map((list) => list.map((one) => ({ ...one, name: `${one.name}.${name}` })))
    .map((list) => list.sort((left, right) => (left.name < right.name ? -1 : 1)));
  const defaults = fc
    .record({ auditorChain: chain, auditorSettings: workspaceSettings }, { requiredKeys: [] })
    .filter((value) => Object.keys(value).length > 0);
  return fc.record({ defaults, agents }, { requiredKeys: [] }).map((spec) => aWorkspace(name, spec));
}
