/** Lists and ends the connections of one person: their own credentials and the shared ones that they connected. */
import { and, eq, ne, or } from 'drizzle-orm';
import type { Db } from '../../../../platform/db/db.ts';
import { selectPage } from '../../../../platform/db/select-page.ts';
import { isAppError } from '../../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../../platform/http/page.ts';
import type { Author } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import { toAccess } from '../../../configuration/agents/rows.ts';
import type { AgentRow } from '../../../configuration/agents/tables.ts';
import type { ScopedCredentials } from '../ports.ts';
import { type ScopedCredentialRow, scopedCredentialsTable } from '../tables.ts';
import { assertMayRevoke, noCredential } from '../visibility.ts';
import { isConnectable, mayConnect } from './rights.ts';

export interface Connection {
  readonly row: ScopedCredentialRow;
  readonly mayConnect: boolean;
  readonly mayRevoke: boolean;
}

export interface Connections {
  /** Lists living or ended ones, newest first. */
  list(author: Author, which: 'living' | 'ended', page: PageStart): Promise<Page<Connection>>;
  /** Ends one connection of the author. @throws AppError `not_found` for any other, `forbidden`. */
  revoke(author: Author, id: string): Promise<void>;
}

export interface ConnectionsDeps {
  readonly db: Db;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
  readonly scopedCredentials: Pick<ScopedCredentials, 'revokeIn'>;
}

export function createConnections({ db, changes, findAgent, scopedCredentials }: ConnectionsDeps): Connections {
  const table = scopedCredentialsTable;
  const ofPerson = ({ orgId, user }: Author) =>
    and(eq(table.org_id, orgId), or(eq(table.user_id, user), eq(table.connected_by, user)));

  const accessOf = async (from: Db, { org_id, agent_id }: ScopedCredentialRow) => {
    const agent = agent_id === null ? undefined : await findAgent(from, org_id, agent_id);
    return agent && toAccess(agent);
  };

  const toConnection = async (author: Author, row: ScopedCredentialRow): Promise<Connection> => {
    const access = await accessOf(db, row);
    return {
      row,
      mayConnect: isConnectable(row.auth_type) && mayConnect(author, row, access),
      mayRevoke: isAllowed(() => assertMayRevoke(author, row, access)),
    };
  };

  return {
    async list(author, which, page) {
      const rows = await selectPage(db.select().from(table), {
        where: and(ofPerson(author), which === 'ended' ? eq(table.status, 'revoked') : ne(table.status, 'revoked')),
        seq: table.seq,
        page,
      });
      const shown = toPage(rows, page.limit, (row) => row);
      const items: Connection[] = [];
      for (const row of shown.items) items.push(await toConnection(author, row));
      return { ...shown, items };
    },
    revoke: (author, id) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        const [row] = await tx
          .select()
          .from(table)
          .where(and(ofPerson(author), eq(table.id, id)))
          .for('update');
        if (row === undefined) throw noCredential();
        assertMayRevoke(author, row, await accessOf(tx, row));
        await scopedCredentials.revokeIn(tx, author, id, 'revoked by the person whose account it is');
      }),
  };
}

function isAllowed(assert: () => void): boolean {
  try {
    assert();
    return true;
  } catch (error) {
    if (!isAppError(error, 'forbidden')) throw error;
    return false;
  }
}
