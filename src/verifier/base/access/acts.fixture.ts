/**
 * One call of every administrative write of the API, in an order in which they all succeed, with the action that its
 * entry in the audit log has; and why every other write is no administrative act. Written by hand: an endpoint that is
 * in neither list makes `coverage.test.ts` fail.
 */
import { aMeasurement } from '../../attestation/appraisal/hardware.fixture.ts';
import { type Answer, aGateway, type Method, type TestVerifier } from '../../test-verifier.ts';

/** What one step needs of the steps before it. */
export interface ActContext {
  readonly verifier: TestVerifier;
  readonly ids: Map<string, string>;
  /** An auditor of somebody else, with a changing vocabulary. */
  readonly auditorUrl: string;
}

export interface Act {
  /** As `endpoints.ts` names it. */
  readonly endpoint: string;
  /** Names of ids for its parameters, in their order. */
  readonly of?: readonly string[];
  readonly body?: (context: ActContext) => unknown;
  /** Revision for If-Match; `read` asks for the present one. */
  readonly revision?: number | 'read';
  readonly query?: string;
  /** In the place of `*` at the end of its path. */
  readonly rest?: string;
  /** Of its body, which is JSON as bytes all the same. */
  readonly mediaType?: string;
  readonly action: string;
  /** Keeps the answer's id under this name. */
  readonly keep?: string;
  readonly before?: (context: ActContext) => Promise<void>;
  readonly after?: (context: ActContext, answer: Answer) => Promise<void> | void;
  /** Called as the local operator, and not as admin. */
  readonly asLocal?: true;
}

const idOf = ({ ids }: ActContext, name: string): string => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no step made ${name}`);
  return id;
};

/** Makes the call of an act. */
export async function perform(act: Act, context: ActContext): Promise<Answer> {
  await act.before?.(context);
  const [method = '', path = ''] = act.endpoint.split(' ');
  const names = [...(act.of ?? [])];
  const filled = path.replace(/:\w+/g, () => encodeURIComponent(idOf(context, names.shift() ?? '')));
  const url = `${filled.replace('*', act.rest ?? '*')}${act.query ?? ''}`;
  const headers = {
    ...(await toHeaders(act, url, context)),
    ...(act.mediaType === undefined ? {} : { 'content-type': act.mediaType }),
  };
  const body = act.body?.(context) ?? (method === 'POST' ? {} : undefined);
  const answer =
    act.asLocal === true
      ? await context.verifier.call(method as Method, url, headers, body)
      : await context.verifier.admin(method as Method, url, body, headers);
  const id = answer.body['id'];
  if (act.keep !== undefined && typeof id === 'string') context.ids.set(act.keep, id);
  await act.after?.(context, answer);
  return answer;
}

async function toHeaders({ revision }: Act, url: string, { verifier }: ActContext): Promise<Record<string, string>> {
  if (revision === undefined) return {};
  if (revision !== 'read') return { 'if-match': `"${revision}"` };
  const [base = url] = /^\/v1\/[^/]+\/[^/]+/.exec(url) ?? [];
  return { 'if-match': String((await verifier.admin('GET', base)).headers['etag']) };
}

const text = '@id("all") permit (principal, action, resource);';
const scope = { level: 'workspace', id: 'w-1' };
const settings = {
  scope: { level: 'workspace', id: 'default' },
  auditor_id: 'injection',
  settings: { 'injection_risk.threshold': { value: 0.7 } },
};
const aPolicy = () => ({ policy: { name: 'production', kinds: { 'sev-snp': {} } }, reason: 'r' });
const aSet = () => ({
  reference_values: {
    name: 'gateway 1.0',
    kind: 'sev-snp',
    source: 'release page',
    release: '1.0.0',
    measurements: { measurement: [aMeasurement('aa')] },
  },
  reason: 'r',
});
const reason = () => ({ reason: 'r' });
const aFile = { apiVersion: 'vendor.io/v1alpha1', kind: 'VendorWorkspace', metadata: { name: 'from-file' }, spec: {} };

const anEnvironment = {
  apiVersion: 'vendor.io/v1alpha1',
  kind: 'VendorEnvironment',
  metadata: { name: 'models' },
  spec: { deployment_type: 'model', agents: [{ name: 'default', model: { id: 'echo' } }] },
};

const workspaceActs: readonly Act[] = [
  { endpoint: 'POST /v1/organizations', body: () => ({ id: 'acme' }), keep: 'org', action: 'organization.created' },
  ...(['/v1', '/api/v1'] as const).flatMap((base, at): Act[] => [
    {
      endpoint: `POST ${base}/workspaces`,
      body: () => ({ id: `w-${at}` }),
      keep: 'workspace',
      action: 'workspace.created',
    },
    {
      endpoint: `PATCH ${base}/workspaces/:id`,
      of: ['workspace'],
      revision: 1,
      body: () => ({ name: 'x' }),
      action: 'workspace.updated',
    },
    {
      endpoint: `POST ${base}/workspaces/:id/apply-preset`,
      of: ['workspace'],
      action: 'preset.applied',
      body: () => ({ auditor: 'injection', tier: 'balanced' }),
    },
  ]),
  { endpoint: 'POST /v1/apply', body: () => ({ documents: [aFile] }), action: 'workspace.created' },
  {
    endpoint: 'DELETE /v1/environments/:id',
    of: ['environment'],
    revision: 1,
    action: 'environment.removed',
    before: async ({ verifier, ids }) => {
      await verifier.admin('POST', '/v1/apply', { documents: [anEnvironment] });
      ids.set('environment', 'models');
    },
  },
];

const auditorActs: readonly Act[] = [
  {
    endpoint: 'POST /v1/auditors',
    body: ({ auditorUrl: url }) => ({ url }),
    keep: 'auditor',
    action: 'auditor.created',
  },
  {
    endpoint: 'PATCH /v1/auditors/:id',
    of: ['auditor'],
    revision: 1,
    body: () => ({ description: 'x' }),
    action: 'auditor.updated',
  },
  {
    endpoint: 'PUT /v1/auditors/:id',
    of: ['auditor'],
    revision: 2,
    body: ({ auditorUrl: url }) => ({ url }),
    action: 'auditor.updated',
  },
  { endpoint: 'POST /v1/auditors/:id/refresh', of: ['auditor'], revision: 3, action: 'auditor.updated' },
  {
    endpoint: 'POST /v1/auditors/settings',
    body: () => settings,
    keep: 'settings',
    action: 'auditor_settings.created',
  },
  {
    endpoint: 'PATCH /v1/auditors/settings/:id',
    of: ['settings'],
    revision: 1,
    action: 'auditor_settings.updated',
    body: () => ({ settings: { 'injection_risk.threshold': { value: 0.6 } } }),
  },
  {
    endpoint: 'PUT /v1/auditors/settings/:id',
    of: ['settings'],
    revision: 2,
    action: 'auditor_settings.updated',
    body: () => ({ settings: settings.settings }),
  },
];

const policyActs: readonly Act[] = [
  { endpoint: 'POST /v1/policies', body: () => ({ scope, name: 'p', text }), keep: 'policy', action: 'policy.created' },
  {
    endpoint: 'PUT /v1/policies/:id',
    of: ['policy'],
    revision: 1,
    body: () => ({ text: `${text}\n` }),
    action: 'policy.updated',
  },
  { endpoint: 'POST /v1/policies/:id/activate', of: ['policy'], revision: 2, action: 'policy.activated' },
  {
    endpoint: 'POST /v1/policies/:id/shadow',
    of: ['policy'],
    revision: 3,
    body: () => ({ version: 1 }),
    action: 'policy.shadowed',
  },
  {
    endpoint: 'POST /v1/policies/:id/revert',
    of: ['policy'],
    revision: 4,
    body: () => ({ version: 1 }),
    action: 'policy.reverted',
  },
  { endpoint: 'POST /v1/policies/:id/deactivate', of: ['policy'], revision: 5, action: 'policy.deactivated' },
];

const trustActs: readonly Act[] = [
  { endpoint: 'POST /v1/reference-values', body: aSet, keep: 'set', action: 'reference_values.created' },
  {
    endpoint: 'PUT /v1/reference-values/:id',
    of: ['set'],
    revision: 1,
    body: aSet,
    action: 'reference_values.updated',
  },
  { endpoint: 'POST /v1/reference-values/:id/revoke', of: ['set'], body: reason, action: 'reference_values.revoked' },
  { endpoint: 'POST /v1/appraisal-policies', body: aPolicy, keep: 'appraisal', action: 'appraisal_policy.created' },
  {
    endpoint: 'PUT /v1/appraisal-policies/:id',
    of: ['appraisal'],
    revision: 1,
    body: aPolicy,
    action: 'appraisal_policy.updated',
  },
  {
    endpoint: 'POST /v1/appraisal-policies/:id/activate',
    of: ['appraisal'],
    action: 'appraisal_policy.activated',
    body: () => ({ reason: 'r', workspace_id: 'w-1' }),
  },
  {
    endpoint: 'POST /v1/appraisal-policies/inherit',
    action: 'appraisal_policy.inherited',
    body: () => ({ reason: 'r', workspace_id: 'w-1' }),
  },
  {
    endpoint: 'DELETE /v1/appraisal-policies/:id',
    of: ['appraisal'],
    revision: 2,
    action: 'appraisal_policy.archived',
  },
  {
    endpoint: 'POST /v1/passports/:id/revoke',
    of: ['passport'],
    body: reason,
    action: 'passport.revoked',
    async before({ verifier, ids }) {
      const gateway = await aGateway(verifier);
      await verifier.post('/v1/evidence', { jws: gateway.evidence().jws });
      const first = async (path: string) => ((await verifier.get(path)).body['items'] as Record<string, string>[])[0];
      ids.set('passport', (await first('/v1/passports'))?.['passport_id'] ?? '');
      ids.set('attestation', (await first('/v1/attestations'))?.['attestation_id'] ?? '');
      const evidence = await first('/v1/evidence');
      ids.set('evidence', evidence?.['evidence_id'] ?? '');
      ids.set('trace', evidence?.['trace_id'] ?? '');
    },
  },
  {
    endpoint: 'POST /v1/passports/:id/links',
    of: ['passport'],
    body: () => ({ label: 'for the auditors' }),
    action: 'passport.link_created',
    async after({ verifier, ids }) {
      const { body } = await verifier.get(`/v1/passports/${ids.get('passport')}/links`);
      ids.set('passport_link', (body['items'] as Record<string, string>[])[0]?.['id'] ?? '');
    },
  },
  {
    endpoint: 'DELETE /v1/passports/:id/links/:link_id',
    of: ['passport', 'passport_link'],
    action: 'passport.link_revoked',
  },
  { endpoint: 'POST /v1/attestations/:id/revoke', of: ['attestation'], body: reason, action: 'attestation.revoked' },
  {
    endpoint: 'DELETE /v1/gateways/:id',
    of: ['gateway'],
    action: 'gateway.removed',
    async before({ verifier, ids }) {
      await verifier.get('/v1/gateways/gw-1/bundle');
      ids.set('gateway', 'gw-1');
    },
  },
];

/** What is taken away comes last. */
const removals: readonly Act[] = [
  { endpoint: 'DELETE /v1/policies/:id', of: ['policy'], revision: 6, action: 'policy.removed' },
  { endpoint: 'DELETE /v1/auditors/settings/:id', of: ['settings'], revision: 3, action: 'auditor_settings.removed' },
  { endpoint: 'DELETE /v1/auditors/:id', of: ['auditor'], revision: 4, action: 'auditor.removed' },
  {
    endpoint: 'DELETE /v1/workspaces/:id',
    of: ['workspace'],
    revision: 2,
    action: 'workspace.removed',
    after: ({ ids }) => void ids.set('workspace', 'from-file'),
  },
  { endpoint: 'DELETE /api/v1/workspaces/:id', of: ['workspace'], revision: 1, action: 'workspace.removed' },
];

export const configurationActs: readonly Act[] = [
  ...workspaceActs,
  ...auditorActs,
  ...policyActs,
  ...trustActs,
  ...removals,
];

/** Writes that administer nothing. */
export const noAdministrativeAct: Readonly<Record<string, string>> = {
  'POST /mcp': 'a tool is answered by another endpoint, whose entry it leaves: mcp/mcp.test.ts',
  'POST /v1/evidence': 'ingest: what a gateway decided, itself a signed record',
  'POST /v1/gateways/:id/outside-subject':
    'reads: a subject of a token stands in the body, so that no log of URLs has it',
  'POST /v1/events': 'ingest: what a gateway tells of calls as they happen',
  'POST /v1/agents/:id/logs': 'ingest: what an agent tells of itself',
  'POST /v1/receipts': 'ingest: the chain of a gateway, itself a signed record',
  'POST /v1/witness/add-checkpoint': 'ingest: a checkpoint of that chain',
  'POST /v1/attestations/challenge': 'a nonce for a gateway',
  'POST /v1/attestations': 'ingest: what a gateway shows of its key; a record of its own that never changes',
  'POST /v1/gateways/:id/status': 'what a gateway says of itself',
  'POST /v1/public/passport-links': 'reads: the token of a link stands in the body, so that no log of URLs has it',
  'POST /v1/policies/validate': 'reads only',
  'POST /v1/policies/:id/validate': 'reads only',
  'POST /v1/policies/:id/replay': 'decides stored Evidence again and changes nothing that anybody acts on',
  'POST /v1/policies/replays/:id/cancel': 'ends such a replay',
  'POST /v1/appraisal-policies/:id/evaluate': 'reads only',
};
