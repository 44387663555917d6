/** Opens a session in a browser, and closes the browser's former one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageCookies } from './cookies.ts';
import { toOrigin } from './origin.ts';
import type { Sessions } from './sessions.ts';

export interface OpenSessionDeps {
  readonly sessions: Pick<Sessions, 'open'>;
  readonly cookies: Pick<PageCookies, 'readSession' | 'setSession'>;
}

/** Sets a new cookie at every sign-in, so that a cookie which an attacker set before is worthless (session fixation). */
export async function openSession(
  { sessions, cookies }: OpenSessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const { cookie } = await sessions.open(userId, toOrigin(request), cookies.readSession(request));
  cookies.setSession(reply, cookie);
}
