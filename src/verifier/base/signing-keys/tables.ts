/** Table of public signing keys by purpose, of all processes that share the database, replaced keys included. */

import type { EcPublicJwk } from '@assay/sdk/crypto';
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Migration } from '../../../platform/db/migrate.ts';
import { timeMs } from '../tenancy.ts';

export const signingKeysTable = pgTable(
  'signing_keys',
  {
    purpose: text('purpose').notNull(),
    kid: text('kid').notNull(),
    jwk: jsonb('jwk').$type<EcPublicJwk>().notNull(),
    /** Base64 of the DER certificate of this key. */
    certificate: text('certificate'),
    created_at: timeMs('created_at').notNull(),
    /** When it stopped signing. */
    retired_at: timeMs('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.kid] })],
);

export type SigningKeyRow = typeof signingKeysTable.$inferSelect;

export const signingKeysMigrations: readonly Migration[] = [
  {
    id: '0051-signing-keys',
    sql: [
      `create table signing_keys (
        purpose text not null,
        kid text not null,
        jwk jsonb not null,
        certificate text,
        created_at bigint not null,
        retired_at bigint,
        primary key (purpose, kid)
      )`,
    ],
  },
];
