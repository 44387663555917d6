/** Addresses of the pages below workflows. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const workflowsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workflows',
    validateSearch: searchOf('status'),
    component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/workflows/$id',
    validateSearch: searchOf('tab', 'run', 'node', 'edge', 'panel', 'status'),
    component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
  }),
] as const;
