/**
 * Shows what agents and strangers wrote: bounded, isolated from the words around it, and without characters that would
 * hide or turn what stands beside them. A name is no proof of who has it; the id that stands next to it is.
 */
import { type Html, html } from './html.ts';

/** Controls, marks of direction and characters without width (also tags and variation selectors): nobody sees them. */
const unseen =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;
/** Joiners that Persian, the scripts of India and pictures need; anywhere else they only hide. */
const stray =
  /(?<![\p{Script=Arabic}\p{M}\p{Extended_Pictographic}])(?:\u200c|\u200d)|(?<!\p{Extended_Pictographic})\ufe0f/gu;
/** No language stacks more marks on one letter. */
const stacked = /(\p{M}{2})\p{M}+/gu;

/** The text as it is shown: one line, every unseen character as `�`, cut where it is longer. */
export function toShown(text: string, maxLength = 120): string {
  const line = text.replace(/\s+/gu, ' ').replace(unseen, '\ufffd').replace(stray, '\ufffd');
  return cut(line.replace(stacked, '$1\ufffd').trim(), maxLength);
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = [...text].slice(0, maxLength - 1).join('');
  return `${kept}…`;
}

/** A name or a short text of somebody else; its direction ends where it ends. */
export function foreign(text: string, maxLength?: number): Html {
  const shown = toShown(text, maxLength);
  return html`<bdi>${shown === '' ? '(empty)' : shown}</bdi>`;
}

/** An id, an address or a scope, as it is written. */
export function foreignCode(text: string, maxLength = 300): Html {
  return html`<code><bdi>${toShown(text, maxLength)}</bdi></code>`;
}

/** What is longer is folded, so that nothing pushes the question out of sight. */
const shownAtOnce = 280;

/** Somebody's own words, marked as such; longer ones are there to be opened. */
export function quote(text: string): Html {
  const whole = toShown(text, 2_000);
  if (whole.length <= shownAtOnce) return html`<blockquote><bdi>${whole}</bdi></blockquote>`;
  return html`<blockquote><bdi>${cut(whole, shownAtOnce)}</bdi>
<details><summary class="small">All of it</summary><p><bdi>${whole}</bdi></p></details></blockquote>`;
}

/** The start of what is to pass: its lines stay, what nobody sees is shown. */
export function block(text: string, label: string): Html {
  const shown = cut(text.replaceAll('\r\n', '\n').split('\n').map(toVisibleLine).join('\n'), 8_000);
  return html`<pre class="block" dir="auto" tabindex="0" role="region" aria-label="${label}">${shown}</pre>`;
}

function toVisibleLine(line: string): string {
  return line.replaceAll('\t', '  ').replace(unseen, '\ufffd').replace(stray, '\ufffd').replace(stacked, '$1\ufffd');
}

/** Alphabets whose letters look like those of another. */
const alphabets: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['mathematical', /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\u2100-\u214f]/u],
];

/** What is odd about a name, in a sentence; undefined for a plain one. */
export function warnOfName(name: string): string | undefined {
  if (toShown(name, name.length + 1).includes('\ufffd')) {
    return 'This name holds characters that nobody can see; they are shown as �. Go by the id.';
  }
  const used = alphabets.filter(([, letters]) => letters.test(name)).map(([word]) => word);
  if (used.length < 2) return undefined;
  return `This name mixes letters of several alphabets (${used.join(', ')}), which can make it look like another name. Go by the id.`;
}
