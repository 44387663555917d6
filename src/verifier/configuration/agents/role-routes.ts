/** `GET`, `PUT /v1/agents/{id}/access`: the roles of people on an agent. */
import { agents as operations } from '../../../contract/api/agents/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { AgentRouteDeps } from './routes.ts';

export function roleRoutes({ mount, agents, db }: AgentRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.getAccess, ({ caller, params }) => agents.readRoles(db, caller.organisation, params.id));
    mount.write(app, operations.replaceAccess, ({ tx, author, params, body, revision }) =>
      agents.writeRoles(tx, author, params.id, body, revision),
    );
  };
}
