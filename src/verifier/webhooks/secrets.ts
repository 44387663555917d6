/** Where the signing secrets of a webhook are in the vault. */
import type { SecretPlace, SecretsOf } from '../vault/seams.ts';

const table = 'webhooks';

export function placeOf(orgId: string, recordId: string, version: number): SecretPlace {
  return {
    ...{ orgId, table, recordId, version, scope: `org/${orgId}`, service: '' },
    ...{ userId: null, agentId: null, field: 'signing_secret' },
  };
}

/** All versions where none is named. */
export function secretsOf(orgId: string, recordId: string, version?: number): SecretsOf {
  return { orgId, table, recordId, ...(version === undefined ? {} : { version }) };
}
