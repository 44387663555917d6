/** Wires the services of members over an open database. */
import { createInvitationStore } from './invitation-store.ts';
import { createInvitations, type Invitations, type InvitationsDeps } from './invitations.ts';
import { createPersonAdmin, type PersonAdmin } from './person-admin.ts';
import { createSelf, type Self } from './self.ts';
import { createMembers, type Members, type MembersDeps } from './service.ts';
import { createMemberStore } from './store.ts';

export interface MemberServices {
  readonly members: Members;
  readonly invitations: Invitations;
  readonly personAdmin: PersonAdmin;
  readonly self: Self;
}

export type MemberServicesDeps = Omit<MembersDeps & InvitationsDeps, 'store' | 'memberStore' | 'members'>;

export function createMemberServices(deps: MemberServicesDeps): MemberServices {
  const memberStore = createMemberStore();
  const members = createMembers({ ...deps, store: memberStore });
  const invitations = createInvitations({ ...deps, members, memberStore, store: createInvitationStore() });
  const personAdmin = createPersonAdmin({ ...deps, members, memberStore });
  return { members, invitations, personAdmin, self: createSelf({ ...deps, members }) };
}
