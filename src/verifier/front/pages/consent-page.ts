/** The consent page: the application that asks, where the answer goes, and everything that it would allow. */
import type { InteractionDetails } from '../../identity/issuer/ports.ts';
import { type Html, html } from './html.ts';
import type { PageContent } from './layout.ts';
import { textOfScope } from './scope-texts.ts';

export interface ConsentView {
  readonly details: InteractionDetails;
  readonly action: string;
  /** Hidden form token. */
  readonly token: Html;
  readonly email: string;
}

export function consentPage({ details, action, token, email }: ConsentView): PageContent {
  const { client, scopes } = details;
  return {
    title: `Allow ${client.name}?`,
    body: html`<div class="tight">
<h1>Allow ${client.name}?</h1>
<p class="muted">You are signed in as <strong>${email}</strong>.</p>
</div>
<p><strong>${client.name}</strong> ${client.isFirstParty ? 'is part of this deployment of Assay.' : 'is not part of this deployment. It chose its own name, and nobody has checked the name.'}</p>
<section class="stack" aria-labelledby="may"><h2 id="may">It asks that it may</h2>
<ul class="grants">${scopes.length === 0 ? html`<li>know that you are here, and nothing else</li>` : scopes.map((scope) => html`<li>${scopeLine(scope)}</li>`)}</ul></section>
<dl class="facts">
${homeOf(client)}
<dt>The answer goes to</dt><dd>${targetOf(client)}</dd>
<dt>Its id</dt><dd><code>${client.id}</code></dd>
</dl>
<p class="small muted">Allow it only if you know the application and came from it. You can revoke it in your account, under Applications.</p>
<form method="post" action="${action}">${token}
<div class="both"><button class="quiet" name="decision" value="no">No, go back</button><button name="decision" value="yes">Allow</button></div></form>`,
  };
}

/** Links the application's home page only if its address is http(s). */
function homeOf({ uri }: InteractionDetails['client']): Html | undefined {
  if (uri === undefined) return undefined;
  const isWeb = /^https?:\/\//.test(uri);
  const shown = isWeb
    ? html`<a href="${uri}" rel="noreferrer noopener nofollow">${uri}</a>`
    : html`<code>${uri}</code>`;
  return html`<dt>Its home</dt><dd>${shown}</dd>`;
}

const loopback = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/;

/** Shows the host: an application chooses its name freely, but not the host. */
function targetOf({ redirectHost, redirectUri }: InteractionDetails['client']): Html {
  if (loopback.test(redirectHost)) return html`a program on <strong>this computer</strong> (${redirectHost})`;
  const isWeb = /^https?:/i.test(redirectUri);
  return isWeb ? html`<strong>${redirectHost}</strong>` : html`an app on this device: <strong>${redirectHost}</strong>`;
}

function scopeLine(scope: string): Html {
  const words = textOfScope(scope);
  return words === undefined ? html`use <code>${scope}</code>, which has no meaning here` : html`${words}`;
}
