/** Lists the requests that wait for the reader, those that wait for others, and those decided lately. */
import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import { approvalKindTexts, approvalStatusTexts, riskTexts } from './delegation-texts.ts';
import { foreign } from './foreign-text.ts';
import { type Html, html } from './html.ts';
import { agentText, type Names } from './names.ts';
import { toTimeText } from './texts.ts';

export const approvalsPath = '/account/approvals';

/** Gives the page that decides a request: consent requests have a page of their own. */
export function toDecisionPath({ kind, id }: Pick<Approval, 'kind' | 'id'>): string {
  return kind === 'delegation' ? `/consent/${id}` : `${approvalsPath}/${id}`;
}

/** Lists the requests that wait for the reader. */
export function waitingList(names: Names, approvals: readonly Approval[], more: Html | undefined): Html {
  if (approvals.length === 0) return html`<section class="card"><p>Nothing is waiting for you.</p></section>`;
  const rows = approvals.map(
    (approval) => html`<li><div class="tight">${summary(names, approval)}</div>
<a class="button small" href="${toDecisionPath(approval)}" aria-label="${`Look at ${approval.id} and decide`}">Look and decide</a></li>`,
  );
  return html`<section class="card stack" aria-labelledby="waiting"><h2 id="waiting">Waiting for you</h2><ul class="rows">${rows}</ul>${more}</section>`;
}

/** Lists the consent requests that are approved and that the reader still has to begin. */
export function beginList(names: Names, approvals: readonly Approval[]): Html | undefined {
  if (approvals.length === 0) return undefined;
  const rows = approvals.map(
    (approval) => html`<li><div class="tight">${summary(names, approval)}</div>
<a class="button small" href="${toDecisionPath(approval)}" aria-label="${`Look at ${approval.id} and begin`}">Look and begin</a></li>`,
  );
  return html`<section class="card stack" aria-labelledby="begin"><h2 id="begin">Approved: start it if you still want it</h2><ul class="rows">${rows}</ul></section>`;
}

/** Lists requests that the reader has nothing to do about. */
export function otherList(id: string, title: string, names: Names, approvals: readonly Approval[]): Html | undefined {
  if (approvals.length === 0) return undefined;
  const rows = approvals.map(
    (approval) => html`<li><div class="tight">${summary(names, approval)}</div>
<a href="${`${approvalsPath}/${approval.id}`}" aria-label="${`Look at ${approval.id}`}">Look</a></li>`,
  );
  return html`<section class="card stack" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${rows}</ul></section>`;
}

function summary(names: Names, approval: Approval): Html {
  const { kind, status, risk, agent_id, subject, created_at, expires_at, display } = approval;
  const end = status === 'pending' ? `Waits until ${toTimeText(expires_at)}.` : '';
  return html`<h3>${foreign(display.title, 160)} ${statusBadge(status)}${risk === 'high' && html` <span class="badge bad">${riskTexts.high.name}</span>`}</h3>
<p class="small">${approvalKindTexts[kind]}${agent_id !== null && html` · ${agentText(names.agent(agent_id), agent_id)}`}${subject !== null && html` · for ${names.person(subject)}`}</p>
<p class="small muted">Asked ${toTimeText(created_at)}. ${end}</p>`;
}

/** Shows the outcome of a request. */
export function statusBadge(status: Approval['status']): Html | undefined {
  if (status === 'pending') return undefined;
  const kind = status === 'approved' ? 'badge good' : status === 'denied' ? 'badge bad' : 'badge';
  return html`<span class="${kind}">${approvalStatusTexts[status]}</span>`;
}
