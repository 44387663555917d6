/** Addresses of the pages below policies. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const policiesRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies',
    validateSearch: searchOf('scope', 'open', 'find'),
    component: lazyRouteComponent(() => import('./policies-page.tsx'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies/new',
    validateSearch: searchOf('scope', 'view'),
    component: lazyRouteComponent(() => import('./new-policy-page.tsx'), 'NewPolicyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies/$id',
    validateSearch: searchOf('tab', 'view', 'version', 'from', 'to', 'replay', 'change', 'rule', 'agent', 'differs'),
    component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
  }),
] as const;
