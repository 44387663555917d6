/** Joins an answer into one text for windows of a stream: its output, then its ids and names. */
import type { InspectedResponse, TextPart } from './api.ts';
import { partSeparator } from './parts.ts';

export interface OneText {
  readonly text: string;
  /** The same parts, with their positions in the joined text. */
  readonly parts: readonly TextPart[];
}

/** Joins the output and the documents of an answer; every part then belongs to `output`. */
export function toOneText({ output, documents, parts }: InspectedResponse): OneText {
  if (documents.length === 0) return { text: output, parts };
  let text = output;
  const starts = new Map<string, number>([['output', 0]]);
  for (const document of documents) {
    if (text !== '') text += partSeparator;
    starts.set(`document:${document.id}`, text.length);
    text += document.text;
  }
  const moved = parts.map((part): TextPart => {
    return { ...part, into: 'output', start: part.start + (starts.get(part.into) ?? 0) };
  });
  // Redaction finds a span's part by its position.
  return { text, parts: moved.toSorted((left, right) => left.start - right.start) };
}
