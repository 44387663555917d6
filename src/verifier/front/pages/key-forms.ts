/** The form that makes an API key, and the page that shows the key once. */

import type { KeyPurpose } from '../../../contract/api/api-keys/states.ts';
import { fullScope, gatewayCallScope, knownScopes } from '../../base/access/actions.ts';
import type { Asker } from '../../base/access/authorize.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import { mayHold } from '../../identity/api-keys/scopes.ts';
import { type Choice, checkboxes, errorSummary, type FieldErrors, selectField, textField } from './form-fields.ts';
import { signedInToken } from './front.ts';
import { type Html, html } from './html.ts';
import { hiddenField } from './layout.ts';
import type { Form } from './read-form.ts';
import { textOfScope } from './scope-texts.ts';
import type { Visitor } from './visitor.ts';

export const keysPath = '/account/keys';

export const purposeTexts: Readonly<Record<KeyPurpose, string>> = {
  cli: 'The command line',
  ci: 'A build pipeline',
  webhook: 'A webhook or another program',
  agent: 'An agent: the key acts as it',
  gateway: 'A gateway: the key acts as one',
};

const daysChoices: readonly Choice[] = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '180', label: 'in 180 days' },
  { value: '365', label: 'in 365 days' },
];

/** Values of the form. */
export interface KeyFormValues {
  readonly alias: string;
  readonly purpose: string;
  readonly agentId: string;
  readonly gatewayId: string;
  readonly scopes: readonly string[];
  readonly days: string;
}

export const emptyKeyForm: KeyFormValues = {
  alias: '',
  purpose: 'cli',
  agentId: '',
  gatewayId: '',
  scopes: [],
  days: '90',
};

export function readKeyForm(form: Form): KeyFormValues {
  return {
    alias: form.text('alias'),
    purpose: form.text('purpose'),
    agentId: form.text('agent_id'),
    gatewayId: form.text('gateway_id'),
    scopes: [...new Set(form.all('scopes'))],
    days: form.text('days'),
  };
}

/** Gives the chosen purpose; undefined if there is no such purpose. */
export function toPurpose(text: string): KeyPurpose | undefined {
  return Object.keys(purposeTexts).find((name): name is KeyPurpose => name === text);
}

/** Gives the chosen days; undefined if they are not one of the choices. */
export function toDays(text: string): number | undefined {
  return daysChoices.some(({ value }) => value === text) ? Number(text) : undefined;
}

export interface KeyFormView {
  readonly values: KeyFormValues;
  /** Idempotency key of the form, so that sending it twice makes one key. */
  readonly once: string;
  readonly errors?: FieldErrors;
}

export function keyForm(visitor: Visitor, asker: Asker, { values, once, errors = {} }: KeyFormView): Html {
  const { alias, purpose, agentId, gatewayId, days } = values;
  return html`<form class="card fields" method="post" action="${keysPath}" aria-labelledby="make">
<h2 id="make">Make an API key</h2>
${errorSummary(errors)}
${signedInToken(visitor)}${hiddenField('once', once)}
${textField({ name: 'alias', label: 'Name', value: alias, hint: 'A name for you to recognise it by, such as “deploy pipeline”.', maxLength: 100, autocomplete: 'off', errors })}
${selectField({ name: 'purpose', label: 'What uses it', choices: purposesOf(asker), chosen: [purpose] })}
${textField({ name: 'agent_id', label: 'Agent', value: agentId, hint: 'The id of the agent, only where an agent uses the key.', maxLength: 128, autocomplete: 'off', isOptional: true, errors })}
${mayAppoint(asker) && textField({ name: 'gateway_id', label: 'Gateway', value: gatewayId, hint: 'The id of the gateway (GATEWAY_ID), only where a gateway uses the key.', maxLength: 128, autocomplete: 'off', isOptional: true, errors })}
${selectField({ name: 'days', label: 'It ends', choices: daysChoices, chosen: [days] })}
${checkboxes({ name: 'scopes', label: 'What it may do', hint: 'Never more than you may. Choose as little as it needs.', ...scopesOf(asker), chosen: values.scopes, errors })}
<button>Make the key</button>
</form>`;
}

function mayAppoint(asker: Asker): boolean {
  return isAllowed(asker, 'gateways.appoint', { orgId: asker.organisation });
}

function purposesOf(asker: Asker): Choice[] {
  return Object.entries(purposeTexts)
    .filter(([value]) => value !== 'gateway' || mayAppoint(asker))
    .map(([value, label]) => ({ value, label }));
}

/** Offers only the scopes that the maker has. An agent's key depends on the agent's rights, which are checked when it is made. */
function scopesOf(asker: Asker) {
  const target = { orgId: asker.organisation };
  const toChoice = (scope: string): Choice => ({ value: scope, label: toLabel(scope), note: scope });
  const mayChoose = (scope: string) => scope === 'agents:act' || mayHold(asker, scope, target);
  const single = knownScopes.filter((scope) => scope !== gatewayCallScope && mayChoose(scope));
  const isReading = (scope: string) => scope.endsWith(':read');
  return {
    choices: [gatewayCallScope, fullScope].filter(mayChoose).map(toChoice),
    more: [
      { label: 'See single things', choices: single.filter(isReading).map(toChoice) },
      { label: 'Change single things', choices: single.filter((scope) => !isReading(scope)).map(toChoice) },
    ].filter(({ choices }) => choices.length > 0),
  };
}

function toLabel(scope: string): string {
  const words = textOfScope(scope) ?? scope;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows a new key. */
export function shownKey(alias: string, text: string): Html {
  return html`<section class="card stack" aria-labelledby="shown"><h2 id="shown">Your key “${alias}”</h2>
<p>Copy it now and store it with your secrets. <strong>It is shown only once</strong> and is not stored in readable form.</p>
<code class="secret" tabindex="0" aria-label="The API key">${text}</code>
<p class="small muted">Send it as <code>Authorization: Bearer …</code>, or as <code>x-assay-key</code> where that header is taken.</p>
<p><a href="${keysPath}">I have copied it: back to my keys</a></p></section>`;
}
