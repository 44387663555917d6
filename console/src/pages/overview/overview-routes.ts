/** Addresses of the pages below overview. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    validateSearch: searchOf('range', 'view', 'client'),
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
