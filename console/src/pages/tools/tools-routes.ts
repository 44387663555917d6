/** Addresses of the pages below tools. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools',
    validateSearch: searchOf('tab', 'agent'),
    component: lazyRouteComponent(() => import('./tools-page.tsx'), 'ToolsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools/$id',
    validateSearch: searchOf('tab'),
    component: lazyRouteComponent(() => import('./installation-page.tsx'), 'InstallationPage'),
  }),
] as const;
