/** HTTP routes of installed apps and of their tools. */
import { installedTools, installations as operations } from '../../../contract/api/installations/operations.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, readRequest, toRouteSchema } from '../../../platform/http/mount-raw.ts';
import { parsePage } from '../../../platform/http/page.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { anySize, assertStorable } from '../../base/storable.ts';
import type { InstallationApi } from './service.ts';

export interface InstallationRouteDeps {
  readonly mount: Mount;
  readonly installations: InstallationApi;
  readonly agents: Pick<AgentStandings, 'findAccess'>;
}

/** `/v1/app-catalog/{app_id}/install`, `/v1/app-catalog/installations`, and the tool reports of gateways. */
export function installationRoutes(deps: InstallationRouteDeps): Routes {
  return async (app) => {
    await reading(deps)(app);
    await changing(deps)(app);
    await tools(deps)(app);
    await reports(deps)(app);
  };
}

function reading({ mount, installations, agents }: InstallationRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ author, query, page }) => {
      const { agent_id: agentId, app_id: appId, status } = query;
      return installations.list(author, { agentId, appId, status }, page);
    });
    mount.read(app, operations.get, ({ author, params }) => installations.get(author, params.id));
    // Raw: the agent is looked up before the cursor is checked.
    mountRaw(app, operations.listOfAgent, async ({ request, params: { agent_id: agentId }, query }) => {
      const author = toAuthor(request.caller);
      if ((await agents.findAccess(author.orgId, agentId)) === undefined) {
        const detail = 'there is no such agent';
        throw new AppError('not_found', detail, { detail });
      }
      return installations.list(author, { agentId }, parsePage(query));
    });
  };
}

function changing({ mount, installations }: InstallationRouteDeps): Routes {
  return async (app) => {
    mount.write(
      app,
      operations.create,
      ({ tx, author, params, body }) => installations.installIn(tx, author, params.app_id, body),
      {
        repeat: ({ author, params }) => ({ operation: `POST /v1/app-catalog/${params.app_id}/install ${author.user}` }),
      },
    );
    mount.read(app, operations.uninstall, ({ author, params }) => installations.uninstall(author, params.id));
    // Raw: refusals are not cached either.
    mountRaw(app, operations.retry, async ({ request, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return reply.code(202).send(await installations.retry(toAuthor(request.caller), params.id));
    });
    mount.read(app, operations.upgrade, ({ author, params, body }) => installations.upgrade(author, params.id, body));
  };
}

function tools({ mount, installations }: InstallationRouteDeps): Routes {
  return async (app) => {
    mount.read(app, installedTools.list, ({ author, params }) => installations.tools(author, params.id));
    mount.read(app, installedTools.check, ({ author, params }) => installations.checkTools(author, params.id));
    mount.read(app, installedTools.approve, ({ author, params, body }) =>
      installations.approveTools(author, params.id, body),
    );
  };
}

/** Limit of a report of thousands of definitions. */
const reportBytes = 6 * 1024 * 1024;

function reports({ installations }: InstallationRouteDeps): Routes {
  const operation = installedTools.report;
  return async (app) => {
    // A separate route, for its own body limit.
    app.route({
      method: operation.method,
      url: operation.path,
      schema: toRouteSchema(operation),
      bodyLimit: reportBytes,
      // INVARIANT: definitions that the database cannot hold are not refused as a report: they put the app in quarantine.
      config: { checksOwnBody: true, operation },
      handler: async (request) => {
        const { params, body } = readRequest<typeof operation>(request);
        assertStorable({ ...body, tools: [] }, anySize);
        return installations.report(request.caller, params.id, body);
      },
    });
  };
}
