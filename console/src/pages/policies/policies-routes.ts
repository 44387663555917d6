/** Addresses of the pages below policies. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const policiesRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies',
    validateSearch: searchOf('scope', 'open'),
    component: lazyRouteComponent(() => import('./policies-page.tsx'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies/$id',
    validateSearch: searchOf('tab', 'version'),
    component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
  }),
] as const;
