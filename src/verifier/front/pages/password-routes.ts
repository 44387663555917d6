/** `/account/password`: changes a password, against the old one; every other session ends. */
import type { Routes } from '../../base/feature.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import { minPasswordLength } from '../../identity/people/password-rules.ts';
import type { People } from '../../identity/people/service.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { errorSummary, type FieldErrors, textField } from './form-fields.ts';
import { noticeOf, type PageSender, signedInToken } from './front.ts';
import { html } from './html.ts';
import type { Form } from './read-form.ts';
import { redirectTo } from './send-page.ts';
import type { Visitor } from './visitor.ts';

export interface PasswordRouteDeps {
  readonly front: PageSender;
  readonly people: Pick<People, 'changePassword'>;
}

const path = '/account/password';
const notices = { changed: 'Your password is changed, and you are signed out everywhere else.' };

export function passwordRoutes({ front, people }: PasswordRouteDeps): Routes {
  return async (app) => {
    app.get(path, async (request, reply) => {
      const visitor = await front.visitor(request);
      const { title, body } = passwordPage(visitor);
      return front.sendPage(reply, visitor, path, { title, body: html`${noticeOf(request, notices)}${body}` });
    });
    app.post(path, async (request, reply) => {
      const visitor = await front.visitor(request);
      const form = front.readSignedInForm(request, visitor);
      const refuse = (errors: FieldErrors, status: number) =>
        front.sendPage(reply, visitor, path, passwordPage(visitor, errors), status);
      if (form.exact('next') !== form.exact('again')) {
        return refuse({ again: 'The two new passwords are not the same.' }, 400);
      }
      try {
        await change(people, visitor, form, toOrigin(request));
      } catch (error) {
        return refuse(toPasswordErrors(error), refusedWith(reply, error));
      }
      return redirectTo(reply, `${path}?done=changed`);
    });
  };
}

function change(
  people: PasswordRouteDeps['people'],
  { person, session }: Visitor,
  form: Form,
  origin: ReturnType<typeof toOrigin>,
): Promise<void> {
  const passwords = { current: form.exact('current'), next: form.exact('next') };
  return people.changePassword(person.id, { ...passwords, origin, sessionId: session.id });
}

/** Wrong credentials can only mean the current password here. */
function toPasswordErrors(error: unknown): FieldErrors {
  const errors = toFieldErrors(error, { '/next': 'next' });
  const isWrong = Reflect.get(Object(Reflect.get(Object(error), 'extensions')), 'reason') === 'wrong_credentials';
  return isWrong ? { current: 'The password is wrong.' } : errors;
}

function passwordPage(visitor: Visitor, errors: FieldErrors = {}) {
  const isNew = { type: 'password', autocomplete: 'new-password', errors } as const;
  return {
    title: 'Password',
    hasErrors: Object.keys(errors).length > 0,
    body: html`${errorSummary(errors)}
<form class="card fields" method="post" action="${path}">
${signedInToken(visitor)}
<input class="hidden" type="text" name="username" value="${visitor.person.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${textField({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', errors })}
${textField({ ...isNew, name: 'next', label: 'New password', hint: passwordHint })}
${textField({ ...isNew, name: 'again', label: 'New password once more' })}
<p class="small muted">You stay signed in here, and are signed out everywhere else.</p>
<button>Change password</button>
</form>`,
  };
}

/** Hint beside every new password. */
export const passwordHint = `At least ${minPasswordLength} characters. A few unrelated words are easy to remember and hard to guess.`;
