/** Groups of delegation: what agents do for people, with which consent, and what people approve. */
import type { Feature, Routes, ServicesOf } from '../base/feature.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { approvalDecisionsTable, approvalsMigrations, approvalsTable } from './approvals/tables.ts';
import { delegationRoutes } from './delegations/routes.ts';
import { delegationGrantsTable, delegationsMigrations } from './delegations/tables.ts';
import { escalationRoutes } from './escalations/routes.ts';
import { onBehalfOfRoutes } from './on-behalf-of/routes.ts';

/** The services that the routes of these groups need. */
export type DelegationRouteServices = ServicesOf<
  typeof approvalRoutes | typeof delegationRoutes | typeof escalationRoutes | typeof onBehalfOfRoutes
> & { readonly tokenExchange: Routes };

export const delegationFeatures: readonly Feature<DelegationRouteServices>[] = [
  {
    name: 'approvals',
    tables: [approvalsTable, approvalDecisionsTable],
    migrations: approvalsMigrations,
    routes: approvalRoutes,
  },
  {
    name: 'delegations',
    tables: [delegationGrantsTable],
    migrations: delegationsMigrations,
    routes: delegationRoutes,
  },
  // The issuer keeps the tokens that it makes.
  {
    name: 'token-exchange',
    tables: [],
    migrations: [],
    routes: ({ tokenExchange }) => tokenExchange,
  },
  // Approval requests of gateways. Another group keeps the approvals.
  { name: 'escalations', tables: [], migrations: [], routes: escalationRoutes },
  // Delegations, shown from the records of other groups.
  { name: 'on-behalf-of', tables: [], migrations: [], routes: onBehalfOfRoutes },
];
