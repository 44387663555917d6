/**
 * The administrative writes of seeing and composing: models, workflows, webhooks and telemetry exports; see
 * `acts.fixture.ts`. Those of auditors and publishers are in `registry-acts.fixture.ts`.
 */
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { workflowRunsTable, workflowStepsTable } from '../../composition/workflows/runs/tables.ts';
import type { Act, ActContext } from './acts.fixture.ts';

/** What people bring here, by its kind; no other address is called so. */
export const composingSecrets = {
  'header of a collector': 'Bearer otlp-4c1de90b7a5f4d3f9c02e8a6b1d7',
  'header of a collector after a change': 'otlp-91f3a7c25b6e4f0d8d1c47e0b9aa',
} as const;

const idOf = ({ ids }: ActContext, name: string): string => ids.get(name) ?? '';
const models = '/v1/registry/models';
const version = `${models}/:id/versions/:version`;
const ofVersion = { of: ['model', 'model_version'] } as const;
/** As it is sent: JSON of a text. */
const bytes = '"weights"';
const aFile = { path: 'model.bin', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
const reason = () => ({ reason: 'r' });

const modelActs: readonly Act[] = [
  {
    endpoint: `POST ${models}`,
    keep: 'model',
    action: 'registered_model.created',
    body: () => ({ name: 'act-model', served_as: ['act-model'] }),
  },
  {
    endpoint: `PATCH ${models}/:id`,
    of: ['model'],
    revision: 1,
    action: 'registered_model.updated',
    body: () => ({ description: 'x' }),
  },
  {
    endpoint: `POST ${models}/:id/versions`,
    of: ['model'],
    action: 'registered_model.version_registered',
    body: () => ({ files: [aFile] }),
    after: ({ ids }) => void ids.set('model_version', '1'),
  },
  {
    endpoint: `PATCH ${version}`,
    ...ofVersion,
    revision: 1,
    action: 'registered_model.version_updated',
    body: () => ({ license: 'Apache-2.0' }),
  },
  {
    // Nothing here looks through it.
    endpoint: `PUT ${version}/files/*`,
    ...ofVersion,
    action: 'registered_model.version_failed',
    rest: aFile.path,
    mediaType: 'application/octet-stream',
    body: () => JSON.parse(bytes),
    async after(context) {
      const at = `${models}/${idOf(context, 'model')}/versions/1/verifications`;
      const { body } = await context.verifier.admin('GET', at);
      const [run] = body['items'] as { readonly id: string }[];
      context.ids.set('model_run', run?.id ?? '');
    },
  },
  {
    endpoint: `POST ${version}/evaluations`,
    ...ofVersion,
    action: 'registered_model.evaluated',
    body: () => ({ name: 'mmlu', metric: 'accuracy', value: 0.7 }),
  },
  {
    endpoint: `POST ${version}/approve`,
    ...ofVersion,
    action: 'registered_model.version_approved',
    body: () => ({ accept_unchecked: true }),
  },
  {
    endpoint: `PUT ${models}/:id/aliases/:name`,
    of: ['model', 'alias'],
    body: () => ({ version: 1 }),
    action: 'registered_model.alias_moved',
    before: async ({ ids }) => void ids.set('alias', 'stable'),
  },
  { endpoint: `POST ${version}/deprecate`, ...ofVersion, action: 'registered_model.version_deprecated', body: reason },
  { endpoint: `POST ${version}/revoke`, ...ofVersion, action: 'registered_model.version_revoked', body: reason },
  { endpoint: `DELETE ${models}/:id/aliases/:name`, of: ['model', 'alias'], action: 'registered_model.alias_removed' },
  {
    endpoint: `DELETE ${models}/:id`,
    of: ['spare_model'],
    revision: 1,
    action: 'registered_model.removed',
    async before({ verifier, ids }) {
      ids.set('spare_model', String((await verifier.admin('POST', models, { name: 'act-spare' })).body['id']));
    },
  },
];

const workflows = '/api/v1/workflows';
const run = `${workflows}/:id/runs`;
/** One that waits for people. */
const graph = {
  nodes: [
    { id: 'in', type: 'input', config: { type: 'json' } },
    { id: 'ask', type: 'human_approval', config: { message: 'Go on?' } },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { id: 'e0', source: 'in', source_port: 'out', target: 'ask', target_port: 'in', kind: 'data' },
    { id: 'e1', source: 'ask', source_port: 'approved', target: 'out', target_port: 'in', kind: 'data' },
  ],
};

async function settle({ verifier }: ActContext): Promise<void> {
  const { workflowWork: work } = verifier.verifier().services;
  await work.idle();
  verifier.clock.set(verifier.clock.now() + 5_000);
  await work.sweep();
  await work.idle();
}

/** As if a process had ended in the middle of the step that waits. */
async function interrupt({ verifier, ids }: ActContext): Promise<void> {
  const { db } = verifier.testDb.database();
  const id = ids.get('run') ?? '';
  const isStep = and(eq(workflowStepsTable.run_id, id), eq(workflowStepsTable.node_id, 'ask'));
  const [step] = await db.update(workflowStepsTable).set({ status: 'unknown' }).where(isStep).returning();
  await db.update(workflowRunsTable).set({ status: 'interrupted' }).where(eq(workflowRunsTable.id, id));
  ids.set('step', step?.id ?? '');
}

const workflowActs: readonly Act[] = [
  {
    endpoint: `POST ${workflows}`,
    keep: 'workflow',
    action: 'workflow.created',
    body: () => ({ name: 'act', graph }),
    after: ({ ids }) => void ids.set('workflow_revision', '1'),
  },
  {
    endpoint: `PUT ${workflows}/:id`,
    of: ['workflow'],
    revision: 1,
    action: 'workflow.updated',
    body: () => ({ name: 'acts', graph }),
  },
  { endpoint: `POST ${workflows}/:id/deploy`, of: ['workflow'], action: 'workflow.deploying', after: settle },
  {
    endpoint: `POST ${run}`,
    of: ['workflow'],
    keep: 'run',
    action: 'workflow.run_started',
    body: () => ({ input: { invoice: 4711 } }),
    after: ({ verifier }) => verifier.verifier().services.workflowRunWork.sweep(),
  },
  {
    endpoint: `POST ${run}/:run_id/steps/:step_id/resolve`,
    of: ['workflow', 'run', 'step'],
    action: 'workflow.step_resolved',
    before: interrupt,
    body: () => ({ outcome: 'failed', comment: 'nobody was asked' }),
  },
  {
    endpoint: `POST ${run}/:run_id/cancel`,
    of: ['workflow', 'spare_run'],
    action: 'workflow.run_cancelled',
    async before({ verifier, ids }) {
      const made = await verifier.admin('POST', `${workflows}/${ids.get('workflow')}/runs`, { input: 1 });
      ids.set('spare_run', String(made.body['id']));
    },
  },
  { endpoint: `POST ${workflows}/:id/stop`, of: ['workflow'], action: 'workflow.stopping', after: settle },
  {
    endpoint: `DELETE ${workflows}/:id`,
    of: ['spare_workflow'],
    action: 'workflow.removed',
    async before({ verifier, ids }) {
      const made = await verifier.admin('POST', workflows, { name: 'spare', graph });
      ids.set('spare_workflow', String(made.body['id']));
    },
  },
];

const webhooks = '/v1/webhooks';

const webhookActs: readonly Act[] = [
  {
    endpoint: `POST ${webhooks}`,
    keep: 'webhook',
    action: 'webhook.created',
    body: ({ auditorUrl: url }) => ({ name: 'Pager', url: `${url}/hook`, events: ['workflow.*'] }),
  },
  {
    endpoint: `PATCH ${webhooks}/:id`,
    of: ['webhook'],
    revision: 1,
    action: 'webhook.updated',
    body: () => ({ description: 'x' }),
  },
  { endpoint: `POST ${webhooks}/:id/rotate-secret`, of: ['webhook'], action: 'webhook.secret_rotated' },
  {
    endpoint: `POST ${webhooks}/:id/test`,
    of: ['webhook'],
    action: 'webhook.tested',
    after: ({ ids }, { body }) => void ids.set('delivery', (body['delivery'] as { readonly id: string }).id),
  },
  {
    endpoint: `POST ${webhooks}/:id/deliveries/:delivery_id/replay`,
    of: ['webhook', 'delivery'],
    action: 'webhook.replayed',
  },
  {
    endpoint: `POST ${webhooks}/:id/replay`,
    of: ['webhook'],
    action: 'webhook.replayed',
    body: () => ({ since: '2020-01-01T00:00:00Z', status: 'all' }),
  },
  { endpoint: `DELETE ${webhooks}/:id`, of: ['webhook'], revision: 'read', action: 'webhook.removed' },
];

const telemetry = '/v1/telemetry-exports';

const telemetryActs: readonly Act[] = [
  {
    endpoint: `POST ${telemetry}`,
    keep: 'export',
    action: 'telemetry_export.created',
    body: ({ auditorUrl }) => ({
      name: 'Traces',
      endpoint: `${auditorUrl}/v1/traces`,
      headers: { authorization: composingSecrets['header of a collector'] },
    }),
  },
  {
    endpoint: `PATCH ${telemetry}/:id`,
    of: ['export'],
    revision: 1,
    action: 'telemetry_export.updated',
    body: () => ({ headers: { 'x-api-key': composingSecrets['header of a collector after a change'] } }),
  },
  { endpoint: `POST ${telemetry}/:id/test`, of: ['export'], action: 'telemetry_export.tested' },
  { endpoint: `DELETE ${telemetry}/:id`, of: ['export'], revision: 'read', action: 'telemetry_export.removed' },
];

export const composingActs: readonly Act[] = [...modelActs, ...workflowActs, ...webhookActs, ...telemetryActs];

/** Writes that administer nothing, or have their own tests of what they write. */
export const noAdministrativeComposingAct: Readonly<Record<string, string>> = {
  [`POST ${workflows}/:id/validate`]: 'reads only',
  [`POST ${version}/verify`]:
    'fetches files; what comes of them is written down in the name of whoever asked: downloads.test.ts looks for it',
};
