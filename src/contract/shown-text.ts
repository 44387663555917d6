/**
 * Shows text of agents and strangers without characters that would hide or reorder what stands beside it. Pages of the verifier
 * and the console use it.
 */

/** Invisible characters: controls, direction marks and characters without width (tags and variation selectors too). */
const unseen =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/gu;
/** Joiners outside of the scripts and emoji that need them (Arabic, the scripts of India): there they only hide text. */
const stray =
  /(?<![\p{Script=Arabic}\p{M}\p{Extended_Pictographic}])(?:\u200c|\u200d)|(?<!\p{Extended_Pictographic})\ufe0f/gu;
/** More marks on one letter than any language uses. */
const stacked = /(\p{M}{2})\p{M}+/gu;

/** Gives the text as one line, with `�` for every invisible character, cut at `maxLength`. */
export function toShown(text: string, maxLength = 120): string {
  return cut(toVisible(text.replace(/\s+/gu, ' ')).trim(), maxLength);
}

/** Keeps the lines of a long text, cut at `maxLength`. */
export function toShownBlock(text: string, maxLength: number): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return cut(lines.map((line) => toVisible(line.replaceAll('\t', '  '))).join('\n'), maxLength);
}

function toVisible(line: string): string {
  return line.replace(unseen, '\ufffd').replace(stray, '\ufffd').replace(stacked, '$1\ufffd');
}

/** Cuts a text that is longer, with `…` at its end. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = [...text].slice(0, maxLength - 1).join('');
  return `${kept}…`;
}
