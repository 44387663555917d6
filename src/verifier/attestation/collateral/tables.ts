/** Table of the collateral that key attestations were accepted with, by its hash. Later appraisals use it again. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../../base/tenancy.ts';

export const collateralTable = pgTable(
  'collateral_pieces',
  {
    org_id: text('org_id').notNull(),
    /** `sha256:<hex>` of the piece, as the facts of a key attestation name it. */
    hash: text('hash').notNull(),
    /** Base64 of a revocation list, a signed document or a certificate. */
    content: text('content').notNull(),
    created_at: timeMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.org_id, table.hash] })],
);

export const collateralMigrations: readonly Migration[] = [
  {
    id: '0030-collateral-pieces',
    sql: [
      `create table collateral_pieces (
        org_id text not null,
        hash text not null,
        content text not null,
        created_at bigint not null,
        primary key (org_id, hash)
      )`,
    ],
  },
];
