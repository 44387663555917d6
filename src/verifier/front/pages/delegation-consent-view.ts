/** The consent page of a delegation: the agent, its owners, the purpose, and everything that it may then do. */
import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import type { ConsentTerms } from './delegation-terms.ts';
import { durationsUpTo, riskTexts, toDurationText, toTimesText } from './delegation-texts.ts';
import { foreign, foreignCode, quote } from './foreign-text.ts';
import { errorSummary, type FieldErrors, selectField } from './form-fields.ts';
import { type Html, html } from './html.ts';
import { hiddenField, type PageContent } from './layout.ts';
import { type AgentCard, agentText, type Names, nameWarning, ownersText } from './names.ts';
import { type OwnResources, resourceText, scopeChoices, scopeList } from './scope-choices.ts';
import { toTimeText } from './texts.ts';

export interface ConsentView {
  readonly approval: Approval;
  readonly terms: ConsentTerms;
  readonly agent: AgentCard;
  readonly names: Names;
  readonly own: OwnResources;
  readonly organisation: string;
  /** The visitor who reads the page. */
  readonly reader: { readonly id: string; readonly email: string };
  readonly subjectId: string;
  /** The reader's yes decides the request; if false, others have to approve too. */
  readonly isEnough: boolean;
  /** That yes also lets the agent begin, so the reader chooses the limits. */
  readonly mayGrant: boolean;
}

export interface ConsentForm {
  readonly action: string;
  /** Hidden form token. */
  readonly token: Html;
  /** Digest of what is shown. An answer to anything else is not counted. */
  readonly seen: string;
  readonly notice?: string;
  readonly errors?: FieldErrors;
  readonly chosen?: readonly string[];
  readonly ttl?: string;
}

/** The page that asks for consent. */
export function consentRequestPage(view: ConsentView, form: ConsentForm): PageContent {
  const { approval, agent } = view;
  const title = titleOf(view);
  const { errors = {}, notice } = form;
  return {
    title,
    isWide: true,
    hasErrors: Object.keys(errors).length > 0,
    body: html`${heading(view)}
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${errorSummary(errors)}
${warnings(view)}
${facts(view)}
${agent.status === 'suspended' && html`<p class="notice">This agent is suspended right now. You can answer, but it can do nothing until somebody lets it run again.</p>`}
${approval.status === 'approved' ? grantForm(view, form) : decisionForm(view, form)}`,
  };
}

/** The same page for a reader who cannot decide. `outcome` says why. */
export function consentOutcomePage(view: ConsentView, outcome: Html): PageContent {
  const { terms, own, agent, reader, approval } = view;
  return {
    title: `Consent for ${agent.id}`,
    isWide: true,
    body: html`<div class="tight">
<h1>Consent for ${foreign(agent.name)}</h1>
<p class="muted">You are signed in as <strong>${reader.email}</strong>.</p>
</div>
<div class="notice stack" role="status">${outcome}</div>
<details${approval.status === 'pending' && html` open`}><summary>What was asked</summary>
<div class="stack">${facts(view)}
<h2>What it asked to be allowed</h2>
${scopeList(terms.scopes, terms.resources, own)}</div></details>
<p><a href="/account/delegations">What acts for me</a></p>`,
  };
}

function titleOf({ agent }: ConsentView): string {
  return `Allow ${agent.id} to act for somebody?`;
}

function heading(view: ConsentView): Html {
  const { agent, reader, subjectId, names } = view;
  const forSelf = reader.id === subjectId;
  return html`<div class="tight">
<h1>Allow ${foreign(agent.name)} to act ${forSelf ? 'for you' : html`for ${names.person(subjectId)}`}?</h1>
<p class="muted">You are signed in as <strong>${reader.email}</strong>.</p>
</div>
${!forSelf && html`<p class="problem">You answer <strong>for ${names.person(subjectId)}</strong>, not for yourself: the agent would act as that person, who sees that it was you who allowed it and can revoke it. What the agent may do below is said to that person: “you” is ${names.person(subjectId)}.</p>`}`;
}

function warnings({ agent, approval }: ConsentView): Html {
  return html`${nameWarning(agent)}
${approval.requested.emergency === true && html`<p class="problem">Whoever asked says that this is an emergency. If you do not know of one, ask before you allow it.</p>`}`;
}

/** The facts of the request, without the choices. */
function facts(view: ConsentView): Html {
  const { approval, agent, names, own, terms, organisation, subjectId } = view;
  const { requested, requester, risk } = approval;
  const { purpose = '', justification = '' } = requested;
  return html`<dl class="facts">
<dt>Agent</dt><dd>${agentText(agent, agent.id)}</dd>
${agent.purpose !== '' && html`<dt>What the agent is for</dt><dd>${quote(agent.purpose)}</dd>`}
<dt>Who answers for it</dt><dd>${ownersText(names, agent.ownerIds)}</dd>
<dt>Who asked</dt><dd>${requesterText(requester, agent, names)}, ${toTimeText(approval.created_at)}</dd>
<dt>Why, in their words</dt><dd>${purpose === '' && justification === '' ? 'They did not say.' : html`${purpose !== '' && quote(purpose)}${justification !== '' && quote(justification)}`}</dd>
<dt>Where</dt><dd>${terms.resources.length === 0 ? 'no place is named' : html`<ul>${terms.resources.map((resource) => html`<li>${resourceText(resource, own)}</li>`)}</ul>`}</dd>
<dt>Account</dt><dd>${names.person(subjectId)}, in the organisation ${foreign(organisation)}</dd>
${terms.tools.length > 0 && html`<dt>With these tools alone</dt><dd>${terms.tools.map((tool, index) => html`${index > 0 && ', '}${foreignCode(tool)}`)}</dd>`}
${terms.maxUses !== undefined && html`<dt>How often</dt><dd>It may ask for access ${toTimesText(terms.maxUses)} at most.</dd>`}
<dt>Risk</dt><dd>${riskBadge(risk)}</dd>
</dl>`;
}

/** Shows e.g. `High risk: …`. */
export function riskBadge(risk: Approval['risk']): Html {
  const { name, note } = riskTexts[risk];
  return html`<span class="${risk === 'high' ? 'badge bad' : 'badge'}">${name}</span> – ${note}`;
}

function requesterText({ id, kind }: Approval['requester'], agent: AgentCard, names: Names): Html {
  if (kind === 'agent') return id === agent.id ? html`the agent itself` : html`the agent ${foreignCode(id)}`;
  if (kind === 'gateway') return html`the gateway ${foreignCode(id)}`;
  return names.person(id);
}

/** The form of the answer. The key Enter presses the first button, so that button must allow nothing. */
function decisionForm(view: ConsentView, form: ConsentForm): Html {
  const { approval, terms, own, reader, subjectId } = view;
  const choice =
    view.isEnough && view.mayGrant
      ? html`${scopesField(view, form)}${durationField(view, form)}`
      : html`<section class="stack" aria-labelledby="may"><h2 id="may">It asks that it may</h2>${scopeList(terms.scopes, terms.resources, own)}<p>For ${toDurationText(terms.ttlS)} at most.</p></section>
<p class="notice">${othersText(view)}</p>`;
  return html`<form class="fields" method="post" action="${form.action}">
${form.token}${hiddenField('seen', form.seen)}
${choice}
<p class="small muted">Allow it only if you know the agent and expected it to ask. It waits for an answer until ${toTimeText(approval.expires_at)}. ${reader.id === subjectId ? 'You can revoke it at any time in your account, under “Acting for you”.' : 'They can revoke it at any time in their account, under “Acting for you”.'}</p>
<div class="both"><button class="quiet" name="decision" value="no">Don’t allow</button><button name="decision" value="yes">Allow</button></div>
</form>`;
}

/** Says who else has to approve. */
function othersText({ isEnough, approval: { policy } }: ConsentView): string {
  if (isEnough)
    return 'With your yes it is approved. The person whom it is for then begins it, and can still allow less.';
  const count =
    policy.quorum > 1 ? `${policy.quorum} people in total must approve.` : 'Other people must approve as well.';
  return `Your answer alone is not enough. ${count} The person who starts it can still allow less.`;
}

/** The form that begins an approved delegation. */
function grantForm(view: ConsentView, form: ConsentForm): Html {
  const until = view.approval.result?.approval.approved_until;
  return html`<form class="fields" method="post" action="${form.action}">
${form.token}${hiddenField('seen', form.seen)}
<p class="notice">This was approved, but the agent may do nothing yet: it starts when you press “Begin now”.${until !== undefined && ` Without that, the approval ends ${toTimeText(until)}.`}</p>
${scopesField(view, form)}${durationField(view, form)}
<div class="both"><a class="button quiet" href="/account">Not now</a><button name="decision" value="yes">Begin now</button></div>
</form>`;
}

function scopesField({ terms, own }: ConsentView, { chosen, errors }: ConsentForm): Html {
  const legend = 'If you allow it, it may (clear what you do not want to allow)';
  return scopeChoices({ ...terms, own, legend, chosen, wrong: errors?.['scopes'] });
}

function durationField({ terms }: ConsentView, { ttl }: ConsentForm): Html {
  const choices = durationsUpTo(terms.ttlS).map((seconds) => ({
    value: String(seconds),
    label: `${toDurationText(seconds)}${seconds === terms.ttlS ? ' (as asked)' : ''}`,
  }));
  return selectField({ name: 'ttl', label: 'For how long', choices, chosen: [ttl ?? String(terms.ttlS)] });
}
