/** Addresses of the pages below agents. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const agentsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents',
    validateSearch: searchOf('status', 'workspace', 'text', 'new'),
    component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/agents/$id',
    validateSearch: searchOf('tab', 'types', 'level', 'find', 'line', 'show'),
    component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage'),
  }),
] as const;
