/** A labelled text, wherever it comes from. */

export interface LabelledSpan {
  readonly type: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface Row {
  readonly text: string;
  /** 1: what the auditor looks for is there. */
  readonly label: 0 | 1;
  /** Set that it belongs to, e.g. `deepset` or `own.hard-negatives`; metrics are told for each. */
  readonly source: string;
  /** Kind within the set, e.g. `jailbreak`, `threat`, or the contrast function of a test case. */
  readonly category?: string;
  /** BCP 47, where it is known. */
  readonly language?: string;
  /** The user's own request where `text` is external content (a document, a tool result). */
  readonly userInput?: string;
  /** What `text` must be supported by, where that is judged; offered to the auditor as `metadata.sources`. */
  readonly sources?: readonly { readonly id: string; readonly text: string }[];
  /** Truth for single categories; a missing name is unknown, not 0. */
  readonly labels?: Readonly<Record<string, 0 | 1>>;
  /** Personal data in the text. */
  readonly spans?: readonly LabelledSpan[];
}
