/** `/v1/oauth-clients`: admins look at the clients of their organisation, and remove one with all that it was given. */

import { Type } from 'typebox';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Audit } from '../audit-log/append.ts';
import { assertMay, toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import { OAuthClientListQuerySchema, OAuthClientParamsSchema, OAuthClientSchema } from './schema.ts';
import type { OAuthClients } from './seams.ts';

export interface ClientAdminDeps {
  readonly db: Db;
  readonly clients: OAuthClients;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

const path = '/v1/oauth-clients';
const tags = ['oauth-clients'];
const problems = { '4xx': ProblemSchema };

export function addClientAdminRoutes(app: HttpApp, { db, clients, audit, changes }: ClientAdminDeps): void {
  app.get(
    path,
    {
      schema: {
        ...{ tags, summary: 'List OAuth clients, newest first', querystring: OAuthClientListQuerySchema },
        response: { 200: PageSchema(OAuthClientSchema), ...problems },
      },
    },
    async ({ caller, query }) => clients.list(caller.organisation, parsePage(query)),
  );
  app.get(
    `${path}/:id`,
    {
      schema: {
        ...{ tags, summary: 'Read an OAuth client', params: OAuthClientParamsSchema },
        response: { 200: OAuthClientSchema, ...problems },
      },
    },
    async ({ caller, params }) => clients.get(caller.organisation, params.id),
  );
  app.delete(
    `${path}/:id`,
    {
      schema: {
        ...{ tags, summary: 'Remove an OAuth client with its grants and tokens', params: OAuthClientParamsSchema },
        response: { 204: Type.Null(), ...problems },
      },
    },
    async ({ caller, params }, reply) => {
      const author = toAuthor(caller);
      assertMay(author, 'clients.write', 'removing an OAuth client');
      // Neither whose it is nor its agent ever changes, so both may be read before the transaction.
      const { name, agent_id } = await clients.get(author.orgId, params.id);
      if (agent_id !== null) throw belongsToAgent(agent_id);
      await db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        await clients.remove(tx, params.id);
        await audit.append(tx, author, {
          ...{ action: 'oauth_client.removed', resourceType: 'oauth_client', resourceId: params.id },
          details: { name },
        });
      });
      return reply.code(204).send(null);
    },
  );
}

function belongsToAgent(agentId: string): AppError {
  const detail = `this is the client of the agent ${agentId}: rotate its credentials, suspend or decommission it`;
  return new AppError('conflict', detail, { detail, extensions: { reason: 'client_of_agent' } });
}
