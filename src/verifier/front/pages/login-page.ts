/** The login page: one form, and the same text for every failed attempt. */
import { errorSummary, type FieldErrors, textField } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hiddenField, type PageContent } from './layout.ts';

export interface LoginView {
  readonly token: Html;
  /** Address that the form is sent to. */
  readonly action: string;
  readonly returnTo?: string;
  /** Name of the application that sent the visitor. */
  readonly client?: string;
  readonly email?: string;
  readonly notice?: Html | undefined;
  readonly errors?: FieldErrors;
  /** The outside issuer that people of the organisation sign in at. */
  readonly outside?: OutsideLogin | undefined;
  /** Path that the outside sign-in returns to; `returnTo` if absent. */
  readonly outsideReturnTo?: string;
  /** Further content below the form. */
  readonly below?: Html;
}

/** An outside issuer to sign in at; `return_to` is added to the path. */
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

/** A link and not a form: it sends nothing but the return path. */
function outsideButton({ name, path }: OutsideLogin, returnTo = '/account'): Html {
  return html`<a class="button wide" href="${`${path}?return_to=${encodeURIComponent(returnTo)}`}">Sign in with ${name}</a>
<p class="or"><span>or with a password</span></p>`;
}
