/** HTTP of installed apps (platform model 8). */

import { GatewayParamsSchema } from '../../contract/api/gateways/shapes.ts';
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { ToolReportAnswerSchema, ToolReportSchema } from '../../contract/tool-report.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { AgentStandings } from '../agents/standing.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { toEtag } from '../revision.ts';
import { anySize, assertStorable } from '../storable.ts';
import {
  AgentAppsQuerySchema,
  AgentParamsSchema,
  AppParamsSchema,
  ApproveToolsSchema,
  InstallationListQuerySchema,
  InstallationParamsSchema,
  InstallationSchema,
  InstallationToolsSchema,
  InstallRequestSchema,
  UpgradeRequestSchema,
} from './schema.ts';
import type { InstallationApi } from './service.ts';

export interface InstallationRouteDeps {
  readonly installations: InstallationApi;
  readonly agents: Pick<AgentStandings, 'findAccess'>;
  readonly idempotency: Idempotency;
}

const tags = ['app-catalog'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/app-catalog/installations';
const params = InstallationParamsSchema;

/** `/v1/app-catalog/{app_id}/install`, `/v1/app-catalog/installations` and what is below it, and what gateways report. */
export function installationRoutes(deps: InstallationRouteDeps): Routes {
  return async (app) => {
    await installing(deps)(app);
    await reading(deps)(app);
    await changing(deps)(app);
    await tools(deps)(app);
    await reports(deps)(app);
  };
}

function installing({ installations, idempotency }: InstallationRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/app-catalog/:app_id/install',
      {
        schema: {
          ...{ tags, summary: 'Install an app for an agent that you may edit; it goes on by itself after the answer' },
          ...{ params: AppParamsSchema, headers: IdempotencyHeadersSchema, body: InstallRequestSchema },
          response: { 202: InstallationSchema, ...problems },
        },
      },
      async ({ caller, params: { app_id: appId }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = `POST /v1/app-catalog/${appId}/install ${author.user}`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 202,
          body: await installations.installIn(tx, author, appId, body),
        }));
        return reply.code(202).header('location', `${path}/${made.id}`).send(made);
      },
    );
  };
}

function reading({ installations, agents }: InstallationRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List installed apps, newest first', querystring: InstallationListQuerySchema },
          response: { 200: PageSchema(InstallationSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { agent_id: agentId, app_id: appId, status } = query;
        return installations.list(toAuthor(caller), { agentId, appId, status }, parsePage(query));
      },
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read an installed app, one that was removed too', params },
          response: { 200: InstallationSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const installation = await installations.get(toAuthor(caller), id);
        return reply.header('etag', toEtag(installation.revision)).send(installation);
      },
    );
    app.get(
      '/v1/agents/:agent_id/apps',
      {
        schema: {
          ...{ tags, summary: 'List the apps of an agent, newest first' },
          ...{ params: AgentParamsSchema, querystring: AgentAppsQuerySchema },
          response: { 200: PageSchema(InstallationSchema), ...problems },
        },
      },
      async ({ caller, params: { agent_id: agentId }, query }) => {
        const author = toAuthor(caller);
        if ((await agents.findAccess(author.orgId, agentId)) === undefined) {
          const detail = 'there is no such agent';
          throw new AppError('not_found', detail, { detail });
        }
        return installations.list(author, { agentId }, parsePage(query));
      },
    );
  };
}

function changing({ installations }: InstallationRouteDeps): Routes {
  return async (app) => {
    const answer = { response: { 202: InstallationSchema, ...problems } };
    app.delete(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: 'Uninstall: its credentials of this agent end at once, and our client at the other side after that',
          ...{ params, ...answer },
        },
      },
      async ({ caller, params: { id } }, reply) =>
        reply.code(202).send(await installations.uninstall(toAuthor(caller), id)),
    );
    app.post(
      `${path}/:id/retry`,
      {
        schema: {
          tags,
          summary: 'Go on where it failed; while it waits for a person to connect, the answer has a link for them',
          ...{ params, ...answer },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        reply.header('cache-control', 'no-store');
        return reply.code(202).send(await installations.retry(toAuthor(caller), id));
      },
    );
    app.post(
      `${path}/:id/upgrade`,
      {
        schema: {
          ...{ tags, summary: 'Go to another version; the old one is in use until the new one is in' },
          ...{ params, body: UpgradeRequestSchema, ...answer },
        },
      },
      async ({ caller, params: { id }, body }, reply) => {
        assertStorable(body);
        return reply.code(202).send(await installations.upgrade(toAuthor(caller), id, body));
      },
    );
  };
}

function tools({ installations }: InstallationRouteDeps): Routes {
  return async (app) => {
    const answer = { response: { 200: InstallationToolsSchema, ...problems } };
    app.get(
      `${path}/:id/tools`,
      {
        schema: {
          ...{ tags, summary: 'Its tools: as they were approved, as they are, and what is other', params, ...answer },
        },
      },
      async ({ caller, params: { id } }) => installations.tools(toAuthor(caller), id),
    );
    app.post(
      `${path}/:id/check-tools`,
      { schema: { ...{ tags, summary: 'Ask its server now which tools it has', params, ...answer } } },
      async ({ caller, params: { id } }) => installations.checkTools(toAuthor(caller), id),
    );
    app.post(
      `${path}/:id/approve-tools`,
      {
        schema: {
          ...{
            tags,
            summary: 'Approve the tools as you saw them, which ends the quarantine, and let denied ones be shown',
          },
          ...{ params, body: ApproveToolsSchema, response: { 200: InstallationSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }) => {
        assertStorable(body);
        return installations.approveTools(toAuthor(caller), id, body);
      },
    );
  };
}

/** A report of thousands of definitions. */
const reportBytes = 6 * 1024 * 1024;

function reports({ installations }: InstallationRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/gateways/:id/tools',
      {
        bodyLimit: reportBytes,
        // INVARIANT: definitions that no store holds are no refused report: they put the app in quarantine.
        config: { checksOwnBody: true },
        schema: {
          ...{ tags, summary: 'What a gateway sees of the tools of an installed app, and whether they may be called' },
          description: [
            'For gateways: of local servers the first report is what is approved by installing; any later one that is',
            'other puts the app in quarantine. A finding is shown with the tools of the app, and withholds its tool until a',
            'person lets it, or a gateway reports it as `cleared`.',
            'The same report again changes nothing, so this needs no `Idempotency-Key`.',
          ].join(' '),
          ...{ params: GatewayParamsSchema, body: ToolReportSchema },
          response: { 200: ToolReportAnswerSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, body }) => {
        assertStorable({ ...body, tools: [] }, anySize);
        return installations.report(caller, id, body);
      },
    );
  };
}
