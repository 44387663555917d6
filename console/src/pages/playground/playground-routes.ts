/** Addresses of the pages below playground. The settings of the second column end with `2`. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/playground',
    validateSearch: searchOf('tab', 'agent', 'model', 'phase', 'compare', 'agent2', 'model2'),
    component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
  }),
] as const;
