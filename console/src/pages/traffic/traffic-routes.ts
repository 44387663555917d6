/** Addresses of the pages below traffic. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const trafficRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traffic',
    validateSearch: searchOf('tab', 'agent', 'model', 'decision', 'reason', 'claim', 'session', 'from', 'to'),
    component: lazyRouteComponent(() => import('./traffic-page.tsx'), 'TrafficPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/traffic/$id',
    validateSearch: searchOf('tab'),
    component: lazyRouteComponent(() => import('./exchange-page.tsx'), 'ExchangePage'),
  }),
] as const;
