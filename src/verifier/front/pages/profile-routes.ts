/** `/account`: the signed-in person, their organisation and role; `/` redirects here, and browsers to the console. */
import { AppError } from '../../../platform/errors.ts';
import { isBrowser } from '../../../platform/http/is-browser.ts';
import type { Routes } from '../../base/feature.ts';
import { selectField } from './form-fields.ts';
import { noticeOf, type PageSender, signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { redirectTo } from './send-page.ts';
import { toDayText, toRoleChoice, toRoleName } from './texts.ts';
import type { Visitor } from './visitor.ts';

export interface ProfileRouteDeps {
  readonly front: PageSender;
  /** Gives the display name of an organisation. */
  readonly organisationName: (orgId: string) => Promise<string>;
}

const path = '/account';
const notices = {
  joined: 'Welcome. You are a member of this organisation now.',
  'organization-changed': 'You see this organisation from now on.',
};

export function profileRoutes({ front, organisationName }: ProfileRouteDeps): Routes {
  return async (app) => {
    app.get('/', async (request, reply) =>
      isBrowser(request) ? reply.redirect('/console/', 302) : redirectTo(reply, path),
    );
    app.get(path, async (request, reply) => {
      const visitor = await front.visitor(request);
      const names = new Map<string, string>();
      for (const { orgId } of visitor.memberships) names.set(orgId, await organisationName(orgId));
      const body = html`${noticeOf(request, notices)}${profile(visitor, names)}${switcher(visitor, names)}`;
      return front.sendPage(reply, visitor, path, { title: 'Your account', body });
    });
    app.post('/account/organization', async (request, reply) => {
      const visitor = await front.visitor(request);
      const wanted = front.readSignedInForm(request, visitor).text('org_id');
      if (!visitor.memberships.some(({ orgId }) => orgId === wanted)) throw noOrganisation();
      front.cookies.setOrganisation(reply, wanted);
      return redirectTo(reply, `${path}?done=organization-changed`);
    });
  };
}

type Names = ReadonlyMap<string, string>;

function profile({ person, membership }: Visitor, names: Names): Html {
  return html`<section class="card"><dl class="facts">
<dt>Name</dt><dd>${person.name}</dd>
<dt>E-mail address</dt><dd>${person.email}</dd>
${
  membership === undefined
    ? html`<dt>Organisation</dt><dd>None. Ask an admin for an invitation.</dd>`
    : html`<dt>Organisation</dt><dd>${organisationText(membership.orgId, names)}</dd>
<dt>Role</dt><dd>${toRoleName(membership.role)} <span class="muted">– ${toRoleChoice(membership.role).label.split(': ')[1]}</span></dd>`
}
<dt>Member since</dt><dd>${toDayText(person.createdAt)}</dd>
<dt>Id</dt><dd><code>${person.id}</code></dd>
</dl></section>`;
}

/** Shows the name, and the id if it differs. */
function organisationText(orgId: string, names: Names): Html {
  const name = names.get(orgId) ?? orgId;
  return name === orgId ? html`${name}` : html`${name} <span class="muted">(<code>${orgId}</code>)</span>`;
}

/** Shown only to members of several organisations. */
function switcher(visitor: Visitor, names: Names): Html | undefined {
  const { memberships, membership } = visitor;
  if (memberships.length < 2 || membership === undefined) return undefined;
  const choices = memberships.map(({ orgId, role }) => ({
    value: orgId,
    label: `${names.get(orgId) ?? orgId} (${toRoleName(role)})`,
  }));
  return html`<section class="card stack" aria-labelledby="switch"><h2 id="switch">Look at another organisation</h2>
<form class="inline" method="post" action="/account/organization">${signedInToken(visitor)}
${selectField({ name: 'org_id', label: 'Organisation', choices, chosen: [membership.orgId] })}
<button class="quiet">Switch</button></form></section>`;
}

function noOrganisation(): AppError {
  const detail = 'the organisation does not exist';
  return new AppError('not_found', detail, { detail });
}
