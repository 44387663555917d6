/** Makes the preview for an approver: the start of the text, with everything that auditors marked replaced. */
import type { ClaimsRequest, Phase } from '@assay/sdk/contract';
import type { MemberResult } from '../collect/collect.ts';
import { markedSpans } from '../exchange/spans.ts';

/** `undefined` where nothing is to be shown, or where it is uncertain what must be hidden. */
export function previewOf(
  judged: { readonly phase: Phase; readonly results: readonly Pick<MemberResult, 'claims'>[] },
  data: ClaimsRequest['data'],
  maxChars: number,
): string | undefined {
  // In phase execution the data are either a tool's arguments or its result.
  const isOutput = judged.phase === 'response' || (judged.phase === 'execution' && data.input === undefined);
  const part = isOutput ? 'output' : 'input';
  const text = data[part];
  if (maxChars === 0 || text === undefined || text === '') return undefined;
  const spans = markedSpans(
    judged.results.flatMap(({ claims }) => claims),
    part,
  );
  if (spans === undefined) return undefined;
  const shown = [...spans].sort((left, right) => left.start - right.start);
  let from = 0;
  let preview = '';
  for (const { start, end, type } of shown) {
    if (start > from) preview += text.slice(from, start);
    if (end > from) preview += `[${type}]`;
    from = Math.max(from, end);
    if (preview.length >= maxChars) break;
  }
  return cut(preview + text.slice(from, from + maxChars), maxChars);
}

/** Never cuts a character, and drops U+0000, which databases cannot store. */
function cut(text: string, maxChars: number): string {
  return text
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll('\u0000', '\ufffd')
    .toWellFormed();
}
