/** Signs a person in by the form: checks the password, opens a new session, and closes the browser's former one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { People, Person } from '../../identity/people/service.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import type { PageCookies } from './cookies.ts';
import type { Form } from './read-form.ts';
import { toOrigin } from './visitor.ts';

export interface SignInDeps {
  readonly people: Pick<People, 'verifyPassword'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly cookies: PageCookies;
}

/** @throws AppError as `People.verifyPassword`. */
export async function signIn(
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<Person> {
  const person = await deps.people.verifyPassword(form.text('email'), form.exact('password'), toOrigin(request));
  await openSession(deps, request, reply, person.id);
  return person;
}

/** Sets a new cookie at every sign-in, so that a cookie which an attacker set before is worthless (session fixation). */
export async function openSession(
  { sessions, cookies }: Pick<SignInDeps, 'sessions' | 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const { cookie } = await sessions.open(userId, toOrigin(request), cookies.readSession(request));
  cookies.setSession(reply, cookie);
}
