/** Says why the consent page asks nothing (any more), and what that means for the reader. */

import type { DelegationGrant } from '../../../contract/api/delegations/shapes.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import type { RefusalReason } from '../../delegation/approvals/rules.ts';
import type { ConsentView } from './delegation-consent-view.ts';
import { endTexts } from './delegation-texts.ts';
import { foreign, quote } from './foreign-text.ts';
import { type Html, html } from './html.ts';
import { scopeList } from './scope-choices.ts';
import { toTimeText } from './texts.ts';

export interface OutcomeFacts {
  readonly author: Author;
  readonly whyNot: RefusalReason | undefined;
  readonly mayGrant: boolean;
  readonly now: number;
  /** @throws AppError `not_found` if the reader may not see the grant. */
  readonly findGrant: (grantId: string) => Promise<DelegationGrant>;
}

/** Gives the text of the outcome; undefined while the reader can still answer. */
export async function outcomeOf(view: ConsentView, facts: OutcomeFacts): Promise<Html | undefined> {
  const { approval, agent } = view;
  switch (approval.status) {
    case 'approved':
      return outcomeOfApproved(view, facts);
    case 'denied':
      return denied(view);
    case 'expired':
      return html`<p><strong>This request has expired.</strong> Nothing was allowed. If it is still needed, the agent asks again.</p>`;
    case 'cancelled':
      return html`<p><strong>This request was withdrawn.</strong> Nothing was allowed, and you do not have to do anything.</p>`;
    case 'failed':
      return html`<p><strong>This request failed.</strong> Nothing was allowed. If it is still needed, the agent asks again.</p>`;
    default:
      return agent.status === 'decommissioned' ? gone() : outcomeOfPending(view, facts);
  }
}

function gone(): Html {
  return html`<p><strong>This agent no longer exists.</strong> Nothing can be allowed to it, and you do not have to do anything.</p>`;
}

function outcomeOfPending({ approval, reader, subjectId }: ConsentView, { whyNot }: OutcomeFacts): Html | undefined {
  const own = approval.decisions.find(({ approver }) => approver === reader.id);
  if (own?.verdict === 'approve') {
    const next = reader.id === subjectId ? 'After that, you start it here.' : '';
    return html`<p><strong>You approved</strong> ${toTimeText(own.decided_at)}. The agent may do nothing yet: somebody else must approve too${others(approval)}. ${next}</p>`;
  }
  if (whyNot === undefined) return undefined;
  if (whyNot === 'own_request') {
    return html`<p><strong>You requested this yourself,</strong> so somebody else must answer: the person it is for, or another admin.</p>`;
  }
  return html`<p><strong>You cannot answer this.</strong> The person it is for, or an admin, must answer.</p>`;
}

function others({ policy }: ConsentView['approval']): string {
  return policy.quorum > 1 ? ` (${policy.quorum} people in all)` : '';
}

async function outcomeOfApproved(view: ConsentView, facts: OutcomeFacts): Promise<Html | undefined> {
  const { approval, agent } = view;
  const { result } = approval;
  const grantId = result?.used_by ?? null;
  if (grantId !== null) return granted(view, await findGrant(facts, grantId));
  if (agent.status === 'decommissioned') return gone();
  if (result === null || Date.parse(result.approval.approved_until) <= facts.now) {
    return html`<p><strong>This was approved, but nobody used it in time.</strong> The agent may do nothing. If it is still needed, it asks again.</p>`;
  }
  if (facts.mayGrant && facts.whyNot === undefined) return undefined;
  return html`<p><strong>This is approved.</strong> The agent may do nothing yet: the person it is for must start it here.</p>`;
}

async function findGrant({ findGrant: find }: OutcomeFacts, grantId: string): Promise<DelegationGrant | undefined> {
  try {
    return await find(grantId);
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error;
    return undefined;
  }
}

function granted(view: ConsentView, grant: DelegationGrant | undefined): Html {
  const { agent, names, own, reader, subjectId } = view;
  if (grant === undefined) return html`<p><strong>This was allowed.</strong></p>`;
  const forWhom = reader.id === subjectId ? html`you` : names.person(subjectId);
  const name = html`<strong>${foreign(agent.name)}</strong>`;
  if (grant.status === 'revoked') {
    const why = grant.revoke_reason === null ? 'it ended' : endTexts[grant.revoke_reason];
    return html`<p><strong>This has ended:</strong> ${why}${grant.revoked_at !== null && `, ${toTimeText(grant.revoked_at)}`}. ${name} does not act for ${forWhom} by it any more.</p>`;
  }
  return html`<p><strong>Allowed.</strong> ${name} may act for ${forWhom} until ${toTimeText(grant.expires_at)}.</p>
<p>It may:</p>
${scopeList(grant.scopes, grant.resources, own)}
${
  reader.id === subjectId
    ? html`<p>To revoke it, press “Revoke” next to it under <a href="/account/delegations">Acting for you</a>. It takes effect immediately.</p>`
    : html`<p>They see it in their account under “Acting for you”, and can revoke it there at any time.</p>`
}`;
}

function denied({ approval, names, reader }: ConsentView): Html {
  const no = approval.decisions.find(({ verdict }) => verdict === 'deny');
  if (no === undefined) return html`<p><strong>This was denied.</strong> Nothing was allowed.</p>`;
  const who = no.approver === reader.id ? html`You denied it` : html`${names.person(no.approver)} denied it`;
  return html`<p><strong>${who}</strong> ${toTimeText(no.decided_at)}. Nothing was allowed.${no.reason !== null && ' The reason given:'}</p>
${no.reason !== null && quote(no.reason)}`;
}
