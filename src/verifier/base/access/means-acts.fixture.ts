/**
 * The administrative writes about what agents use: ways out, apps, tools, credentials, and the keys that secrets are
 * sealed with; see `acts.fixture.ts`. They take the agent of the other ones.
 */
import { eq } from 'drizzle-orm';
import { installationsTable } from '../../tools/installations/tables.ts';
import type { Act, ActContext } from './acts.fixture.ts';

/** What people bring here, by its kind; no other address is called so. */
export const actSecrets = {
  'API key of an app': 'crm-live-5f1c0a7be2d94c6f8a31d0b7e9c2',
  'API key after rotation': 'crm-live-91be7d3340f24b57a6c8e1f0d2aa',
  'password of basic': 'seven "copper" lanterns & hüm 70%\\',
  'secret of a foreign client': 'fcs-0c7d52e4b1a94f6d8e30a7b5c9d1',
} as const;

/** No other side is asked for it: gateways tell which tools it has. */
const anApp = (version: string) => ({
  version,
  title: 'CRM',
  description: 'Customers',
  packages: [{ registryType: 'npm', identifier: '@example/crm', version, transport: { type: 'stdio' } }],
});
const tools = (...names: readonly string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
const idOf = ({ ids }: ActContext, name: string): string => ids.get(name) ?? '';
const report = (context: ActContext, ...names: readonly string[]) =>
  context.verifier.admin('POST', '/v1/gateways/gw-1/tools', {
    installation_id: idOf(context, 'installation'),
    tools: tools(...names),
  });
const isAtRest = ({ verifier }: ActContext) => verifier.verifier().services.installationWork.idle();

/** As if its server had not answered. */
async function fail({ verifier, ids }: ActContext): Promise<void> {
  const { db } = verifier.testDb.database();
  const failed = { status: 'failed', resume_at: 'discovering', installed_at: null } as const;
  await db
    .update(installationsTable)
    .set(failed)
    .where(eq(installationsTable.id, ids.get('installation') ?? ''));
}

const installation = '/v1/app-catalog/installations/:id';

const appActs: readonly Act[] = [
  {
    endpoint: 'PUT /v1/organizations/:id/outbound-rules',
    of: ['default'],
    revision: 0,
    body: () => ({ allow: ['crm.internal'] }),
    action: 'outbound_rules.updated',
    before: async ({ ids }) => void ids.set('default', 'default'),
  },
  {
    endpoint: 'POST /v1/app-catalog',
    keep: 'app',
    action: 'app.published',
    body: () => ({ name: 'com.example/crm', type: 'mcp_server', ...anApp('1.0.0') }),
  },
  {
    endpoint: 'POST /v1/app-catalog/:app_id/versions',
    of: ['app'],
    action: 'app.version_published',
    body: () => anApp('1.1.0'),
  },
  {
    endpoint: 'PATCH /v1/app-catalog/:app_id',
    of: ['app'],
    revision: 'read',
    action: 'app.updated',
    body: () => ({ status: 'deprecated' }),
  },
  {
    endpoint: 'POST /v1/scoped-tools',
    keep: 'tool',
    action: 'tool.created',
    body: (context) => ({
      scope: { level: 'org', id: 'default' },
      tool: { app_id: idOf(context, 'app'), name: '*' },
      mode: 'available',
    }),
  },
  {
    endpoint: 'PATCH /v1/scoped-tools/:id',
    of: ['tool'],
    revision: 'read',
    action: 'tool.updated',
    body: () => ({ reason: 'for all' }),
  },
  {
    endpoint: 'POST /v1/app-catalog/:app_id/install',
    of: ['app'],
    keep: 'installation',
    body: () => ({ agent_id: 'bot', version: '1.0.0' }),
    action: 'installation.requested',
    after: isAtRest,
  },
  {
    endpoint: `POST ${installation}/retry`,
    of: ['installation'],
    action: 'installation.retried',
    before: fail,
    after: isAtRest,
  },
  {
    endpoint: `POST ${installation}/approve-tools`,
    of: ['installation'],
    body: ({ ids }) => ({ tools_hash: ids.get('tools_hash') }),
    action: 'installation.tools_approved',
    async before(context) {
      await report(context, 'read');
      const { body } = await report(context, 'read', 'write');
      context.ids.set('tools_hash', String(body['tools_present_hash']));
    },
  },
  {
    endpoint: `POST ${installation}/upgrade`,
    of: ['installation'],
    body: () => ({ version: '1.1.0' }),
    action: 'installation.upgrade_requested',
    after: isAtRest,
  },
  { endpoint: `DELETE ${installation}`, of: ['installation'], action: 'installation.uninstalling', after: isAtRest },
];

const aCredential = (service: string, secret?: string) => ({
  scope: { level: 'org', id: 'default' },
  service,
  auth_type: 'api_key',
  ...(secret === undefined ? {} : { secret }),
});

const credentialActs: readonly Act[] = [
  {
    endpoint: 'POST /v1/scoped-credentials',
    keep: 'credential',
    action: 'credential.created',
    body: () => aCredential('com.example/crm', actSecrets['API key of an app']),
  },
  {
    endpoint: 'PATCH /v1/scoped-credentials/:id',
    of: ['credential'],
    revision: 'read',
    body: () => ({ sharing_mode: 'isolated' }),
    action: 'credential.updated',
  },
  {
    endpoint: 'POST /v1/scoped-credentials/:id/rotate',
    of: ['credential'],
    action: 'credential.rotated',
    body: () => ({ secret: actSecrets['API key after rotation'] }),
  },
  {
    endpoint: 'POST /v1/scoped-credentials/:id/connect',
    of: ['pending'],
    action: 'credential.connect_asked',
    async before({ verifier, ids }) {
      const { body } = await verifier.admin('POST', '/v1/scoped-credentials', aCredential('com.example/mail'));
      ids.set('pending', String(body['id']));
    },
  },
  { endpoint: 'POST /v1/scoped-credentials/:id/revoke', of: ['credential'], action: 'credential.revoked' },
  { endpoint: 'DELETE /v1/scoped-credentials/:id', of: ['pending'], action: 'credential.revoked' },
];

const vaultActs: readonly Act[] = [
  { endpoint: 'POST /v1/vault/rotate', action: 'vault.rotated' },
  { endpoint: 'POST /v1/console/links', action: 'console_link.created' },
  {
    endpoint: 'POST /v1/vault/rewrap',
    action: 'vault.rewrapped',
    async before({ verifier }) {
      const secret = { ...aCredential('com.example/basic'), auth_type: 'basic', config: { username: 'assay' } };
      const body = { ...secret, secret: actSecrets['password of basic'] };
      await verifier.admin('POST', '/v1/scoped-credentials', body);
      await verifier.admin('POST', '/v1/vault/rotate', {});
    },
  },
  { endpoint: 'POST /v1/vault/minimum-version', action: 'vault.versions_retired', body: () => ({ version: 2 }) },
];

const foreignClientActs: readonly Act[] = [
  {
    endpoint: 'POST /v1/foreign-clients',
    keep: 'foreign_client',
    action: 'foreign_client.kept',
    body: () => ({
      issuer: 'https://auth.crm.example',
      client_id: 'assay',
      client_secret: actSecrets['secret of a foreign client'],
    }),
  },
  { endpoint: 'DELETE /v1/foreign-clients/:id', of: ['foreign_client'], action: 'foreign_client.dropped' },
];

const removals: readonly Act[] = [
  { endpoint: 'DELETE /v1/scoped-tools/:id', of: ['tool'], revision: 'read', action: 'tool.removed' },
  { endpoint: 'DELETE /v1/app-catalog/:app_id', of: ['app'], revision: 'read', action: 'app.deleted' },
];

export const meansActs: readonly Act[] = [
  ...appActs,
  ...foreignClientActs,
  ...credentialActs,
  ...vaultActs,
  ...removals,
];

const form = 'a form of a signed-in person over the service that the API calls too, which writes the entry';

/** Writes that administer nothing, or have their own tests of what they write. */
export const noAdministrativeMeansAct: Readonly<Record<string, string>> = {
  'POST /v1/scoped-credentials/:id/refresh':
    'takes another side: scoped-credentials/refresh/real.test.ts looks for its entry',
  'POST /v1/gateways/:id/credentials': 'gives a gateway what one call needs: counted on the credential',
  'POST /v1/gateways/:id/tools':
    'what a gateway saw; what comes of it is written down as done by the program: installations.test.ts looks for it',
  'POST /v1/app-catalog/installations/:id/check-tools': 'looks only; what comes of it is written down the same way',
  'POST /connect/:ticket': form,
  'POST /account/connections/connect': form,
  'POST /account/connections/revoke': form,
};
