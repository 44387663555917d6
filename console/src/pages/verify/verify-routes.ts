/** Addresses of the pages below verify. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const verifyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify',
    validateSearch: searchOf('tab', 'kind', 'at', 'nonce'),
    component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify/passport/$id',
    validateSearch: searchOf('tab'),
    component: lazyRouteComponent(() => import('./passport-page.tsx'), 'PassportPage'),
  }),
] as const;
