/** HTTP routes of composite passports. */
import { workflows } from '../../../../contract/api/workflows/operations.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Mount } from '../../../base/mount.ts';
import type { CompositePassports } from './service.ts';

export interface CompositePassportRouteDeps {
  readonly compositePassports: CompositePassports;
  readonly mount: Mount;
}

/** Serves `GET /api/v1/workflows/{id}/passport`. */
export function compositePassportRoutes({ compositePassports, mount }: CompositePassportRouteDeps): Routes {
  return async (app) => {
    mount.read(app, workflows.getPassport, ({ author, params }) => compositePassports.get(author, params.id));
  };
}
