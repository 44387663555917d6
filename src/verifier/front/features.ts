/** The front: pages for people, the browser console, tools for models, and the backup. */
import type { Feature, Routes, ServicesOf } from '../base/feature.ts';
import { consoleRoutes } from './console/routes.ts';
import { consoleLinksTable, consoleMigrations, consoleSessionsTable } from './console/tables.ts';
import { mcpRoutes } from './mcp/routes.ts';

/** The services that the routes of these groups need. */
export type FrontRouteServices = ServicesOf<typeof mcpRoutes> &
  ServicesOf<typeof consoleRoutes> & { readonly pages: Routes };

export const frontFeatures: readonly Feature<FrontRouteServices>[] = [
  // HTML pages. They show records of other groups and have no tables.
  { name: 'pages', tables: [], migrations: [], routes: ({ pages }) => pages },
  {
    name: 'console',
    tables: [consoleSessionsTable, consoleLinksTable],
    migrations: consoleMigrations,
    routes: consoleRoutes,
  },
  // The whole database as a file. Its commands need no running verifier, and it has no routes.
  { name: 'backup', tables: [], migrations: [], routes: () => async () => {} },
  // Endpoints of other groups answer the tools; it has no tables.
  { name: 'mcp', tables: [], migrations: [], routes: mcpRoutes },
];
