/** Groups of the base: what every floor above stands on. */

import { auditLogRoutes } from './audit-log/routes.ts';
import { auditLogMigrations, auditLogTable } from './audit-log/tables.ts';
import { controlChangesTable, controlMigrations, lineageTable } from './control/tables.ts';
import { eventRoutes } from './events/routes.ts';
import { eventReadersTable, eventsMigrations, eventsTable } from './events/tables.ts';
import type { Feature, ServicesOf } from './feature.ts';
import { idempotencyMigrations, idempotencyTable } from './idempotency/tables.ts';
import { keyRoutes } from './keys/routes.ts';
import { verifierKeysMigrations, verifierKeysTable } from './keys/tables.ts';
import { signingKeysMigrations, signingKeysTable } from './signing-keys/tables.ts';
import { vaultRoutes } from './vault/routes.ts';
import { vaultKeksTable, vaultMigrations, vaultSecretsTable } from './vault/tables.ts';

/** The services that the routes of these groups need. */
export type BaseRouteServices = ServicesOf<
  typeof auditLogRoutes | typeof eventRoutes | typeof keyRoutes | typeof vaultRoutes
>;

export const baseFeatures: readonly Feature<BaseRouteServices>[] = [
  // Access rights: applied before every route, without routes of its own.
  { name: 'access', tables: [], migrations: [], routes: () => async () => {} },
  // Stored answers of repeatable writes: no routes of its own.
  { name: 'idempotency', tables: [idempotencyTable], migrations: idempotencyMigrations, routes: () => async () => {} },
  { name: 'keys', tables: [verifierKeysTable], migrations: verifierKeysMigrations, routes: keyRoutes },
  // Keys of tokens, identity documents and certificates. Their own groups show them.
  { name: 'signing-keys', tables: [signingKeysTable], migrations: signingKeysMigrations, routes: () => async () => {} },
  { name: 'audit-log', tables: [auditLogTable], migrations: auditLogMigrations, routes: auditLogRoutes },
  // Events of agents, in order. The console stream shows them.
  {
    name: 'events',
    tables: [eventsTable, eventReadersTable],
    migrations: eventsMigrations,
    routes: eventRoutes,
  },
  // Encrypted secrets, which other groups store.
  {
    name: 'vault',
    tables: [vaultSecretsTable, vaultKeksTable],
    migrations: vaultMigrations,
    routes: vaultRoutes,
  },
  // The log of changes. Each configuration group shows its own part.
  {
    name: 'control',
    tables: [controlChangesTable, lineageTable],
    migrations: controlMigrations,
    routes: () => async () => {},
  },
];
