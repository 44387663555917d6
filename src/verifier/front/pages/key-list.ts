/** The list of a person's API keys, with the actions for each. */
import type { ApiKey } from '../../../contract/api/api-keys/shapes.ts';
import { selectField } from './form-fields.ts';
import { signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { keysPath, purposeTexts, toPurpose } from './key-forms.ts';
import { hiddenField } from './layout.ts';
import { toDayText, toTimeText } from './texts.ts';
import type { Visitor } from './visitor.ts';

export function keyList(visitor: Visitor, keys: readonly ApiKey[]): Html {
  if (keys.length === 0) return html`<section class="card"><p>You have no API keys.</p></section>`;
  const rows = keys.map((key) => row(visitor, key));
  return html`<section class="card" aria-label="Your keys"><ul class="rows">${rows}</ul></section>`;
}

const badges = { active: 'good', expired: '', revoked: 'bad' } as const;

function row(visitor: Visitor, key: ApiKey): Html {
  const { alias, prefix, status, scopes, last_used_at, overlap_until, agent_id, gateway_id } = key;
  const purpose = toPurpose(key.purpose);
  const used = last_used_at === null ? 'Not used yet' : `Last used ${toTimeText(last_used_at)}`;
  return html`<li><div class="tight">
<h2>${alias} <span class="${`badge ${badges[status]}`}">${status}</span></h2>
<p class="small muted"><code>${prefix}…</code> · ${purpose === undefined ? key.purpose : purposeTexts[purpose]}${agent_id !== null && html` (<code>${agent_id}</code>)`}${gateway_id !== null && html` (<code>${gateway_id}</code>)`}</p>
<p class="small muted">${used}. ${endOf(key)}${overlap_until !== null && html` The key before it works until ${toTimeText(overlap_until)}.`}</p>
<details><summary class="small">What it may do</summary><ul class="small">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></details>
</div>
${status === 'active' ? actions(visitor, key) : undefined}
</li>`;
}

function endOf({ status, expires_at, revoked_at }: ApiKey): string {
  if (revoked_at !== null) return `Revoked ${toDayText(revoked_at)}.`;
  return status === 'expired' ? `Ended ${toDayText(expires_at)}.` : `Ends ${toDayText(expires_at)}.`;
}

const overlapChoices = [
  { value: 'none', label: 'ends at once' },
  { value: 'hour', label: 'works for another hour' },
  { value: 'day', label: 'works for another day' },
];

/** Revoking cannot be undone, so it needs a second step. The step needs no script. */
function actions(visitor: Visitor, { id, alias, revision }: ApiKey): Html {
  return html`<div class="actions">
<details><summary aria-label="${`Rotate the key ${alias}`}">Rotate</summary>
<form class="inline" method="post" action="${`${keysPath}/rotate`}">${signedInToken(visitor)}${hiddenField('id', id)}${hiddenField('revision', String(revision))}
${selectField({ name: 'overlap', label: 'The old key', choices: overlapChoices, chosen: ['hour'], idSuffix: `-${id}` })}
<button class="quiet">Make a new key</button></form></details>
<details class="risky"><summary aria-label="${`Revoke the key ${alias}`}">Revoke</summary>
<form class="stack" method="post" action="${`${keysPath}/revoke`}">${signedInToken(visitor)}${hiddenField('id', id)}
<p class="small">Every program that uses it stops working immediately. This cannot be undone.</p>
<button class="danger">Revoke this key</button></form></details>
</div>`;
}
