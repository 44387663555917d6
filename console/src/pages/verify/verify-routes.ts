/** Addresses of the pages below verify, and the short one of a shared passport. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const verifyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify',
    validateSearch: searchOf('tab', 'latest', 'kind', 'at', 'nonce'),
    component: lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify/passport/$id',
    validateSearch: searchOf('tab'),
    component: lazyRouteComponent(() => import('./passport-page.tsx'), 'PassportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/p',
    component: lazyRouteComponent(() => import('./linked-page.tsx'), 'LinkedPage'),
  }),
] as const;
