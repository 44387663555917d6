/** What a part of the verifier does by itself, beside answering calls. */

export interface OwnWork {
  /** Ends what is under way; nothing more is begun. */
  close(): Promise<void>;
  /** Done once an hour, in one process at a time. */
  readonly chores: readonly (() => Promise<unknown>)[];
}
