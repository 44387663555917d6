/** HTTP of members and of the caller. */
import { me, members as operations } from '../../../contract/api/members/operations.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { type InvitationRouteDeps, invitationRoutes } from './invitation-routes.ts';
import { type MeDeps, readMe } from './me.ts';
import { type PersonRouteDeps, personRoutes } from './person-routes.ts';
import type { Self } from './self.ts';

export interface MemberRouteDeps extends MeDeps, InvitationRouteDeps, PersonRouteDeps {
  readonly mount: Mount;
  readonly self: Self;
}

/** Adds the routes of `/v1/members`, `/v1/invitations`, `/v1/people` and `/v1/me`. */
export function memberRoutes(deps: MemberRouteDeps): Routes {
  return async (app) => {
    await addMembers(deps)(app);
    await addSelf(deps)(app);
    await invitationRoutes(deps)(app);
    await personRoutes(deps)(app);
  };
}

function addMembers({ mount, members, db }: MemberRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) => members.list(caller.organisation, page, query.email));
    mount.read(app, operations.get, ({ caller, params }) => members.get(db, caller.organisation, params.id));
    mount.write(
      app,
      operations.update,
      ({ tx, author, params, body, revision }) => members.update(tx, author, params.id, body, revision),
      { isBodyUnbounded: true },
    );
    mount.write(app, operations.remove, ({ tx, author, params }) => members.remove(tx, author, params.id));
  };
}

/** Nobody else writes these, so they need no revision. */
function addSelf(deps: MemberRouteDeps): Routes {
  const { mount, self, db } = deps;
  return async (app) => {
    mount.read(app, me.get, ({ caller }) => readMe(deps, caller));
    mount.read(app, me.update, async ({ caller, author, body }) => {
      await db.transaction((tx) => self.rename(tx, author, body.name));
      return readMe(deps, caller);
    });
    mount.write(app, me.leave, ({ tx, author }) => self.leave(tx, author));
  };
}
