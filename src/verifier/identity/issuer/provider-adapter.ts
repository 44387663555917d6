/** The storage of oidc-provider: clients from their table, everything else as records. */

import { and, eq } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../../platform/db/db.ts';
import { type ClientOwner, ownerMember } from './client-owner.ts';
import type { ClientStore } from './client-store.ts';
import { digestOf } from './digest.ts';
import { createOAuthRecordStore, type RecordStoreDeps, removeGrant } from './records.ts';
import { type OAuthClientRow, oauthRecordsTable } from './tables.ts';

export interface ProviderAdapterDeps extends RecordStoreDeps {
  readonly clients: ClientStore;
  /** Makes the error for a second use of a single-use record. */
  readonly onReuse: () => Error;
}

export function createProviderAdapter(deps: ProviderAdapterDeps): (name: string) => Adapter {
  return (name) => (name === 'Client' ? createClientAdapter(deps) : createRecordAdapter(deps, name));
}

/** The provider only reads clients: they are registered, changed and removed elsewhere. */
function createClientAdapter({ db, clients }: ProviderAdapterDeps): Adapter {
  return {
    ...unused,
    async find(id) {
      const row = await clients.find(db, id);
      return row === undefined || row.status !== 'active' ? undefined : toProviderClient(row);
    },
  };
}

/**
 * Gives a client as the provider knows it. The secret's hash stands in for the secret: we compare it ourselves, and nothing else
 * here uses the secret.
 */
export function toProviderClient(row: OAuthClientRow): AdapterPayload {
  const owner: ClientOwner = {
    orgId: row.org_id,
    origin: row.origin,
    ...(row.agent_id === null || row.spiffe_id === null ? {} : { agentId: row.agent_id, spiffeId: row.spiffe_id }),
  };
  return {
    ...row.metadata,
    client_id: row.client_id,
    client_id_issued_at: Math.floor(row.created_at / 1000),
    ...(row.secret_sha256 === null ? {} : { client_secret: row.secret_sha256 }),
    [ownerMember]: owner,
  };
}

function createRecordAdapter(deps: ProviderAdapterDeps, model: string): Adapter {
  const records = createOAuthRecordStore(deps, model);
  const { db } = deps;
  return {
    ...unused,
    upsert: (id, payload, expiresIn) => records.put(id, { ...payload }, expiresIn ?? longestS),
    find: (id) => records.find(id),
    findByUid: (uid) => records.findByUid(uid),
    destroy: (id) => records.destroy(id),
    revokeByGrantId: (grantId) => removeGrant(db, grantId),
    async consume(id) {
      if (await records.consume(id)) return;
      // Somebody else used it in the meantime: one of the two is not the rightful holder (RFC 9700 section 4.14.2).
      const grantId = await findGrantId(db, model, id);
      if (grantId !== undefined) await removeGrant(db, grantId);
      throw deps.onReuse();
    },
  };
}

async function findGrantId(db: Db, model: string, id: string): Promise<string | undefined> {
  const table = oauthRecordsTable;
  const [row] = await db
    .select({ grantId: table.grant_id })
    .from(table)
    .where(and(eq(table.model, model), eq(table.id_sha256, digestOf(id))));
  return row?.grantId ?? undefined;
}

/** One year, for records without an end. */
const longestS = 365 * 24 * 60 * 60;

const notHere = (): never => {
  throw new Error('the issuer does not support this');
};

const unused: Adapter = {
  upsert: async () => notHere(),
  find: async () => notHere(),
  findByUid: async () => notHere(),
  findByUserCode: async () => notHere(),
  consume: async () => notHere(),
  destroy: async () => notHere(),
  revokeByGrantId: async () => notHere(),
};
