/** A file to be checked, or one that helps. */
export interface CheckFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Larger files are for the command line, which reads them in pieces. */
export const maxFileBytes = 128 * 1024 * 1024;
