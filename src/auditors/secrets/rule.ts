/** The shapes of rules: plain data that the tables of providers are made of. */

/** What a single look found, before overlaps are settled. */
export interface RawFinding {
  readonly type: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Where findings overlap, the higher rank tells the type. */
  readonly rank: number;
}

/** How specific a finding is. */
export const ranks = { assignment: 1, named: 2, structure: 3, token: 4, block: 5 } as const;

/** One text on its way through the rules. */
export interface Scan {
  readonly text: string;
  /** Least entropy of a key that is told by its name alone. */
  readonly minEntropy: number;
  readonly found: RawFinding[];
  /** Up to here names of assignments have been read. */
  namesReadTo: number;
  /** Up to here key blocks have been read. */
  blocksReadTo: number;
  /** Up to here manifests have been read; a key block may stand in one. */
  manifestsReadTo: number;
  /** Up to here tokens have been read that may be very long. */
  tokensReadTo: number;
  /** Up to here headers have been read. */
  headersReadTo: number;
  /** Up to here command lines have been read. */
  commandsReadTo: number;
  /** The last value without quotes: inside it stands no further name. */
  runFrom: number;
  runTo: number;
}

/** Looks at one place where a keyword stands. */
export type Probe = (scan: Scan, at: number) => void;

/** A literal, compared without case, and what looks at each place where it stands. */
export interface Trigger {
  readonly keyword: string;
  readonly probe: Probe;
}

export interface TokenOptions {
  readonly score?: number;
  /** Least entropy of what follows the prefix, in bits per sign. */
  readonly entropy?: number;
  /** Further check of the whole token: a checksum, a decoded part. Answers the score, 0 drops it. */
  readonly check?: (token: string) => number;
}

/** A token that begins with a literal: prefixes (separated by blanks, case counts), then the shape of the rest. */
export type TokenRow = readonly [id: string, prefixes: string, shape: string, options?: TokenOptions];
