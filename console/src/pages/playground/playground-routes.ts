/** Addresses of the pages below playground. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    validateSearch: searchOf('tab', 'agent'),
    component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
  }),
] as const;
