/**
 * Shows text of agents and strangers: bounded, isolated from the text around it, and without characters that would hide or
 * reorder what stands beside it. A name proves nothing about its owner; the id beside it does.
 */
import { cut, toShown, toShownBlock } from '../../../contract/shown-text.ts';
import { type Html, html } from './html.ts';

/** Shows a name or a short text of somebody else; its text direction ends with it. */
export function foreign(text: string, maxLength?: number): Html {
  const shown = toShown(text, maxLength);
  return html`<bdi>${shown === '' ? '(empty)' : shown}</bdi>`;
}

/** Shows an id, an address or a scope as it is written. */
export function foreignCode(text: string, maxLength = 300): Html {
  return html`<code><bdi>${toShown(text, maxLength)}</bdi></code>`;
}

/** Characters shown unfolded; longer text is folded, so that it cannot push the question out of sight. */
const shownAtOnce = 280;

/** Quotes a person's own words, marked as a quotation; the rest of a long text is folded. */
export function quote(text: string): Html {
  const whole = toShown(text, 2_000);
  if (whole.length <= shownAtOnce) return html`<blockquote><bdi>${whole}</bdi></blockquote>`;
  return html`<blockquote><bdi>${cut(whole, shownAtOnce)}</bdi>
<details><summary class="small">All of it</summary><p><bdi>${whole}</bdi></p></details></blockquote>`;
}

/** Shows the start of a content: keeps its lines, and makes invisible characters visible. */
export function block(text: string, label: string): Html {
  const shown = toShownBlock(text, 8_000);
  return html`<pre class="block" dir="auto" tabindex="0" role="region" aria-label="${label}">${shown}</pre>`;
}

/** Alphabets with letters that look like those of another. */
const alphabets: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['mathematical', /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\u2100-\u214f]/u],
];

/** Says in a sentence what is odd about a name; undefined for a plain name. */
export function warnOfName(name: string): string | undefined {
  if (toShown(name, name.length + 1).includes('\ufffd')) {
    return 'This name contains invisible characters; they are shown as �. Rely on the id.';
  }
  const used = alphabets.filter(([, letters]) => letters.test(name)).map(([word]) => word);
  if (used.length < 2) return undefined;
  return `This name mixes letters of several alphabets (${used.join(', ')}), which can make it look like another name. Rely on the id.`;
}
