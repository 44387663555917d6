/** Bounds on declarative files: whatever somebody hands in is refused by them before it costs time or memory. */

export const fileLimits = {
  /** All files of one call together, in bytes of UTF-8. */
  bytes: 4 * 1024 * 1024,
  /** Files of one call. */
  files: 1_000,
  documents: 1_000,
  /** Agents over all documents. */
  agents: 10_000,
  /** Lists and maps in each other; the deepest document of ours has seven. */
  depth: 24,
  /** Pieces that the text falls into before anything is built of it. */
  lexemes: 1_000_000,
  /** Values after aliases were followed, so that an alias bomb ends here. */
  values: 500_000,
  aliases: 1_000,
  /** Problems that are told at once. */
  problems: 20,
} as const;
