/** The caller's view of themselves. */

import type { Me } from '../../../contract/api/members/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { People } from '../people/service.ts';
import type { Members } from './service.ts';

export interface MeDeps {
  readonly db: Db;
  readonly people: People;
  readonly members: Members;
  readonly workspaces: Workspaces;
}

/** Gives the caller of this call. */
export async function readMe({ db, people, members, workspaces }: MeDeps, caller: Caller): Promise<Me> {
  const { user, kind, role, organisation, scopes, authentication, actor } = caller;
  const person = kind === 'person' ? await people.find(db, user) : undefined;
  const places = person === undefined ? [] : await members.listOf(db, user);
  const known = await workspaces.listAll(db, organisation);
  return {
    user_id: user,
    kind,
    email: person?.email ?? null,
    name: person?.name ?? null,
    org_id: organisation,
    role,
    authentication,
    acting_agent:
      actor === undefined ? null : { id: actor.agentId, spiffe_id: actor.spiffeId, grant_id: actor.grantId },
    workspaces: known.map(({ id }) => id),
    organizations: places.map((place) => ({ org_id: place.orgId, role: place.role })),
    scopes: scopes === 'all' ? scopes : [...scopes],
  };
}
