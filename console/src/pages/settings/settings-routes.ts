/** Addresses of the pages below settings. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    validateSearch: searchOf(
      'tab',
      'webhook',
      'delivery',
      'status',
      'gateway',
      'record',
      'type',
      'code',
      'agent',
      'event',
    ),
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
