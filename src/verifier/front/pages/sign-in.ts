/** Signs a person in by the form: checks the password, opens a new session, and closes the browser's former one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageCookies } from '../../identity/people/cookies.ts';
import { openSession } from '../../identity/people/open-session.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import type { People, Person } from '../../identity/people/service.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import type { Form } from './read-form.ts';

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
