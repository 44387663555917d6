/** Groups of identity: people, their credentials, and the tokens that they and agents get. */
import type { Feature, ServicesOf } from '../base/feature.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { apiKeySecretsTable, apiKeysMigrations, apiKeysTable } from './api-keys/tables.ts';
import type { Authentication } from './authentication/create.ts';
import {
  authenticationMigrations,
  externalIdentitiesTable,
  outsideLoginsTable,
} from './authentication/outside/tables.ts';
import { clientAdminRoutes } from './issuer/client-admin.ts';
import { delegatedTokenMigrations, delegatedTokensTable } from './issuer/delegated-tokens-table.ts';
import type { Issuer } from './issuer/ports.ts';
import {
  issuerMigrations,
  oauthClientsTable,
  oauthRecordsTable,
  oauthReplaysTable,
  revokedTokensTable,
} from './issuer/tables.ts';
import { memberRoutes } from './members/routes.ts';
import { invitationsTable, membersMigrations, membersTable } from './members/tables.ts';
import { peopleMigrations, sessionsTable, signInAttemptsTable, usersTable } from './people/tables.ts';
import { spiffeRoutes } from './spiffe/routes.ts';

/** The services that the routes of these groups need. */
export type IdentityRouteServices = ServicesOf<
  typeof apiKeyRoutes | typeof clientAdminRoutes | typeof memberRoutes | typeof spiffeRoutes
> & { readonly issuer: Pick<Issuer, 'routes'>; readonly authentication: Pick<Authentication, 'outsideRoutes'> };

export const identityFeatures: readonly Feature<IdentityRouteServices>[] = [
  // Identity documents of agents. The group `signing-keys` keeps their keys.
  { name: 'spiffe', tables: [], migrations: [], routes: spiffeRoutes },
  {
    name: 'issuer',
    tables: [oauthClientsTable, oauthRecordsTable, oauthReplaysTable, revokedTokensTable, delegatedTokensTable],
    migrations: [...issuerMigrations, ...delegatedTokenMigrations],
    routes: (services) => async (app) => {
      await services.issuer.routes(app);
      await clientAdminRoutes(services)(app);
    },
  },
  // People: their sessions and failed passwords. The pages show them.
  {
    name: 'people',
    tables: [usersTable, sessionsTable, signInAttemptsTable],
    migrations: peopleMigrations,
    routes: () => async () => {},
  },
  {
    name: 'api-keys',
    tables: [apiKeysTable, apiKeySecretsTable],
    migrations: apiKeysMigrations,
    routes: apiKeyRoutes,
  },
  // Links subjects of an outside issuer to users, and their sign-in.
  {
    name: 'authentication',
    tables: [externalIdentitiesTable, outsideLoginsTable],
    migrations: authenticationMigrations,
    routes: ({ authentication }) => authentication.outsideRoutes,
  },
  { name: 'members', tables: [membersTable, invitationsTable], migrations: membersMigrations, routes: memberRoutes },
];
