/** `/account/sessions`: lists a person's sessions, and ends them. */

import { AppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { Sessions, SessionView } from '../../identity/people/sessions.ts';
import { noticeOf, type PageSender, signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import { redirectTo } from './send-page.ts';
import { toBrowserText, toTimeText } from './texts.ts';
import { toSelfOf, type Visitor } from './visitor.ts';

export interface SessionRouteDeps {
  readonly front: PageSender;
  readonly sessions: Pick<Sessions, 'list' | 'close' | 'closeOthers'>;
}

const path = '/account/sessions';
const notices = {
  ended: 'That session is ended.',
  'others-ended': 'All your other sessions are ended.',
};

export function sessionRoutes({ front, sessions }: SessionRouteDeps): Routes {
  return async (app) => {
    app.get(path, async (request, reply) => {
      const visitor = await front.visitor(request);
      const list = await sessions.list(visitor.person.id);
      const body = html`${noticeOf(request, notices)}
<p class="muted">These browsers are signed in as you. End sessions that you do not recognise, and then change your password.</p>
<section class="card"><ul class="rows">${list.map((session) => row(visitor, session))}</ul></section>
${list.length > 1 ? endOthers(visitor) : undefined}`;
      return front.sendPage(reply, visitor, path, { title: 'Sessions', body });
    });
    app.post(`${path}/end`, async (request, reply) => {
      const visitor = await front.visitor(request);
      const id = front.readSignedInForm(request, visitor).text('id');
      if (!(await sessions.close(id, toSelfOf(visitor, request)))) throw noSession();
      return redirectTo(reply, `${path}?done=ended`);
    });
    app.post(`${path}/end-others`, async (request, reply) => {
      const visitor = await front.visitor(request);
      front.readSignedInForm(request, visitor);
      await sessions.closeOthers(toSelfOf(visitor, request));
      return redirectTo(reply, `${path}?done=others-ended`);
    });
  };
}

function row(visitor: Visitor, { id, user_agent, ip_address, created_at, last_seen_at }: SessionView): Html {
  const isThis = id === visitor.session.id;
  const browser = toBrowserText(user_agent);
  return html`<li><div class="tight">
<h2>${browser}${isThis && html` <span class="badge good">this browser</span>`}</h2>
<p class="small muted">From ${ip_address ?? 'an unknown address'}. Signed in ${toTimeText(created_at)}, last seen ${toTimeText(last_seen_at)}.</p>
</div>
${isThis ? undefined : html`<form method="post" action="${`${path}/end`}">${signedInToken(visitor)}${hiddenField('id', id)}<button class="quiet small" aria-label="${`End the session of ${browser}, signed in ${toTimeText(created_at)}`}">End</button></form>`}
</li>`;
}

function endOthers(visitor: Visitor): Html {
  return html`<form method="post" action="${`${path}/end-others`}">${signedInToken(visitor)}<button class="danger">End all other sessions</button></form>`;
}

function noSession(): AppError {
  const detail = 'that session has already ended';
  return new AppError('not_found', detail, { detail });
}
