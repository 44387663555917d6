/** Addresses of the pages below approvals. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';
import { searchOf } from '../../search.ts';

export const approvalsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/approvals',
    validateSearch: searchOf('status', 'kind', 'mine'),
    component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/approvals/$id',
    validateSearch: searchOf(),
    component: lazyRouteComponent(() => import('./approval-page.tsx'), 'ApprovalPage'),
  }),
] as const;
