/** Lists what acts for a person; each grant can be revoked or narrowed. */
import type { DelegationGrant } from '../../../contract/api/delegations/shapes.ts';
import { durationsUpTo, endTexts, toDurationText, toTimesText } from './delegation-texts.ts';
import { foreign, foreignCode, quote } from './foreign-text.ts';
import { selectField } from './form-fields.ts';
import { signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import { agentText, type Names, nameWarning, ownersText } from './names.ts';
import { type OwnResources, resourceText, scopeChoices, scopeList } from './scope-choices.ts';
import { toTimeText } from './texts.ts';
import type { Visitor } from './visitor.ts';

export const delegationsPath = '/account/delegations';

export interface ListView {
  readonly visitor: Visitor;
  readonly names: Names;
  readonly own: OwnResources;
  readonly now: number;
}

/** Lists the active grants. */
export function grantList(view: ListView, grants: readonly DelegationGrant[]): Html {
  if (grants.length === 0) {
    return html`<section class="card"><p>Nothing acts for you in this organisation.</p></section>`;
  }
  const rows = grants.map((grant) => row(view, grant));
  return html`<section class="card" aria-label="What acts for you"><ul class="rows tall">${rows}</ul></section>`;
}

function row(view: ListView, grant: DelegationGrant): Html {
  const { names, own, visitor } = view;
  const { agent_id, resources, scopes, purpose, constraints, granted_by, granted_at, expires_at } = grant;
  const agent = names.agent(agent_id);
  const { tools = [], ip = [] } = constraints;
  return html`<li><div class="stack">
<h2>${agentText(agent, agent_id)}${agent !== undefined && agent.status !== 'active' && html` <span class="badge bad">${agent.status === 'suspended' ? 'suspended now' : 'not running now'}</span>`}</h2>
${nameWarning(agent)}
<dl class="facts">
<dt>Who answers for it</dt><dd>${agent === undefined ? 'nobody any more' : ownersText(names, agent.ownerIds)}</dd>
${purpose !== '' && html`<dt>What for, in their words</dt><dd>${quote(purpose)}</dd>`}
<dt>Where</dt><dd><ul>${resources.map((resource) => html`<li>${resourceText(resource, own)}</li>`)}</ul></dd>
<dt>It may</dt><dd>${scopeList(scopes, resources, own)}</dd>
${tools.length > 0 && html`<dt>With these tools alone</dt><dd>${joined(tools)}</dd>`}
${ip.length > 0 && html`<dt>From these addresses alone</dt><dd>${joined(ip)}</dd>`}
<dt>Since</dt><dd>${toTimeText(granted_at)}${granted_by !== visitor.person.id && html`, <strong>allowed by ${names.person(granted_by)}</strong> for you`}</dd>
<dt>Until</dt><dd>${toTimeText(expires_at)}</dd>
<dt>Used</dt><dd>${usesText(grant)}</dd>
</dl>
</div>
${actions(view, grant)}
</li>`;
}

function joined(texts: readonly string[]): Html {
  return html`${texts.map((text, index) => html`${index > 0 && ', '}${foreignCode(text)}`)}`;
}

function usesText({ use_count, last_used_at, constraints: { max_uses } }: DelegationGrant): string {
  const limit = max_uses === undefined ? '' : ` of ${max_uses} that are possible`;
  if (use_count === 0) return max_uses === undefined ? 'not yet' : `not yet; ${toTimesText(max_uses)} at most`;
  return `${toTimesText(use_count)}${limit}${last_used_at === null ? '' : `, last ${toTimeText(last_used_at)}`}`;
}

/** Revoking cannot be undone, so it needs a second step. The step needs no script. */
function actions(view: ListView, grant: DelegationGrant): Html {
  const { visitor, names } = view;
  const { id, agent_id } = grant;
  const name = names.agent(agent_id)?.name ?? agent_id;
  return html`<div class="actions">
<details><summary aria-label="${`Allow ${agent_id} less`}">Allow less</summary>${narrowForm(view, grant)}</details>
<details class="risky"><summary aria-label="${`Revoke what ${agent_id} may do`}">Revoke</summary>
<form class="stack" method="post" action="${`${delegationsPath}/revoke`}">${signedInToken(visitor)}${hiddenField('id', id)}${hiddenField('agent_id', agent_id)}
<p class="small">${foreign(name)} will immediately lose the right to act for you. To get it back, it must ask again.</p>
<button class="danger">Revoke it</button></form></details>
</div>`;
}

/** The choice that keeps the present end. */
export const sameEnd = 'same';

function narrowForm({ visitor, own, now }: ListView, grant: DelegationGrant): Html {
  const { id, agent_id, revision, scopes, resources, expires_at } = grant;
  const suffix = `-${id}`;
  const leftS = Math.floor((Date.parse(expires_at) - now) / 1000);
  const shorter = durationsUpTo(leftS)
    .slice(0, -1)
    .map((seconds) => ({ value: String(seconds), label: `in ${toDurationText(seconds)}` }));
  const choices = [{ value: sameEnd, label: `as it is: ${toTimeText(expires_at)}` }, ...shorter];
  return html`<form class="fields" method="post" action="${`${delegationsPath}/narrow`}">${signedInToken(visitor)}${hiddenField('id', id)}${hiddenField('agent_id', agent_id)}${hiddenField('revision', String(revision))}
${scopeChoices({ legend: 'It may still', scopes, resources, own, idSuffix: suffix })}
${selectField({ name: 'end', label: 'It ends', choices, chosen: [sameEnd], idSuffix: suffix })}
<p class="small muted">Access that it has got already ends at once; it can get the rest of it again.</p>
<button class="quiet">Allow only this</button></form>`;
}

/** Revokes all of them, behind one more step than the other actions. */
export function revokeAllForm(visitor: Visitor, count: number): Html | undefined {
  if (count < 2) return undefined;
  return html`<details class="risky"><summary>Revoke everything</summary>
<form class="card stack" method="post" action="${`${delegationsPath}/revoke-all`}">${signedInToken(visitor)}${hiddenField('org_id', visitor.membership?.orgId ?? '')}
<p>All ${count} stop acting for you immediately. To act for you again, each must ask again.</p>
<button class="danger">Revoke everything</button></form></details>`;
}

/** Lists the grants that ended lately, and why they ended. */
export function endedList(
  { names }: ListView,
  grants: readonly DelegationGrant[],
  more: Html | undefined,
): Html | undefined {
  if (grants.length === 0) return undefined;
  const rows = grants.map((grant) => {
    const { agent_id, revoked_at, revoked_by, revoke_reason, granted_at, use_count, subject_id } = grant;
    const why = revoke_reason === null ? 'it ended' : endTexts[revoke_reason];
    const who = revoke_reason === 'admin' && revoked_by !== null && revoked_by !== subject_id;
    return html`<li><div class="tight"><h3>${agentText(names.agent(agent_id), agent_id)}</h3>
<p class="small muted">${capital(why)}${who && html` (${names.person(revoked_by)})`}${revoked_at !== null && `, ${toTimeText(revoked_at)}`}. It began ${toTimeText(granted_at)} and was ${use_count === 0 ? 'never used' : `used ${toTimesText(use_count)}`}.</p></div></li>`;
  });
  return html`<section class="card stack" aria-labelledby="ended"><h2 id="ended">Ended</h2><ul class="rows">${rows}</ul>${more}</section>`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
