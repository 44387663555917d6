/** Addresses of the pages below tools. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools',
    validateSearch: searchOf(
      'tab',
      'agent',
      'q',
      'type',
      'tier',
      'category',
      'app',
      'status',
      'mode',
      'service',
      'rule',
      'tool',
      'add',
    ),
    component: lazyRouteComponent(() => import('./tools-page.tsx'), 'ToolsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools/$id',
    validateSearch: searchOf('tool'),
    component: lazyRouteComponent(() => import('./installation-page.tsx'), 'InstallationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools/apps/$id',
    validateSearch: searchOf('version', 'install', 'agent'),
    component: lazyRouteComponent(() => import('./app-page.tsx'), 'AppPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tools/credentials/$id',
    component: lazyRouteComponent(() => import('./credential-page.tsx'), 'CredentialPage'),
  }),
] as const;
