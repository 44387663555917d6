/** The page for an authorization request that cannot return to its application: the application or its address is unknown. */
import { pageAssets } from './assets.ts';
import { html } from './html.ts';
import { toSignedOutPage } from './layout.ts';

export interface OAuthPageError {
  readonly error: string;
  readonly error_description?: string | undefined;
}

/** Gives the whole page; send it with `pageHeaders()`. Part of the error comes from outside and is shown as text. */
export function toOAuthErrorPage({ error, error_description: description }: OAuthPageError): string {
  const title = 'The request of the application is not valid';
  const body = html`<h1>${title}</h1>
${description !== undefined && html`<p>${description.slice(0, 500)}</p>`}
<p class="muted">Nothing was allowed, and nothing was sent anywhere. Go back to the application; if it happens again, tell its operator.</p>
<p class="small muted">Error code: <code>${error.slice(0, 100)}</code></p>`;
  return toSignedOutPage(pageAssets, { title, body });
}
