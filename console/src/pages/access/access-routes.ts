/** Addresses of the pages below access. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const accessRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/access',
    validateSearch: searchOf(
      'tab',
      'status',
      'agent',
      'review',
      'instance',
      'decision',
      'action',
      'actor',
      'resource',
      'from',
      'to',
      'entry',
    ),
    component: lazyRouteComponent(() => import('./access-page.tsx'), 'AccessPage'),
  }),
] as const;
