/** The administrative writes about publishers and registered auditors; see `acts.fixture.ts`. */
import { and, eq } from 'drizzle-orm';
import { registeredAuditorsTable } from '../../composition/auditor-registry/tables.ts';
import type { Act, ActContext } from './acts.fixture.ts';

const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] };

/** Nobody has its image. */
const aRelease = (version: string, byte: string) => ({
  name: 'tone',
  version,
  category: 'security',
  vocabulary_digest: `sha256:${'c'.repeat(64)}`,
  image: `127.0.0.1:1/tone@sha256:${byte.repeat(64)}`,
  labels: { schema_version: '2.0', phase: 'request', interfaces: 'health,claims,vocabulary' },
});

/** As if its verification had passed. */
async function pass({ verifier, ids }: ActContext): Promise<void> {
  const { db } = verifier.testDb.database();
  const which = and(
    eq(registeredAuditorsTable.org_id, 'default'),
    eq(registeredAuditorsTable.id, ids.get('release') ?? ''),
  );
  await db.update(registeredAuditorsTable).set({ status: 'verified' }).where(which);
}

const auditors = '/v1/registry/auditors';
const publishers = '/v1/registry/publishers';

export const registryActs: readonly Act[] = [
  {
    endpoint: `POST ${publishers}`,
    keep: 'publisher',
    action: 'publisher.created',
    body: () => ({ name: 'Tone Ltd', keys }),
  },
  {
    endpoint: `PUT ${publishers}/:id`,
    of: ['publisher'],
    revision: 1,
    action: 'publisher.updated',
    body: () => ({ name: 'Tone Limited', keys }),
  },
  {
    endpoint: `POST ${auditors}`,
    keep: 'release',
    action: 'registered_auditor.created',
    body: () => aRelease('1.0.0', 'a'),
  },
  {
    endpoint: `POST ${auditors}/:id/verify`,
    of: ['release'],
    action: 'registered_auditor.verifying',
    body: ({ auditorUrl }) => ({ url: auditorUrl }),
    async after({ verifier, ids }, { body }) {
      ids.set('verification', String(body['last_verification']));
      await verifier.verifier().services.auditorVerifications.idle();
    },
  },
  {
    endpoint: `POST ${auditors}/:id/deprecate`,
    of: ['release'],
    action: 'registered_auditor.deprecated',
    before: pass,
  },
  {
    endpoint: `POST ${auditors}/:id/revoke`,
    of: ['release'],
    action: 'registered_auditor.revoked',
    body: () => ({ reason: 'leaks' }),
  },
  {
    endpoint: `DELETE ${auditors}/:id`,
    of: ['draft'],
    revision: 1,
    action: 'registered_auditor.removed',
    async before({ verifier, ids }) {
      const made = await verifier.admin('POST', auditors, aRelease('1.1.0', 'b'));
      ids.set('draft', String(made.body['id']));
    },
  },
  { endpoint: `DELETE ${publishers}/:id`, of: ['publisher'], revision: 2, action: 'publisher.removed' },
];
