/** `/invite/:token`: the holder of the link joins, as a new person or with an existing account. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { InvitationOffer, Invitations } from '../../identity/members/invitations.ts';
import { openSession } from '../../identity/people/open-session.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import type { People } from '../../identity/people/service.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { errorSummary, type FieldErrors, textField } from './form-fields.ts';
import type { PageSender } from './front.ts';
import { html } from './html.ts';
import type { PageContent } from './layout.ts';
import { passwordHint } from './password-routes.ts';
import type { Form } from './read-form.ts';
import { redirectTo, sendSignedOutPage } from './send-page.ts';
import { toDayText, toRoleName } from './texts.ts';

export interface InviteRouteDeps {
  readonly front: PageSender;
  readonly invitations: Pick<Invitations, 'describe' | 'accept'>;
  readonly people: Pick<People, 'verifyPassword'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly organisationName: (orgId: string) => Promise<string>;
}

const path = '/invite/:token';

interface View {
  readonly offer: InvitationOffer;
  readonly token: string;
  readonly name?: string;
  readonly errors?: FieldErrors;
}

export function inviteRoutes(deps: InviteRouteDeps): Routes {
  const { front, invitations, people, sessions } = deps;

  const show = async (request: FastifyRequest, reply: FastifyReply, view: View, status = 200) => {
    const organisation = await deps.organisationName(view.offer.orgId);
    const visitor = await front.findVisitor(request);
    const formToken = front.signedOutToken(request, reply);
    return sendSignedOutPage(reply, invitePage({ ...view, organisation, formToken, signedIn: visitor?.person.email }), {
      status,
    });
  };

  return async (app) => {
    app.get(path, async (request, reply) => {
      const token = readToken(request);
      return show(request, reply, { token, offer: await describe(invitations, token) });
    });
    app.post(path, async (request, reply) => {
      const token = readToken(request);
      const form = front.readSignedOutForm(request);
      const offer = await describe(invitations, token);
      const name = form.text('name');
      const errors = checkForm(form);
      if (errors !== undefined) return show(request, reply, { token, offer, name, errors }, 400);
      try {
        const [password, origin] = [form.exact('password'), toOrigin(request)];
        // Without this check a mistyped address of an account would create a new account.
        if (isKnown(form)) await people.verifyPassword(offer.email, password, origin);
        const member = await invitations.accept({ token, password, origin, ...(name === '' ? {} : { name }) });
        await openSession({ sessions, cookies: front.cookies }, request, reply, member.user_id);
        front.cookies.setOrganisation(reply, member.org_id);
      } catch (error) {
        return show(
          request,
          reply,
          { token, offer, name, errors: toInviteErrors(error, form) },
          refusedWith(reply, error),
        );
      }
      return redirectTo(reply, '/account?done=joined');
    });
  };
}

/** Tells whether the visitor says that they have an account. */
function isKnown(form: Form): boolean {
  return form.text('known') !== '';
}

/** Checks what a new person entered. A visitor with an account gives the existing password instead. */
function checkForm(form: Form): FieldErrors | undefined {
  if (isKnown(form)) return undefined;
  const name = form.text('name');
  if (!nameForm.test(name)) return { name: 'Enter your name.' };
  return form.exact('password') === form.exact('again') ? undefined : { again: 'The two passwords are not the same.' };
}

const nameForm = /^[^\p{Cc}]{1,200}$/u;

function toInviteErrors(error: unknown, form: Form): FieldErrors {
  const errors = toFieldErrors(error, { '/password': 'password', '/name': 'name' });
  const isWrong = isAppError(error) && error.extensions?.['reason'] === 'wrong_credentials';
  if (!isWrong) return errors;
  return isKnown(form)
    ? { [knownField]: 'The address or the password is wrong.' }
    : {
        password:
          'This address already has an account. Use “I have an account” below, with the password of the account.',
      };
}

/** Id of the password field for existing accounts: an id may occur once on a page. */
const knownField = 'password-known';

/** Gives the offer; one that is gone gets the same page whatever the reason. */
async function describe(invitations: InviteRouteDeps['invitations'], token: string): Promise<InvitationOffer> {
  try {
    return await invitations.describe(token);
  } catch (error) {
    if (!isAppError(error, 'not_found') && !isAppError(error, 'conflict')) throw error;
    throw new AppError('not_found', error.message, { cause: error, extensions: { reason: 'invitation_invalid' } });
  }
}

function readToken({ params }: FastifyRequest): string {
  const token: unknown = Reflect.get(Object(params), 'token');
  return typeof token === 'string' ? token : '';
}

interface PageView extends View {
  readonly organisation: string;
  readonly formToken: ReturnType<PageSender['signedOutToken']>;
  readonly signedIn: string | undefined;
}

/** The page offers joining both ways to everybody, so that the inviter cannot learn who has an account here. */
function invitePage({ offer, token, name, errors = {}, organisation, formToken, signedIn }: PageView): PageContent {
  const action = `/invite/${token}`;
  const isOther = signedIn !== undefined && signedIn !== offer.email;
  const start = html`${formToken}<input class="hidden" type="text" name="username" value="${offer.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">`;
  const password = { name: 'password', label: 'Password', type: 'password' } as const;
  return {
    title: 'Join an organisation',
    hasErrors: Object.keys(errors).length > 0,
    body: html`<div class="tight">
<h1>Join ${organisation}</h1>
<p class="muted">You are invited as <strong>${toRoleName(offer.role)}</strong>, with the address <strong>${offer.email}</strong>. The link works until ${toDayText(offer.expiresAt)}.</p>
</div>
${isOther ? html`<p class="notice">You are signed in as ${signedIn}. Joining signs you in as ${offer.email} instead.</p>` : undefined}
${errorSummary(errors)}
<form class="fields" method="post" action="${action}">
${start}
${textField({ name: 'name', label: 'Your name', value: name ?? '', autocomplete: 'name', maxLength: 200, errors })}
${textField({ ...password, autocomplete: 'new-password', hint: passwordHint, errors })}
${textField({ ...password, name: 'again', label: 'Password once more', autocomplete: 'new-password', errors })}
<button>Create my account and join</button>
</form>
<details${errors[knownField] !== undefined && html` open`}><summary>I have an account with this address</summary>
<form class="fields" method="post" action="${action}">
${start}<input type="hidden" name="known" value="1">
${textField({ ...password, label: 'Password of your account', autocomplete: 'current-password', idSuffix: '-known', errors })}
<button class="quiet">Sign in and join</button>
</form></details>`,
  };
}
