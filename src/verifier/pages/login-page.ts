/** The login page: one form, and the same words for everything that is wrong with it. */
import { errorSummary, type FieldErrors, textField } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hiddenField, type PageContent } from './layout.ts';

export interface LoginView {
  readonly token: Html;
  /** Where the form goes. */
  readonly action: string;
  readonly returnTo?: string;
  /** The application that somebody comes from. */
  readonly client?: string;
  readonly email?: string;
  readonly notice?: Html | undefined;
  readonly errors?: FieldErrors;
  /** Where people of the organisation sign in elsewhere. */
  readonly outside?: OutsideLogin | undefined;
  /** Where that comes back to; `returnTo` if absent. */
  readonly outsideReturnTo?: string;
  /** What else the page offers, below the form. */
  readonly below?: Html;
}

/** A way to sign in at an outside issuer; `return_to` is added to its path. */
export interface OutsideLogin {
  readonly name: string;
  readonly path: string;
}

export function loginPage(view: LoginView): PageContent {
  const { token, action, returnTo, client, email, notice, errors = {}, outside, below } = view;
  const fields = { email: email ?? '', errors };
  return {
    title: 'Sign in',
    hasErrors: Object.keys(errors).length > 0,
    body: html`<div class="tight">
<h1>Sign in</h1>
<p class="muted">${client === undefined ? 'to your Assay account' : html`to go on to <strong>${client}</strong>`}</p>
</div>
${notice}
${outside !== undefined && outsideButton(outside, view.outsideReturnTo ?? returnTo)}
${errorSummary(errors)}
<form class="fields" method="post" action="${action}">
${token}${returnTo !== undefined && hiddenField('return_to', returnTo)}
${textField({ name: 'email', label: 'E-mail address', type: 'email', value: fields.email, autocomplete: 'username', maxLength: 254, errors })}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', errors })}
<button>Sign in</button>
</form>
<p class="muted">No account? Somebody of your organisation invites you. The first of all is invited by whoever runs the verifier: <code>assay member invite</code>.</p>
${below}`,
  };
}

/** A link, since nothing is sent but where to come back to. */
function outsideButton({ name, path }: OutsideLogin, returnTo = '/account'): Html {
  return html`<a class="button wide" href="${`${path}?return_to=${encodeURIComponent(returnTo)}`}">Sign in with ${name}</a>
<p class="or"><span>or with a password</span></p>`;
}
