/** Content of the members page: the people, the open invitations, and the form that invites. */

import type { Invitation, Member } from '../../../contract/api/members/shapes.ts';
import { type MemberRole, memberRoles } from '../../../contract/api/members/states.ts';
import type { Author } from '../../base/control/author.ts';
import { holds } from '../../identity/members/roles.ts';
import { type Choice, errorSummary, type FieldErrors, selectField, textField } from './form-fields.ts';
import { signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import { toDayText, toRoleChoice, toRoleName, toTimeText } from './texts.ts';
import type { Visitor } from './visitor.ts';

export const membersPath = '/account/members';

export interface InviteForm {
  readonly email: string;
  readonly role: MemberRole;
}

/** Gives the roles that the author may give: nobody gives a role above their own. */
function rolesOf(author: Author): Choice[] {
  return memberRoles.filter((role) => holds(author.role, role)).map(toRoleChoice);
}

export function inviteForm(visitor: Visitor, author: Author, form: InviteForm, errors: FieldErrors): Html {
  return html`<form class="card fields" method="post" action="${`${membersPath}/invite`}" aria-labelledby="invite">
<h2 id="invite">Invite somebody</h2>
${errorSummary(errors)}
${signedInToken(visitor)}
${textField({ name: 'email', label: 'E-mail address', type: 'email', value: form.email, maxLength: 254, autocomplete: 'off', errors })}
${selectField({ name: 'role', label: 'Role', choices: rolesOf(author), chosen: [form.role] })}
<p class="small muted">You get a link to hand to them. It works once, for seven days.</p>
<button>Make the invitation</button>
</form>`;
}

/** Shows the link of a new invitation, once. */
export function shownInvitation(email: string, link: string): Html {
  return html`<section class="card stack" aria-labelledby="shown"><h2 id="shown">The invitation for ${email}</h2>
<p>Give them this link in a way that you trust: anybody who has it can join. <strong>It is shown only once.</strong></p>
<code class="secret" tabindex="0" aria-label="The link">${link}</code>
<p><a href="${membersPath}">I have copied it: back to the members</a></p></section>`;
}

export function invitationList(visitor: Visitor, waiting: readonly Invitation[]): Html | undefined {
  if (waiting.length === 0) return undefined;
  const rows = waiting.map(
    ({ id, email, role, expires_at }) => html`<li><div class="tight"><h3>${email}</h3>
<p class="small muted">Invited as ${toRoleName(role)}, until ${toTimeText(expires_at)}</p></div>
<form method="post" action="${`${membersPath}/withdraw`}">${signedInToken(visitor)}${hiddenField('id', id)}<button class="quiet small" aria-label="${`Withdraw the invitation of ${email}`}">Withdraw</button></form></li>`,
  );
  return html`<section class="card stack" aria-labelledby="waiting"><h2 id="waiting">Pending invitations</h2><ul class="rows">${rows}</ul></section>`;
}

export function memberList(visitor: Visitor, author: Author, members: readonly Member[]): Html {
  const rows = members.map((member) => row(visitor, author, member));
  return html`<section class="card stack" aria-labelledby="people"><h2 id="people">People</h2><ul class="rows">${rows}</ul></section>`;
}

function row(visitor: Visitor, author: Author, member: Member): Html {
  const { user_id, email, name, role, status, joined_at } = member;
  const isSelf = user_id === visitor.person.id;
  return html`<li><div class="tight">
<h3>${name} <span class="badge">${toRoleName(role)}</span>${isSelf && html` <span class="badge good">you</span>`}${status === 'disabled' && html` <span class="badge bad">disabled</span>`}</h3>
<p class="small muted">${email} · joined ${toDayText(joined_at)}</p>
</div>
${isSelf ? undefined : actions(visitor, author, member)}
</li>`;
}

/** Actions on other members. A change to oneself could lock one out, so only the command line does it. */
function actions(visitor: Visitor, author: Author, { user_id, name, role, revision }: Member): Html {
  return html`<div class="actions">
<details><summary aria-label="${`Change the role of ${name}`}">Role</summary>
<form class="inline" method="post" action="${`${membersPath}/role`}">${signedInToken(visitor)}${hiddenField('id', user_id)}${hiddenField('revision', String(revision))}
${selectField({ name: 'role', label: 'Role', choices: rolesOf(author), chosen: [role], idSuffix: `-${user_id}` })}
<button class="quiet">Change</button></form></details>
<details class="risky"><summary aria-label="${`Remove ${name}`}">Remove</summary>
<form class="stack" method="post" action="${`${membersPath}/remove`}">${signedInToken(visitor)}${hiddenField('id', user_id)}
<p class="small">They are signed out, their keys stop working, and agents that have no other owner are stopped.</p>
<button class="danger">Remove from the organisation</button></form></details>
</div>`;
}
