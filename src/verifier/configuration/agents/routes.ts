/** HTTP of agents: register, read, change, remove. Changes of their state are in `life-routes.ts`. */
import { agents as operations } from '../../../contract/api/agents/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { parsePage } from '../../../platform/http/page.ts';
import type { Secret } from '../../../platform/secret.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import { roleRoutes } from './role-routes.ts';
import type { Agents } from './service.ts';
import { statusRoutes } from './status-routes.ts';

export interface AgentRouteDeps {
  readonly agents: Agents;
  readonly changes: ControlChanges;
  readonly mount: Mount;
  /** For answers with a secret, which are stored without it. */
  readonly idempotency: Idempotency;
  readonly db: Db;
}

/** Adds the routes of `/v1/agents` and everything below it that belongs to agents. */
export function agentRoutes(deps: AgentRouteDeps): Routes {
  return async (app) => {
    for (const routes of [addReading, addChanging, statusRoutes, roleRoutes]) await routes(deps)(app);
    mountRaw(app, operations.create, register(deps));
  };
}

function addReading({ mount, agents, changes, db }: AgentRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) => {
      const { workspace_id: workspaceId, owner_id: ownerId, status, stale } = query;
      const isStale = stale === undefined || stale === 'unknown' ? stale : stale === 'true';
      return agents.listViews(caller.organisation, page, { workspaceId, ownerId, status, stale: isStale });
    });
    mount.read(app, operations.get, ({ caller, params }) => agents.view(db, caller.organisation, params.id));
    // Raw, because an unknown agent is reported before a bad cursor.
    mountRaw(app, operations.history, async ({ request: { caller }, params, query }) => {
      await agents.get(db, caller.organisation, params.id);
      return changes.history(caller.organisation, 'agent', params.id, parsePage(query));
    });
  };
}

/** Raw, because the idempotency store must keep the answer without the secret. */
function register({ agents, idempotency }: AgentRouteDeps): RawHandler<typeof operations.create> {
  return async ({ request: { caller }, reply, headers, body }) => {
    assertStorable(body);
    const author = toAuthor(caller);
    const { method, path } = operations.create;
    let secret: Secret | undefined;
    const key = headers['idempotency-key'];
    const write = { orgId: author.orgId, operation: `${method} ${path}`, key, request: body };
    const { body: agent } = await idempotency.once(write, async (tx) => {
      const registered = await agents.register(tx, author, body);
      secret = registered.clientSecret;
      return { status: 201, body: await agents.view(tx, author.orgId, registered.agent.id) };
    });
    return reply
      .code(201)
      .header('location', `${path}/${agent.id}`)
      .header('etag', toEtag(agent.revision))
      .header('cache-control', 'no-store')
      .send({ ...agent, ...(secret === undefined ? {} : { client_secret: secret.reveal() }) });
  };
}

function addChanging({ mount, agents }: AgentRouteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.update, async ({ tx, author, params, body, revision }) => {
      await agents.update(tx, author, params.id, body, revision);
      return agents.view(tx, author.orgId, params.id);
    });
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      agents.remove(tx, author, params.id, revision),
    );
  };
}
