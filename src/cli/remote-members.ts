/** Requests of commands about members and invitations. */
import { AppError } from '../platform/errors.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import type { Service } from './service.ts';
import {
  type CreatedInvitation,
  createdInvitation,
  type Invitation,
  invitationPage,
  type Me,
  type Member,
  me,
  member,
  memberPage,
  type Person,
  person,
  personPage,
  type ResetPassword,
  resetPassword,
} from './wire-members.ts';

const membersPath = '/v1/members';
const invitationsPath = '/v1/invitations';
const peoplePath = '/v1/people';
const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

export function listMembers(service: Service, limit: number): Promise<Listed<Member>> {
  return readList(service, { path: membersPath, query: {}, limit, isPage: (value) => memberPage.Check(value) });
}

/** Finds a member by id or e-mail address. @throws AppError `not_found` */
export async function findMember(service: Service, named: string): Promise<Member> {
  if (!named.includes('@')) {
    return service.json({ path: at(membersPath, named) }, (value) => member.Check(value));
  }
  const isPage = (value: unknown): value is { items: Member[] } => memberPage.Check(value);
  const { items } = await service.json({ path: membersPath, query: { email: named } }, isPage);
  const [found] = items;
  if (found !== undefined) return found;
  const detail = `There is no member with the address ${named}`;
  throw new AppError('not_found', detail, { detail });
}

/** Gives the id of a member by id or e-mail address. @throws AppError `not_found` for an unknown address */
export async function findMemberId(service: Service, named: string): Promise<string> {
  return named.includes('@') ? (await findMember(service, named)).user_id : named;
}

/** Finds the people of `--for` and `--approver`. @throws AppError `not_found` for an unknown address */
export async function findNamedPeople(service: Service, args: ParsedArguments) {
  const subject = args.text('for');
  const approvers = await Promise.all(args.texts('approver').map((one) => findMemberId(service, one)));
  return {
    ...(subject === undefined ? {} : { subject: await findMemberId(service, subject) }),
    ...(approvers.length === 0 ? {} : { approvers }),
  };
}

/** @throws AppError `precondition_failed` when somebody changed the member meanwhile. */
export function changeMember(
  service: Service,
  { user_id, revision }: Member,
  body: { readonly role?: string; readonly status?: string },
): Promise<Member> {
  const call = { method: 'PATCH', path: at(membersPath, user_id), body, revision } as const;
  return service.json(call, (value) => member.Check(value));
}

export function removeMember(service: Service, { user_id }: Member): Promise<void> {
  return service.empty({ method: 'DELETE', path: at(membersPath, user_id) });
}

export function invite(
  service: Service,
  body: { readonly email: string; readonly role?: string; readonly expires_in_s?: number },
): Promise<CreatedInvitation> {
  const call = { method: 'POST', path: invitationsPath, body } as const;
  return service.json(call, (value) => createdInvitation.Check(value));
}

export function listInvitations(service: Service, limit: number): Promise<Listed<Invitation>> {
  const isPage = (value: unknown): value is { items: Invitation[]; next_cursor: string | null; has_more: boolean } =>
    invitationPage.Check(value);
  return readList(service, { path: invitationsPath, query: {}, limit, isPage });
}

export function revokeInvitation(service: Service, id: string): Promise<void> {
  return service.empty({ method: 'DELETE', path: at(invitationsPath, id) });
}

export function listPeople(service: Service, limit: number): Promise<Listed<Person>> {
  return readList(service, { path: peoplePath, query: {}, limit, isPage: (value) => personPage.Check(value) });
}

/** Finds a person by id or e-mail address. @throws AppError `not_found` */
export async function findPerson(service: Service, named: string): Promise<Person> {
  if (!named.includes('@')) return service.json({ path: at(peoplePath, named) }, (value) => person.Check(value));
  const isPage = (value: unknown): value is { items: Person[] } => personPage.Check(value);
  const { items } = await service.json({ path: peoplePath, query: { email: named } }, isPage);
  const [found] = items;
  if (found !== undefined) return found;
  const detail = `There is nobody with the address ${named}`;
  throw new AppError('not_found', detail, { detail });
}

/** @throws AppError `precondition_failed` when somebody changed the person meanwhile. */
export function changePerson(service: Service, { id, revision }: Person, status: string): Promise<Person> {
  const call = { method: 'PATCH', path: at(peoplePath, id), body: { status }, revision } as const;
  return service.json(call, (value) => person.Check(value));
}

export function resetPasswordOf(service: Service, { id }: Person): Promise<ResetPassword> {
  const call = { method: 'POST', path: `${at(peoplePath, id)}/reset-password` } as const;
  return service.json(call, (value) => resetPassword.Check(value));
}

export function readMe(service: Service): Promise<Me> {
  return service.json({ path: '/v1/me' }, (value) => me.Check(value));
}
