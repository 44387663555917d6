/** Gives servers of apps their aliases in tool catalogs: unique in an organisation, and permanent. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { skeletonOf } from '../app-catalog/lookalikes.ts';
import { toAlias, toSlug } from './alias.ts';
import type { Aliases, AppServer } from './ports.ts';
import { appAliasesTable } from './tables.ts';

/** More apps of one name than any organisation has. */
const maxTurns = 10_000;
/** Aliases tried with one statement. */
const atOnce = 20;

export function createAliases({ clock }: { readonly clock: Clock }): Aliases {
  const table = appAliasesTable;

  const findAll = async (db: Db, orgId: string, appIds: readonly string[]) => {
    if (appIds.length === 0) return [];
    return db
      .select({ appId: table.app_id, server: table.server, alias: table.alias })
      .from(table)
      .where(and(eq(table.org_id, orgId), inArray(table.app_id, [...new Set(appIds)])));
  };

  /** Takes the first free alias, with one statement for each try: a concurrent caller gets the next one. */
  const give = async (db: Db, orgId: string, { appId, server, name }: AppServer): Promise<string> => {
    const slug = toSlug(name);
    for (let turn = 1; turn <= maxTurns; turn += atOnce) {
      const candidates = Array.from({ length: atOnce }, (_each, index) => toAlias(slug, turn + index));
      const taken = await findTaken(db, orgId, candidates);
      for (const alias of candidates.filter((each) => !taken.has(skeletonOf(each)))) {
        const row = { org_id: orgId, app_id: appId, server, alias, skeleton: skeletonOf(alias) };
        const made = await db
          .insert(table)
          .values({ ...row, created_at: clock.now() })
          .onConflictDoNothing()
          .returning({ alias: table.alias });
        if (made[0] !== undefined) return alias;
        const known = (await findAll(db, orgId, [appId])).find((each) => each.server === server);
        if (known !== undefined) return known.alias;
      }
    }
    throw new Error(`no name is free for ${name}`);
  };

  const findTaken = async (db: Db, orgId: string, candidates: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await db
      .select({ skeleton: table.skeleton })
      .from(table)
      .where(and(eq(table.org_id, orgId), inArray(table.skeleton, candidates.map(skeletonOf))));
    return new Set(rows.map(({ skeleton }) => skeleton));
  };

  return {
    async ensure(db, orgId, servers) {
      const appIds = servers.map(({ appId }) => appId);
      const known = new Map((await findAll(db, orgId, appIds)).map((row) => [keyOf(row), row.alias]));
      for (const server of servers) {
        const key = keyOf(server);
        if (!known.has(key)) known.set(key, await give(db, orgId, server));
      }
      return { of: ({ appId, server }) => known.get(keyOf({ appId, server })) };
    },
  };
}

function keyOf({ appId, server }: Pick<AppServer, 'appId' | 'server'>): string {
  return JSON.stringify([appId, server]);
}
