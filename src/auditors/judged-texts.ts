/** Selects the texts of a request that are judged in each phase. */
import type { MethodInput } from '@assay/sdk';

export interface JudgedText {
  readonly text: string;
  /** The results and descriptions of tools are external content, as documents are. */
  readonly origin: 'input' | 'output' | 'document';
  /** The location of a span; empty for the one text of a request or response. */
  readonly place: { readonly document?: string; readonly part?: 'input' | 'output'; readonly field?: 'system' };
}

/**
 * Lists the texts to judge and leaves out empty ones. System text holds tool definitions, so it is judged in a request like any
 * part that did not come from the user; in a response it is not judged again.
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
