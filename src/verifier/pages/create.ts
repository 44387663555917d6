/** The pages, wired to the services that they show. */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { ApiKeys } from '../api-keys/service.ts';
import { createAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { createIdempotency } from '../idempotency/service.ts';
import type { Issuer } from '../issuer/seams.ts';
import type { MemberServices } from '../members/create.ts';
import type { PeopleServices } from '../people/create.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { pageRoutes } from './routes.ts';

export interface PagesDeps extends PeopleServices, MemberServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly workspaces: Pick<Workspaces, 'getOrganization'>;
  readonly apiKeys: ApiKeys;
  readonly issuer: Pick<Issuer, 'interactions' | 'grants'>;
  /** The button of the login page, where people sign in at an outside issuer. */
  readonly outsideLogin: { readonly name: string; readonly path: string } | undefined;
  /** `ASSAY_PUBLIC_URL`, when it is set. */
  readonly publicUrl: string | undefined;
}

/** The routes of all pages. */
export function createPages(deps: PagesDeps): Routes {
  const { db, clock, workspaces, issuer, apiKeys } = deps;
  const { interactions, grants } = issuer;
  return pageRoutes({
    ...deps,
    ...{ interactions, grants, apiKeys },
    idempotency: createIdempotency({ db, clock }),
    signOutOfIssuer: grants.signOut,
    async organisationName(orgId) {
      return (await workspaces.getOrganization(db, createAuthor(orgId, 'pages', 'viewer'), orgId)).name;
    },
  });
}
