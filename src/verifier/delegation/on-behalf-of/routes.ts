/** HTTP of on-behalf-of: a person's delegations, chains of agents, and requests for consent. */
import { onBehalfOf as operations } from '../../../contract/api/on-behalf-of/operations.ts';
import type { Authorize } from '../../../contract/api/on-behalf-of/shapes.ts';
import type { Author } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { ConsentQuestion, Delegations } from '../delegations/ports.ts';
import type { ReadChain } from './chain.ts';

export interface OnBehalfOfRouteDeps {
  readonly mount: Mount;
  readonly delegations: Delegations;
  readonly approvals: Pick<Approvals, 'toView'>;
  readonly readTokenChain: ReadChain;
}

/** Adds the routes of `/v1/on-behalf-of` and everything below it. */
export function onBehalfOfRoutes({ mount, delegations, approvals, readTokenChain }: OnBehalfOfRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ author, query, page }) => {
      const { subject, agent: agentId, status = 'active' } = query;
      // By default a person sees their own; an agent sees the people that it may act for, and an operator sees all.
      const subjectId = subject ?? (author.kind === 'person' ? author.user : undefined);
      return delegations.list(author, { subjectId, agentId, status }, page);
    });
    mount.read(app, operations.getChain, ({ author, params }) => readTokenChain(author, params.jti));
    mount.write(
      app,
      operations.authorize,
      async ({ tx, author, body }) =>
        approvals.toView(tx, await delegations.requestConsentIn(tx, author, toRequest(author, body))),
      // The key of repeats includes the requester, so that nobody gets the answer to another's request.
      { repeat: ({ author }) => ({ operation: `POST /v1/on-behalf-of/authorize ${author.user}` }) },
    );
  };
}

function toRequest({ user }: Author, body: Authorize): ConsentQuestion {
  const { agent_id: agentId, subject: subjectId = user, resources, scopes, purpose, ttl_seconds: ttlSeconds } = body;
  const { tools, max_uses: maxUses, justification, approvers } = body;
  return {
    agentId,
    subjectId,
    resources,
    scopes,
    purpose,
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    ...(tools === undefined ? {} : { tools }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(justification === undefined ? {} : { justification }),
    ...(approvers === undefined ? {} : { approvers }),
  };
}
