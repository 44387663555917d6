/**
 * Builds the markup of pages. Values in a template are escaped, unless they are markup of another template. A placeholder where
 * escaping would not help (an unquoted attribute, a script, an event handler) is a programming error.
 */

const markup: unique symbol = Symbol('markup');

/** Markup that a template made. Data from outside cannot hold the symbol. */
export interface Html {
  readonly [markup]: string;
}

export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/** Gives the markup of a template, with its texts escaped. @throws Error for an unsafe placeholder or address. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const places = placesOf(strings);
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += render(value, places[index] ?? 'text') + (strings[index + 1] ?? '');
  }
  return Object.freeze({ [markup]: text });
}

/** Gives the finished markup as text. */
export function toText(value: Html): string {
  return value[markup];
}

/** The position of a placeholder in the markup. */
type Place = 'text' | 'tag' | 'attribute' | 'address';

function render(value: HtmlValue, place: Place): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'number') return render(String(value), place);
  if (typeof value === 'string') {
    if (place === 'tag') throw new Error('a text cannot stand between the attributes of a tag');
    if (place === 'address') assertSafeAddress(value);
    return escapeText(value);
  }
  if (isList(value)) return value.map((each) => render(each, place)).join('');
  if (place === 'attribute' || place === 'address') throw new Error('markup cannot stand in an attribute');
  return value[markup];
}

function isList(value: HtmlValue): value is readonly HtmlValue[] {
  return Array.isArray(value);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? '');
}

/** Allows our own paths and http(s) addresses; refuses `javascript:` and the like. */
const safeAddress = /^(?:\/(?![/\\])|https?:\/\/|#)/;

function assertSafeAddress(value: string): void {
  if (!safeAddress.test(value)) throw new Error('an address of a page is a path of ours, or http(s)');
}

const known = new WeakMap<TemplateStringsArray, readonly Place[]>();

/** Gives a template's placeholders. They depend on the program text only, so they are found once. */
function placesOf(strings: TemplateStringsArray): readonly Place[] {
  const found = known.get(strings) ?? findPlaces(strings);
  known.set(strings, found);
  return found;
}

const addressAttributes = /\s(?:href|src|action|formaction)="$/i;
const codeAttributes = /\s(?:on[a-z]+|style|srcdoc)="[^"]*$/i;

function findPlaces(strings: readonly string[]): Place[] {
  const places: Place[] = [];
  let before = '';
  for (const string of strings.slice(0, -1)) {
    before += string;
    places.push(placeAfter(before));
    before += '\u0000';
  }
  return places;
}

/** Reads the template up to a placeholder; earlier placeholders count as plain characters. */
function placeAfter(before: string): Place {
  if (/<(?:script|style)\b/i.test(before)) throw new Error('a template holds no script and no style');
  const tag = before.slice(before.lastIndexOf('<'));
  const isInTag = /^<[a-z/]/i.test(tag) && !/>/.test(tag.replace(/"[^"]*"?/g, ''));
  if (!isInTag) return 'text';
  const isQuoted = (tag.split('"').length - 1) % 2 === 1;
  if (codeAttributes.test(tag)) throw new Error('an event handler or a style cannot be filled');
  if (isQuoted) return addressAttributes.test(tag) ? 'address' : 'attribute';
  if (/=\s*$/.test(tag)) throw new Error('an attribute that is filled has to be quoted');
  return 'tag';
}
