/** HTTP routes of replays: started at a policy, read and ended by their own ids. */
import { policyReplays as operations } from '../../../../contract/api/policies/operations.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Mount } from '../../../base/mount.ts';
import type { PolicyReplays } from './service.ts';

export interface PolicyReplayDeps {
  readonly policyReplays: PolicyReplays;
  readonly mount: Mount;
}

/** `POST /v1/policies/{id}/replay`, `GET /v1/policies/replays/{id}` and `POST …/cancel`. */
export function policyReplayRoutes({ policyReplays, mount }: PolicyReplayDeps): Routes {
  return async (app) => {
    app.addHook('onClose', () => policyReplays.close());
    mount.read(
      app,
      operations.start,
      ({ author, params: { id }, body }) => policyReplays.start(author, id, body),
      // The text of a policy may be larger than a record.
      { isBodyUnbounded: true },
    );
    mount.read(app, operations.get, ({ caller, params: { id } }) => policyReplays.get(caller.organisation, id));
    mount.read(app, operations.cancel, ({ author, params: { id } }) => policyReplays.cancel(author, id));
  };
}
