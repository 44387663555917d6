/** The shapes of rules: the plain data in the tables of providers. */

/** A finding of one probe, before overlaps are settled. */
export interface RawFinding {
  readonly type: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Among overlapping findings, the higher rank gives the type. */
  readonly rank: number;
}

/** How specific a finding is. */
export const ranks = { assignment: 1, named: 2, structure: 3, token: 4, block: 5 } as const;

/** The state of one text during the rules. */
export interface Scan {
  readonly text: string;
  /** Least entropy of a key identified by its name alone. */
  readonly minEntropy: number;
  readonly found: RawFinding[];
  /** End of the assignment names that were read. */
  namesReadTo: number;
  /** End of the key blocks that were read. */
  blocksReadTo: number;
  /** End of the manifests that were read; a key block may be part of one. */
  manifestsReadTo: number;
  /** End of the long tokens that were read. */
  tokensReadTo: number;
  /** End of the headers that were read. */
  headersReadTo: number;
  /** End of the command lines that were read. */
  commandsReadTo: number;
  /** Start of the last unquoted value, inside which no name begins. */
  runFrom: number;
  runTo: number;
}

/** Inspects one occurrence of a keyword. */
export type Probe = (scan: Scan, at: number) => void;

/** A literal, compared case-insensitively, and the probe of its occurrences. */
export interface Trigger {
  readonly keyword: string;
  readonly probe: Probe;
}

export interface TokenOptions {
  readonly score?: number;
  /** Least entropy after the prefix, in bits per character. */
  readonly entropy?: number;
  /** Further check of the whole token: a checksum, a decoded part. Returns the score; 0 drops it. */
  readonly check?: (token: string) => number;
}

/** A token with a literal prefix: prefixes (separated by blanks, case-sensitive), then the shape of the rest. */
export type TokenRow = readonly [id: string, prefixes: string, shape: string, options?: TokenOptions];
