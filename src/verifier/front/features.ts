/** The front: pages for people, tools for models, and the backup. */
import type { Feature, Routes, ServicesOf } from '../base/feature.ts';
import { mcpRoutes } from './mcp/routes.ts';

/** The services that the routes of these groups need. */
export type FrontRouteServices = ServicesOf<typeof mcpRoutes> & { readonly pages: Routes };

export const frontFeatures: readonly Feature<FrontRouteServices>[] = [
  // HTML pages. They show records of other groups and have no tables.
  { name: 'pages', tables: [], migrations: [], routes: ({ pages }) => pages },
  // The whole database as a file. Its commands need no running verifier, and it has no routes.
  { name: 'backup', tables: [], migrations: [], routes: () => async () => {} },
  // Endpoints of other groups answer the tools; it has no tables.
  { name: 'mcp', tables: [], migrations: [], routes: mcpRoutes },
];
