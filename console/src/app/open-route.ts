/** The address of a link that `assay console open` made. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';

export const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/open',
  component: lazyRouteComponent(() => import('./open-page.tsx'), 'OpenPage'),
});
