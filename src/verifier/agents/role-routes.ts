/** `GET`, `PUT /v1/agents/{id}/access`: who has which role on an agent. */
import { IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { AgentRolesSchema, AgentRolesViewSchema } from './roles.ts';
import type { AgentRouteDeps } from './routes.ts';
import { AgentParamsSchema } from './schema.ts';

const tags = ['agents'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/agents/:id/access';

export function roleRoutes({ agents, db }: AgentRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'Who owns, edits and views an agent', params: AgentParamsSchema },
          response: { 200: AgentRolesViewSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const roles = await agents.readRoles(db, caller.organisation, params.id);
        return reply.header('etag', toEtag(roles.revision)).send(roles);
      },
    );
    app.put(
      path,
      {
        schema: {
          ...{ tags, summary: 'Say who owns, edits and views an agent; an owner or an admin may' },
          ...{ params: AgentParamsSchema, headers: IfMatchHeadersSchema, body: AgentRolesSchema },
          response: { 200: AgentRolesViewSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const roles = await db.transaction((tx) => agents.writeRoles(tx, toAuthor(caller), params.id, body, revision));
        return reply.header('etag', toEtag(roles.revision)).send(roles);
      },
    );
  };
}
