/** HTTP routes of statistics over exchanges. */
import { statistics as operations } from '../../../contract/api/statistics/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Statistics } from './service.ts';

interface StatisticsServices {
  readonly mount: Mount;
  readonly statistics: Statistics;
}

/** Serves `GET /v1/statistics/exchanges` and `/top`. */
export function statisticsRoutes({ mount, statistics }: StatisticsServices): Routes {
  return async (app) => {
    mount.read(app, operations.exchanges, ({ caller, query: { workspace_id, agent_id, ...asked } }) =>
      statistics.exchanges(caller.organisation, { ...asked, workspaceId: workspace_id, agentId: agent_id }),
    );
    mount.read(app, operations.top, ({ caller, query: { workspace_id, agent_id, ...asked } }) =>
      statistics.top(caller.organisation, { ...asked, workspaceId: workspace_id, agentId: agent_id }),
    );
  };
}
