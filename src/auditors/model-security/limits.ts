/** The bounds of an inspection: hostile files meet them before they meet the memory or the clock of this process. */

/** Bounds, each a number of the thing its name says. */
export interface Limits {
  /** Bytes of one file; a larger one is only hashed. */
  maxFileBytes: number;
  /** Files of one folder. */
  maxFiles: number;
  /** Members over all archives of one file. */
  maxMembers: number;
  /** Bytes that come out of decompression, over one file. */
  maxUnpackedBytes: number;
  /** Unpacked bytes for each packed byte of a member (checked past 1 MiB unpacked). */
  maxRatio: number;
  /** Containers inside containers. */
  maxDepth: number;
  /** Pickle opcodes over one file. */
  maxOpcodes: number;
  /** Entries of a pickle's stack, metastack or memo. */
  maxStack: number;
  /** Characters or bytes of one string that is held in memory (longer ones are skipped over). */
  maxStringBytes: number;
  /** Bytes of a header that is held in memory (safetensors: 100 MB by its definition). */
  maxHeaderBytes: number;
  /** Entries of a table: tensors, key/value pairs, nodes, array elements. */
  maxEntries: number;
  /** Findings kept for one file; more are counted only. */
  maxFindings: number;
  /** Milliseconds for one file. */
  timeoutMs: number;
}

const mib = 1024 * 1024;

/** The bounds that hold when the operator sets none. */
export const defaultLimits: Limits = {
  maxFileBytes: 1024 * 1024 * mib,
  maxFiles: 10_000,
  maxMembers: 100_000,
  maxUnpackedBytes: 16 * 1024 * mib,
  maxRatio: 1_100,
  maxDepth: 8,
  maxOpcodes: 20_000_000,
  maxStack: 2_000_000,
  maxStringBytes: mib,
  maxHeaderBytes: 100_000_000,
  maxEntries: 1_000_000,
  maxFindings: 200,
  timeoutMs: 60_000,
};
