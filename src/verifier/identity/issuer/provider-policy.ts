/** When the authorization endpoint asks the person: the provider's rules, and one that follows the pages' session. */
import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { sessionCookieName } from '../people/cookies.ts';
import type { IssuerDependencies } from './ports.ts';

/**
 * The provider remembers who signed in, and the pages' session decides whether that still holds. A person who signed out there,
 * or in as somebody else, is asked again.
 */
export function createPolicy(
  { base, Check }: typeof interactionPolicy,
  sessions: IssuerDependencies['sessions'],
): interactionPolicy.DefaultPolicy {
  const policy = base();
  const login = policy.get('login');
  if (login === undefined) throw new Error('the provider has no login prompt');
  login.checks.add(
    new Check('page_session', 'End-User authentication is required', 'login_required', async (ctx) => {
      const { session } = ctx.oidc;
      if (session?.accountId === undefined || (await isStillHere(ctx, session.accountId, sessions))) {
        return Check.NO_NEED_TO_PROMPT;
      }
      // Clears the former person's data, so that none of it reaches the next.
      for (const name of ['accountId', 'loginTs', 'amr', 'authorizations']) Reflect.deleteProperty(session, name);
      session.resetIdentifier();
      return Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

async function isStillHere(
  { cookies, oidc }: KoaContextWithOIDC,
  userId: string,
  sessions: IssuerDependencies['sessions'],
): Promise<boolean> {
  const cookie = cookies.get(sessionCookieName(oidc.issuer.startsWith('https:')));
  return cookie !== undefined && (await sessions.find(cookie))?.userId === userId;
}
