/** The pages of a link to connect: the question, the outcome and the next step. */
import type { ConnectAttempt } from '../../tools/scoped-credentials/connect/connect-attempt.ts';
import type { ScopedCredentialRow } from '../../tools/scoped-credentials/tables.ts';
import {
  type ConnectContext,
  credentialStatusTexts,
  foreignScopes,
  hostOf,
  type OutcomeText,
  usersText,
} from './connect-texts.ts';
import { foreign, foreignCode } from './foreign-text.ts';
import { errorSummary, type FieldErrors, textArea, textField } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hiddenField, type PageContent } from './layout.ts';
import { agentText, type Names, nameWarning, ownersText } from './names.ts';
import { toTimeText } from './texts.ts';

export interface ConnectView {
  readonly turn: ConnectAttempt;
  readonly names: Names;
  readonly place: ConnectContext;
  readonly email: string;
}

export interface ConnectForm {
  readonly action: string;
  readonly token: Html;
  readonly seen: string;
  readonly notice?: string;
  readonly errors?: FieldErrors;
  readonly username?: string;
  readonly certificate?: string;
}

/** The page that asks the person to connect. */
export function connectPage(view: ConnectView, form: ConnectForm): PageContent {
  const { credential } = view.turn;
  const { errors = {}, notice } = form;
  const isLed = credential.auth_type === 'oauth2_code';
  return {
    title: `Connect ${credential.service}`,
    isWide: true,
    hasErrors: Object.keys(errors).length > 0,
    body: html`<div class="tight">
<h1>Connect ${foreign(credential.service)}?</h1>
<p class="muted">You are signed in as <strong>${view.email}</strong>.</p>
</div>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${errorSummary(errors)}
${nameWarning(view.place.agent)}
${sharedWarning(credential)}
${movedWarning(view.turn)}
${facts(view)}
${isLed ? leadForm(view, form) : secretForm(view, form)}`,
  };
}

/** Warns that others use the account, before the person connects it. */
function sharedWarning({ agent_id, user_id, sharing_mode, service }: ScopedCredentialRow): Html | undefined {
  if (user_id !== null || sharing_mode === 'isolated') return undefined;
  if (agent_id !== null) {
    return html`<p class="notice">Everything that this agent does at ${foreign(service)} is done with the account that you connect, no matter who it works for.</p>`;
  }
  return html`<p class="problem"><strong>This is shared.</strong> Everything that these agents do at ${foreign(service)} is done with the account that you connect: use an account that is meant for it, not your own.</p>`;
}

/** Warns of a changed sign-in server: a compromised resource could name a server that looks like the old one. */
function movedWarning({ credential, link }: ConnectAttempt): Html | undefined {
  if (credential.issuer === null || link.issuer === null || credential.issuer === link.issuer) return undefined;
  return html`<p class="problem"><strong>The sign-in server has changed.</strong> It was ${foreignCode(credential.issuer, 512)}; now the service names ${foreignCode(link.issuer, 512)}. Continue only if you know why: ask the operator of the service. The new server never sees the tokens of the old one, and they end when this is connected.</p>`;
}

function facts(view: ConnectView): Html {
  const { turn, names, place } = view;
  const { credential, link } = turn;
  const { agent_id, auth_type, upstream_account, version, resource } = credential;
  const host = hostOf(link.issuer);
  const agent = agent_id === null ? undefined : names.agent(agent_id);
  return html`<dl class="facts">
${agent_id !== null && html`<dt>Agent</dt><dd>${agentText(agent, agent_id)}</dd>`}
${agent !== undefined && html`<dt>Who answers for it</dt><dd>${ownersText(names, agent.ownerIds)}</dd>`}
<dt>Service</dt><dd>${foreignCode(credential.service)}${resource !== null && html` at ${foreignCode(resource, 512)}`}</dd>
${host !== undefined && html`<dt>Where you sign in</dt><dd>${foreignCode(host)}</dd>`}
<dt>Who can use it</dt><dd>${usersText(credential, place)}</dd>
<dt>Organisation</dt><dd>${foreign(place.organisation)}</dd>
${auth_type === 'oauth2_code' && html`<dt>It shall be allowed to</dt><dd>${foreignScopes(link.scopes, host ?? '')}</dd>`}
${version > 0 && html`<dt>Connected now</dt><dd>${nowText(upstream_account)}</dd>`}
<dt>Who asked</dt><dd>${link.created_by === agent_id ? 'the agent itself' : names.person(link.created_by)}, ${toTimeText(new Date(link.created_at).toISOString())}</dd>
</dl>`;
}

function nowText(account: string | null): Html {
  const now =
    account === null ? html`yes, with an account that the service does not name` : html`as ${foreign(account)}`;
  return html`${now}. The new connection replaces it; you may use another account.`;
}

function leadForm({ turn }: ConnectView, form: ConnectForm): Html {
  const host = hostOf(turn.link.issuer) ?? '';
  return html`<form class="fields" method="post" action="${form.action}">
${form.token}${hiddenField('seen', form.seen)}
${usedElsewhere(turn)}
<p class="small muted">You continue to ${foreignCode(host)}, sign in there and decide there. Assay never sees your password. Continue only if you expected this.</p>
<div class="both"><a class="button quiet" href="/account/connections">Not now</a><button>Go on to ${host}</button></div>
</form>`;
}

/** Warns that the token goes to another host: some servers give tokens that open more than the one service. */
function usedElsewhere({ credential, link }: ConnectAttempt): Html | undefined {
  const [signIn, used] = [hostOf(link.issuer), hostOf(credential.resource)];
  if (signIn === undefined || used === undefined || signIn === used) return undefined;
  return html`<p>The access that you allow at ${foreignCode(signIn)} is given to ${foreignCode(used)}. Allow only access that is meant for it.</p>`;
}

function secretForm({ turn }: ConnectView, form: ConnectForm): Html {
  return html`<form class="fields" method="post" action="${form.action}" autocomplete="off">
${form.token}${hiddenField('seen', form.seen)}
${secretFields(turn.credential, form)}
<p class="small muted">It is encrypted and never shown again, not even to you. Give it only if you expected this.</p>
<div class="both"><a class="button quiet" href="/account/connections">Not now</a><button>Keep it</button></div>
</form>`;
}

function secretFields({ auth_type, config }: ScopedCredentialRow, form: ConnectForm): Html {
  const { errors = {}, username = config.username ?? '', certificate = config.certificate ?? '' } = form;
  const hidden = { name: 'secret', type: 'password', autocomplete: 'off', errors } as const;
  if (auth_type === 'basic') {
    return html`${textField({ name: 'username', label: 'Name at the other side', value: username, maxLength: 256, autocomplete: 'off', errors })}
${textField({ ...hidden, label: 'Password at the other side' })}`;
  }
  if (auth_type !== 'mtls') return textField({ ...hidden, label: 'Key', hint: 'As the service gave it.' });
  return html`${textArea({ name: 'certificate', label: 'Certificate', hint: 'PEM, from -----BEGIN CERTIFICATE-----', value: certificate, errors })}
${textArea({ name: 'secret', label: 'Private key', hint: 'PEM, without a passphrase', errors })}`;
}

/** Shown for a moment: the browser goes on by itself. */
export function redirectPage(url: string): PageContent {
  const host = hostOf(url) ?? '';
  return {
    title: `To ${host}`,
    body: html`<h1>On to ${foreignCode(host)}</h1>
<p>If nothing happens: <a href="${url}">continue to ${foreignCode(host)}</a>.</p>`,
  };
}

/** Says whether the credential is connected, to a person who opens the link again. */
function standingText({ status, upstream_account }: ScopedCredentialRow): Html {
  const isWorking = credentialStatusTexts[status] === credentialStatusTexts.active;
  if (!isWorking) return html`<p class="notice">It is not connected: it ${credentialStatusTexts[status]}.</p>`;
  return html`<p class="notice">It is connected now${upstream_account !== null && html`, as ${foreign(upstream_account)}`}.</p>`;
}

/** The page after a failure. `again` is the form that makes a new link, for a reader who may have one. */
export function closedPage(
  outcome: OutcomeText,
  about: ScopedCredentialRow | undefined,
  again: Html | undefined,
): PageContent {
  const { title, words } = outcome;
  return {
    title,
    body: html`<h1>${title}</h1>
${about !== undefined && html`<p class="muted">Service: ${foreignCode(about.service)}</p>`}
<p>${words}</p>
${about !== undefined && again !== undefined && standingText(about)}
${again}
<p><a href="/account/connections">Connections</a></p>`,
  };
}

export interface ConnectedFacts {
  readonly view: ConnectView;
  readonly credential: ScopedCredentialRow;
  readonly missing: readonly string[];
}

/** The page after success: the account, and what is missing or has changed. */
export function connectedPage({ view, credential, missing }: ConnectedFacts): PageContent {
  const before = view.turn.credential.upstream_account;
  const { upstream_account: account, service } = credential;
  const isOther = before !== null && account !== null && before !== account;
  return {
    title: `Connected: ${service}`,
    isWide: true,
    body: html`<div class="tight"><h1>Connected</h1></div>
<p class="notice" role="status"><strong>${foreign(service)} is connected</strong>${account !== null && html` as ${foreign(account)}`}.</p>
${isOther && html`<p class="problem">This is another account than before: it was ${foreign(before ?? '')}. If that was a mistake, connect it again with the right one.</p>`}
${missing.length > 0 && html`<p class="problem">The other side did not give all that was asked for. Missing: ${missing.map((scope, index) => html`${index > 0 && ', '}${foreignCode(scope)}`)}. What needs it will not work.</p>`}
<dl class="facts"><dt>Who can use it</dt><dd>${usersText(credential, view.place)}</dd></dl>
<p>You can close this page. The connection is listed under <a href="/account/connections">Connections</a>, where you can revoke it.</p>`,
  };
}
