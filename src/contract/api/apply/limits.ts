/** Bounds on declarative files, so that a hostile one is refused before it costs time or memory. */

export const fileLimits = {
  /** All files of one call together, in bytes of UTF-8. */
  bytes: 4 * 1024 * 1024,
  /** Files of one call. */
  files: 1_000,
  documents: 1_000,
  /** Agents in all documents together. */
  agents: 10_000,
  /** Nesting of lists and maps. The deepest document of our formats has seven levels. */
  depth: 24,
  /** Tokens of the text, counted before anything is built from it. */
  lexemes: 1_000_000,
  /** Values after aliases are resolved, which stops alias bombs. */
  values: 500_000,
  aliases: 1_000,
  /** Problems reported at once. */
  problems: 20,
} as const;
