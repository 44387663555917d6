/** What the torture run is made of: checks that are cut into tasks, and the counts that a task brings back. */

/** `quick` samples, `full` takes every bit. */
export type Depth = 'quick' | 'default' | 'full';

/** `wrong` is what must never be: a changed input accepted, a record lost; `exempt` names the rule by which it is right all the same. */
export type Answer = 'held' | 'wrong' | { readonly exempt: string };

export interface Counts {
  readonly inputs: number;
  /** Accepted and should not have been; or not found, lost, refused, as the check says. */
  readonly wrong: number;
  /** Errors that came out of a check which says that it never throws. */
  readonly throws: number;
  /** Inputs over the limit of the check. */
  readonly slow: number;
  readonly slowestMs: number;
  /** Heap and buffers of the thread, at most. */
  readonly peakBytes: number;
  /** Accepted by a rule, which is named. */
  readonly exempt: Readonly<Record<string, number>>;
  /** The first of each kind of failure, with file and place. */
  readonly problems: readonly string[];
  /** True things for the reader, such as pieces that nothing depends on. */
  readonly notes: readonly string[];
}

export interface Tally {
  /** Tries one input. `label` is asked for only when something is wrong with it. */
  try(label: () => string, judge: () => Answer | Promise<Answer>): Promise<void>;
  /** The same for what answers at once: a million inputs wait for no promise. */
  tryNow(label: () => string, judge: () => Answer): void;
  note(text: string): void;
  counts(): Counts;
}

export interface Task {
  readonly shard: number;
  readonly shards: number;
  readonly depth: Depth;
  readonly seed: number;
  /** Checks that can go on for ever end then (`--seconds`); others do what their depth says. */
  readonly untilMs?: number | undefined;
  readonly tally: Tally;
}

export interface Check {
  /** `section.part`; a name on the command line picks all that start with it. */
  readonly name: string;
  /** Needs the public samples beside the repository. */
  readonly needsSamples?: boolean;
  /** No input may take longer; absent where an input is a whole scenario. */
  readonly limitMs?: number;
  /** What `wrong` is here; `accepted` when left out. */
  readonly wrongText?: string;
  /** A thread of its own, because it opens services whose memory is not that of a parser. */
  readonly isIsolated?: boolean;
  /** How many tasks it may be cut into. */
  readonly shards: number;
  run(task: Task): Promise<void>;
}
