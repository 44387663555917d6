/** Headers of an export in the vault. All values are treated as secrets. */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { SecretPlace, SecretsOf, Vault } from '../../base/vault/ports.ts';
import type { ExportRow } from './tables.ts';

const table = 'telemetry_exports';

export function headerSecretPlace(orgId: string, recordId: string, version: number): SecretPlace {
  return {
    orgId,
    table,
    recordId,
    version,
    scope: `org/${orgId}`,
    service: '',
    userId: null,
    agentId: null,
    field: 'headers',
  };
}

export function headerSecretsOf(orgId: string, recordId: string, version?: number): SecretsOf {
  return { orgId, table, recordId, ...(version === undefined ? {} : { version }) };
}

export type Headers = Readonly<Record<string, string>>;

/** @throws AppError `unavailable` if the vault is sealed. */
export async function readHeaders(
  { vault, db }: { readonly vault: Vault; readonly db: Db },
  { org_id, id, headers_version, header_names }: ExportRow,
): Promise<Headers> {
  if (header_names.length === 0) return {};
  const secret = await vault.read(db, headerSecretPlace(org_id, id, headers_version));
  const value: unknown = JSON.parse(secret.reveal());
  if (typeof value !== 'object' || value === null)
    throw new AppError('internal', 'the stored headers are not an object');
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
