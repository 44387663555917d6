/** Addresses of the pages below auditors. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const auditorsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auditors',
    validateSearch: searchOf('tab', 'workspace', 'category', 'preset', 'overwrite', 'status', 'release', 'register'),
    component: lazyRouteComponent(() => import('./auditors-page.tsx'), 'AuditorsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auditors/$id',
    validateSearch: searchOf('tab', 'workspace', 'agent', 'as', 'phase', 'live'),
    component: lazyRouteComponent(() => import('./auditor-page.tsx'), 'AuditorPage'),
  }),
] as const;
