/** Wires the pages to the services that they show. */
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { VerifierConfig } from '../../base/config.ts';
import { createAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import { createIdempotency } from '../../base/idempotency/service.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import { createApprovalStore } from '../../delegation/approvals/store.ts';
import type { Delegations } from '../../delegation/delegations/ports.ts';
import type { ApiKeys } from '../../identity/api-keys/service.ts';
import type { Authentication } from '../../identity/authentication/create.ts';
import type { Issuer } from '../../identity/issuer/ports.ts';
import type { MemberServices } from '../../identity/members/create.ts';
import type { PeopleServices } from '../../identity/people/create.ts';
import type { Connections } from '../../tools/scoped-credentials/connect/connections.ts';
import type { Connecting } from '../../tools/scoped-credentials/connect/create.ts';
import { createFindRequest, findWaiting } from './find-request.ts';
import { type AgentReader, createFindNames } from './names.ts';
import { pageRoutes } from './routes.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface PagesDeps extends PeopleServices, MemberServices {
  readonly db: Db;
  readonly config: Pick<VerifierConfig, 'ASSAY_PUBLIC_URL'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly workspaces: Pick<Workspaces, 'getOrganization' | 'find'>;
  readonly connecting: Connecting;
  readonly connections: Connections;
  readonly agents: AgentReader;
  readonly apiKeys: ApiKeys;
  readonly issuer: Pick<Issuer, 'interactions' | 'grants' | 'apiResource' | 'gatewayResource' | 'mcpResource'>;
  /** Supplies the login page's button for the outside issuer. */
  readonly authentication: Pick<Authentication, 'outsideLogin'>;
  readonly approvals: Approvals;
  readonly delegations: Delegations;
}

/** Gives the routes of all pages. */
export function createPages(deps: PagesDeps): Routes {
  const { db, config, clock, workspaces, issuer, approvals, people, agents, members } = deps;
  const { interactions, grants } = issuer;
  const findNames = createFindNames({ db, people, agents });
  const findApproval = createApprovalStore().find;
  return pageRoutes({
    ...deps,
    interactions,
    grants,
    findNames,
    findRequest: createFindRequest({ db, approvals, findApproval, roleOf: members.roleOf, findNames }),
    countWaiting: createCountWaiting(approvals, clock),
    ownResources: { api: issuer.apiResource, gateway: issuer.gatewayResource, mcp: issuer.mcpResource },
    outsideLogin: deps.authentication.outsideLogin,
    publicUrl: config.ASSAY_PUBLIC_URL,
    idempotency: createIdempotency({ db, clock }),
    signOutOfIssuer: grants.signOut,
    async organisationName(orgId) {
      return (await workspaces.getOrganization(db, createAuthor(orgId, 'pages', 'viewer'), orgId)).name;
    },
  });
}

/** The count stops here: the page shows `20+`. */
const maxCounted = 20;

function createCountWaiting(approvals: Approvals, clock: Clock) {
  return async (visitor: Visitor, request: FastifyRequest): Promise<string | undefined> => {
    const author = toVisitorAuthor(visitor, request);
    const page = { limit: maxCounted, before: undefined };
    const { toDecide, toBegin } = await findWaiting(approvals, author, page, clock.now());
    const count = toDecide.items.length + toBegin.length;
    if (toDecide.has_more || count > maxCounted) return `${maxCounted}+`;
    return count === 0 ? undefined : String(count);
  };
}
