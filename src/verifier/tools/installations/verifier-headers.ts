/** Makes the headers with which the verifier lists tools with a credential of an agent. */

import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { Vault } from '../../base/vault/ports.ts';
import { toInjected } from '../scoped-credentials/injection/headers.ts';
import type { CredentialLifecycle } from '../scoped-credentials/ports.ts';
import { readKept } from '../scoped-credentials/refresh/kept-token.ts';
import { placeOf, type SecretField } from '../scoped-credentials/secret-places.ts';
import type { ScopedCredentialRow } from '../scoped-credentials/tables.ts';
import type { HeadersOf } from './core.ts';

export interface HeadersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'read'>;
  readonly credentialLifecycle: Pick<CredentialLifecycle, 'refresh'>;
}

/** The verifier can only send headers; client certificates and exchanged tokens are for agents' calls. */
export function createHeadersOf({ db, clock, vault, credentialLifecycle }: HeadersDeps): HeadersOf {
  const read = async (row: ScopedCredentialRow, field: SecretField): Promise<Secret | undefined> =>
    vault.read(db, placeOf(row, field)).catch((error: unknown) => {
      if (isAppError(error, 'not_found')) return undefined;
      throw error;
    });

  /** Fetches a token of the credential's own client on demand. */
  const readClientToken = async (row: ScopedCredentialRow): Promise<Secret | undefined> => {
    const kept = await read(row, 'access_token');
    const token = kept === undefined ? undefined : readKept(kept);
    if (token !== undefined && token.until > clock.now()) return token.token;
    const renewed = await credentialLifecycle.refresh(row.org_id, row.id, row.version);
    const fresh = await read(renewed, 'access_token');
    return fresh === undefined ? undefined : readKept(fresh).token;
  };

  const readSecret = (row: ScopedCredentialRow): Promise<Secret | undefined> => {
    if (row.auth_type === 'client_credentials') return readClientToken(row);
    return read(row, row.auth_type === 'oauth2_code' ? 'access_token' : 'secret');
  };

  return async (row) => {
    if (row.auth_type === 'token_exchange' || row.auth_type === 'mtls') return undefined;
    const secret = await readSecret(row);
    const headers = secret === undefined ? [] : (toInjected(row, secret)?.headers ?? []);
    if (headers.length === 0) return undefined;
    return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  };
}
