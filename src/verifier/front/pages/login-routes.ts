/** `/login` and `/logout`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../../base/feature.ts';
import { toReturnPath } from '../../identity/people/return-to.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { noticeOf, type PageSender } from './front.ts';
import { type LoginView, loginPage, type OutsideLogin } from './login-page.ts';
import { redirectTo, sendSignedOutPage } from './send-page.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { toSelfOf } from './visitor.ts';

export interface LoginRouteDeps extends Omit<SignInDeps, 'cookies'> {
  readonly front: PageSender;
  readonly sessions: Pick<Sessions, 'open' | 'close'>;
  /** The outside issuer, if one is configured. */
  readonly outsideLogin: OutsideLogin | undefined;
  /** Ends the person's session at the issuer in this browser too. */
  readonly signOutOfIssuer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const path = '/login';
const notices = {
  'signed-out': 'You are signed out.',
  'password-changed': 'Your password is changed. Sign in with the new one.',
};

export function loginRoutes(deps: LoginRouteDeps): Routes {
  const { front, sessions, outsideLogin } = deps;
  const { cookies } = front;

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    view: Pick<LoginView, 'returnTo' | 'notice' | 'email' | 'errors'>,
    status = 200,
  ) =>
    sendSignedOutPage(
      reply,
      loginPage({ ...view, outside: outsideLogin, token: front.signedOutToken(request, reply), action: path }),
      { status },
    );

  return async (app) => {
    app.get(path, async (request, reply) => {
      const returnTo = toReturnPath(readQuery(request, 'return_to'));
      if ((await front.findVisitor(request)) !== undefined) return redirectTo(reply, returnTo);
      return show(request, reply, { returnTo, notice: noticeOf(request, notices) });
    });
    app.post(path, async (request, reply) => {
      const form = front.readSignedOutForm(request);
      const returnTo = toReturnPath(form.text('return_to'));
      try {
        await signIn({ ...deps, cookies }, request, reply, form);
      } catch (error) {
        const errors = toFieldErrors(error);
        return show(request, reply, { returnTo, email: form.text('email'), errors }, refusedWith(reply, error));
      }
      return redirectTo(reply, returnTo);
    });
    app.post('/logout', async (request, reply) => {
      const visitor = await front.findVisitor(request);
      if (visitor !== undefined) {
        front.readSignedInForm(request, visitor);
        await sessions.close(visitor.session.id, toSelfOf(visitor, request));
        await deps.signOutOfIssuer(request, reply);
      }
      cookies.clear(reply);
      return redirectTo(reply, '/login?done=signed-out');
    });
  };
}

/** Gives a text of the query; undefined if it occurs several times. */
export function readQuery({ query }: FastifyRequest, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(query), name);
  return typeof value === 'string' ? value : undefined;
}
