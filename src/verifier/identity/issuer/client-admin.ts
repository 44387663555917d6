/** HTTP of OAuth clients: admins list the clients of their organisation, and remove one with its grants and tokens. */
import { oauthClients as operations } from '../../../contract/api/oauth-clients/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Issuer } from './ports.ts';

export interface ClientAdminDeps {
  readonly mount: Mount;
  readonly db: Db;
  readonly issuer: Pick<Issuer, 'clients'>;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export function clientAdminRoutes({ mount, db, issuer: { clients }, audit, changes }: ClientAdminDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => clients.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => clients.get(caller.organisation, params.id));
    mount.read(app, operations.remove, async ({ author, params }) => {
      assertMay(author, 'clients.write', 'removing an OAuth client');
      // A client's organisation and agent never change, so they may be read before the transaction.
      const { name, agent_id } = await clients.get(author.orgId, params.id);
      if (agent_id !== null) throw belongsToAgent(agent_id);
      await db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        await clients.remove(tx, params.id);
        await audit.append(tx, author, {
          action: 'oauth_client.removed',
          resourceType: 'oauth_client',
          resourceId: params.id,
          details: { name },
        });
      });
    });
  };
}

function belongsToAgent(agentId: string): AppError {
  const detail = `this client belongs to agent ${agentId}: rotate its credentials, or suspend or decommission the agent`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'client_of_agent' } });
}
