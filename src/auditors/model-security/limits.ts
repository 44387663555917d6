/** The bounds of an inspection: hostile files reach them before they exhaust the memory or time of this process. */

export interface Limits {
  /** Bytes of one file; larger files are only hashed. */
  maxFileBytes: number;
  maxFiles: number;
  /** Members of all archives of one file. */
  maxMembers: number;
  /** Bytes from decompression of one file. */
  maxUnpackedBytes: number;
  /** Unpacked bytes for each packed byte of a member (checked past 1 MiB unpacked). */
  maxRatio: number;
  maxDepth: number;
  /** Pickle opcodes in one file. */
  maxOpcodes: number;
  maxStack: number;
  /** Characters or bytes of one string held in memory; longer strings are skipped. */
  maxStringBytes: number;
  /** Bytes of a header held in memory (safetensors: 100 MB by its definition). */
  maxHeaderBytes: number;
  /** Entries of a table: tensors, key/value pairs, nodes, array elements. */
  maxEntries: number;
  /** Findings kept for one file; further findings are only counted. */
  maxFindings: number;
  timeoutMs: number;
}

const mib = 1024 * 1024;

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
