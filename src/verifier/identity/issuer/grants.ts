/** Lists what people have allowed to applications, and revokes it. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { firstPartyClients, isFirstParty } from './first-party.ts';
import type { PersonGrant, PersonGrants } from './ports.ts';
import { removeGrant } from './records.ts';
import { oauthClientsTable, oauthRecordsTable } from './tables.ts';

/** The provider's session cookie. */
const sessionCookie = 'assay_oauth_session';
const maxListed = 100;

export function createGrants({ db, clock }: { readonly db: Db; readonly clock: Clock }): PersonGrants {
  const table = oauthRecordsTable;
  const grantHandlers = (userId: string) =>
    and(eq(table.model, 'Grant'), eq(table.account_id, userId), gt(table.expires_at, clock.now()));

  return {
    async list(userId) {
      const rows = await db
        .select()
        .from(table)
        .where(grantHandlers(userId))
        .orderBy(desc(table.created_at))
        .limit(maxListed);
      const names = await findNames(db, [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))]);
      return rows.flatMap(({ grant_id, client_id, payload, created_at }): PersonGrant[] => {
        if (grant_id === null || client_id === null) return [];
        const { name = client_id, uri } = names.get(client_id) ?? {};
        const client = { id: client_id, name, ...(uri === undefined ? {} : { uri }) };
        return [
          {
            id: grant_id,
            client: { ...client, isFirstParty: isFirstParty(client_id) },
            scopes: scopesOf(payload),
            createdAt: toTimestamp(created_at),
          },
        ];
      });
    },
    async revoke(tx, userId, grantId) {
      const [row] = await tx
        .select({ clientId: table.client_id })
        .from(table)
        .where(and(grantHandlers(userId), eq(table.grant_id, grantId)));
      if (row === undefined) return undefined;
      await removeGrant(tx, grantId);
      return { clientId: row.clientId ?? '' };
    },
    async endAll(tx, userId) {
      await tx.delete(table).where(eq(table.account_id, userId));
    },
    // The provider's session is worthless without the pages' session (see `provider-policy.ts`); this clears its cookie too.
    async signOut(_request, reply) {
      reply.header('set-cookie', `${sessionCookie}=; Path=/oauth; Max-Age=0; HttpOnly; SameSite=Lax`);
    },
  };
}

interface ClientName {
  readonly name?: string;
  readonly uri?: string;
}

async function findNames(db: Db, clientIds: readonly string[]): Promise<ReadonlyMap<string, ClientName>> {
  const own = firstPartyClients.map(({ client_id, client_name }) => [client_id, { name: client_name }] as const);
  if (clientIds.length === 0) return new Map(own);
  const rows = await db
    .select({ id: oauthClientsTable.client_id, metadata: oauthClientsTable.metadata })
    .from(oauthClientsTable)
    .where(inArray(oauthClientsTable.client_id, [...clientIds]));
  const stored = rows.map(({ id, metadata: { client_name: name, client_uri: uri } }) => {
    const names: ClientName = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof uri === 'string' ? { uri } : {}),
    };
    return [id, names] as const;
  });
  return new Map<string, ClientName>([...own, ...stored]);
}

/** Gives the scopes of a grant over all resources, each once. */
function scopesOf({ openid, resources }: Readonly<Record<string, unknown>>): string[] {
  const own: unknown = Reflect.get(Object(openid), 'scope');
  const texts = [own, ...Object.values(Object(resources))].filter((text) => typeof text === 'string');
  return [...new Set(texts.join(' ').split(' '))].filter((scope) => scope !== '');
}
