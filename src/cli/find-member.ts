/** Finds people that users name by id or by e-mail address. */
import type { Client, Member, Person } from '@assay/client';
import { AppError } from '../platform/errors.ts';
import type { ParsedArguments } from './options.ts';

/** @throws AppError `not_found` */
export async function findMember({ members }: Client, named: string): Promise<Member> {
  if (!named.includes('@')) return members.get({ id: named });
  const [found] = (await members.list({ email: named })).items;
  if (found !== undefined) return found;
  const detail = `No member has the address ${named}`;
  throw new AppError('not_found', detail, { detail });
}

/** Finds a person of any organisation. @throws AppError `not_found` */
export async function findPerson({ people }: Client, named: string): Promise<Person> {
  if (!named.includes('@')) return people.get({ id: named });
  const [found] = (await people.list({ email: named })).items;
  if (found !== undefined) return found;
  const detail = `Nobody has the address ${named}`;
  throw new AppError('not_found', detail, { detail });
}

/** Finds the people of `--for` and `--approver`. @throws AppError `not_found` for an unknown address */
export async function findNamedPeople(client: Client, args: ParsedArguments) {
  const subject = args.text('for');
  const approvers = await Promise.all(args.texts('approver').map((one) => findMemberId(client, one)));
  return {
    ...(subject === undefined ? {} : { subject: await findMemberId(client, subject) }),
    ...(approvers.length === 0 ? {} : { approvers }),
  };
}

async function findMemberId(client: Client, named: string): Promise<string> {
  return named.includes('@') ? (await findMember(client, named)).user_id : named;
}
