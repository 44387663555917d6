/** HTTP of approvals. */
import { approvals as operations } from '../../../contract/api/approvals/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Approvals } from './ports.ts';
import type { ApprovalRequests } from './requests.ts';

export interface ApprovalRouteDeps {
  readonly mount: Mount;
  readonly approvals: Approvals;
  readonly approvalRequests: ApprovalRequests;
}

/** Adds the routes of `/v1/approvals` and everything below it. */
export function approvalRoutes({ mount, approvals, approvalRequests }: ApprovalRouteDeps): Routes {
  return async (app) => {
    mount.write(
      app,
      operations.create,
      ({ tx, author, body }) => approvalRequests.request(tx, author, body),
      // The key of repeats includes the requester, so that nobody gets the answer to another's request.
      {
        repeat: ({ author: { user, actor } }) => ({ operation: `POST /v1/approvals ${user} ${actor?.agentId ?? ''}` }),
      },
    );
    mount.read(app, operations.list, ({ author, query, page }) => {
      const { status, kind, agent_id: agentId, approver } = query;
      const decidableBy = approver === 'me' ? author : undefined;
      return approvals.list(author, { status, kind, agentId, decidableBy }, page);
    });
    mount.read(app, operations.get, ({ author, params }) => approvals.get(author, params.id));
    mount.read(app, operations.approve, ({ author, params, body }) =>
      approvals.step(author, params.id, 'approve', body?.reason),
    );
    mount.read(app, operations.deny, ({ author, params, body }) =>
      approvals.step(author, params.id, 'deny', body?.reason),
    );
    mount.read(app, operations.cancel, ({ author, params, body }) =>
      approvals.step(author, params.id, 'cancel', body?.reason),
    );
  };
}
