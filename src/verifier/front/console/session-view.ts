/** The console's view of who is in: caller, rights, and addresses for its links. */
import type { ConsoleSession } from '../../../contract/api/console/shapes.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { build } from '../../base/build.ts';
import { createAuthor, toAuthor } from '../../base/control/author.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Members } from '../../identity/members/service.ts';
import type { People } from '../../identity/people/service.ts';
import { listAllowedOperations } from './allowed-operations.ts';
import type { BrowserSession } from './browser-session.ts';
import { toCallToken } from './cookies.ts';

export interface SessionViewDeps {
  readonly db: Db;
  readonly people: Pick<People, 'find'>;
  readonly members: Pick<Members, 'listOf'>;
  readonly workspaces: Pick<Workspaces, 'getOrganization' | 'listOrganizations'>;
  readonly isRequired: boolean;
  readonly addresses: () => ConsoleSession['addresses'];
}

export interface Seen {
  /** Undefined for a stranger, and for a person who is in no organisation. */
  readonly caller: Caller | undefined;
  /** Undefined for a caller without a session. */
  readonly browser: BrowserSession | undefined;
}

const signInPath = '/login?return_to=%2Fconsole%2F';
/** Enough for a menu; more are found by the list of organisations. */
const maxOrganisations = 100;

export type ReadSession = (seen: Seen) => Promise<ConsoleSession>;

export function createReadSession(deps: SessionViewDeps): ReadSession {
  const { db, workspaces, isRequired, addresses } = deps;
  const nameOf = async (orgId: string) => {
    const { id, name } = await workspaces.getOrganization(db, createAuthor(orgId, 'console', 'viewer'), orgId);
    return { id, name };
  };

  const listOrganisations = async (caller: Caller, isPerson: boolean): Promise<ConsoleSession['organizations']> => {
    const { role, organisation } = caller;
    if (caller.isDeployment) {
      const page = { limit: maxOrganisations, before: undefined };
      const { items } = await workspaces.listOrganizations(toAuthor(caller), page);
      return items.map(({ id, name }) => ({ id, name, role }));
    }
    const places = isPerson ? await deps.members.listOf(db, caller.user) : [{ orgId: organisation, role }];
    return Promise.all(places.map(async (place) => ({ ...(await nameOf(place.orgId)), role: place.role })));
  };

  return async ({ caller, browser }) => {
    const isUnlocked = browser?.kind === 'unlocked';
    const about = {
      authentication: isRequired ? ('required' as const) : ('loopback' as const),
      csrf_token: browser === undefined ? null : toCallToken(browser.cookie),
      unlocked_until: isUnlocked ? toTimestamp(browser.session.expiresAt) : null,
      unlocked_idle_until: isUnlocked ? toTimestamp(browser.session.idleUntil) : null,
      version: build,
      sign_in_url: isRequired ? signInPath : null,
    };
    const person = browser?.kind === 'person' ? browser.person : undefined;
    if (caller === undefined) {
      const user = person === undefined ? null : { id: person.id, name: person.name, email: person.email };
      return { ...nobody, ...about, signed_in: user !== null, user };
    }
    const named = person ?? (caller.kind === 'person' ? await deps.people.find(db, caller.user) : undefined);
    return {
      ...about,
      signed_in: true,
      user: { id: caller.user, name: named?.name ?? null, email: named?.email ?? null },
      organization: await nameOf(caller.organisation),
      organizations: await listOrganisations(caller, named !== undefined),
      role: caller.role,
      unlocked: caller.isDeployment,
      ...listAllowedOperations(caller),
      addresses: addresses(),
    };
  };
}

const nobody = {
  organization: null,
  organizations: [],
  role: null,
  unlocked: false,
  operations: [],
  owner_operations: [],
  editor_operations: [],
  addresses: { verifier: null, gateway: null, mcp_gateway: null },
};
