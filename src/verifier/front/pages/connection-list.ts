/** Lists the credentials that act for a person at other services; each can be connected again or revoked. */
import type { Connection } from '../../tools/scoped-credentials/connect/connections.ts';
import type { ScopedCredentialRow } from '../../tools/scoped-credentials/tables.ts';
import { type ConnectContext, credentialStatusTexts, hostOf, usersText } from './connect-texts.ts';
import { foreign, foreignCode } from './foreign-text.ts';
import { signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import type { Names } from './names.ts';
import { toTimeText } from './texts.ts';
import type { Visitor } from './visitor.ts';

export const connectionsPath = '/account/connections';

export interface ConnectionsView {
  readonly visitor: Visitor;
  readonly names: Names;
  readonly placeOf: (row: ScopedCredentialRow) => ConnectContext;
}

/** Lists the connections that still exist. */
export function connectionList(view: ConnectionsView, connections: readonly Connection[], more?: Html): Html {
  if (connections.length === 0) {
    return html`<section class="card"><p>You have no connections in this organisation. You receive a link when one is needed.</p></section>`;
  }
  const rows = connections.map((connection) => toRow(view, connection));
  return html`<section class="card stack" aria-label="Connections"><ul class="rows tall">${rows}</ul>${more}</section>`;
}

function toRow(view: ConnectionsView, connection: Connection): Html {
  const { row } = connection;
  const host = hostOf(row.issuer);
  return html`<li><div class="stack">
<h2>${foreign(row.service)} ${badge(row)}</h2>
<dl class="facts">
<dt>Who can use it</dt><dd>${usersText(row, view.placeOf(row))}</dd>
${row.upstream_account !== null && html`<dt>Account there</dt><dd>${foreign(row.upstream_account)}</dd>`}
${host !== undefined && html`<dt>Signed in at</dt><dd>${foreignCode(host)}</dd>`}
${row.resource !== null && html`<dt>For</dt><dd>${foreignCode(row.resource, 512)}</dd>`}
${row.granted_scopes.length > 0 && html`<dt>It may there</dt><dd>${row.granted_scopes.map((scope, index) => html`${index > 0 && ', '}${foreignCode(scope)}`)}</dd>`}
<dt>Last used</dt><dd>${row.last_used_at === null ? 'not yet' : toTime(row.last_used_at)}</dd>
</dl>
</div>
${actions(view, connection)}
</li>`;
}

function badge({ status, version }: ScopedCredentialRow): Html {
  const words = status === 'expired' && version > 0 ? 'ended: it expired' : credentialStatusTexts[status];
  const isGood = words === credentialStatusTexts.active;
  return html`<span class="${isGood ? 'badge good' : 'badge bad'}">${words}</span>`;
}

function actions({ visitor }: ConnectionsView, { row, mayConnect, mayRevoke }: Connection): Html {
  const { id, service } = row;
  return html`<div class="actions">
${mayConnect && connectForm(visitor, id, row.version === 0 ? 'Connect' : 'Connect again', `${row.version === 0 ? 'Connect' : 'Connect again'}: ${service}`)}
${
  mayRevoke
    ? html`<details class="risky"><summary aria-label="${`Revoke ${service}`}">Revoke</summary>
<form class="stack" method="post" action="${`${connectionsPath}/revoke`}">${signedInToken(visitor)}${hiddenField('id', id)}
<p class="small">Nobody can use it any more, at once. What is kept of it here is destroyed.</p>
<button class="danger">Revoke it</button></form></details>`
    : html`<p class="small muted">You connected this, and it is shared: an operator or an admin can end it here, and you can end it at the other side.</p>`
}
</div>`;
}

/** A button that makes a new link and opens it. */
function connectForm(visitor: Visitor, id: string, words: string, label: string): Html {
  return html`<form method="post" action="${`${connectionsPath}/connect`}">${signedInToken(visitor)}${hiddenField('id', id)}<button class="quiet" aria-label="${label}">${words}</button></form>`;
}

/** The same button, after a failure. */
export function connectAgainForm(visitor: Visitor, id: string): Html {
  return connectForm(visitor, id, 'Try again with a new link', 'Try again with a new link');
}

/** Lists the connections that ended lately. */
export function endedConnections(
  { names }: ConnectionsView,
  connections: readonly Connection[],
  more: Html | undefined,
): Html | undefined {
  if (connections.length === 0) return undefined;
  const rows = connections.map(({ row: { service, revoked_at, revoked_by, upstream_account } }) => {
    const at = revoked_at === null ? '' : `, ${toTime(revoked_at)}`;
    return html`<li><div class="tight"><h3>${foreign(service)}</h3>
<p class="small muted">${upstream_account !== null && html`As ${foreign(upstream_account)}. `}Ended${revoked_by !== null && html` by ${names.person(revoked_by)}`}${at}.</p></div></li>`;
  });
  return html`<section class="card stack" aria-labelledby="ended"><h2 id="ended">Ended</h2><ul class="rows">${rows}</ul>${more}</section>`;
}

function toTime(timeMs: number): string {
  return toTimeText(new Date(timeMs).toISOString());
}
