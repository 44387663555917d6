/** The place of a webhook's signing secrets in the vault. */
import type { SecretPlace, SecretsOf } from '../../base/vault/ports.ts';

const table = 'webhooks';

export function signingSecretPlace(orgId: string, recordId: string, version: number): SecretPlace {
  return {
    orgId,
    table,
    recordId,
    version,
    scope: `org/${orgId}`,
    service: '',
    userId: null,
    agentId: null,
    field: 'signing_secret',
  };
}

/** Covers all versions if none is given. */
export function signingSecretsOf(orgId: string, recordId: string, version?: number): SecretsOf {
  return { orgId, table, recordId, ...(version === undefined ? {} : { version }) };
}
