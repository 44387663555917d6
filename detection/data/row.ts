/** A labelled text. */

export interface LabelledSpan {
  readonly type: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface Row {
  readonly text: string;
  /** 1 if the text contains what the auditor detects. */
  readonly label: 0 | 1;
  /** Its set, e.g. `deepset` or `own.hard-negatives`; metrics are reported per set. */
  readonly source: string;
  /** Kind within the set, e.g. `jailbreak`, `threat`, or the contrast function of a test case. */
  readonly category?: string;
  /** BCP 47, if known. */
  readonly language?: string;
  /** The user's request if `text` is external content (a document, a tool result). */
  readonly userInput?: string;
  /** Texts that must support `text`, passed to the auditor as `metadata.sources`. */
  readonly sources?: readonly { readonly id: string; readonly text: string }[];
  /** Labels of single categories; a missing name is unknown, not 0. */
  readonly labels?: Readonly<Record<string, 0 | 1>>;
  /** Personal data in the text. */
  readonly spans?: readonly LabelledSpan[];
}
