/** `/account/applications`: lists the applications that a person has allowed something, and takes the permission back. */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { PersonGrant, PersonGrants } from '../../identity/issuer/ports.ts';
import type { AccountLog, Self } from '../../identity/people/account-log.ts';
import { noticeOf, type PageSender, signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import { textOfScope } from './scope-texts.ts';
import { redirectTo } from './send-page.ts';
import { toTimeText } from './texts.ts';
import { toSelfOf, type Visitor } from './visitor.ts';

export interface ApplicationRouteDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly accountLog: AccountLog;
  readonly grants: Pick<PersonGrants, 'list' | 'revoke'>;
}

const path = '/account/applications';
const notices = { revoked: 'The application can no longer act in your name.' };

export function applicationRoutes(deps: ApplicationRouteDeps): Routes {
  const { front, grants } = deps;
  return async (app) => {
    app.get(path, async (call, reply) => {
      const visitor = await front.visitor(call);
      const list = await grants.list(visitor.person.id);
      const body = html`${noticeOf(call, notices)}
<p class="muted">These applications act in your name, as far as you allowed it.</p>
<section class="card">${
        list.length === 0
          ? html`<p>You have allowed nothing to any application.</p>`
          : html`<ul class="rows">${list.map((grant) => row(visitor, grant))}</ul>`
      }</section>`;
      return front.sendPage(reply, visitor, path, { title: 'Applications', body });
    });
    app.post(`${path}/revoke`, async (call, reply) => {
      const visitor = await front.visitor(call);
      const id = front.readSignedInForm(call, visitor).text('id');
      await revoke(deps, toSelfOf(visitor, call), id);
      return redirectTo(reply, `${path}?done=revoked`);
    });
  };
}

function revoke({ db, grants, accountLog }: ApplicationRouteDeps, self: Self, grantId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const revoked = await grants.revoke(tx, self.userId, grantId);
    if (revoked === undefined) throw noGrant();
    const about = { resourceType: 'oauth_client', resourceId: revoked.clientId, details: { grant_id: grantId } };
    await accountLog.note(tx, self, { action: 'application.revoked', ...about });
  });
}

function row(visitor: Visitor, { id, client, scopes, createdAt }: PersonGrant): Html {
  return html`<li><div class="tight">
<h2>${client.name}${client.isFirstParty && html` <span class="badge good">part of Assay</span>`}</h2>
<p class="small muted">${client.uri !== undefined && html`<code>${client.uri}</code> · `}allowed ${toTimeText(createdAt)}</p>
<ul class="small">${scopes.map((scope) => html`<li>It may ${textOfScope(scope) ?? html`use <code>${scope}</code>`}.</li>`)}</ul>
</div>
<form method="post" action="${`${path}/revoke`}">${signedInToken(visitor)}${hiddenField('id', id)}<button class="danger small" aria-label="${`Revoke what ${client.name} may do`}">Revoke</button></form>
</li>`;
}

function noGrant(): AppError {
  const detail = 'that application cannot act in your name';
  return new AppError('not_found', detail, { detail });
}
