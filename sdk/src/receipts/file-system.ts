/** The disk as the log sees it: small enough that a fake can fail, or lose power, at each call. */

export interface AppendFile {
  /** Appends all of the bytes. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was appended survives a loss of power. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadableFile {
  size(): Promise<number>;
  /** Up to `length` bytes from an offset; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface FileSystem {
  /** Makes a directory and its parents, for this user only; one that exists is fine. */
  makeDirectory(path: string): Promise<void>;
  /** Names in a directory, in no order. */
  list(directory: string): Promise<string[]>;
  /** Creates a file for this user only; `false` when there is one. */
  create(path: string): Promise<AppendFile | false>;
  /** Opens a file that exists. */
  openAppend(path: string): Promise<AppendFile>;
  /** Opens a file to read; `undefined` when there is none. */
  openRead(path: string): Promise<ReadableFile | undefined>;
  /** Cuts a file and makes the cut durable. */
  truncate(path: string, length: number): Promise<void>;
  /** Replaces what is there; durable once the directory is synced. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes names in a directory durable. */
  syncDirectory(path: string): Promise<void>;
}
