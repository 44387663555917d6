/** Form fields. Each has a label; its error stands beside it and in a summary that links to it. */
import { type Html, html } from './html.ts';

/** Errors by field id. The id is the field's name, with a suffix where a page has several fields of that name. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'date';
  readonly value?: string;
  readonly hint?: string;
  /** Tells a password manager or the browser what to fill in. */
  readonly autocomplete?: string;
  readonly maxLength?: number;
  readonly isOptional?: boolean;
  readonly errors?: FieldErrors;
  /** Makes the id unique on a page with several forms: ids must be unique, names need not. */
  readonly idSuffix?: string;
}

/** A text field. The server checks the length and can say what is wrong; the browser never cuts a password. */
export function textField(field: TextField): Html {
  const { name, label, type = 'text', value, hint, autocomplete, maxLength, isOptional, errors = {} } = field;
  const id = `${name}${field.idSuffix ?? ''}`;
  const wrong = errors[id];
  const ids = describers(id, hint, wrong);
  return html`<div class="field">
<label for="${id}">${label}${isOptional === true && html` <span class="muted">(optional)</span>`}</label>
${noteOf(id, hint)}${wrongOf(id, wrong)}
<input id="${id}" name="${name}" type="${type}"${value !== undefined && html` value="${value}"`}${
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`
  }${maxLength !== undefined && type !== 'password' && html` maxlength="${maxLength}"`}${
    isOptional !== true && html` required`
  }${type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`}${
    ids !== '' && html` aria-describedby="${ids}"`
  }${wrong !== undefined && html` aria-invalid="true"`}>
</div>`;
}

/** A text area; the key Enter does not send the form. */
export function textArea({ name, label, hint, maxLength, isOptional, value = '', errors = {} }: TextField): Html {
  const wrong = errors[name];
  const ids = describers(name, hint, wrong);
  return html`<div class="field">
<label for="${name}">${label}${isOptional === true && html` <span class="muted">(optional)</span>`}</label>
${noteOf(name, hint)}${wrongOf(name, wrong)}
<textarea id="${name}" name="${name}" rows="3"${maxLength !== undefined && html` maxlength="${maxLength}"`}${
    isOptional !== true && html` required`
  }${ids !== '' && html` aria-describedby="${ids}"`}${wrong !== undefined && html` aria-invalid="true"`}>${value}</textarea>
</div>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

/** Choices that are folded until somebody opens them. */
export interface MoreChoices {
  readonly label: string;
  readonly choices: readonly Choice[];
}

export interface ChoiceField {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen?: readonly string[];
  readonly more?: readonly MoreChoices[];
  readonly hint?: string;
  readonly errors?: FieldErrors;
  readonly idSuffix?: string;
}

/** A drop-down list: one of several. */
export function selectField({ name, label, choices, chosen = [], idSuffix = '' }: ChoiceField): Html {
  const id = `${name}${idSuffix}`;
  const options = choices.map(
    (choice) =>
      html`<option value="${choice.value}"${chosen.includes(choice.value) && html` selected`}>${choice.label}</option>`,
  );
  return html`<div class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${options}</select></div>`;
}

/** Tick boxes: any of several. The first one has the name as its id, so that the error summary can link to it. */
export function checkboxes({ name, label, choices, chosen = [], more = [], hint, errors = {} }: ChoiceField): Html {
  const wrong = errors[name];
  const ids = describers(name, hint, wrong);
  const box = ({ value, label: words, note }: Choice, isFirst: boolean) =>
    html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${isFirst && html` id="${name}"`}${
      chosen.includes(value) && html` checked`
    }><span>${words}${note !== undefined && html`<small>${note}</small>`}</span></label>`;
  const hidden = more.map((part) => {
    const isOpen = part.choices.some(({ value }) => chosen.includes(value));
    return html`<details${isOpen && html` open`}><summary>${part.label}</summary>
<div class="choices wide">${part.choices.map((choice) => box(choice, false))}</div></details>`;
  });
  return html`<fieldset${ids !== '' && html` aria-describedby="${ids}"`}>
<legend>${label}</legend>
${noteOf(name, hint)}${wrongOf(name, wrong)}
<div class="choices">${choices.map((choice, index) => box(choice, index === 0))}</div>
${hidden}
</fieldset>`;
}

/** Lists the errors at the top, each linked to its field, and takes the focus; undefined without errors. */
export function errorSummary(errors: FieldErrors): Html | undefined {
  const entries = Object.entries(errors);
  if (entries.length === 0) return undefined;
  const lines = entries.map(([name, words]) =>
    name === formField ? html`<li>${words}</li>` : html`<li><a href="${`#${name}`}">${words}</a></li>`,
  );
  return html`<div class="problem" role="alert" tabindex="-1" autofocus aria-labelledby="error-title">
<h2 id="error-title">That did not work</h2>
<ul>${lines}</ul>
</div>`;
}

/** Key of an error that concerns the whole form. */
export const formField = 'form';

function describers(name: string, hint: string | undefined, wrong: string | undefined): string {
  const ids = [hint === undefined ? '' : `${name}-hint`, wrong === undefined ? '' : `${name}-wrong`];
  return ids.filter((id) => id !== '').join(' ');
}

function noteOf(name: string, hint: string | undefined): Html | undefined {
  return hint === undefined ? undefined : html`<p class="hint" id="${`${name}-hint`}">${hint}</p>`;
}

function wrongOf(name: string, wrong: string | undefined): Html | undefined {
  return wrong === undefined
    ? undefined
    : html`<p class="wrong" id="${`${name}-wrong`}"><span class="hidden">Error: </span>${wrong}</p>`;
}
