/** The addresses of the console. Each page is loaded when it is opened first. */
import { createRouter } from '@tanstack/react-router';
import { openRoute } from './app/open-route.ts';
import { accessRoutes } from './pages/access/access-routes.ts';
import { agentsRoutes } from './pages/agents/agents-routes.ts';
import { approvalsRoutes } from './pages/approvals/approvals-routes.ts';
import { auditorsRoutes } from './pages/auditors/auditors-routes.ts';
import { overviewRoutes } from './pages/overview/overview-routes.ts';
import { playgroundRoutes } from './pages/playground/playground-routes.ts';
import { policiesRoutes } from './pages/policies/policies-routes.ts';
import { settingsRoutes } from './pages/settings/settings-routes.ts';
import { toolsRoutes } from './pages/tools/tools-routes.ts';
import { trafficRoutes } from './pages/traffic/traffic-routes.ts';
import { verifyRoutes } from './pages/verify/verify-routes.ts';
import { workflowsRoutes } from './pages/workflows/workflows-routes.ts';
import { rootRoute } from './root-route.ts';

const routeTree = rootRoute.addChildren([
  ...overviewRoutes,
  ...trafficRoutes,
  ...playgroundRoutes,
  ...policiesRoutes,
  ...auditorsRoutes,
  ...agentsRoutes,
  ...workflowsRoutes,
  ...toolsRoutes,
  ...approvalsRoutes,
  ...accessRoutes,
  ...settingsRoutes,
  ...verifyRoutes,
  openRoute,
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Texts stay texts: an id of digits is no number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
