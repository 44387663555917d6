/** Selects the texts of a request that are judged in each phase. */
import type { MethodInput } from '@assay/sdk';

export interface JudgedText {
  readonly text: string;
  /** A tool's result and a tool's description are external content, as a document is. */
  readonly origin: 'input' | 'output' | 'document';
  /** What a span says about where it points to: empty for the one text of a request or response. */
  readonly place: { readonly document?: string; readonly part?: 'input' | 'output'; readonly field?: 'system' };
}

/**
 * Lists the texts to judge; empty ones are left out. System text holds tool definitions too, so it is judged like
 * any other part that did not come from the user; in an answer it is not judged again.
 */
export function listJudgedTexts(input: MethodInput): JudgedText[] {
  const texts: JudgedText[] = [];
  if (input.phase === 'execution') {
    texts.push({ text: input.input, origin: 'input', place: { part: 'input' } });
    texts.push({ text: input.output, origin: 'document', place: { part: 'output' } });
  } else if (input.phase === 'response') {
    texts.push({ text: input.output, origin: 'output', place: {} });
  } else {
    texts.push({ text: input.input, origin: 'input', place: {} });
    texts.push({ text: input.system, origin: 'document', place: { field: 'system' } });
  }
  for (const document of input.documents) {
    texts.push({ text: document.text, origin: 'document', place: { document: document.id } });
  }
  return texts.filter(({ text }) => text !== '');
}
