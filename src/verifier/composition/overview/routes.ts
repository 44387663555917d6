/** HTTP route of the overview. */
import { statistics as operations } from '../../../contract/api/statistics/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Overviews } from './service.ts';

interface OverviewServices {
  readonly mount: Mount;
  readonly overviews: Overviews;
}

/** Serves `GET /v1/statistics/overview`. */
export function overviewRoutes({ mount, overviews }: OverviewServices): Routes {
  return async (app) => {
    mount.read(app, operations.overview, ({ author }) => overviews.read(author));
  };
}
