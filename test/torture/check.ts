/** Parts of the torture run: checks that are divided into tasks, and the counts of a task. */

/** `quick` samples, `full` takes every bit. */
export type Depth = 'quick' | 'default' | 'full';

/** `wrong` must never happen: a changed input accepted, a record lost. `exempt` names the rule that allows it. */
export type Answer = 'held' | 'wrong' | { readonly exempt: string };

export interface Counts {
  readonly inputs: number;
  /** Accepted wrongly; or not found, lost, refused, depending on the check. */
  readonly wrong: number;
  /** Errors thrown by a check that must not throw. */
  readonly throws: number;
  /** Inputs over the time limit of the check. */
  readonly slow: number;
  readonly slowestMs: number;
  /** Peak heap and buffers of the thread. */
  readonly peakBytes: number;
  /** Accepted inputs by the rule that allows them. */
  readonly exempt: Readonly<Record<string, number>>;
  /** The first of each kind of failure, with file and place. */
  readonly problems: readonly string[];
  /** Remarks, such as pieces that nothing depends on. */
  readonly notes: readonly string[];
}

export interface Tally {
  /** Tries one input. Calls `label` only for a failure. */
  try(label: () => string, judge: () => Answer | Promise<Answer>): Promise<void>;
  /** The synchronous form: a million inputs wait for no promise. */
  tryNow(label: () => string, judge: () => Answer): void;
  note(text: string): void;
  counts(): Counts;
  /** The input that is being tried, in words. */
  where(): string;
}

export interface Task {
  readonly shard: number;
  readonly shards: number;
  readonly depth: Depth;
  readonly seed: number;
  /** End of open-ended checks (`--seconds`); others follow their depth. */
  readonly untilMs?: number | undefined;
  readonly tally: Tally;
}

export interface Check {
  /** `section.part`; a name on the command line selects all with this prefix. */
  readonly name: string;
  /** Needs the public samples beside the repository. */
  readonly needsSamples?: boolean;
  /** Time limit of an input; absent if an input is a whole scenario. */
  readonly limitMs?: number;
  /** Meaning of `wrong` here; default `accepted`. */
  readonly wrongText?: string;
  /** Needs its own thread, because it opens services with more memory than a parser. */
  readonly isIsolated?: boolean;
  /** Largest number of tasks. */
  readonly shards: number;
  run(task: Task): Promise<void>;
}
