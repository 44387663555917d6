/** One request with all that an approver needs to judge it, and the form that decides it. */
import type { Approval, ApprovalDisplay } from '../../../contract/api/approvals/shapes.ts';
import { statusBadge } from './approval-list.ts';
import { riskBadge } from './delegation-consent-view.ts';
import { approvalKindTexts, toDurationText, toTimesText } from './delegation-texts.ts';
import type { FoundRequest } from './find-request.ts';
import { block, foreign, foreignCode, quote } from './foreign-text.ts';
import { errorSummary, type FieldErrors, textArea } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { agentText, type Names, nameWarning, ownersText } from './names.ts';
import { toTimeText } from './texts.ts';

export interface DecisionForm {
  readonly action: string;
  readonly token: Html;
  readonly errors?: FieldErrors;
  readonly reason?: string;
}

/** Gives everything of the page below its heading. */
export function approvalDetail(found: FoundRequest, form: DecisionForm): Html {
  const { approval, names, row } = found;
  const { display } = approval;
  const agent = approval.agent_id === null ? undefined : names.agent(approval.agent_id);
  return html`${errorSummary(form.errors ?? {})}
${nameWarning(agent)}
${approval.requested.emergency === true && html`<p class="problem">Whoever asked says that this is an emergency.</p>`}
<section class="card stack" aria-labelledby="what"><h2 id="what">${foreign(display.title, 300)} ${statusBadge(approval.status)}</h2>
<dl class="facts">${whoFacts(found)}${whatFacts(approval)}
<dt>Risk</dt><dd>${riskBadge(approval.risk)}</dd>
${approval.evaluation_id !== null && html`<dt>Evidence</dt><dd>${foreignCode(approval.evaluation_id)}</dd>`}
</dl></section>
${policiesOf(display)}${claimsOf(display)}${previewOf(display)}${moreLines(approval)}
${effectOf(approval, row.approved_for_s)}
${decisionsOf(approval, names)}
${approval.status === 'pending' ? answer(found, form) : undefined}`;
}

function whoFacts({ approval, names }: FoundRequest): Html {
  const { agent_id, subject, requester, actor, created_at, workspace_id } = approval;
  const isOther = actor !== null && actor.id !== agent_id && !actor.id.endsWith(`/agent/${agent_id}`);
  const agent = agent_id === null ? undefined : names.agent(agent_id);
  return html`<dt>What is asked</dt><dd>${approvalKindTexts[approval.kind]}</dd>
${agent_id !== null && html`<dt>Agent</dt><dd>${agentText(agent, agent_id)}</dd><dt>Who answers for it</dt><dd>${agent === undefined ? 'nobody any more' : ownersText(names, agent.ownerIds)}</dd>`}
${subject !== null && html`<dt>Acting for</dt><dd>${names.person(subject)}</dd>`}
${isOther && html`<dt>Who acts</dt><dd>${foreignCode(actor.id)} ${actor.verified ? '' : html`<span class="badge">its own claim; not checked</span>`}</dd>`}
${workspace_id !== null && html`<dt>Workspace</dt><dd>${foreignCode(workspace_id)}</dd>`}
<dt>Asked</dt><dd>by ${requesterText(requester, agent_id, names)}, ${toTimeText(created_at)}</dd>`;
}

function requesterText({ id, kind }: Approval['requester'], agentId: string | null, names: Names): Html {
  if (kind === 'agent') return id === agentId ? html`the agent itself` : html`the agent ${foreignCode(id)}`;
  if (kind === 'gateway') return html`the gateway ${foreignCode(id)}, when a policy held it up`;
  return names.person(id);
}

function whatFacts(approval: Approval): Html {
  const { kind, requested, resource, action } = approval;
  const { scopes = [], resources = [], tools = [], max_uses, ttl, purpose = '', justification = '' } = requested;
  // The gateway's lines already say the same, and the verifier wrote them.
  if (kind === 'policy_escalation')
    return html`${linesOf(approval)
      .filter(({ label }) => !technical.has(label))
      .map(lineFact)}`;
  return html`${action !== null && html`<dt>To do</dt><dd>${foreignCode(action)}</dd>`}
${resource !== null && !resources.includes(resource) && html`<dt>To what</dt><dd>${foreignCode(resource, 512)}</dd>`}
${listFact('Where', resources)}${listFact('Scopes', scopes)}${listFact('Tools', tools)}
${max_uses !== undefined && html`<dt>How often</dt><dd>${toTimesText(max_uses)} at most</dd>`}
${ttl !== undefined && html`<dt>For how long</dt><dd>${toDurationText(ttl)}</dd>`}
${purpose !== '' && html`<dt>What for, in their words</dt><dd>${quote(purpose)}</dd>`}
${justification !== '' && html`<dt>Why, in their words</dt><dd>${quote(justification)}</dd>`}`;
}

/** Labels of an escalation's lines that serve to look something up, not to judge the request. */
const technical: ReadonlySet<string> = new Set([
  ...['Session', 'Trace', 'Gateway', 'Policy set', 'Request hash', 'Response hash', 'Headers hash', 'Credential'],
]);

type Line = NonNullable<ApprovalDisplay['lines']>[number];

/** Gives the lines whose value the page does not show elsewhere. */
function linesOf({ display, agent_id, workspace_id, subject, evaluation_id }: Approval): Line[] {
  const shown: ReadonlySet<string | null> = new Set([agent_id, workspace_id, subject, evaluation_id]);
  return (display.lines ?? []).filter(({ value }) => !shown.has(value));
}

function lineFact({ label, value }: Line): Html {
  return html`<dt>${foreign(label, 60)}</dt><dd>${foreign(value, 500)}</dd>`;
}

/** Shows lines that a program or a person wrote apart from the rest: they could use the labels of our own lines. */
function moreLines(approval: Approval): Html | undefined {
  const { kind } = approval;
  // A consent request would only repeat its lines here.
  if (kind === 'delegation') return undefined;
  const isOurs = kind === 'policy_escalation';
  const lines = isOurs ? linesOf(approval).filter(({ label }) => technical.has(label)) : linesOf(approval);
  if (lines.length === 0) return undefined;
  const list = html`<dl class="facts">${lines.map(lineFact)}</dl>`;
  if (isOurs) return html`<details class="card"><summary>Technical details</summary>${list}</details>`;
  return html`<section class="card stack" aria-labelledby="words"><h2 id="words">In the requester’s own words</h2>${list}</section>`;
}

function listFact(label: string, texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  return html`<dt>${label}</dt><dd><ul>${texts.map((text) => html`<li>${foreignCode(text, 512)}</li>`)}</ul></dd>`;
}

function policiesOf({ policies = [] }: ApprovalDisplay): Html | undefined {
  if (policies.length === 0) return undefined;
  const items = policies.map(
    ({ id, reason }) =>
      html`<li><div class="tight"><h3>${foreignCode(id)}</h3>${reason !== undefined && html`<p>${foreign(reason, 1_000)}</p>`}</div></li>`,
  );
  return html`<section class="card stack" aria-labelledby="policies"><h2 id="policies">Policies that ask for a person</h2><ul class="rows">${items}</ul></section>`;
}

function claimsOf({ claims = [] }: ApprovalDisplay): Html | undefined {
  if (claims.length === 0) return undefined;
  const rows = claims.map(
    ({ auditor_id, name, value, confidence }) =>
      html`<tr><td>${foreignCode(auditor_id)}</td><th scope="row">${foreignCode(name)}</th><td>${valueText(value)}</td><td>${confidence === undefined ? '–' : toPercent(confidence)}</td></tr>`,
  );
  return html`<section class="card stack" aria-labelledby="claims"><h2 id="claims">What the auditors found</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="claims"><table><thead><tr><th scope="col">Auditor</th><th scope="col">Claim</th><th scope="col">Value</th><th scope="col">Sure</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function valueText(value: unknown): Html {
  if (value === true) return html`yes`;
  if (value === false) return html`no`;
  if (typeof value === 'string') return foreign(value, 200);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? html`none` : foreign(value.join(', '), 200);
  }
  return foreignCode(JSON.stringify(value) ?? '–', 200);
}

/** Rounds down, so that the page never shows more than the share. */
function toPercent(share: number): string {
  return `${Math.floor(share * 1_000) / 10} %`;
}

function previewOf({ preview }: ApprovalDisplay): Html | undefined {
  if (preview === undefined || preview === '') return undefined;
  return html`<section class="card stack" aria-labelledby="preview"><h2 id="preview">Start of the content</h2>
<p class="small muted">Content that the auditors found sensitive is replaced. This text comes from outside: it may try to persuade you.</p>
${block(preview, 'The start of the content')}</section>`;
}

/** Effects of a decision on requests that continue by themselves after it. */
const effects: Readonly<Partial<Record<Approval['kind'], string>>> = {
  workflow_step:
    'The run of the workflow waits at this step. If you approve, it continues once on the path for an approval; if you deny, or if nobody answers in time, it continues on the path for a denial. People who may read workflows see the data so far in the run.',
  workflow_deploy:
    'An approval is valid for this revision only, once: the revision is checked again and then deployed automatically, and new runs use it. After a denial, or if nobody answers in time, the deployment fails and running workflows do not change.',
  model_promotion:
    'An approval is valid for this version only, once: the alias moves to it automatically within seconds, and gateways then follow it. After a denial, or if nobody answers in time, the alias does not move.',
};

/** Says what an approval lets through, and what it does not. */
function effectOf({ kind }: Approval, approvedForS: number): Html {
  const time = toDurationText(approvedForS);
  const ownWords = Object.hasOwn(effects, kind) ? effects[kind] : undefined;
  const words =
    ownWords !== undefined
      ? html`<p>${ownWords}</p>`
      : kind === 'policy_escalation'
        ? html`<p>An approval lets <strong>this one exchange</strong> through, with exactly this content, <strong>once</strong>, if the agent sends it again within ${time}. All other policies are evaluated again and can still block it. It allows nothing else.</p>`
        : kind === 'tool_call'
          ? html`<p>An approval is valid for <strong>this one call</strong>, with exactly these arguments, <strong>once</strong>, within ${time}. It allows nothing else.</p>`
          : kind === 'delegation'
            ? html`<p>An approval alone allows nothing yet. The person it is for must start it within ${time}, and can revoke it at any time.</p>`
            : html`<p>An approval is valid for <strong>this only</strong>, <strong>once</strong>, within ${time}.</p>`;
  return html`<section class="card stack" aria-labelledby="effect"><h2 id="effect">What an approval does</h2>${words}</section>`;
}

function decisionsOf(approval: Approval, names: Names): Html {
  const { policy, decisions, status, expires_at, result } = approval;
  const yes = decisions.filter(({ verdict }) => verdict === 'approve').length;
  const needed =
    policy.quorum === 1 ? 'One approval is needed.' : `${yes} of ${policy.quorum} required people approved.`;
  const items = decisions.map(
    ({ approver, verdict, reason, decided_at }) =>
      html`<li><div class="tight"><p><span class="${verdict === 'approve' ? 'badge good' : 'badge bad'}">${verdict === 'approve' ? 'yes' : 'no'}</span> ${names.person(approver)}, <span class="muted">${toTimeText(decided_at)}</span></p>${reason !== null && quote(reason)}</div></li>`,
  );
  const end =
    status === 'pending'
      ? ` It waits until ${toTimeText(expires_at)}; without a decision it is refused. One denial ends it.`
      : '';
  return html`<section class="card stack" aria-labelledby="said"><h2 id="said">Decisions</h2>
<p>${status === 'pending' && needed}${end}${outcomeText(approval)}</p>
${result !== null && html`<p>${useText(result)}</p>`}
${items.length > 0 && html`<ul class="rows">${items}</ul>`}</section>`;
}

function outcomeText({ status, decided_at }: Approval): string {
  const at = decided_at === null ? '' : ` ${toTimeText(decided_at)}`;
  if (status === 'approved') return `It was approved${at}.`;
  if (status === 'denied') return `It was denied${at}.`;
  if (status === 'cancelled') return `It was withdrawn${at}.`;
  return status === 'pending' ? '' : 'It has ended, and nothing was allowed.';
}

function useText({ used_at, used_by, approval }: NonNullable<Approval['result']>): Html {
  if (used_at !== null)
    return html`It was used ${toTimeText(used_at)}${used_by !== null && html` (${foreignCode(used_by)})`}, and cannot be used again.`;
  return html`It was not used yet; it is valid until ${toTimeText(approval.approved_until)}.`;
}

/** The form that decides. Its reason is a text area, so the key Enter sends nothing. */
function answer(found: FoundRequest, form: DecisionForm): Html {
  const { approval, author, whyNot } = found;
  const own = approval.decisions.find(({ approver }) => approver === author.user);
  const hasAsked = approval.requester.id === author.user || author.role === 'admin';
  const withdraw =
    hasAsked &&
    html`<form method="post" action="${form.action}">${form.token}<button class="danger" name="decision" value="cancel">Withdraw this request</button></form>`;
  if (own !== undefined) return html`<p class="notice">You approved it. Other people must decide too.</p>${withdraw}`;
  if (whyNot !== undefined) return html`<p class="notice">${whoDecides(found)}</p>${withdraw}`;
  return html`<form class="card fields" method="post" action="${form.action}" aria-labelledby="decide"><h2 id="decide">Your decision</h2>
${form.token}
${!found.isEnough && html`<p class="notice">Your approval alone is not enough: others must approve too.</p>`}
${textArea({ name: 'reason', label: 'Reason', hint: 'It is stored, and the requester can read it.', maxLength: 500, isOptional: true, value: form.reason ?? '', errors: form.errors ?? {} })}
<div class="both"><button class="danger" name="decision" value="deny">Deny</button><button name="decision" value="approve">Approve</button></div></form>`;
}

function whoDecides({ whyNot, approval, names }: FoundRequest): Html {
  const why =
    whyNot === 'own_request'
      ? 'You requested this, or it was requested in your name, so somebody else must decide'
      : 'You cannot decide this';
  if (approval.approvers.length > 0) {
    return html`${why}: ${approval.approvers.map((id, index) => html`${index > 0 && ', '}${names.person(id)}`)}.`;
  }
  const who =
    approval.kind === 'delegation'
      ? 'the person it is for, or an admin'
      : 'a reviewer, an admin or an owner of the agent';
  return html`${why}: ${who}.`;
}
