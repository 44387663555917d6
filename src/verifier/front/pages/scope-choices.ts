/** Scopes to read and untick: what each means, and who decides that. */
import { fullScope } from '../../base/access/actions.ts';
import { foreignCode } from './foreign-text.ts';
import { type Html, html } from './html.ts';
import { textOfScope } from './scope-texts.ts';

/** Resource addresses whose scopes we define. */
export interface OwnResources {
  readonly api: string;
  readonly gateway: string;
  /** The MCP gateway, if there is one. */
  readonly mcp?: string | undefined;
}

/** Describes a resource for a person. */
export function resourceText(resource: string, own: OwnResources): Html {
  if (resource === own.api) return html`Assay itself ${foreignCode(resource)}`;
  if (resource === own.gateway) return html`models and tools through the gateway ${foreignCode(resource)}`;
  if (resource === own.mcp) return html`tools through the MCP gateway ${foreignCode(resource)}`;
  return foreignCode(resource, 512);
}

/** Gives the meaning of a scope. Our meaning holds only at our own addresses: elsewhere the resource decides. */
export function scopeMeaning(scope: string, resources: readonly string[], own: OwnResources): Html {
  const isOwn = (resource: string) => [own.api, own.gateway, own.mcp].includes(resource);
  const elsewhere = resources.some((resource) => !isOwn(resource));
  if (scope === fullScope) {
    return html`<strong>Do everything that you may do</strong>${elsewhere && ' there'} <small>${foreignCode(scope)} It includes every other scope.</small>`;
  }
  const words = resources.some(isOwn) ? textOfScope(scope) : undefined;
  if (words === undefined)
    return html`${foreignCode(scope)} <small>${deciders(resources)} decides what this means.</small>`;
  const rest = elsewhere && html` Elsewhere the resource decides what it means.`;
  return html`${capital(words)} <small>${foreignCode(scope)}${rest}</small>`;
}

function deciders(resources: readonly string[]): Html {
  const [only] = resources;
  return resources.length === 1 && only !== undefined ? foreignCode(only) : html`Each resource`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface ScopeChoices {
  readonly legend: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly own: OwnResources;
  /** The ticked scopes; all if absent. */
  readonly chosen?: readonly string[] | undefined;
  readonly wrong?: string | undefined;
  /** Makes the ids unique on a page with several lists. */
  readonly idSuffix?: string;
}

/** A box for each scope. The first one has the name as its id, so that the error summary can link to it. */
export function scopeChoices({ legend, scopes, resources, own, chosen, wrong, idSuffix = '' }: ScopeChoices): Html {
  const id = `scopes${idSuffix}`;
  const boxes = scopes.map(
    (scope, index) =>
      html`<label class="choice"><input type="checkbox" name="scopes" value="${scope}"${index === 0 && html` id="${id}"`}${
        (chosen === undefined || chosen.includes(scope)) && html` checked`
      }><span>${scopeMeaning(scope, resources, own)}</span></label>`,
  );
  return html`<fieldset${wrong !== undefined && html` aria-describedby="${`${id}-wrong`}"`}><legend>${legend}</legend>
${wrong !== undefined && html`<p class="wrong" id="${`${id}-wrong`}"><span class="hidden">Error: </span>${wrong}</p>`}
<div class="choices boxed">${boxes}</div></fieldset>`;
}

/** The same list, read only. */
export function scopeList(scopes: readonly string[], resources: readonly string[], own: OwnResources): Html {
  if (scopes.length === 0) return html`<p>nothing</p>`;
  return html`<ul class="grants">${scopes.map((scope) => html`<li>${scopeMeaning(scope, resources, own)}</li>`)}</ul>`;
}
