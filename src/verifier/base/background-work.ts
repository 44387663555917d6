/** Background work of a part of the verifier. */

export interface BackgroundWork {
  /** Ends work in progress and starts nothing more. */
  close(): Promise<void>;
  /** Run once an hour, in one process at a time. */
  readonly chores: readonly (() => Promise<unknown>)[];
}
