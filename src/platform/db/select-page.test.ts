import { eq } from 'drizzle-orm';
import { bigint, pgTable, QueryBuilder, text } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { selectPage } from './select-page.ts';

const table = pgTable('things', { org_id: text().notNull(), seq: bigint({ mode: 'number' }).notNull() });
const ofOrg = eq(table.org_id, 'org-1');

it('a page is read newest first, with one row more that shows whether there is another', () => {
  const query = selectPage(new QueryBuilder().select().from(table), {
    where: ofOrg,
    seq: table.seq,
    page: { limit: 20, before: undefined },
  });
  expect(query.toSQL()).toEqual({
    sql: 'select "org_id", "seq" from "things" where "things"."org_id" = $1 order by "things"."seq" desc limit $2',
    params: ['org-1', 21],
  });
});

it('a page begins below its cursor, and its condition still holds', () => {
  const page = { limit: 1, before: 7 };
  const all = selectPage(new QueryBuilder().select().from(table), { seq: table.seq, page });
  expect(all.toSQL().sql).toContain('where "things"."seq" < $1 ');
  const { sql, params } = selectPage(new QueryBuilder().select().from(table), {
    where: ofOrg,
    seq: table.seq,
    page,
  }).toSQL();
  expect(sql).toContain('where ("things"."org_id" = $1 and "things"."seq" < $2) ');
  expect(params).toEqual(['org-1', 7, 2]);
});
